/* running_slowly of the step clock: on a machine whose work takes time and whose display may
 * make it wait, overload is noticed, named and soon forgotten; waiting is no overload. */
#include "time/step_clock.h"

#include "clockwork/base.h"
#include "support/test.h"

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static StepClock default_clock(void)
{
    StepClockDesc desc = step_clock_desc_default();
    StepClock clock;
    step_clock_init(&clock, &desc);
    step_clock_start(&clock);
    step_clock_frame(&clock, 0);
    return clock;
}

typedef struct Machine {
    StepClock clock;
    int64_t now_ns;
    int64_t tick_cost_ns, render_cost_ns;
    int64_t display_ns; /* present returns at the next multiple; 0: at once */
} Machine;

static Machine make_machine(int64_t tick_cost_ns, int64_t render_cost_ns, int64_t display_ns)
{
    return (Machine){default_clock(), 0, tick_cost_ns, render_cost_ns, display_ns};
}

/* Returns how many frames of the next `seconds` were flagged with `cause`. */
static int run_machine(Machine *machine, double seconds, SlowCause cause)
{
    int flagged_count = 0;
    int64_t end_ns = machine->now_ns + (int64_t)(seconds * 1e9);
    while (machine->now_ns < end_ns) {
        StepFrame frame = step_clock_frame(&machine->clock, machine->now_ns);
        int64_t simulation_ns = frame.ticks * machine->tick_cost_ns;
        step_clock_report_work(&machine->clock, simulation_ns, machine->render_cost_ns);
        flagged_count += step_clock_running_slowly(&machine->clock) == cause;
        machine->now_ns += simulation_ns + machine->render_cost_ns;
        if (machine->display_ns > 0) {
            machine->now_ns += machine->display_ns - machine->now_ns % machine->display_ns;
        }
    }
    return flagged_count;
}

TEST(waiting_for_a_display_is_never_slow, .rounds = 7)
{
    static const int hz[] = {20, 30, 50, 60, 75, 144, 240};
    Machine machine = make_machine(1 * MS, 2 * MS, SECOND / hz[_i]);
    int frames = run_machine(&machine, 30, SLOW_NONE);
    ck_assert_int_ge(frames, 30 * hz[_i] - 1);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_NONE);
}

TEST(ticks_that_do_not_fit_are_named_and_clear_within_a_second)
{
    Machine machine = make_machine(30 * MS, 1 * MS, SECOND / 60);
    run_machine(&machine, 1, SLOW_SIMULATION);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_SIMULATION);
    run_machine(&machine, 29, SLOW_SIMULATION);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_SIMULATION);
    machine.tick_cost_ns = 1 * MS;
    run_machine(&machine, 1, SLOW_SIMULATION);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_NONE);
}

TEST(drawing_that_does_not_fit_is_named_and_clears_within_a_second, .rounds = 3)
{
    static const int64_t render_cost_ns[] = {40 * MS, 90 * MS, 300 * MS};
    Machine machine = make_machine(1 * MS, render_cost_ns[_i], SECOND / 60);
    run_machine(&machine, 2, SLOW_RENDER);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_RENDER);
    run_machine(&machine, 28, SLOW_RENDER);
    machine.render_cost_ns = 1 * MS;
    run_machine(&machine, 1, SLOW_RENDER);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_NONE);
}

TEST(stall_is_named_and_clears_within_a_second)
{
    Machine machine = make_machine(1 * MS, 1 * MS, SECOND / 60);
    run_machine(&machine, 1, SLOW_NONE);
    machine.now_ns += 2 * SECOND;
    run_machine(&machine, 0.1, SLOW_STALL);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_STALL);
    run_machine(&machine, 0.9, SLOW_STALL);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_NONE);
}

TEST(one_long_frame_or_a_clock_set_back_is_not_slow_for_long)
{
    Machine machine = make_machine(1 * MS, 40 * MS, SECOND / 60);
    ck_assert_int_eq(run_machine(&machine, 0.04, SLOW_RENDER), 0);
    run_machine(&machine, 2, SLOW_RENDER);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_RENDER);
    machine.render_cost_ns = 1 * MS;
    machine.now_ns -= SECOND;
    run_machine(&machine, 1, SLOW_RENDER);
    ck_assert_int_eq(step_clock_running_slowly(&machine.clock), SLOW_NONE);
}

TEST(dropped_time_is_blamed_on_work_that_filled_half_of_it)
{
    static const struct {
        int64_t simulation_ns, render_ns;
        SlowCause cause;
    } cases[] = {{300 * MS, 290 * MS, SLOW_SIMULATION},
                 {290 * MS, 300 * MS, SLOW_RENDER},
                 {300 * MS, 190 * MS, SLOW_STALL}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        StepClock clock = default_clock();
        step_clock_report_work(&clock, cases[i].simulation_ns, cases[i].render_ns);
        ck_assert_int_gt(step_clock_frame(&clock, SECOND).dropped_ns, 0);
        ck_assert_int_eq(step_clock_running_slowly(&clock), cases[i].cause);
    }
}

TEST(a_long_frame_now_and_then_is_not_slow)
{
    StepClock clock = default_clock();
    for (int i = 1; i <= 300; i++) {
        step_clock_frame(&clock, i * 33 * MS);
        step_clock_report_work(&clock, 1 * MS, i % 3 == 0 ? 2 * MS : 30 * MS);
        ck_assert_int_eq(step_clock_running_slowly(&clock), SLOW_NONE);
    }
}

TEST(work_within_a_low_target_is_not_slow)
{
    Machine machine = make_machine(1 * MS, 25 * MS, SECOND / 30);
    step_clock_set_target_fps(&machine.clock, 30);
    ck_assert_int_eq(run_machine(&machine, 5, SLOW_RENDER), 0);
    step_clock_set_target_fps(&machine.clock, 60);
    ck_assert_int_gt(run_machine(&machine, 5, SLOW_RENDER), 0);
}

TEST(work_is_taken_as_it_comes)
{
    StepClock clock = default_clock();
    step_clock_report_work(&clock, INT64_MAX, INT64_MAX);
    step_clock_report_work(&clock, INT64_MIN, INT64_MIN);
    ck_assert_int_eq(step_clock_running_slowly(&clock), SLOW_NONE);
    ck_assert_str_eq(slow_cause_name(SLOW_NONE), "none");
    ck_assert_str_eq(slow_cause_name(SLOW_STALL), "stall");
}
