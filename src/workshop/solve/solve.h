/* Searches for a fast run of a level, for `clockwork solve`.
 *
 * The game's driver (CwGame.bot) gives the first run. An archive finds new routes, and a local
 * search shifts, stretches and replaces inputs of the best run. The search knows a game only by its
 * actions, probe and driver. solve_command.c runs one search for each core. */
#pragma once

#include "run/run.h"

enum { SOLVE_TICKS_MAX = 60 * 60 * 10, SOLVE_MARK_TICKS = 30 };

/* A run's inputs up to its finish, or else up to its furthest place. */
typedef struct SolveRun {
    int tick_count;                 /* 0: no run */
    uint64_t time_ticks;            /* the game's count; 0: the run doesn't finish */
    double progress;                /* CwProbe.progress at the last tick */
    uint32_t down[SOLVE_TICKS_MAX]; /* actions that the first player holds fully in each tick */
} SolveRun;

void solve_run_copy(SolveRun *run, const SolveRun *from);

/* True if `run` finishes sooner, or gets further when neither finishes. */
bool solve_run_beats(const SolveRun *run, const SolveRun *other);

typedef struct SolveArchive SolveArchive;

/* One search. Too large for the stack. */
typedef struct SolveSearch {
    Session *session;
    Run *run;           /* advances the session; owned */
    uint32_t moves[64]; /* masks: no action, each action, and each pair */
    int move_count;
    CwRng rng;
    int64_t deadline_ns;            /* a time of clock_now_ns */
    int64_t ticks_left;             /* ticks that the search may still simulate */
    bool (*is_over)(void *context); /* true ends the search early; NULL: never */
    void *context;
    SolveArchive *archive;
    double furthest; /* best progress so far, 0..1 */
    SolveRun trial;  /* the run being tried */
    SolveRun best;
    CwSnapshot marks[SOLVE_TICKS_MAX / SOLVE_MARK_TICKS + 1]; /* worlds along the best run */
    double progress[SOLVE_TICKS_MAX + 1];                     /* the best run's, before each tick */
} SolveSearch;

/* The session must be at its first tick. */
void solve_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns);
void solve_end(SolveSearch *search);

bool solve_is_late(const SolveSearch *search);

/* Input in which the first player holds these actions fully. */
CwTickInput solve_input(const CwWorld *world, uint32_t down);

/* Runs one tick with these actions. False when time is up or the tick fails. */
bool solve_tick(SolveSearch *search, uint32_t down, CwProbe *probe);

uint64_t solve_time(const CwProbe *probe);

/* Makes the trial the best run. Runs it from tick `first`, before which both are equal, to renew
 * marks and progress, until time is up. */
void solve_accept(SolveSearch *search, int first);

/* Lets the game's driver take over from the best run after `lead_ticks`. A `pace` above 0 makes the
 * driver take `pace` times the best run's time. True if the trial finishes. */
bool solve_drive(SolveSearch *search, int lead_ticks, double pace);

/* Makes the recorded inputs the trial. For one thread at a time, because `replay` has a cache. */
void solve_take_inputs(SolveSearch *search, const CwReplayFile *replay);

/* Runs the trial from the start, up to its finish or furthest place. True if it finishes. */
bool solve_repeat(SolveSearch *search);

/* Explores `picks` times from a run in the archive. */
void solve_explore(SolveSearch *search, int picks);

/* Makes `attempts` changes to the best run and keeps those that are no slower. */
void solve_polish(SolveSearch *search, int attempts);
