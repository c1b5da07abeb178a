/* The installed program in a window: driven with keys, seen on the screen, ended in every usual
 * way. */
#include "support/door.h"
#include "support/xvfb.h"

#define ROW(name, condition)                                                                       \
    static bool name(const ProbeRow *row)                                                          \
    {                                                                                              \
        return condition;                                                                          \
    }
ROW(is_standing, row->tick >= 40 && row->vx_mps > -0.2 && row->vx_mps < 0.2)
ROW(is_slow, row->vx_mps < 1)
ROW(is_reversing, row->vx_mps < -1)
ROW(is_hopping, row->vy_mps > 2)
ROW(is_leaning_back, row->angle_rad > 0.02)
ROW(is_leaning_forward, row->angle_rad < -0.02)

/* Both logs tell of the same ticks, without a gap, up to the end. */
static void check_whole_logs(void)
{
    ck_assert_int_gt(door.probe_count, 0);
    for (int i = 0; i < door.probe_count; i++) {
        ck_assert_uint_eq(door.probe[i].tick, (unsigned long)i + 1);
    }
    unsigned long ticks = 0;
    for (int i = 0; i < door.frame_count; i++) {
        ticks += door.frames[i].ticks;
        ck_assert_uint_eq(door.frames[i].tick, ticks);
    }
    ck_assert_uint_eq(ticks, (unsigned long)door.probe_count);
}

FIXTURE(DOOR);

static const char *const renderers[] = {"software", "opengl"};

/* By the arrow keys or letters, seen on the screen. */
TEST(the_drive_keys_drive_brake_and_reverse, .rounds = 2)
{
    const char *there = _i == 0 ? "Right" : "d", *back = _i == 0 ? "Left" : "a";
    door_play(textf("first-wind --set display.renderer=%s", renderers[_i]));
    int standing = door_wait_row(0, is_standing);
    const XPicture *before = door_look();
    ck_assert(before->width_px == 640 && before->height_px == 360);
    ck_assert_int_gt(x_picture_colours(before), 200);
    door_press(there);
    int fast = door_wait_row(standing, row_is_fast);
    ck_assert_int_gt(x_picture_colours(door_wait_change(before, 0.05)), 200);
    door_release(there);
    door_press(back);
    int slow = door_wait_row(fast, is_slow);
    int reversing = door_wait_row(slow, is_reversing);
    door_release(back);
    ck_assert_double_gt(door.probe[fast].x_m, door.probe[standing].x_m);
    ck_assert_int_gt(reversing, slow);
    door_end();
    check_whole_logs();
}

TEST(space_hops_up_leans_back_and_down_leans_forward)
{
    door_play("first-wind");
    int standing = door_wait_row(0, is_standing);
    door_press("Up");
    int back = door_wait_row(standing, is_leaning_back);
    door_release("Up");
    door_press("Down");
    int forward = door_wait_row(back, is_leaning_forward);
    door_release("Down");
    standing = door_wait_row(forward, is_standing);
    door_press("space");
    int hopping = door_wait_row(standing, is_hopping);
    door_release("space");
    ck_assert_double_lt(door.probe[hopping - 3].vy_mps, 1); /* at once, not by driving */
    door_end();
}

TEST(ctrl_c_and_a_closed_window_end_the_game_with_whole_logs, .rounds = 2)
{
    door_play("first-wind");
    door_wait_ticks(30);
    if (_i == 0) {
        ck_assert_int_eq(kill(door.pid, SIGINT), 0);
    } else {
        x_window_ask_to_close(door.window);
    }
    ck_assert_int_eq(door_wait_end(), EXIT_SUCCESS);
    door_read_logs();
    check_whole_logs();
}

TEST(a_lost_x_connection_does_not_hang_the_game)
{
    door_play("first-wind");
    door_wait_ticks(30);
    ck_assert(xvfb_xdotool(textf("windowkill %lu", door.window)));
    door_wait_end();
}

/* ---- The rewind key, and what a killed game leaves ---- */

typedef struct Verdict {
    char word[8];
    unsigned long ticks, rewinds;
} Verdict;

/* The line of `clockwork verify` about the one file that matches a pattern. */
static Verdict verify(const char *pattern)
{
    Verdict verdict = {0};
    const Outcome *said = program_run(textf("\"$CLOCKWORK\" verify %s", pattern));
    int fields = sscanf(said->out, "%7s %*s level=first-wind ticks=%lu finished=no rewinds=%lu",
                        verdict.word, &verdict.ticks, &verdict.rewinds);
    ck_assert_msg(fields == 3, "%s: %s%s", pattern, said->out, said->err);
    return verdict;
}

TEST(backspace_rewinds_and_play_resumes_there)
{
    door_play("first-wind --record run.cwr");
    door_press("Right");
    door_wait_row(0, row_is_rolling);
    door_wait_ticks(60);
    door_press("BackSpace");
    door_wait_frames(40);
    door_release("BackSpace");
    door_wait_ticks(60);
    door_release("Right");
    door_end();
    int turn = door_turn(0);
    const ProbeRow *before = &door.probe[turn - 1], *after = &door.probe[turn];
    ck_assert_uint_le(after->tick + 10, before->tick);
    ck_assert_double_lt(after->x_m, before->x_m);
    Verdict verdict = verify("run.cwr");
    ck_assert_str_eq(verdict.word, "ok");
    ck_assert_uint_eq(verdict.rewinds, 1);
    ck_assert_uint_eq(verdict.ticks, door_last_tick());
}

/* The flight recorder, without being asked. */
TEST(a_killed_game_keeps_all_but_the_last_second)
{
    door_play("first-wind");
    door_press("Right");
    door_wait_ticks(150);
    door_kill();
    door_release("Right");
    Verdict verdict = verify(DOOR_DATA "/runs/*.cwr");
    ck_assert_str_eq(verdict.word, "cut");
    ck_assert_uint_ge(verdict.ticks + 80, door_last_tick()); /* and what two long frames had */
}

TEST(a_game_killed_in_slow_motion_loses_a_second_of_real_time)
{
    const unsigned long a_second_ticks = 9; /* and two long frames */
    door_play("first-wind --set simulation.time_scale=0.1");
    door_wait_ticks(25);
    door_kill();
    ck_assert_uint_lt(door_last_tick(), 60); /* less than a second of game time */
    ck_assert_uint_ge(verify(DOOR_DATA "/runs/*.cwr").ticks + a_second_ticks, door_last_tick());
}
