/* Timers count ticks of the world down and end once. */
#include "support/sim_world.h"

FIXTURE(.tear_down = sim_tear_down);

static int ends_in(uint32_t timer, int ticks)
{
    int ended = 0;
    for (int i = 0; i < ticks; i++) {
        ended += cw_timer_ends(&timer);
    }
    return ended;
}

TEST(a_timer_ends_once_after_its_seconds)
{
    uint32_t timer = cw_timer_start(sim_begin_physics(1, 0), 0.5);
    ck_assert_uint_eq(timer, 30);
    ck_assert_int_eq(ends_in(timer, 29), 0);
    ck_assert_int_eq(ends_in(timer, 30), 1);
    ck_assert_int_eq(ends_in(timer, 300), 1);
}

TEST(any_time_above_zero_takes_a_tick)
{
    CwWorld *world = sim_begin_physics(1, 0);
    ck_assert_uint_eq(cw_timer_start(world, 1e-6), 1);
    ck_assert_int_eq(ends_in(cw_timer_start(world, 0), 100), 0);
    ck_assert_int_eq(ends_in(cw_timer_start(world, -1), 100), 0);
}

static int repeats(CwWorld *world, double seconds, int ticks)
{
    int64_t passed = 0;
    int count = 0;
    for (int i = 0; i < ticks; i++) {
        count += cw_timer_repeat(world, &passed, seconds);
    }
    return count;
}

TEST(a_repeated_timer_keeps_its_remainder)
{
    CwWorld *world = sim_begin_physics(1, 0);
    ck_assert_int_eq(repeats(world, 0.04, 600), 250);
    ck_assert_int_eq(repeats(world, 1.0 / 7, 600), 70);
    ck_assert_int_eq(repeats(world, 1.0 / 3, 36000), 1800);
    ck_assert_int_eq(repeats(world, 0.001, 600), 600); /* less than a tick */
    ck_assert_int_eq(repeats(world, 0, 600) + repeats(world, -1, 600), 0);
    ck_assert_int_eq(repeats(world, 1e300, 600), 0);
}
