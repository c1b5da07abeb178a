/* The costs of a game, for its own display or for decisions in frame phases. Measuring begins with
 * the first frame that asks, and ends a second after the last. */
#pragma once

#include "clockwork/system.h"

enum { CW_STATS_SYSTEM_MAX = 64 };

/* The cost of one system. */
typedef struct CwSystemCost {
    const char *name;
    CwPhase phase;
    double ms;
} CwSystemCost;

/* Costs are per frame, averaged over the last quarter of a second. */
typedef struct CwStats {
    double fps;                                /* pictures a second, over the last half second */
    double phase_ms[CW_PHASE_COUNT];           /* tick phases: all ticks of a frame together */
    CwSystemCost systems[CW_STATS_SYSTEM_MAX]; /* ordered as registered, the engine's first */
    int system_count;
    double paint_ms;   /* drawing what the render phase pushed */
    double latency_ms; /* median time from an input to its first picture; 0: unknown */
    size_t world_bytes, world_limit_bytes; /* simulation.arena_size is the limit */
    size_t history_bytes;                  /* game.history is the limit */
    uint64_t lost_event_count;             /* events of this level that no frame received */
    int awake_count, asleep_count;         /* dynamic bodies */
    int contact_count, joint_count;
} CwStats;

/* Zeros in the first quarter of a second, and without a window. Valid until the next frame. */
const CwStats *cw_frame_stats(CwFrame *frame);
