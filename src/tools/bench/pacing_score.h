/* How evenly a run showed time: shown against displayed, frame by frame.
 *
 * Animation error (as PresentMon defines it) is the step of the time shown less the step of the
 * display. Phase error is shown less displayed time, less its centred mean of a second: low
 * animation error bought with a high phase error is no gain. The first 5 s, at most a quarter, are
 * left out. */
#ifndef BENCH_PACING_SCORE_H
#define BENCH_PACING_SCORE_H

#include "bench/pacing_trace.h"

typedef struct PacingRun {
    int64_t *shown_ns;   /* simulation time of each frame's picture */
    int64_t *dropped_ns; /* time given up, sum so far */
} PacingRun;

typedef struct PacingScore {
    double error_ms;    /* mean size of the animation error */
    double bad_percent; /* frames with an error above 5 % of their display step */
    double phase_ms;    /* rms of the phase error */
    double resync_s;    /* longest time from a change to 30 good frames; INFINITY: never */
    double drift_ms;    /* shown and dropped less displayed time, end less start */
    int backward_count; /* frames shown earlier than the one before */
} PacingScore;

PacingScore pacing_score(const PacingTrace *trace, const PacingRun *run);

#endif
