/* The schedule: which systems run in which phase, in what order, and how long they took.
 *
 * A session registers the engine's systems, then the game's; inits run in that order when a level
 * starts, disposes in reverse. The loop runs frame phases once a frame and schedule_run_tick once a
 * tick. Times are for people; with `profile` off no clock is read. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

enum { SCHEDULE_CAPACITY = 64 };

/* Whether something with a rate is due: in `hz` of any `tick_rate` ticks in a row, as evenly as
 * ticks allow. It has no state, so a rewind needs none. Add a number to the tick to be due in
 * another one. */
static inline bool rate_is_due(uint64_t tick, int hz, int tick_rate)
{
    return tick * (uint64_t)hz % (uint64_t)tick_rate < (uint64_t)hz;
}

/* A timed run of a system or of a phase. */
typedef struct ScheduleSpan {
    CwPhase phase;
    int system; /* index by registration; -1: the whole phase, told after its systems */
    int64_t begin_ns, end_ns; /* clock_now_ns */
} ScheduleSpan;

typedef void ScheduleObserver(void *context, const ScheduleSpan *span);

/* A schedule: zero-initialise, then schedule_add. `profile` and observer may change at any time,
 * `tick_off` and `frame_off` between ticks and frames; times may be read. */
typedef struct Schedule {
    bool profile;
    ScheduleObserver *observer; /* told of every run while `profile` is on; may be NULL */
    void *observer_context;
    int64_t phase_ns[CW_PHASE_COUNT];     /* total time of each phase while `profile` was on */
    int64_t system_ns[SCHEDULE_CAPACITY]; /* total time of each system */

    CwSystem systems[SCHEDULE_CAPACITY]; /* systems in order of registration */
    int system_count;
    int calls[SCHEDULE_CAPACITY]; /* systems by phase, then registration: a tick is one flat loop */
    int phase_begin[CW_PHASE_COUNT + 1]; /* first call of each phase; the last is the end */
    uint64_t tick_off, frame_off; /* systems to pass over, a bit each by order of registration */
    bool has_rates;               /* some system has a rate */
    bool started;
} Schedule;

/* Registers a copy of `system`; its name must outlive the schedule. Refuses, with a message, a full
 * schedule, a system without a name, and one whose function does not suit its phase. */
bool schedule_add(Schedule *schedule, const CwSystem *system, CwError *error);

/* Runs every init. If one fails, disposes those before it, and does not start. */
bool schedule_start(Schedule *schedule, CwWorld *world, CwError *error);

/* Runs every dispose in reverse order of registration. Does nothing unless started. */
void schedule_stop(Schedule *schedule, CwWorld *world);

/* The systems with a rate that are not due in this tick, as in tick_off. */
uint64_t schedule_resting(const Schedule *schedule, uint64_t tick, int tick_rate);

/* Runs one tick: all tick phases in order. */
void schedule_run_tick(Schedule *schedule, CwWorld *world);

void schedule_run_phase(Schedule *schedule, CwPhase phase, const CwWorld *world, CwFrame *frame);
