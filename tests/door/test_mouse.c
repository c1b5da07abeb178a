/* The installed program with nothing but a mouse, and in a window that is put away. */
#include "support/door.h"
#include "support/xvfb.h"

FIXTURE(DOOR);

static void window_command(const char *verb)
{
    ck_assert(xvfb_xdotool(textf("%s %lu", verb, door.window)));
}

TEST(a_hidden_window_resumes_play_once_it_is_shown)
{
    door_play("first-wind");
    door_wait_ticks(60);
    window_command("windowunmap --sync");
    door_wait_frames(15);
    int back = door.frame_count;
    for (int i = back - 10; i < back; i++) {
        ck_assert_uint_eq(door.frames[i].ticks, 0);
    }
    window_command("windowmap --sync");
    window_command("windowfocus --sync");
    door_wait_ticks(60);
    door_end();
}

enum { PAUSE_X = 27, PAUSE_Y = 91 };

TEST(a_click_on_the_screen_pauses)
{
    door_play("first-wind");
    door_wait_ticks(30);
    do { /* the button comes with the mouse, and goes when it rests */
        door_click(PAUSE_X, PAUSE_Y);
        door_see();
    } while (door.frames[door.frame_count - 1].ticks > 0);
    door_wait_still();
    door_wait_frames(30);
    door_end();
    int last = door.frame_count - 1;
    for (int i = last - 20; i <= last; i++) {
        ck_assert_uint_eq(door.frames[i].ticks, 0);
    }
}

enum { CORNER_X = 613, RETRY_Y = 61 };

TEST(a_click_where_a_touch_finds_retry_reaches_a_game_without_buttons_for_the_mouse)
{
    expect_ok("cp $(pkg-config --variable=docdir clockwork)/docs/example/throw.c .");
    door_build("throw");
    door_start("exec ./throw play level" DOOR_OPTIONS ">out 2>err", "Throw");
    door_wait_ticks(60);
    for (int i = 0; i < 5; i++) {
        door_click(CORNER_X, RETRY_Y);
        door_wait_ticks(10);
    }
    door_end();
    for (int i = 1; i < door.probe_count; i++) {
        ck_assert_uint_gt(door.probe[i].tick, door.probe[i - 1].tick);
    }
}

/* The bar of time of the pause. */
enum { BAR_LEFT = 108, BAR_RIGHT = 532, BAR_Y = 344 };

TEST(a_click_on_the_time_bar_goes_to_that_moment)
{
    door_play("first-wind --record run.cwr");
    door_wait_ticks(100);
    door_tap("Escape");
    door_wait_still();
    door_click((BAR_LEFT + BAR_RIGHT) / 2, BAR_Y);
    door_wait_still();
    int rows = door.probe_count;
    door_tap("Escape");
    door_wait_ticks(30);
    door_end();
    int turn = door_turn(rows - 2);
    EXPECT_WITHIN(door.probe[turn].tick, 0.4 * (double)door.probe[turn - 1].tick,
                  0.6 * (double)door.probe[turn - 1].tick);
}
