/* Ways from a clock's readings to the time to show: ours, the plain loop, and models of what others
 * do, written from their descriptions. Each gets the reading at the start of a frame and returns
 * the time to show, in ns from any origin. A filter's state is one struct; begin makes it anew. */
#ifndef BENCH_PACING_FILTERS_H
#define BENCH_PACING_FILTERS_H

#include "time/frame_pacer.h"

enum {
    GLAIEL_WINDOW = 4,
    SMOOTHING_WINDOW = 120, /* frames from which Godot's smoothing takes the rate */
    FIX_WINDOW = 12         /* frames over which Godot's jitter fix looks for whole ticks */
};

typedef struct FilterState {
    FramePacer pacer;
    double hz; /* reported */
    int64_t last_ns, shown_ns;
    int frame_count;
    double recent_s[SMOOTHING_WINDOW];
    double rest_s;                                  /* smoothing: left over from whole periods */
    int least[FIX_WINDOW + 1], sum[FIX_WINDOW + 1]; /* fix: ticks in the last i frames */
    double clock_s, out_s;
    double pace_s; /* running mean */
} FilterState;

typedef struct PacingFilter {
    const char *name;
    int64_t (*frame)(FilterState *state, int64_t clock_ns);
} PacingFilter;

/* Ours is the last. */
extern const PacingFilter pacing_filters[];
extern const int pacing_filter_count;

void pacing_filter_begin(FilterState *state, double reported_hz);

#endif
