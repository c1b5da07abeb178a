/* The result of a run: its time, its splits, its score and its medal.
 *
 * The time is what the game counts (CwProbe.time_ticks) on the branch that survives. A game with a
 * score returns it in CwProbe.score, and says in CwGame.ranking whether high or low wins. A run is
 * clean when it was played straight through: nothing rewound, never slower than real time, no tick
 * stepped in a pause or shown before it ran, and a second at least of play between two pauses;
 * assisted runs rank separately. A time is kept only if its recording was verified, for one of the
 * game's own levels under its own settings. */
#pragma once

#include "clockwork/replay.h"
#include "clockwork/system.h"

enum { CW_SPLIT_MAX = 16, CW_MEDAL_MAX = 8 };

/* Which of two finished runs is better. Of equal scores the faster run wins. */
typedef enum CwRanking {
    CW_RANK_TIME,       /* the one that took less time */
    CW_RANK_SCORE_HIGH, /* the one with more points */
    CW_RANK_SCORE_LOW,  /* the one with fewer, as strokes in golf */
    CW_RANKING_COUNT
} CwRanking;

/* All zero: there is no such run. */
typedef struct CwRunTime {
    uint32_t ticks;                /* 0: not finished */
    uint32_t tick_rate;            /* to make seconds of them */
    uint32_t clean;                /* 1: played straight through */
    uint32_t medal;                /* 1..CwGame.medal_count; 0: none */
    uint32_t split_count;          /* of more than CW_SPLIT_MAX the first */
    uint32_t splits[CW_SPLIT_MAX]; /* ticks at the checkpoints, in the order of passing */
    int64_t score;                 /* CwProbe.score at the finish */
    int64_t style;                 /* CwProbe.style at the finish */
    uint32_t style_medal;          /* for that: 1..CwGame.medal_count; 0: none */
} CwRunTime;

/* How the run was played so far. Zeros where no person at this machine plays it: on the title, in a
 * replay that is watched, with --bot, --hold or --tap, and where players are at several machines.
 */
typedef struct CwRunInfo {
    uint64_t ticks;        /* its length on the branch that survives */
    uint64_t rewind_count; /* how often the player went back in it */
    bool slowed;           /* it was played slower than real time */
    bool stepped;    /* ticks were stepped in a pause, shown before they ran, or ran for less than a
                        second between two pauses */
    bool edited;     /* values were changed by hand */
    bool taken_over; /* it began as a recording that was watched, and was played from there on */
    bool clean;      /* none of these: the result may enter a ranking */
} CwRunInfo;

/* Tells how the present run was played so far. */
CwRunInfo cw_frame_run_info(const CwFrame *frame);

/* The player's best of a level; zero when there is none. In frame phases. */
CwRunTime cw_frame_best_time(const CwFrame *frame, const char *level, bool clean);

/* The medal for a result on the level that is played, ticks or, where the game ranks by score,
 * points: 1..CwGame.medal_count, or 0. */
uint32_t cw_frame_medal(const CwFrame *frame, int64_t result);

/* Its recording, for a ghost; NULL when there is none. Free with cw_replay_free. */
CwReplayFile *cw_frame_best_replay(const CwFrame *frame, const char *level, bool clean);

/* The recording that the player races on the world's level: --ghost's, else by game.ghost. NULL:
 * none, or of other rules or another level. Free with cw_replay_free. */
CwReplayFile *cw_frame_ghost(const CwFrame *frame);
