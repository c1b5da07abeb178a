/* The built program while something is changed in it, and what is looked into in a pause. */
#include "support/real_game.h"
#include "support/test.h"
#include "support/x_screen.h"
#include "support/xvfb.h"

#include <stdio.h>

FIXTURE(.prepare = real_game_prepare, .set_up = real_game_set_up, .tear_down = real_game_tear_down,
        .timeout_s = REAL_GAME_TIMEOUT_S);

static XPicture picture(void)
{
    ck_assert(xvfb_xdotool("mousemove 0 0 sleep 1.5"));
    return x_picture_take(real_game.window);
}

/* Share of pixels that are others. */
static double part_that_differs(XPicture a, XPicture b)
{
    int differing = 0, count = a.width_px * a.height_px;
    for (int i = 0; i < count; i++) {
        differing += a.pixels[i] != b.pixels[i];
    }
    return (double)differing / count;
}

static void click(int x, int y)
{
    char command[160];
    snprintf(command, sizeof command,
             "mousemove --window %lu %d %d sleep 0.2 mousemove --window %lu %d %d sleep 0.2 "
             "click 1",
             real_game.window, x - 9, y - 9, real_game.window, x, y);
    ck_assert(xvfb_xdotool(command));
}

enum { BUGGY_X = 290, BUGGY_Y = 222 };

TEST(a_click_in_a_pause_looks_into_a_thing_and_escape_leaves_it, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(120);
    real_game_tap("Escape");
    click(12, 12); /* nothing is there, but now the mouse is in use */
    XPicture paused = picture();
    click(BUGGY_X, BUGGY_Y);
    XPicture inside = picture();
    ck_assert_double_gt(part_that_differs(paused, inside), 0.1);
    real_game_tap("Escape");
    click(12, 12);
    XPicture outside = picture();
    ck_assert_double_lt(part_that_differs(paused, outside), 0.02);
    x_picture_free(&inside);
    x_picture_free(&outside);
    x_picture_free(&paused);
    real_game_end();
}

/* The ball lies where it started, and the camera has it in the middle. */
TEST(f10_flips_between_before_and_after_a_saved_level, .left_out = POISON_WORKS)
{
    real_game_develop();
    XPicture before = picture();
    real_game_change("assets/levels/hills.tmj", "s/\"start\", \"x\": 160/\"start\", \"x\": 210/");
    DevRow row = real_game_wait_save(1);
    ck_assert_str_eq(row.what, "level");
    ck_assert_str_eq(row.outcome, "ok");
    XPicture after = picture();
    real_game_tap("F10");
    XPicture flipped = picture();
    double apart = part_that_differs(after, before);
    ck_assert_double_lt(part_that_differs(flipped, before), apart / 2);
    ck_assert_double_gt(part_that_differs(flipped, after), apart / 2);
    real_game_tap("F10");
    XPicture again = picture();
    ck_assert_double_lt(part_that_differs(again, after), apart / 2);
    x_picture_free(&before);
    x_picture_free(&after);
    x_picture_free(&flipped);
    x_picture_free(&again);
    real_game_end();
}

TEST(after_f10_saves_and_crashes_are_what_they_were, .left_out = POISON_WORKS)
{
    real_game_develop();
    real_game_change("main.c", "$a/* 1 */");
    ck_assert_str_eq(real_game_wait_save(1).outcome, "ok");
    real_game_tap("F10");
    ck_assert(xvfb_xdotool("sleep 0.5"));
    real_game_change("main.c", "$a/* 2 */");
    ck_assert_str_eq(real_game_wait_save(2).outcome, "ok");
    real_game_tap("F10");
    ck_assert(xvfb_xdotool("sleep 0.5"));
    real_game_change("main.c", "s|^    CwSpriteDraw ball = {|    *(volatile int *)0 = 1;\\n&|");
    ck_assert_str_eq(real_game_wait_save(3).outcome, "crashed");
    ck_assert(xvfb_xdotool("sleep 1"));
    real_game_change("main.c", "/volatile/d");
    ck_assert_str_eq(real_game_wait_save(4).outcome, "ok");
    real_game_end();
}

TEST(code_that_crashes_a_view_costs_nothing_of_the_run, .left_out = POISON_WORKS)
{
    real_game_develop();
    ck_assert(xvfb_xdotool("sleep 2.5"));
    real_game_tap("Escape");
    ck_assert(xvfb_xdotool("sleep 0.5"));
    real_game_change("main.c", "$a/* */");
    DevRow row = real_game_wait_save(1);
    ck_assert_str_eq(row.outcome, "ok");
    real_game_change("main.c", "s|^    CwSpriteDraw ball = {|    *(volatile int *)0 = 1;\\n&|");
    ck_assert_str_eq(real_game_wait_save(2).outcome, "crashed");
    ck_assert(xvfb_xdotool("sleep 1"));
    real_game_change("main.c", "/volatile/d");
    ck_assert_uint_eq(real_game_wait_save(3).ticks, row.ticks);
    real_game_end();
}
