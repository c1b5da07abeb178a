/* The built program in a window: driven with keys, seen on the screen, ended in every usual way. */

#include "clockwork/base.h"
#include "support/real_game.h"
#include "support/test.h"
#include "support/x_screen.h"
#include "support/xvfb.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_standing(const ProbeRow *row)
{
    return row->tick >= 40 && row->vx_mps > -0.2 && row->vx_mps < 0.2;
}

static bool is_fast(const ProbeRow *row)
{
    return row->vx_mps > 3;
}

static bool is_slow(const ProbeRow *row)
{
    return row->vx_mps < 1;
}

static bool is_reversing(const ProbeRow *row)
{
    return row->vx_mps < -1;
}

static void drive_there_and_back(void)
{
    int standing = real_game_wait_row(0, is_standing);
    real_game_press("Right");
    int fast = real_game_wait_row(standing, is_fast);
    real_game_release("Right");
    real_game_press("Left");
    int slow = real_game_wait_row(fast, is_slow);
    int reversing = real_game_wait_row(slow, is_reversing);
    real_game_release("Left");
    ck_assert_double_gt(real_game.probe[fast].x_m, real_game.probe[standing].x_m);
    ck_assert_int_gt(reversing, slow);
}

/* Both logs tell of the same ticks, without a gap, up to the end. */
static void check_whole_logs(void)
{
    ck_assert_int_gt(real_game.probe_count, 0);
    for (int i = 0; i < real_game.probe_count; i++) {
        ck_assert_uint_eq(real_game.probe[i].tick, (unsigned long)i + 1);
    }
    unsigned long ticks = 0;
    for (int i = 0; i < real_game.frame_count; i++) {
        ticks += real_game.frames[i].ticks;
        ck_assert_uint_eq(real_game.frames[i].tick, ticks);
    }
    ck_assert_uint_eq(ticks, (unsigned long)real_game.probe_count);
}

FIXTURE(.prepare = real_game_prepare, .set_up = real_game_set_up, .tear_down = real_game_tear_down,
        .timeout_s = REAL_GAME_TIMEOUT_S);

TEST(the_arrow_keys_drive_brake_and_reverse)
{
    real_game_play("first-wind --set display.renderer=software");
    drive_there_and_back();
    real_game_end();
    check_whole_logs();
}

TEST(the_arrow_keys_drive_with_opengl_too, .left_out = POISON_WORKS)
{
    real_game_play("first-wind --set display.renderer=opengl");
    drive_there_and_back();
    real_game_end();
    check_whole_logs();
}

static bool is_hopping(const ProbeRow *row)
{
    return row->vy_mps > 2;
}

TEST(space_hops, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    int standing = real_game_wait_row(0, is_standing);
    real_game_press("space");
    int hopping = real_game_wait_row(standing, is_hopping);
    real_game_release("space");
    ck_assert_double_lt(real_game.probe[hopping - 3].vy_mps, 1); /* at once, not by driving */
    real_game_end();
}

static bool is_leaning_back(const ProbeRow *row)
{
    return row->angle_rad > 0.02;
}

static bool is_leaning_forward(const ProbeRow *row)
{
    return row->angle_rad < -0.02;
}

TEST(up_leans_back_and_down_leans_forward, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    int standing = real_game_wait_row(0, is_standing);
    real_game_press("Up");
    int back = real_game_wait_row(standing, is_leaning_back);
    real_game_release("Up");
    real_game_press("Down");
    real_game_wait_row(back, is_leaning_forward);
    real_game_release("Down");
    real_game_end();
}

TEST(ctrl_c_ends_the_game_with_whole_logs, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    ck_assert_int_eq(kill(real_game.pid, SIGINT), 0);
    ck_assert_int_eq(real_game_wait_end(), EXIT_SUCCESS);
    real_game_read_logs();
    check_whole_logs();
}

TEST(a_closed_window_ends_the_game_with_whole_logs)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    x_window_ask_to_close(real_game.window);
    ck_assert_int_eq(real_game_wait_end(), EXIT_SUCCESS);
    real_game_read_logs();
    check_whole_logs();
}

TEST(a_lost_x_connection_does_not_hang_the_game, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    char arguments[40];
    snprintf(arguments, sizeof arguments, "windowkill %lu", real_game.window);
    ck_assert(xvfb_xdotool(arguments));
    real_game_wait_end();
}

TEST(the_limit_of_ticks_ends_the_game_exactly, .left_out = POISON_WORKS)
{
    real_game_play("first-wind --bot --ticks 90");
    ck_assert_int_eq(real_game_wait_end(), EXIT_SUCCESS);
    real_game_read_logs();
    ck_assert_int_eq(real_game.probe_count, 90);
    check_whole_logs();
}

static double part_that_differs(const XPicture *a, const XPicture *b)
{
    int differing = 0;
    int count = a->width_px * a->height_px;
    for (int i = 0; i < count; i++) {
        differing += a->pixels[i] != b->pixels[i];
    }
    return (double)differing / count;
}

static void see_the_drive(void)
{
    int standing = real_game_wait_row(0, is_standing);
    XPicture before = x_picture_take(real_game.window);
    real_game_press("Right");
    real_game_wait_row(standing, is_fast);
    XPicture after = x_picture_take(real_game.window);
    ck_assert_int_eq(before.width_px, 640);
    ck_assert_int_eq(before.height_px, 360);
    ck_assert_int_gt(x_picture_colours(&before), 200);
    ck_assert_int_gt(x_picture_colours(&after), 200);
    ck_assert_double_gt(part_that_differs(&before, &after), 0.05);
    x_picture_free(&before);
    x_picture_free(&after);
    real_game_release("Right");
    real_game_end();
}

TEST(the_screen_shows_the_drive, .left_out = POISON_WORKS)
{
    real_game_play("first-wind --set display.renderer=software");
    see_the_drive();
}

TEST(the_screen_shows_the_drive_with_opengl_too, .left_out = POISON_WORKS)
{
    real_game_play("first-wind --set display.renderer=opengl");
    see_the_drive();
}
