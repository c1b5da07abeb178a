/* The installed program from its title screen: menus, pauses, sizes and losing the keyboard. */
#include "base/number.h"
#include "support/door.h"
#include "support/xvfb.h"

static const long long MS = 1000000;

static bool is_underway(const ProbeRow *row)
{
    return row->tick > 60 && row->vx_mps > 1;
}

static bool is_untouched(const ProbeRow *row)
{
    return row->tick == 30 && row->vx_mps < 0.2;
}

FIXTURE(DOOR);

TEST(the_title_plays_by_itself_and_return_starts_the_level)
{
    door_play("");
    int shown = door_wait_row(0, is_underway); /* the bot drives */
    door_tap("Return");
    int begun = door_wait_row(shown, row_is_first);
    int standing = door_wait_row(begun, is_untouched);
    door_press("Right");
    door_wait_row(standing, row_is_fast);
    door_release("Right");
    door_end();
}

/* The longest stretch of frames from frame `from` on in which no tick ran. */
static int longest_rest(int from)
{
    int longest = 0;
    int rest = 0;
    for (int i = from; i < door.frame_count; i++) {
        rest = door.frames[i].ticks == 0 ? rest + 1 : 0;
        longest = rest > longest ? rest : longest;
    }
    return longest;
}

static void check_ticks_in_row(void)
{
    for (int i = 1; i < door.probe_count; i++) {
        ck_assert_uint_eq(door.probe[i].tick, door.probe[i - 1].tick + 1);
    }
}

TEST(a_pause_is_not_painted_again_in_each_frame)
{
    door_play("first-wind --stats");
    door_wait_ticks(30);
    door_tap("Escape");
    door_wait_frames(150); /* the picture moves beside the page first */
    door_end();
    const char *line = strstr(temp_read("out"), "\npainted ");
    ck_assert_ptr_nonnull(line);
    int painted = atoi(line + strlen("\npainted "));
    ck_assert_int_gt(painted, 1);
    ck_assert_int_gt(door.frame_count - painted, longest_rest(0) / 4);
}

/* Nothing makes a window fill the screen without a window manager, but the keys are the game's. */
TEST(the_fullscreen_keys_leave_the_drive_and_the_picture_alone)
{
    static const char *const KEYS[] = {"F11", "alt+Return"};
    door_play("first-wind");
    door_wait_ticks(30);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(KEYS); i++) {
        door_tap(KEYS[i]);
        door_wait_ticks(10);
    }
    ck_assert_int_gt(x_picture_colours(door_look()), 200);
    door_end();
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
    ck_assert(xvfb_xdotool(textf("windowsize %lu %d %d", door.window, width_px, height_px)));
    int colours = 0;
    bool filled = false;
    for (int tries = 0; tries < 600 && (colours < 200 || !filled); tries++) {
        door_wait_frames(1);
        const XPicture *picture = door_look();
        colours = x_picture_colours(picture);
        filled = fills_its_corners(picture);
    }
    ck_assert_msg(colours >= 200, "%dx%d shows %d colours", width_px, height_px, colours);
    ck_assert_msg(filled, "%dx%d is not filled", width_px, height_px);
}

TEST(any_size_of_the_window_is_filled_with_the_game)
{
    static const int SIZES[][2] = {{320, 180}, {1920, 1200}, {500, 900}, {1279, 201}};
    door_play("first-wind");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SIZES); i++) {
        see_size(SIZES[i][0], SIZES[i][1]);
    }
    door_wait_ticks(10);
    door_end();
}

/* This share of the frames from number `from` on took less. */
static long long interval_ns(int from, double share)
{
    static double intervals[DOOR_ROWS_MAX];
    int count = 0;
    for (int i = from; i < door.frame_count; i++) {
        intervals[count++] = (double)door.frames[i].measured_ns;
    }
    ck_assert_int_gt(count, 0);
    return (long long)stats_quantile(intervals, count, share);
}

TEST(without_the_keyboard_the_game_pauses)
{
    door_play("first-wind --set display.background=pause");
    door_wait_ticks(30);
    x_unfocus();
    int from = door_wait_frames(1);
    door_wait_frames(12);
    ck_assert_int_gt(longest_rest(from), 6);
    ck_assert_int_gt(interval_ns(from + 2, 0.5), 80 * MS);
    int rows = door.probe_count;
    ck_assert(xvfb_xdotool(textf("windowfocus %lu", door.window)));
    ck_assert_int_gt(door_wait_ticks(30), rows);
    door_end();
    check_ticks_in_row();
}

/* Most frames are no shorter, and where the machine lets them, some are no longer. */
TEST(the_limiter_keeps_the_pace_where_the_display_does_not)
{
    door_play("first-wind --set display.renderer=software");
    int from = door_wait_frames(1);
    do {
        door_wait_frames(45);
        ck_assert_int_gt(interval_ns(from, 0.5), 15 * MS);
    } while (interval_ns(from, 0) > 18 * MS);
    door_end();
}
