/* The time of a run: how long it took, its splits, what it is worth.
 *
 * It is what the game counts (CwProbe.time_ticks) on the branch that survives. A run is clean when
 * it was played straight through: nothing rewound, never slower than real time, no tick stepped in
 * a pause or shown before it ran, and a second at least of play between two pauses; one that was
 * helped ranks apart. Times are kept of recordings only that were simulated again and found true,
 * of the game's own levels under its own settings. */
#pragma once

#include "clockwork/replay.h"
#include "clockwork/system.h"

#pragma GCC visibility push(default)

enum { CW_SPLIT_MAX = 16, CW_MEDAL_MAX = 8 };

/* All zero: there is no such run. */
typedef struct CwRunTime {
    uint32_t ticks;                /* 0: not finished */
    uint32_t tick_rate;            /* to make seconds of them */
    uint32_t clean;                /* 1: played straight through */
    uint32_t medal;                /* 1..CwGame.medal_count; 0: none */
    uint32_t split_count;          /* of more than CW_SPLIT_MAX the first */
    uint32_t splits[CW_SPLIT_MAX]; /* ticks at the checkpoints, in the order of passing */
} CwRunTime;

/* The player's best of a level; zero when there is none. In frame phases. */
CwRunTime cw_frame_best_time(const CwFrame *frame, const char *level, bool clean);

/* The medal for so many ticks on the level that is played: 1..CwGame.medal_count, or 0. */
uint32_t cw_frame_medal(const CwFrame *frame, uint32_t ticks);

/* Its recording, for a ghost; NULL when there is none. Free with cw_replay_free. */
CwReplayFile *cw_frame_best_replay(const CwFrame *frame, const char *level, bool clean);

/* The recording that the player races on the world's level: that of --ghost, else by game.ghost the
 * player's best run, or that of the next medal from assets/replays. NULL if there is none, or if it
 * belongs to other rules or another level. Free with cw_replay_free. */
CwReplayFile *cw_frame_ghost(const CwFrame *frame);

#pragma GCC visibility pop
