/* The installed program with nothing but a mouse, and in a window that is put away. */
#include "support/door.h"
#include "support/xvfb.h"

static const long long MS = 1000000;

FIXTURE(DOOR);

static void window_command(const char *verb)
{
    ck_assert(xvfb_xdotool(textf("%s %lu", verb, door.window)));
}

/* The longest stretch of frames in which no tick ran, of those that were at most so long; ns. */
static long long longest_rest_ns(long long longest_frame_ns)
{
    long long longest = 0, rest = 0;
    for (int i = 0; i < door.frame_count; i++) {
        const FrameRow *row = &door.frames[i];
        bool counts = row->ticks == 0 && row->measured_ns < longest_frame_ns;
        rest = counts ? rest + row->measured_ns : 0;
        longest = rest > longest ? rest : longest;
    }
    return longest;
}

/* Put away it runs at 10 frames a second: what is shorter is the count before play goes on. */
TEST(a_window_that_was_put_away_counts_before_it_plays_on)
{
    door_play("first-wind");
    door_wait_ticks(60);
    window_command("windowunmap --sync");
    door_wait_frames(15);
    window_command("windowmap --sync");
    window_command("windowfocus --sync");
    door_wait_ticks(60);
    door_end();
    ck_assert_int_gt(longest_rest_ns(1000 * MS), 1500 * MS);
    ck_assert_int_gt(longest_rest_ns(60 * MS), 700 * MS);
}

enum { PAUSE_X = 27, PAUSE_Y = 91 };

TEST(a_click_on_the_screen_pauses)
{
    door_play("first-wind");
    door_wait_ticks(30);
    door_click(PAUSE_X, PAUSE_Y);
    door_wait_still();
    door_wait_frames(30);
    door_end();
    int last = door.frame_count - 1;
    for (int i = last - 20; i <= last; i++) {
        ck_assert_uint_eq(door.frames[i].ticks, 0);
    }
}

/* The bar of time of the pause. */
enum { BAR_LEFT = 96, BAR_RIGHT = 544, BAR_Y = 344 };

TEST(a_click_on_the_bar_of_time_goes_to_that_moment)
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
