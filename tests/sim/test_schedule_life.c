/* The schedule's lifecycle: inits in order, disposes in reverse, a failing init in between,
 * and what it refuses. Systems write into a log; the world is never looked at. */
#include "sim/schedule.h"
#include "support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static char life_log[256];

static void note(const char *text)
{
    ck_assert_uint_lt(strlen(life_log) + strlen(text), sizeof life_log);
    strcat(life_log, text);
}

static void log_tick(CwWorld *world)
{
    (void)world;
    note("t");
}

static void ignore_frame(const CwWorld *world, CwFrame *frame)
{
    (void)world;
    (void)frame;
}

#define LIFE(id, ok)                                                                               \
    static bool init_##id(CwWorld *world, CwError *error)                                          \
    {                                                                                              \
        (void)world;                                                                               \
        note("+" #id);                                                                             \
        return (ok) ? true : cw_error_set(error, "no spring");                                     \
    }                                                                                              \
    static void dispose_##id(CwWorld *world)                                                       \
    {                                                                                              \
        (void)world;                                                                               \
        note("-" #id);                                                                             \
    }
LIFE(a, true)
LIFE(b, true)
LIFE(c, true)
LIFE(bad, false)

static bool init_mute(CwWorld *world, CwError *error)
{
    (void)world;
    (void)error;
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
    life_log[0] = '\0';
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
    ck_assert_str_eq(life_log, "+a+b+c-c-a");
    ck_assert(schedule_start(&schedule, NULL, NULL));
    ck_assert_str_eq(life_log, "+a+b+c-c-a+a+b+c");
}

TEST(failing_init_disposes_exactly_those_before_it)
{
    CwSystem systems[] = {LIVING(a), LIVING(b), LIVING(bad), LIVING(c)};
    Schedule schedule = schedule_of(systems, CW_ARRAY_LENGTH(systems));
    CwError error = {0};
    ck_assert(!schedule_start(&schedule, NULL, &error));
    ck_assert_str_eq(life_log, "+a+b+bad-b-a");
    ck_assert_str_eq(error.text, "system bad: no spring");
    schedule_stop(&schedule, NULL);
    ck_assert_str_eq(life_log, "+a+b+bad-b-a");
}

TEST(init_at_either_end_may_fail)
{
    CwSystem first[] = {LIVING(bad), LIVING(a)};
    CwSystem last[] = {LIVING(a), LIVING(bad)};
    Schedule schedule = schedule_of(first, 2);
    ck_assert(!schedule_start(&schedule, NULL, NULL));
    ck_assert_str_eq(life_log, "+bad");
    schedule = schedule_of(last, 2);
    ck_assert(!schedule_start(&schedule, NULL, NULL));
    ck_assert_str_eq(life_log, "+a+bad-a");
}

TEST(init_that_fails_without_a_word_still_gets_a_message)
{
    CwSystem mute = {.name = "mute", .tick = log_tick, .init = init_mute};
    Schedule schedule = schedule_of(&mute, 1);
    CwError error = {0};
    ck_assert(!schedule_start(&schedule, NULL, &error));
    ck_assert_str_eq(error.text, "system mute: its init failed without saying why");
}

/* ---- Refusals ---- */

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
        CwError error = {0};
        ck_assert(!schedule_add(&schedule, &cases[i].system, &error));
        ck_assert_msg(strstr(error.text, cases[i].message) != NULL, "%s", error.text);
        ck_assert_int_eq(schedule.system_count, 0);
    }
}

TEST(full_schedule_refuses_one_more_and_still_runs)
{
    CwSystem system = {.name = "s", .phase = CW_PHASE_PHYSICS, .tick = log_tick};
    Schedule schedule = {0};
    CwError error = {0};
    for (int i = 0; i < SCHEDULE_CAPACITY; i++) {
        ck_assert(schedule_add(&schedule, &system, &error));
    }
    ck_assert(!schedule_add(&schedule, &system, &error));
    ck_assert_str_eq(error.text, "system s: all 64 places are taken: raise SCHEDULE_CAPACITY");
    life_log[0] = '\0';
    schedule_run_tick(&schedule, NULL);
    ck_assert_uint_eq(strlen(life_log), SCHEDULE_CAPACITY * strlen("t"));
}

TEST(started_schedule_refuses_systems_and_a_second_start)
{
    CwSystem system = LIVING(a);
    Schedule schedule = schedule_of(&system, 1);
    CwError add_error = {0}, start_error = {0};
    ck_assert(schedule_start(&schedule, NULL, NULL));
    ck_assert(!schedule_add(&schedule, &system, &add_error));
    ck_assert(strstr(add_error.text, "a: the schedule has started") != NULL);
    ck_assert(!schedule_start(&schedule, NULL, &start_error));
    ck_assert_str_eq(start_error.text, "the schedule has already started: stop it first");
}

TEST(tick_phase_as_a_frame_is_a_mistake_of_the_program, .signal = SIGABRT)
{
    Schedule schedule = {0};
    schedule_run_phase(&schedule, CW_PHASE_PHYSICS, NULL, NULL);
}
