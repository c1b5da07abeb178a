/* The schedule: order of phases and systems, times and the printed table. Systems write their
 * name into a log; the world is never looked at. Lifecycle is in test_schedule_life.c. */
#include "sim/schedule.h"

#include "support/test.h"
#include "time/step_clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MS INT64_C(1000000)

static char order_log[8192];

static void note(const char *text)
{
    ck_assert_uint_lt(strlen(order_log) + strlen(text), sizeof order_log);
    strcat(order_log, text);
}

/* A tick and a frame function know no name, so each system of the log is a function of its own. */
#define TICK_SYSTEM(id)                                                                            \
    static void tick_##id(CwWorld *world)                                                          \
    {                                                                                              \
        (void)world;                                                                               \
        note(#id " ");                                                                             \
    }
#define FRAME_SYSTEM(id)                                                                           \
    static void frame_##id(const CwWorld *world, CwFrame *frame)                                   \
    {                                                                                              \
        (void)world;                                                                               \
        (void)frame;                                                                               \
        note(#id " ");                                                                             \
    }
TICK_SYSTEM(input)
TICK_SYSTEM(pre_physics)
TICK_SYSTEM(physics)
TICK_SYSTEM(post_physics)
TICK_SYSTEM(logic_a)
TICK_SYSTEM(logic_b)
TICK_SYSTEM(animation)
TICK_SYSTEM(flush)
FRAME_SYSTEM(early)
FRAME_SYSTEM(update)
FRAME_SYSTEM(pre_render)
FRAME_SYSTEM(render_a)
FRAME_SYSTEM(render_b)
FRAME_SYSTEM(end_frame)

/* Out of phase order on purpose: only inside a phase does the order of registration count. */
static const CwSystem all_systems[] = {
    {.name = "end_frame", .phase = CW_PHASE_END_FRAME, .frame = frame_end_frame},
    {.name = "logic_a", .phase = CW_PHASE_GAME_LOGIC, .tick = tick_logic_a},
    {.name = "render_a", .phase = CW_PHASE_RENDER, .frame = frame_render_a},
    {.name = "flush", .phase = CW_PHASE_FLUSH, .tick = tick_flush},
    {.name = "physics", .phase = CW_PHASE_PHYSICS, .tick = tick_physics},
    {.name = "early", .phase = CW_PHASE_EARLY, .frame = frame_early},
    {.name = "logic_b", .phase = CW_PHASE_GAME_LOGIC, .tick = tick_logic_b},
    {.name = "render_b", .phase = CW_PHASE_RENDER, .frame = frame_render_b},
    {.name = "animation", .phase = CW_PHASE_ANIMATION, .tick = tick_animation},
    {.name = "input", .phase = CW_PHASE_INPUT, .tick = tick_input},
    {.name = "update", .phase = CW_PHASE_UPDATE, .frame = frame_update},
    {.name = "post_physics", .phase = CW_PHASE_POST_PHYSICS, .tick = tick_post_physics},
    {.name = "pre_render", .phase = CW_PHASE_PRE_RENDER, .frame = frame_pre_render},
    {.name = "pre_physics", .phase = CW_PHASE_PRE_PHYSICS, .tick = tick_pre_physics},
};

static Schedule full_schedule(void)
{
    Schedule schedule = {0};
    CwError error = {0};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(all_systems); i++) {
        ck_assert_msg(schedule_add(&schedule, &all_systems[i], &error), "%s", error.text);
    }
    order_log[0] = '\0';
    return schedule;
}

/* One frame as the loop runs it. */
static void run_frame(Schedule *schedule, StepClock *clock, int64_t now_ns)
{
    CwFrame frame = {0};
    schedule_run_phase(schedule, CW_PHASE_EARLY, NULL, &frame);
    StepFrame step = step_clock_frame(clock, now_ns);
    for (int i = 0; i < step.ticks; i++) {
        note("\n  ");
        schedule_run_tick(schedule, NULL);
    }
    note("\n");
    for (int phase = CW_PHASE_UPDATE; phase <= CW_PHASE_END_FRAME; phase++) {
        schedule_run_phase(schedule, (CwPhase)phase, NULL, &frame);
    }
    note("\n");
}

#define TICK_LINE "\n  input pre_physics physics post_physics logic_a logic_b animation flush "
#define FRAME_LINE "\nupdate pre_render render_a render_b end_frame \n"

static const char golden_frames[] =
    /* 0 ticks */ "early " FRAME_LINE
                  /* 1 tick */ "early " TICK_LINE FRAME_LINE
                  /* 8 ticks */ "early " TICK_LINE TICK_LINE TICK_LINE TICK_LINE TICK_LINE TICK_LINE
                      TICK_LINE TICK_LINE FRAME_LINE;

TEST(frames_of_0_1_and_8_ticks_run_in_the_golden_order, .rounds = 2)
{
    Schedule schedule = full_schedule();
    schedule.profile = _i == 1;
    StepClockDesc desc = step_clock_desc_default();
    StepClock clock;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    run_frame(&schedule, &clock, 0);
    run_frame(&schedule, &clock, 20 * MS);
    run_frame(&schedule, &clock, 220 * MS);
    ck_assert_str_eq(order_log, golden_frames);
}

/* ---- Times and the table ---- */

static void sleep_a_millisecond(CwWorld *world)
{
    (void)world;
    struct timespec pause = {.tv_nsec = 1 * MS};
    nanosleep(&pause, NULL);
}

TEST(times_are_kept_for_phases_and_systems_while_profiling)
{
    CwSystem slow = {.name = "slow", .phase = CW_PHASE_PHYSICS, .tick = sleep_a_millisecond};
    Schedule schedule = full_schedule();
    int slow_index = schedule.system_count;
    ck_assert(schedule_add(&schedule, &slow, NULL));
    schedule.profile = true;
    schedule_run_tick(&schedule, NULL);
    schedule_run_tick(&schedule, NULL);
    const ScheduleTime *phase = &schedule.phase_times[CW_PHASE_PHYSICS];
    const ScheduleTime *system = &schedule.system_times[slow_index];
    ck_assert_uint_eq(system->run_count, 2);
    ck_assert_int_ge(system->last_ns, 1 * MS);
    ck_assert_int_ge(system->total_ns, 2 * MS);
    ck_assert_int_ge(phase->total_ns, system->total_ns);
    ck_assert_int_ge(system->begin_ns, phase->begin_ns);
    ck_assert_uint_eq(schedule.phase_times[CW_PHASE_FLUSH].run_count, 2);
    ck_assert_uint_eq(schedule.phase_times[CW_PHASE_RENDER].run_count, 0);
}

TEST(no_time_is_kept_without_profiling)
{
    Schedule schedule = full_schedule();
    CwFrame frame = {0};
    schedule_run_tick(&schedule, NULL);
    schedule_run_phase(&schedule, CW_PHASE_RENDER, NULL, &frame);
    for (int phase = 0; phase < CW_PHASE_COUNT; phase++) {
        ck_assert_uint_eq(schedule.phase_times[phase].run_count, 0);
    }
}

TEST(table_shows_every_phase_and_its_systems_in_order)
{
    Schedule schedule = {0};
    for (int i = 0; i < 9; i++) {
        ck_assert(schedule_add(&schedule, &all_systems[i], NULL));
    }
    char text[2048] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    schedule_print(&schedule, out);
    fclose(out);
    ck_assert_str_eq(text, "phase         each   systems\n"
                           "early         frame  early\n"
                           "input         tick   -\n"
                           "pre_physics   tick   -\n"
                           "physics       tick   physics\n"
                           "post_physics  tick   -\n"
                           "game_logic    tick   logic_a\n"
                           "                     logic_b\n"
                           "animation     tick   animation\n"
                           "flush         tick   flush\n"
                           "update        frame  -\n"
                           "pre_render    frame  -\n"
                           "render        frame  render_a\n"
                           "                     render_b\n"
                           "end_frame     frame  end_frame\n");
}

TEST(numbers_that_are_no_phase_are_named_so)
{
    ck_assert_str_eq(cw_phase_name(CW_PHASE_COUNT), "no phase");
    ck_assert_str_eq(cw_phase_name((CwPhase)-1), "no phase");
    ck_assert(!cw_phase_is_tick(CW_PHASE_COUNT));
    ck_assert(!cw_phase_is_tick((CwPhase)-1));
}
