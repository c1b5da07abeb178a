/* The schedule runs a session's systems phase by phase, and measures how long they take.
 *
 * A session registers the engine's systems, then the game's. Inits run in that order when a level
 * starts, disposes in reverse. The loop runs frame phases once a frame and schedule_run_tick once a
 * tick. Times are only shown; with `is_profiling` off the clock is not read. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

enum { SCHEDULE_CAPACITY = 64 };

/* Whether something with a rate is due in this tick: in `hz` of `tick_rate` consecutive ticks,
 * spread evenly. It has no state, so rewinds keep it exact. Add an offset to `tick` to be due in
 * other ticks. */
static inline bool rate_is_due(uint64_t tick, int hz, int tick_rate)
{
    return tick * (uint64_t)hz % (uint64_t)tick_rate < (uint64_t)hz;
}

/* A timed run of a system or of a phase. */
typedef struct ScheduleSpan {
    CwPhase phase;
    int system;               /* index by registration; -1: the complete phase, after its systems */
    int64_t begin_ns, end_ns; /* clock_now_ns */
} ScheduleSpan;

typedef void ScheduleObserver(void *context, const ScheduleSpan *span);

/* Zero-initialise, then call schedule_add. Others may set `is_profiling` and the observer at any
 * time, and `tick_off` and `frame_off` between ticks and frames. */
typedef struct Schedule {
    bool is_profiling;
    ScheduleObserver *observer; /* called after every run while `is_profiling` is on; may be NULL */
    void *observer_context;
    int64_t phase_ns[CW_PHASE_COUNT];     /* total time of each phase while `is_profiling` was on */
    int64_t system_ns[SCHEDULE_CAPACITY]; /* total time of each system */

    CwSystem systems[SCHEDULE_CAPACITY]; /* systems in order of registration */
    int system_count;
    int calls[SCHEDULE_CAPACITY];        /* systems by phase, then registration */
    int phase_begin[CW_PHASE_COUNT + 1]; /* first call of each phase; the last is the end */
    uint64_t tick_off, frame_off;        /* masks of systems to skip, by order of registration */
    bool has_rates;                      /* some system has a rate */
    bool has_started;
} Schedule;

/* Registers a copy of `system`, whose name must outlive the schedule. False, with an error, for a
 * full schedule, a missing name, or a function that does not fit the phase. */
bool schedule_add(Schedule *schedule, const CwSystem *system, CwError *error);

/* Runs every init. If one fails, runs the disposes of those before it and returns false. */
bool schedule_start(Schedule *schedule, CwWorld *world, CwError *error);

/* Runs every dispose in reverse order of registration. Does nothing unless started. */
void schedule_stop(Schedule *schedule, CwWorld *world);

/* A mask, like tick_off, of systems with a rate that are not due in this tick. */
uint64_t schedule_not_due(const Schedule *schedule, uint64_t tick, int tick_rate);

/* Runs one tick: all tick phases in order. */
void schedule_run_tick(Schedule *schedule, CwWorld *world);

void schedule_run_phase(Schedule *schedule, CwPhase phase, const CwWorld *world, CwFrame *frame);

/* The engine's own systems, to be registered before the game's. */
extern const CwSystem world_systems[];
extern const int world_system_count;

/* Whether this system of the engine calls a function that the kind has. */
bool world_system_calls(const CwSystem *system, const CwKind *kind);
