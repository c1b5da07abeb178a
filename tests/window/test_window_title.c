/* The built program from its title screen: menus, pauses, sizes and losing the keyboard. */
#include "base/stats.h"
#include "clockwork/base.h"
#include "support/real_game.h"
#include "support/test.h"
#include "support/x_screen.h"
#include "support/xvfb.h"

#include <stdio.h>

static const long long MS = 1000000;

static bool is_underway(const ProbeRow *row)
{
    return row->tick > 60 && row->vx_mps > 1;
}

static bool is_first(const ProbeRow *row)
{
    return row->tick == 1;
}

static bool is_untouched(const ProbeRow *row)
{
    return row->tick == 30 && row->vx_mps < 0.2;
}

static bool is_fast(const ProbeRow *row)
{
    return row->vx_mps > 3;
}

FIXTURE(.prepare = real_game_prepare, .set_up = real_game_set_up, .tear_down = real_game_tear_down,
        .timeout_s = REAL_GAME_TIMEOUT_S);

TEST(the_title_plays_by_itself_and_return_starts_the_level)
{
    real_game_play("");
    int shown = real_game_wait_row(0, is_underway); /* the bot drives */
    real_game_tap("Return");
    int begun = real_game_wait_row(shown, is_first);
    int standing = real_game_wait_row(begun, is_untouched);
    real_game_press("Right");
    real_game_wait_row(standing, is_fast);
    real_game_release("Right");
    real_game_end();
}

/* The longest stretch of frames from frame `from` on in which no tick ran. */
static int longest_rest(int from)
{
    int longest = 0;
    int rest = 0;
    for (int i = from; i < real_game.frame_count; i++) {
        rest = real_game.frames[i].ticks == 0 ? rest + 1 : 0;
        longest = rest > longest ? rest : longest;
    }
    return longest;
}

static void check_ticks_in_row(void)
{
    for (int i = 1; i < real_game.probe_count; i++) {
        ck_assert_uint_eq(real_game.probe[i].tick, real_game.probe[i - 1].tick + 1);
    }
}

TEST(escape_stops_time_and_escape_lets_it_go_on, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    real_game_tap("Escape");
    real_game_wait_frames(60);
    real_game_tap("Escape");
    real_game_wait_ticks(60);
    real_game_end();
    ck_assert_int_gt(longest_rest(0), 30);
    check_ticks_in_row();
}

/* Of a game that was played with --stats >stats in its folder. */
static int painted_frames(void)
{
    char path[64], line[128];
    int painted = -1;
    snprintf(path, sizeof path, "%s/stats", real_game.folder);
    FILE *stats = fopen(path, "r");
    ck_assert_ptr_nonnull(stats);
    while (painted < 0 && fgets(line, sizeof line, stats) != NULL) {
        sscanf(line, "painted %d", &painted);
    }
    fclose(stats);
    return painted;
}

TEST(a_pause_is_not_painted_over_and_over)
{
    char arguments[96];
    snprintf(arguments, sizeof arguments, "first-wind --stats >%s/stats", real_game.folder);
    real_game_play(arguments);
    real_game_wait_ticks(30);
    real_game_tap("Escape");
    real_game_wait_frames(240);
    real_game_end();
    int painted = painted_frames();
    ck_assert_int_gt(painted, 1);
    ck_assert_int_gt(real_game.frame_count - painted, longest_rest(0) / 2);
}

/* Nothing makes a window fill the screen without a window manager, but the keys are the game's. */
TEST(the_fullscreen_keys_leave_the_drive_and_the_picture_alone, .left_out = POISON_WORKS)
{
    static const char *const KEYS[] = {"F11", "alt+Return"};
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(KEYS); i++) {
        real_game_tap(KEYS[i]);
        real_game_wait_ticks(10);
    }
    XPicture picture = x_picture_take(real_game.window);
    ck_assert_int_gt(x_picture_colours(&picture), 200);
    x_picture_free(&picture);
    real_game_end();
    check_ticks_in_row();
}

/* A bar would be black; sky and soil are not. */
static bool fills_its_corners(const XPicture *picture)
{
    int right = picture->width_px - 1, last = picture->width_px * (picture->height_px - 1);
    const uint32_t *pixels = picture->pixels;
    return pixels[0] != 0 && pixels[right] != 0 && pixels[last] != 0 && pixels[last + right] != 0;
}

/* Waits until the screen shows more than a frame or a blank at the window's new size. */
static void see_size(int width_px, int height_px)
{
    char arguments[80];
    snprintf(arguments, sizeof arguments, "windowsize %lu %d %d", real_game.window, width_px,
             height_px);
    ck_assert(xvfb_xdotool(arguments));
    XPicture picture = {0};
    int colours = 0;
    bool filled = false;
    for (int tries = 0; tries < 10 && (colours < 200 || !filled); tries++) {
        x_picture_free(&picture);
        real_game_wait_frames(1);
        picture = x_picture_take(real_game.window);
        colours = x_picture_colours(&picture);
        filled = fills_its_corners(&picture);
    }
    ck_assert_msg(colours >= 200, "%dx%d shows %d colours", width_px, height_px, colours);
    ck_assert_msg(filled, "%dx%d is not filled", width_px, height_px);
    x_picture_free(&picture);
}

TEST(any_size_of_the_window_is_filled_with_the_game, .left_out = POISON_WORKS)
{
    static const int SIZES[][2] = {{320, 180}, {1920, 1200}, {500, 900}, {1279, 201}};
    real_game_play("first-wind");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIZES); i++) {
        see_size(SIZES[i][0], SIZES[i][1]);
    }
    real_game_wait_ticks(10);
    real_game_end();
}

/* Of the frames from frame `from` on. */
static long long median_interval_ns(int from)
{
    static double intervals[REAL_GAME_ROWS_MAX];
    int count = 0;
    for (int i = from; i < real_game.frame_count; i++) {
        intervals[count++] = (double)real_game.frames[i].measured_ns;
    }
    ck_assert_int_gt(count, 0);
    return (long long)stats_quantile(intervals, count, 0.5);
}

/* Plays, takes the keyboard away and lets `frames` frames go by. Returns the first frame after. */
static int lose_keyboard(const char *policy, int frames)
{
    char arguments[80];
    snprintf(arguments, sizeof arguments, "first-wind --set display.background=%s", policy);
    real_game_play(arguments);
    real_game_wait_ticks(30);
    x_unfocus();
    int from = real_game_wait_frames(1); /* up to a second later */
    real_game_wait_frames(frames);
    return from;
}

static unsigned long ticks_since(int frame)
{
    return real_game.frames[real_game.frame_count - 1].tick - real_game.frames[frame].tick;
}

TEST(without_the_keyboard_the_game_pauses, .left_out = POISON_WORKS)
{
    int from = lose_keyboard("pause", 12);
    ck_assert_int_gt(longest_rest(from), 6);
    ck_assert_int_gt(median_interval_ns(from + 2), 80 * MS);
    int rows = real_game.probe_count;
    char arguments[40];
    snprintf(arguments, sizeof arguments, "windowfocus %lu", real_game.window);
    ck_assert(xvfb_xdotool(arguments));
    ck_assert_int_gt(real_game_wait_ticks(30), rows);
    real_game_end();
    check_ticks_in_row();
}

TEST(throttled_it_draws_half_as_often_and_keeps_its_speed, .left_out = POISON_WORKS)
{
    int from = lose_keyboard("throttle", 40);
    int frames = real_game.frame_count - 1 - from;
    ck_assert_int_gt(median_interval_ns(from), 30 * MS);
    ck_assert_uint_gt(ticks_since(from) * 10, (unsigned long)frames * 14);
    real_game_end();
}

TEST(without_the_keyboard_it_may_run_on, .left_out = POISON_WORKS)
{
    int from = lose_keyboard("run", 60);
    int frames = real_game.frame_count - 1 - from;
    ck_assert_uint_gt(ticks_since(from) * 10, (unsigned long)frames * 7);
    ck_assert_int_lt(longest_rest(from), 30);
    real_game_end();
}

/* A noisy machine gets five tries. */
TEST(the_limiter_keeps_the_pace_where_the_display_does_not, .left_out = POISON_WORKS)
{
    real_game_play("first-wind --set display.renderer=software");
    long long median_ns = 0;
    bool even = false;
    for (int tries = 0; tries < 5 && !even; tries++) {
        int from = real_game_wait_frames(1);
        real_game_wait_frames(45);
        median_ns = median_interval_ns(from);
        even = median_ns > 15 * MS && median_ns < 18333333;
    }
    ck_assert_msg(even, "the median frame takes %lld ns", median_ns);
    real_game_end();
}
