/* The schedule: times, lifecycle and refusals. The world is never looked at. */
#include "sim/schedule.h"

#include "support/expect.h"

#include <time.h>

#define MS INT64_C(1000000)

static char order_log[8192];

static void note(const char *text)
{
    ck_assert_uint_lt(strlen(order_log) + strlen(text), sizeof order_log);
    strcat(order_log, text);
}

static void log_tick(CwWorld *world)
{
    note("t");
}

static void sleep_a_millisecond(CwWorld *world)
{
    struct timespec pause = {.tv_nsec = 1 * MS};
    nanosleep(&pause, NULL);
}

TEST(times_are_kept_for_phases_and_systems_while_profiling)
{
    CwSystem slow = {.name = "slow", .phase = CW_PHASE_PHYSICS, .tick = sleep_a_millisecond};
    CwSystem fast = {.name = "fast", .phase = CW_PHASE_FLUSH, .tick = log_tick};
    Schedule schedule = {0};
    ck_assert(schedule_add(&schedule, &slow, NULL) && schedule_add(&schedule, &fast, NULL));
    schedule_run_tick(&schedule, NULL);
    ck_assert_int_eq(schedule.phase_ns[CW_PHASE_PHYSICS], 0);
    schedule.is_profiling = true;
    schedule_run_tick(&schedule, NULL);
    schedule_run_tick(&schedule, NULL);
    ck_assert_int_ge(schedule.system_ns[0], 2 * MS);
    ck_assert_int_ge(schedule.phase_ns[CW_PHASE_PHYSICS], schedule.system_ns[0]);
    ck_assert_int_gt(schedule.phase_ns[CW_PHASE_FLUSH], 0);
    ck_assert_int_eq(schedule.phase_ns[CW_PHASE_RENDER], 0);
}

/* ---- Lifecycle: inits in order, disposes in reverse ---- */

static void ignore_frame(const CwWorld *world, CwFrame *frame)
{
}

#define LIFE(id, ok)                                                                               \
    static bool init_##id(CwWorld *world, CwError *why)                                            \
    {                                                                                              \
        note("+" #id);                                                                             \
        return (ok) ? true : cw_error_set(why, "no spring");                                       \
    }                                                                                              \
    static void dispose_##id(CwWorld *world)                                                       \
    {                                                                                              \
        note("-" #id);                                                                             \
    }
LIFE(a, true)
LIFE(b, true)
LIFE(c, true)
LIFE(bad, false)

static bool init_mute(CwWorld *world, CwError *why)
{
    return false;
}

#define LIVING(id)                                                                                 \
    (CwSystem)                                                                                     \
    {                                                                                              \
        .name = #id, .phase = CW_PHASE_GAME_LOGIC, .tick = log_tick, .init = init_##id,            \
        .dispose = dispose_##id                                                                    \
    }

/* Registers the given systems; in phases that do not follow registration, which must not matter. */
static Schedule schedule_of(const CwSystem *systems, size_t count)
{
    Schedule schedule = {0};
    for (size_t i = 0; i < count; i++) {
        CwSystem system = systems[i];
        system.phase = (CwPhase)(CW_PHASE_FLUSH - (int)i % 6);
        ck_assert(schedule_add(&schedule, &system, NULL));
    }
    order_log[0] = '\0';
    return schedule;
}

TEST(inits_run_in_order_and_disposes_in_reverse_once)
{
    CwSystem systems[] = {LIVING(a), LIVING(b), LIVING(c)};
    systems[1].dispose = NULL;
    Schedule schedule = schedule_of(systems, CW_ARRAY_LENGTH(systems));
    schedule_stop(&schedule, NULL);
    ck_assert(schedule_start(&schedule, NULL, NULL));
    schedule_stop(&schedule, NULL);
    schedule_stop(&schedule, NULL);
    ck_assert_str_eq(order_log, "+a+b+c-c-a");
    ck_assert(schedule_start(&schedule, NULL, NULL));
    ck_assert_str_eq(order_log, "+a+b+c-c-a+a+b+c");
}

TEST(failing_init_disposes_exactly_those_before_it)
{
    const CwSystem systems[] = {LIVING(a), LIVING(b), LIVING(bad), LIVING(c)};
    static const struct {
        size_t first, count;
        const char *log;
    } cases[] = {{0, 4, "+a+b+bad-b-a"}, {1, 2, "+b+bad-b"}, {2, 2, "+bad"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Schedule schedule = schedule_of(systems + cases[i].first, cases[i].count);
        ck_assert(!schedule_start(&schedule, NULL, &error));
        ck_assert_str_eq(order_log, cases[i].log);
        ck_assert_str_eq(error.text, "system bad: no spring");
        error = (CwError){0};
        schedule_stop(&schedule, NULL);
        ck_assert_str_eq(order_log, cases[i].log);
    }
}

TEST(init_that_fails_without_a_word_still_gets_a_message)
{
    CwSystem mute = {.name = "mute", .tick = log_tick, .init = init_mute};
    Schedule schedule = schedule_of(&mute, 1);
    ck_assert(!schedule_start(&schedule, NULL, &error));
    ck_assert_str_eq(error.text, "system mute: its init failed without saying why");
}

TEST(system_that_does_not_suit_its_phase_is_refused_with_a_remedy)
{
    static const struct {
        CwSystem system;
        const char *message;
    } cases[] = {
        {{.name = "", .phase = CW_PHASE_INPUT, .tick = log_tick}, "a system has no name"},
        {{.phase = CW_PHASE_INPUT, .tick = log_tick}, "a system has no name"},
        {{.name = "s", .phase = CW_PHASE_COUNT, .tick = log_tick}, "system s: 12 is no phase"},
        {{.name = "s", .phase = CW_PHASE_INPUT}, "input runs once a tick: set CwSystem.tick"},
        {{.name = "s", .phase = CW_PHASE_INPUT, .frame = ignore_frame},
         "set CwSystem.tick and no other"},
        {{.name = "s", .phase = CW_PHASE_INPUT, .tick = log_tick, .frame = ignore_frame},
         "set CwSystem.tick and no other"},
        {{.name = "s", .phase = CW_PHASE_RENDER}, "render runs once a frame: set CwSystem.frame"},
        {{.name = "s", .phase = CW_PHASE_RENDER, .tick = log_tick},
         "set CwSystem.frame and no other"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Schedule schedule = {0};
        EXPECT_REFUSED(schedule_add(&schedule, &cases[i].system, &error), cases[i].message);
        ck_assert_int_eq(schedule.system_count, 0);
    }
}

TEST(full_schedule_refuses_one_more_and_still_runs)
{
    CwSystem system = {.name = "s", .phase = CW_PHASE_PHYSICS, .tick = log_tick};
    Schedule schedule = {0};
    for (int i = 0; i < SCHEDULE_CAPACITY; i++) {
        ck_assert(schedule_add(&schedule, &system, &error));
    }
    EXPECT_REFUSED(schedule_add(&schedule, &system, &error),
                   "system s: all 64 places are taken: raise SCHEDULE_CAPACITY");
    order_log[0] = '\0';
    schedule_run_tick(&schedule, NULL);
    ck_assert_uint_eq(strlen(order_log), SCHEDULE_CAPACITY * strlen("t"));
}

ABORTS(tick_phase_as_a_frame_is_a_mistake_of_the_program,
       schedule_run_phase(&(Schedule){0}, CW_PHASE_PHYSICS, NULL, NULL))
