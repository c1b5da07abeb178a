/* The built program with nothing but a mouse, and in a window that is put away. */
#include "clockwork/base.h"
#include "support/real_game.h"
#include "support/test.h"
#include "support/xvfb.h"

#include <stdio.h>

static const long long MS = 1000000;

FIXTURE(.prepare = real_game_prepare, .set_up = real_game_set_up, .tear_down = real_game_tear_down,
        .timeout_s = REAL_GAME_TIMEOUT_S);

static void window_command(const char *verb)
{
    char command[80];
    snprintf(command, sizeof command, "%s %lu", verb, real_game.window);
    ck_assert(xvfb_xdotool(command));
}

/* Points of the window, which has a pixel for each. */
static void click(int x, int y)
{
    char command[120];
    snprintf(
        command, sizeof command,
        "mousemove --window %lu %d %d sleep 0.2 mousemove --window %lu %d %d sleep 0.1 click 1",
        real_game.window, x - 9, y - 9, real_game.window, x, y);
    ck_assert(xvfb_xdotool(command));
}

/* The longest stretch of frames in which no tick ran, of those that were at most so long; ns. */
static long long longest_rest_ns(long long longest_frame_ns)
{
    long long longest = 0, rest = 0;
    for (int i = 0; i < real_game.frame_count; i++) {
        const FrameRow *row = &real_game.frames[i];
        bool counts = row->ticks == 0 && row->measured_ns < longest_frame_ns;
        rest = counts ? rest + row->measured_ns : 0;
        longest = rest > longest ? rest : longest;
    }
    return longest;
}

/* Put away it runs at 10 frames a second: what is shorter is the count before play goes on. */
TEST(a_window_that_was_put_away_counts_before_it_plays_on, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(60);
    window_command("windowunmap --sync");
    real_game_wait_frames(15);
    window_command("windowmap --sync");
    window_command("windowfocus --sync");
    real_game_wait_ticks(60);
    real_game_end();
    ck_assert_int_gt(longest_rest_ns(1000 * MS), 1500 * MS);
    ck_assert_int_gt(longest_rest_ns(60 * MS), 700 * MS);
}

enum { PAUSE_X = 27, PAUSE_Y = 91 };

TEST(a_click_on_the_screen_pauses, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(60);
    click(PAUSE_X, PAUSE_Y);
    real_game_wait_frames(60);
    real_game_end();
    int last = real_game.frame_count - 1;
    for (int i = last - 20; i <= last; i++) {
        ck_assert_uint_eq(real_game.frames[i].ticks, 0);
    }
}
