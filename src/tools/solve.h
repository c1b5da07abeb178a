/* Searches for a fast run of a level: what nobody's hands have tried yet.
 *
 * A beam search (solve_beam) drives many copies of the run on side by side, each held action or
 * pair of them for a few ticks, and keeps those that got furthest, no two of them alike; a local
 * search (solve_polish) then shifts, stretches and replaces what a found run does. Both know a game
 * by its actions and its probe alone, and go back by snapshots. solve_in_parallel runs them in
 * processes, one a core: a world's place in memory is its process's own. */
#ifndef TOOLS_SOLVE_H
#define TOOLS_SOLVE_H

#include "sim/session.h"

#include <stdbool.h>
#include <stdint.h>

enum { SOLVE_TICKS_MAX = 60 * 60 * 10 };

/* A run as its inputs: what the first player holds in each tick, fully. */
typedef struct SolveRun {
    uint32_t *down;      /* NULL: none found */
    int tick_count;      /* the level finishes in the last one */
    uint64_t time_ticks; /* as the game counts it */
} SolveRun;

void solve_run_free(SolveRun *run);

/* A copy; false when memory ran out. */
bool solve_run_copy(SolveRun *run, const SolveRun *from);

/* The searches of one process: a session at its first tick, what may be held, until when. */
typedef struct SolveSearch {
    Session *session;
    CwSnapshot start; /* the session before its first tick */
    uint32_t moves[64];
    int move_count;
    CwRng rng;
    int64_t deadline_ns; /* of the real clock */
    double furthest;     /* 0..1: the best progress that was seen */
} SolveSearch;

/* Takes the session over, which must be at its first tick. */
bool solve_search_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns);
void solve_search_end(SolveSearch *search);

bool solve_is_late(const SolveSearch *search);

/* The session one tick further, with these actions held; the probe behind it. False when it can't
 * go on. */
bool solve_tick(SolveSearch *search, uint32_t down, CwProbe *probe);

/* The time of a finished run. */
uint64_t solve_time(const CwProbe *probe);

typedef struct SolveBeamDesc {
    int width;      /* runs kept */
    int move_ticks; /* each move is held for so many */
} SolveBeamDesc;

/* One pass from the start; true when it found a run faster than `best`, which it becomes. */
bool solve_beam(SolveSearch *search, const SolveBeamDesc *desc, SolveRun *best);

/* So many attempts at making `best` faster; true when one was. */
bool solve_polish(SolveSearch *search, int attempts, SolveRun *best);

typedef struct SolveProgress {
    double furthest;     /* 0..1 */
    uint64_t time_ticks; /* of the best run, 0: none yet */
    double part_s;       /* of the time that has passed */
} SolveProgress;

typedef struct SolveDesc {
    SessionDesc session;
    double seconds;
    int jobs;
    uint64_t seed;
    void (*progress)(void *context, const SolveProgress *progress); /* a few times a second */
    void *context;
    bool (*cancelled)(void); /* keeps the best so far */
} SolveDesc;

/* True with the fastest run found; false with an error when none was. */
bool solve_in_parallel(const SolveDesc *desc, SolveRun *best, CwError *error);

#endif
