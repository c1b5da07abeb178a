/* The figures of a run: a table of measurements of the loop, the machine and the world. F3 shows
 * some rows. --stats prints others at the end, whose names are stable (docs/stability.md). */
#pragma once

#include "frame/playback.h"
#include "frame/stage.h"

typedef struct LoopStats {
    uint64_t tick_count;
    int64_t started_ns;
    int64_t simulation_ns, render_ns; /* real time, also where the loop's clock is virtual */
    int64_t first_picture_ns;         /* clock_now_ns when it was presented; headless: 0 */
    double tick_ns;                   /* mean cost of the last ticks */
} LoopStats;

typedef struct FigureSource {
    const Playback *playback;
    const Stage *stage;
    const LoopStats *stats;
    uint64_t frame;
    const FramePlan *plan; /* NULL: the run is over */
    double pacing_ms;      /* how far shown time strayed from the display's */
    int64_t begun_ns;      /* clock_now_ns when the program began */
} FigureSource;

typedef enum FigureGroup {
    FIGURES_STATS,  /* lines of --stats */
    FIGURES_JOINED, /* --stats prints it on the line of the previous row */
    /* Rows of F3: */
    FIGURES_LENGTH, /* read in each frame, about the previous frame */
    FIGURES_FRAME,  /* read in each frame */
    FIGURES_WORLD,  /* read a few times a second */
    FIGURES_WORDS,
    FIGURES_ALARM /* words that raise an alarm unless they begin with "no" */
} FigureGroup;

enum { FIGURE_TEXT_BYTES = 64, FIGURE_MAX = 64 };

typedef struct Figure {
    FigureGroup group;
    const char *name, *unit;
    int digits;                               /* after the decimal point */
    double (*read)(const FigureSource *from); /* NAN: none now; NULL: it is a text */
    void (*write)(const FigureSource *from, char text[FIGURE_TEXT_BYTES]);
} Figure;

extern const Figure figure_table[];
extern const int figure_count;

/* The figure's text, rounded to its digits; "-" for none. */
void figure_text(const Figure *figure, const FigureSource *from, char text[FIGURE_TEXT_BYTES]);

void figures_print_stats(const FigureSource *from);
