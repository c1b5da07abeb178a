/* The schedule runs a session's systems phase by phase, and measures how long they take.
 *
 * A session registers the engine's systems, then the game's. When a level starts, their init
 * functions run in that order; when it ends, their dispose functions run in reverse. The loop runs
 * frame phases once a frame, and schedule_run_tick once a tick. Times are only shown, and the clock
 * is read only while `is_profiling` is on. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

enum { SCHEDULE_CAPACITY = 64 };

/* Whether something that happens `hz` times a second is due in this tick. Due ticks are spread
 * evenly. It has no state, so rewinds can't disturb it. Add an offset to `tick` to be due in other
 * ticks. */
static inline bool rate_is_due(uint64_t tick, int hz, int tick_rate)
{
    return tick * (uint64_t)hz % (uint64_t)tick_rate < (uint64_t)hz;
}

/* A timed run of a system or of a phase. */
typedef struct ScheduleSpan {
    CwPhase phase;
    int system;               /* index in Schedule.systems; -1: the whole phase */
    int64_t begin_ns, end_ns; /* clock_now_ns */
} ScheduleSpan;

typedef void ScheduleObserver(void *context, const ScheduleSpan *span);

/* Zero-initialise, then call schedule_add. Set `is_profiling` and the observer at any time, but
 * `tick_off` and `frame_off` only between ticks and frames. */
typedef struct Schedule {
    bool is_profiling;
    ScheduleObserver *observer; /* called after every timed run; NULL: none */
    void *observer_context;
    int64_t phase_ns[CW_PHASE_COUNT];     /* total time while `is_profiling` was on */
    int64_t system_ns[SCHEDULE_CAPACITY]; /* total time while `is_profiling` was on */

    CwSystem systems[SCHEDULE_CAPACITY]; /* systems in order of registration */
    int system_count;
    int calls[SCHEDULE_CAPACITY];        /* systems by phase, then registration */
    int phase_begin[CW_PHASE_COUNT + 1]; /* first call of each phase, then the end */
    uint64_t tick_off, frame_off;        /* masks of systems to skip, by index in `systems` */
    bool has_rates;                      /* some system has a rate */
    bool has_started;
} Schedule;

/* Registers a copy of `system`, whose name must outlive the schedule. False, with an error: the
 * schedule is full, the name is missing, or a function doesn't fit the phase. */
bool schedule_add(Schedule *schedule, const CwSystem *system, CwError *error);

/* Runs all init functions. If one fails, disposes the systems before it and returns false. */
bool schedule_start(Schedule *schedule, CwWorld *world, CwError *error);

/* Runs all dispose functions, in reverse order. Does nothing unless the schedule was started. */
void schedule_stop(Schedule *schedule, CwWorld *world);

/* A mask, like tick_off, of systems with a rate that are not due in this tick. */
uint64_t schedule_not_due(const Schedule *schedule, uint64_t tick, int tick_rate);

/* Runs all tick phases in order. */
void schedule_run_tick(Schedule *schedule, CwWorld *world);

void schedule_run_phase(Schedule *schedule, CwPhase phase, const CwWorld *world, CwFrame *frame);

/* The engine's own systems. Register them before the game's. */
extern const CwSystem world_systems[];
extern const int world_system_count;

/* Whether this system of the engine calls a hook that the kind has. */
bool world_system_calls(const CwSystem *system, const CwKind *kind);
