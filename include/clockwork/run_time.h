/* The result of a run: its time, its splits, its score and its medal.
 *
 * The time is what the game counts (CwProbe.time_ticks) on the surviving branch (replay.h). A game
 * with a score returns it in CwProbe.score; CwGame.rank.by says whether high or low wins.
 *
 * A run is clean if all of these hold:
 * - no rewind, slow motion, single step, forecast (F4), edit by hand, Continue or taken-over replay
 * - at least a second of play between two pauses
 * - at most half a second of real time lost in any 10 s of play, whatever the cause; but one stop
 *   of a second or more in 10 s, such as a suspend, counts as a pause
 * - seed 1, unless CwGame.rank.any_seed is set
 *
 * Other runs are assisted and rank among themselves; edited and taken-over runs never rank. A run
 * that began with progress (CwGame.carry) ranks only with CwGame.rank.any_carry. A result is kept
 * if level and settings are the game's own, and the run's recording was verified. */
#pragma once

#include "clockwork/replay.h"
#include "clockwork/system.h"
CW_C_BEGIN

enum { CW_SPLIT_MAX = 16, CW_MEDAL_MAX = 8 };

/* The order of finished runs. At equal scores the faster run wins. */
typedef enum CwRanking {
    CW_RANK_TIME,       /* less time is better */
    CW_RANK_SCORE_HIGH, /* more points are better */
    CW_RANK_SCORE_LOW,  /* fewer points are better, such as strokes in golf */
    CW_RANKING_COUNT
} CwRanking;

/* A run's result; all zero: no run. */
typedef struct CwRunTime {
    uint32_t ticks;                /* 0: not finished */
    uint32_t tick_rate;            /* ticks a second */
    uint32_t clean;                /* 1: clean, see above */
    uint32_t medal;                /* 1..CwGame.rank.medal_count; 0: none */
    uint32_t split_count;          /* at most CW_SPLIT_MAX; later ones are dropped */
    uint32_t splits[CW_SPLIT_MAX]; /* ticks at the checkpoints, in the order of passing */
    int64_t score;                 /* CwProbe.score at the finish */
} CwRunTime;

/* Facts about the run so far. All are zero in the title's run, in a watched replay, with
 * --bot, --hold or --tap, and with players at several machines. */
typedef struct CwRunInfo {
    uint64_t ticks;        /* length of the surviving branch */
    uint64_t rewind_count; /* rewinds by the player; Continue counts as one */
    bool slowed;           /* ticks were played in slow motion, or did not keep up with real time */
    bool stepped; /* ticks were single steps, were played with a forecast of the next 2 s on screen,
                     or lay between two pauses less than a second apart */
    bool edited;  /* values were changed by hand */
    bool taken_over; /* the player took over a watched recording */
    bool clean;      /* clean so far, see above */
} CwRunInfo;

/* The facts about the current run. */
CwRunInfo cw_frame_run_info(const CwFrame *frame);

/* The medal on this level for a result in ticks (in points, if the game ranks by score):
 * 1..CwGame.rank.medal_count, or 0: none. */
uint32_t cw_frame_medal(const CwFrame *frame, int64_t result);

/* The number of the game's levels on which the player has won this medal
 * (1..CwGame.rank.medal_count) or a better one. For frame phases. */
int cw_frame_medal_count(const CwFrame *frame, int medal);

/* The recording that the player races on this level, chosen by --ghost FILE or else by the setting
 * game.ghost. NULL: none, or it has other rules or another level. Free with cw_replay_free. */
CwReplayFile *cw_frame_ghost(const CwFrame *frame);
CW_C_END
