/* When the buggy hops: on the ground, a little before landing, a little after leaving it, and to
 * the tick. */
#include "support/drive.h"

FIXTURE(.set_up = drive_set_up, .tear_down = drive_close);

static int hops(void)
{
    return drive_count_cues(CUE_HOP);
}

TEST(one_press_is_one_hop)
{
    double y_m = drive_place().y;
    drive_hold(HOP, 20);
    ck_assert_int_eq(hops(), 1);
    ck_assert_double_gt(drive_place().y, y_m + 0.8);
    drive_hold(HOP, 200);
    ck_assert_int_eq(hops(), 1);
}

TEST(no_hop_in_the_air)
{
    drive_hold(HOP, 1);
    drive_hold(0, 20);
    ck_assert(!buggy_grounded(drive_buggy()));
    drive_hold(HOP, 1);
    drive_hold(0, 10);
    ck_assert_int_eq(hops(), 1);
}

/* Drives over the end of the track and presses so many ticks after the last that saw ground. */
static int hops_when_pressed_after_leaving(int late_ticks)
{
    drive_hold(ACCELERATE, 240);
    while (drive_place().x < TRACK_END_M + 0.2) {
        drive_hold(ACCELERATE, 1);
    }
    do {
        drive_hold(0, 1); /* the last of these still sees the ground of the one before */
    } while (buggy_grounded(drive_buggy()));
    drive_hold(0, late_ticks - 1);
    drive_hold(HOP, 1);
    return hops();
}

TEST(coyote_time_is_exact)
{
    ck_assert_int_eq(hops_when_pressed_after_leaving(6), 1);
    drive_set_up();
    ck_assert_int_eq(hops_when_pressed_after_leaving(7), 0);
}

/* The rule alone: ground from ground_begin to before ground_end, one press at `press`; the tick of
 * the hop or -1. At 60 Hz buffer and coyote time are 6 ticks, 5 in the air or 48 on the ground arm
 * the next hop. */
static int hop_at(int ground_begin, int ground_end, int press)
{
    Hop hop = {0};
    for (int i = 0; i < 40; i++) {
        if (hop_tick(drive_world(), &hop, i == press, i >= ground_begin && i < ground_end)) {
            return i;
        }
    }
    return -1;
}

TEST(a_hop_happens_at_the_exact_tick)
{
    ck_assert_int_eq(hop_at(0, 40, 7), 7);
    ck_assert_int_eq(hop_at(20, 40, 14), 20);
    ck_assert_int_eq(hop_at(20, 40, 13), -1);
    ck_assert_int_eq(hop_at(0, 10, 15), 15);
    ck_assert_int_eq(hop_at(0, 10, 16), -1);
    ck_assert_int_eq(hop_at(0, 0, 5), -1);
}

/* The rule alone: hops once, presses on and on, and counts the ticks to the second hop when the
 * ground goes away after `left` of them and comes back after `landed`. */
static int second_hop_at(int left, int landed)
{
    Hop hop = {0};
    ck_assert(hop_tick(drive_world(), &hop, true, true));
    for (int i = 1; i < 80; i++) {
        if (hop_tick(drive_world(), &hop, true, i < left || i >= landed)) {
            return i;
        }
    }
    return -1;
}

TEST(only_a_landing_or_a_rest_arms_the_next_hop)
{
    ck_assert_int_eq(second_hop_at(1, 6), 6);
    ck_assert_int_eq(second_hop_at(1, 5), 52); /* bounced: rested from then on */
    ck_assert_int_eq(second_hop_at(80, 80), 48);
}

/* Speed along the ground before and after a hop. */
TEST(a_hop_is_square_to_the_ground_whatever_the_chassis_does)
{
    drive_hold(ACCELERATE, 40);
    drive_hold(LEAN_FORWARD, 20);
    ck_assert_double_lt(cpBodyGetAngle(drive_buggy()->chassis), -0.08);
    cpVect before = drive_speed();
    drive_hold(HOP, 1);
    ck_assert_double_eq_tol(drive_speed().x, before.x, 0.15);
    ck_assert_double_eq_tol(drive_speed().y, HOP_MPS, 0.4);
}

TEST(a_hop_sets_the_speed_off_the_ground)
{
    drive_throw(cpv(0.0, HOP_MPS + 3.0));
    drive_hold(HOP, 1);
    ck_assert_double_lt(drive_speed().y, HOP_MPS + 3.0);
    ck_assert_int_eq(hops(), 1);
}

TEST(times_are_in_ms_whatever_the_tick_rate)
{
    drive_open("assets/levels/first-wind.tmj", 120);
    ck_assert_int_eq(hop_at(20, 40, 8), 20);
    ck_assert_int_eq(hop_at(20, 40, 7), -1);
    ck_assert_int_eq(hop_at(0, 10, 21), 21);
    ck_assert_int_eq(hop_at(0, 10, 22), -1);
}
