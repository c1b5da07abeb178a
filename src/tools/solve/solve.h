/* Searches for a fast run of a level: what nobody's hands have tried yet.
 *
 * The first way through is the game's own driver's (solve_drive), if it has one and that arrives. A
 * beam search (solve_beam) drives many copies of the run on side by side, each held action or pair
 * of them for a few ticks, and keeps those that got furthest, no two of them alike: from the start
 * where there is no way yet, else from anywhere on the best run, with that as a guide. A local
 * search (solve_polish) shifts, stretches and replaces what the best run does. All know a game by
 * its actions, its probe and its driver alone, and go back by snapshots. solve_in_parallel runs
 * them in processes, one a core: a world's place in memory is its process's own. */
#ifndef SOLVE_SOLVE_H
#define SOLVE_SOLVE_H

#include "clockwork/replay.h"
#include "sim/session.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SOLVE_TICKS_MAX = 60 * 60 * 10 };

/* A run as its inputs: what the first player holds in each tick, fully. The level finishes in the
 * last tick, or the run was never further than there: others may go on from it. */
typedef struct SolveRun {
    uint32_t *down; /* NULL: none found */
    int tick_count;
    uint64_t time_ticks; /* as the game counts it; 0: it doesn't finish */
    double progress;     /* 0..1: where it ends */
} SolveRun;

void solve_run_free(SolveRun *run);

/* True when it finishes sooner, or gets further where neither finishes. */
bool solve_run_beats(const SolveRun *run, const SolveRun *other);

/* A copy; false when memory ran out. */
bool solve_run_copy(SolveRun *run, const SolveRun *from);

/* The searches of one process: a session at its first tick, what may be held, until when. */
typedef struct SolveSearch {
    Session *session;
    CwSnapshot start; /* the session before its first tick */
    uint32_t moves[64];
    int move_count;
    CwRng rng;
    int64_t deadline_ns;      /* of the real clock */
    double furthest;          /* 0..1: the best progress that was seen */
    const atomic_bool *found; /* true: somebody has a way, none is looked for; may be NULL */
} SolveSearch;

/* Takes the session over, which must be at its first tick. */
bool solve_search_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns);
void solve_search_end(SolveSearch *search);

bool solve_is_late(const SolveSearch *search);

bool solve_is_past(int64_t time_ns);

/* One of the search's moves, or one of those of a run, which may be none. */
uint32_t solve_any_move(SolveSearch *search, const SolveRun *run);

/* The session one tick further; the probe behind it. False when it can't go on. */
bool solve_take(SolveSearch *search, const CwTickInput *input, CwProbe *probe);

/* A tick's input with these actions of the first player held fully. */
CwTickInput solve_input(const CwWorld *world, uint32_t down);

/* The session one tick further with that. */
bool solve_tick(SolveSearch *search, uint32_t down, CwProbe *probe);

/* The time of a finished run. */
uint64_t solve_time(const CwProbe *probe);

enum { SOLVE_MARK_TICKS = 30 };

/* A run's worlds every so many ticks, to begin attempts from, and how far it was. Zeros at first;
 * the owner frees it. */
typedef struct SolveMarks {
    CwSnapshot *worlds;
    int count;
    double *progress; /* before each tick and behind the last */
    int tick_count;
} SolveMarks;

/* Of a run that differs from the last one only from a tick on. False when it can't be had. */
bool solve_marks_make(SolveSearch *search, const SolveRun *run, int first, SolveMarks *marks);
void solve_marks_free(SolveMarks *marks);

/* How the game's own driver drives. Zeros: from the start, flat out. */
typedef struct SolveDriveDesc {
    const SolveRun *lead; /* its inputs come first, for so many ticks; NULL: none */
    int lead_ticks;
    const SolveMarks
        *guide; /* of a run whose pace it keeps, taking `ratio` times as long; NULL: none */
    double ratio;
} SolveDriveDesc;

/* The run of the game's own driver; false when there is none, or it doesn't finish in time. The
 * caller frees the run in any case. */
bool solve_drive(SolveSearch *search, const SolveDriveDesc *desc, int64_t until_ns, SolveRun *run);

typedef struct SolveBeamDesc {
    int width;               /* runs kept */
    int move_ticks;          /* each move is held for so many */
    const SolveMarks *guide; /* of `best`; NULL: it looks for the way by itself */
    int first_tick;          /* it begins at the guide's mark before this */
} SolveBeamDesc;

/* One pass; true when it found a run that beats `best`, which it becomes. */
bool solve_beam(SolveSearch *search, const SolveBeamDesc *desc, SolveRun *best);

/* So many attempts at making `best`, whose marks follow it, faster; true when one was. */
bool solve_polish(SolveSearch *search, int attempts, SolveRun *best, SolveMarks *marks);

/* A run by recorded inputs; false when it doesn't finish. The caller frees it in any case. */
bool solve_repeat(SolveSearch *search, const CwReplayFile *replay, SolveRun *run);

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
    const SolveRun *known; /* a run to go on from; may be NULL */
    uint64_t target_ticks; /* ends with a run of about that time and no slower; 0: the fastest */
    void (*progress)(void *context, const SolveProgress *progress); /* a few times a second */
    void *context;
    bool (*cancelled)(void); /* keeps the best so far */
} SolveDesc;

/* True with the fastest run found; false with an error when none was. */
bool solve_in_parallel(const SolveDesc *desc, SolveRun *best, CwError *error);

#endif
