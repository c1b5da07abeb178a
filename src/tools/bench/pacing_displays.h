/* Loops that wait for the display, as data: the rate, how unevenly the loop wakes up, which vblanks
 * it takes and what happens on the way. pacing_vsync.c turns a row into a trace. */
#ifndef BENCH_PACING_DISPLAYS_H
#define BENCH_PACING_DISPLAYS_H

#include "bench/pacing_families.h"

/* How late the loop wakes after a vblank, with Display.size_s as the measure. */
typedef enum WakeNoise {
    WAKE_GAUSS,
    WAKE_UNIFORM,
    WAKE_LAPLACE,
    WAKE_BIMODAL,      /* late by the size in 3 of 10 frames */
    WAKE_LATE,         /* exponential, never early */
    WAKE_LATE_UNIFORM, /* up to the size */
    WAKE_AR60,         /* correlated from frame to frame: 0.6 */
    WAKE_AR90,
    WAKE_AR98,
    WAKE_WANDER,      /* a sine of 11 s under little noise */
    WAKE_WANDER_FAST, /* of 1.5 s */
    WAKE_HITCH,       /* late by the size once a second */
    WAKE_HEAVY,       /* 15 % of the frames exponentially late */
    WAKE_OUTLIERS,    /* 2 % of the frames early or late by the size */
    WAKE_GROWING,     /* from nothing to the size within a minute */
    WAKE_TIMER        /* woken by the next tick of a timer of that period */
} WakeNoise;

/* Which vblanks the frames take. */
typedef enum Cadence {
    CADENCE_EVERY,
    CADENCE_23,
    CADENCE_12,
    CADENCE_112,
    CADENCE_1112,
    CADENCE_COMES,       /* 1-2 for ten seconds out of twenty */
    CADENCE_HALF,        /* every second one, and misses */
    CADENCE_HALF_BURSTS, /* every second one for five seconds out of ten */
    CADENCE_MISS,
    CADENCE_MISS_CLUSTER,
    CADENCE_MISS_LOAD, /* for twelve seconds */
    CADENCE_MISS_EACH_SECOND,
    CADENCE_MISS_SEVENTH,
} Cadence;

typedef struct Display {
    const char *name;
    PacingGroup group;
    double hz, reported_hz;
    WakeNoise noise;
    double size_s;
    Cadence cadence;
    double miss;       /* probability of a missed vblank */
    double quantum_s;  /* resolution of the clock; 0: exact */
    double then_hz[2]; /* other rates after 20 and 40 s; 0: the same */
    double stall_s[2]; /* stalls at 15 and 35 s */
    double clock_s[2]; /* steps of the clock at 15 and 35 s */
    int queue;         /* frames between a reading and its vblank */
    int burst;         /* frames at start that don't wait */
} Display;

extern const Display pacing_displays[];
extern const int pacing_display_count;

#endif
