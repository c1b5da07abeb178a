/* The keys that stop time, turn it and run it at other speeds, in the installed program. */
#include "support/door.h"

FIXTURE(DOOR);

static bool is_slow(const ProbeRow *row)
{
    return row->vx_mps < 0.5;
}

/* Drives in first-wind until it rolls, then lets go; the row. */
static int drive(const char *arguments)
{
    door_play(textf("first-wind %s", arguments));
    door_press("Right");
    int row = door_wait_row(0, row_is_rolling);
    door_release("Right");
    return row;
}

TEST(r_goes_back_to_the_checkpoint_while_time_continues)
{
    int rolling = drive("");
    door_tap("r");
    int back = door_wait_row(rolling + 1, is_slow);
    ck_assert_double_lt(door.probe[back].x_m, door.probe[rolling].x_m - 1);
    ck_assert_uint_gt(door.probe[back].tick, door.probe[rolling].tick);
    door_end();
}

/* Pauses, steps by keys and plays on; how far time went back, ticks. */
static long step_in_pause(const char *keys)
{
    drive("--record run.cwr");
    door_tap("p");
    door_wait_still();
    door_tap(keys);
    door_wait_still();
    int rows = door.probe_count;
    door_tap("p");
    door_wait_ticks(30);
    door_end();
    ck_assert_int_gt(door.probe_count, rows);
    expect_text(expect_ok("cw verify run.cwr")->out, "ok run.cwr ");
    int at = door_turn(0);
    return (long)door.probe[at - 1].tick - (long)door.probe[at].tick + 1;
}

TEST(brackets_step_ten_ticks_in_a_pause)
{
    ck_assert_int_eq(step_in_pause("bracketleft bracketleft bracketright"), 10);
}

TEST(brackets_slow_time_down_and_speed_it_up)
{
    door_play("first-wind --hold accelerate");
    door_wait_ticks(10);
    door_tap("bracketleft bracketleft bracketleft");
    EXPECT_BETWEEN(door_speed(), 0.05, 0.2);
    door_tap("bracketright bracketright bracketright bracketright");
    EXPECT_BETWEEN(door_speed(), 1.8, 2.2);
    door_end();
}

/* The place of the transport bar that names the source of input, in this colour. */
static const XRect LOOP = {257, 304, 124, 20};
static const uint32_t ACCENT = 0xdba645;

TEST(a_span_repeats_until_another_round_is_kept)
{
    int rolling = drive("--record run.cwr");
    door_tap("F5");
    door_wait_row(rolling, row_is_rolling);
    door_wait_ticks(180);
    door_watch(LOOP);
    door_tap("F6");
    door_wait_colour(ACCENT, 0.03);
    int rows = door.probe_count;
    door_press("Left"); /* any key of the game takes over */
    door_wait_frames(10);
    door_tap("F8");
    door_release("Left");
    door_tap("F6"); /* plays on */
    door_wait_ticks(30);
    door_end();
    ck_assert_int_gt(door.probe_count, rows);
    expect_text(expect_ok("cw verify run.cwr")->out, " rewinds=1 ");
}
