/* The pacing benchmark: how evenly each way of pacing shows time, on two hundred simulated displays
 * and loops, a minute each: pacing_displays.c simulates readings and displayed times,
 * pacing_filters.c has the ways (ours, the plain loop, models of others'), pacing_score.c compares,
 * bench_loop.c prints means by group. */
#pragma once

#include "clockwork/rng.h"

enum { PACING_FRAMES_MAX = 1 << 16, PACING_MARKS_MAX = 8 };

/* Groups of displays whose scores are averaged. */
typedef enum PacingGroup {
    PACING_FIXED,    /* a fixed refresh rate */
    PACING_MISSED,   /* missed vblanks */
    PACING_CHANGED,  /* refresh changes, stalls, clock jumps */
    PACING_FREE,     /* variable refresh, uncapped */
    PACING_CADENCE,  /* regular patterns like 2-3-2-3 */
    PACING_ABSORBED, /* late loops whose pictures a queue keeps even */
    PACING_GROUP_COUNT
} PacingGroup;

typedef enum PacingHappening { MARK_STALL, MARK_CLOCK_STEP, MARK_NEW_RATE } PacingHappening;

typedef struct PacingMark {
    int frame;
    PacingHappening kind;
} PacingMark;

/* A simulated minute, and what a filter makes of it. Times are in ns from any origin. */
typedef struct PacingRun {
    double reported_hz; /* what the display claims; 0: unknown */
    int count, mark_count;
    PacingMark marks[PACING_MARKS_MAX];
    int64_t clock_ns[PACING_FRAMES_MAX];   /* readings at the start of each frame */
    int64_t display_ns[PACING_FRAMES_MAX]; /* when the frame appears */
    int64_t shown_ns[PACING_FRAMES_MAX];   /* simulation time of the frame's picture */
    int64_t dropped_ns[PACING_FRAMES_MAX]; /* time given up so far */
} PacingRun;

extern const int pacing_display_count;

/* Fills the readings and display times. The same display and seed give the same run everywhere. */
PacingGroup pacing_simulate(PacingRun *run, int display, uint64_t seed);

/* A random number with mean 0 and standard deviation 1. */
double pacing_gauss(CwRng *rng);

enum { FILTER_RAW, FILTER_GLAIEL, FILTER_OURS = 5, FILTER_COUNT };
extern const char *const pacing_filter_names[FILTER_COUNT];

/* Converts the readings to the time shown and dropped. */
void pacing_filter(int filter, PacingRun *run);

/* Animation error, as PresentMon's: the step of time shown less the display's. Phase error: shown
 * less displayed time, less its centred mean of a second; one bought with the other is no gain. The
 * first 5 s, at most a quarter, are left out. */
typedef struct PacingScore {
    double error_ms;    /* mean size of the animation error */
    double bad_percent; /* frames with an error above 5 % of their display step */
    double phase_ms;    /* rms of the phase error */
    double resync_s;    /* longest time from a change to 30 good frames; INFINITY: never */
    double drift_ms;    /* shown and dropped less displayed time, end less start */
    int backward_count; /* frames shown earlier than the one before */
} PacingScore;

PacingScore pacing_score(const PacingRun *run);

/* Scores are means over the displays of a group; resync, drift and backward count the worst. */
typedef struct PacingResult {
    int run_counts[PACING_GROUP_COUNT];
    PacingScore groups[PACING_GROUP_COUNT];
} PacingResult;

/* Runs a filter through the step clock over all displays. */
PacingResult pacing_measure(int filter);
