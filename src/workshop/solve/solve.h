/* Searches for a fast run of a level.
 *
 * The first is the game's own driver's (solve_drive), if any. An archive (solve_explore) finds
 * ways and other roads, a local search (solve_polish) shifts, stretches and replaces what the best
 * run holds. They know a game by actions, probe and driver, and go back by snapshots.
 * solve_in_parallel runs one a core, each in a thread. */
#pragma once

#include "clockwork/replay.h"
#include "run/run.h"
#include "sim/session.h"

enum { SOLVE_TICKS_MAX = 60 * 60 * 10, SOLVE_MARK_TICKS = 30 };

/* A run as its inputs, up to its finish or where it is furthest: others continue there. */
typedef struct SolveRun {
    int tick_count;                 /* 0: no run */
    uint64_t time_ticks;            /* as the game counts it; 0: it doesn't finish */
    double progress;                /* at its end, 0..1 */
    uint32_t down[SOLVE_TICKS_MAX]; /* actions that the first player holds fully in each tick */
} SolveRun;

void solve_run_copy(SolveRun *run, const SolveRun *from);

/* True when it finishes sooner, or gets further where neither finishes. */
bool solve_run_beats(const SolveRun *run, const SolveRun *other);

typedef struct SolveArchive SolveArchive;

/* One search. Large: not for the stack. */
typedef struct SolveSearch {
    Session *session;
    Run *run;           /* advances the session; owned */
    uint32_t moves[64]; /* nothing, each action, and each pair of actions */
    int move_count;
    CwRng rng;
    int64_t deadline_ns;            /* of the real clock */
    int64_t ticks_left;             /* that may be simulated */
    bool (*is_over)(void *context); /* ends it before; may be NULL */
    void *context;
    SolveArchive *archive; /* NULL before the first solve_explore */
    double furthest;       /* the best progress that was seen, 0..1 */
    SolveRun trial;        /* the run that is tried */
    SolveRun best;
    CwSnapshot marks[SOLVE_TICKS_MAX / SOLVE_MARK_TICKS + 1]; /* of the best run, from its start */
    double progress[SOLVE_TICKS_MAX + 1];                     /* of the best run before each tick */
} SolveSearch;

/* The session must be at its first tick. */
void solve_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns);
void solve_end(SolveSearch *search);

/* Keeps the session's world. Out of memory, the search is over. */
void solve_snapshot(SolveSearch *search, CwSnapshot *snapshot);

bool solve_is_late(const SolveSearch *search);

/* A random move: one of the best run's or one of the search's own. */
uint32_t solve_random_move(SolveSearch *search);

/* The input of a tick in which the first player holds these actions fully. */
CwTickInput solve_input(const CwWorld *world, uint32_t down);

/* Runs one tick with these actions. False when time is up or the world can't go on. */
bool solve_tick(SolveSearch *search, uint32_t down, CwProbe *probe);

/* The time of a finished run. */
uint64_t solve_time(const CwProbe *probe);

/* The trial becomes the best run (equal before `first`). When time is up marks are incomplete. */
void solve_accept(SolveSearch *search, int first);

/* The driver's way after `lead_ticks`, `pace` times as long if above 0. True: it finishes. */
bool solve_drive(SolveSearch *search, int lead_ticks, double pace);

/* The trial becomes the recorded inputs. Reading a recording writes its cache, so one search at a
 * time does it. */
void solve_take_inputs(SolveSearch *search, const CwReplayFile *replay);

/* Runs the trial from the start and cuts it off at its finish or furthest place. True when it
 * finishes the level. */
bool solve_repeat(SolveSearch *search);

/* Continues so many times from the first arrivals at all places that were reached so far. */
void solve_explore(SolveSearch *search, int picks);
void solve_archive_free(SolveSearch *search);

/* So many attempts at making the best run faster. */
void solve_polish(SolveSearch *search, int attempts);

typedef struct SolveProgress {
    double furthest;     /* 0..1 */
    uint64_t time_ticks; /* of the best run, 0: none yet */
    double elapsed_s;
} SolveProgress;

typedef struct SolveDesc {
    SessionDesc session; /* its settings are those of the level */
    double seconds;
    int64_t ticks; /* that each job may simulate */
    int jobs;      /* at most CW_SIM_MAX */
    uint64_t seed;
    const CwReplayFile *known; /* a run to continue from; may be NULL */
    double limit_s;            /* for simulating that, as in ReplayPlayer */
    WorkLimit *slow;           /* set to that limit when it is over */
    uint64_t target_ticks;     /* ends with a run of about this time, not slower; 0: the fastest */
    /* Called a few times a second, on any thread; false ends the search. May be NULL. */
    bool (*progress)(void *context, const SolveProgress *progress);
    void *context;
} SolveDesc;

/* True with the fastest run found; false with an error when none was. */
bool solve_in_parallel(const SolveDesc *desc, SolveRun *best, CwError *error);
