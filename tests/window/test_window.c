/* The built program in a window: driven with keys, seen on the screen, ended in every usual way. */

#include "clockwork/base.h"
#include "support/real_game.h"
#include "support/test.h"
#include "support/x_screen.h"
#include "support/xvfb.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

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

static const char *const renderers[] = {"software", "opengl"};
enum { RENDERERS = POISON_WORKS ? 1 : 2 };

static void play_with(const char *renderer)
{
    char arguments[64];
    snprintf(arguments, sizeof arguments, "first-wind --set display.renderer=%s", renderer);
    real_game_play(arguments);
}

TEST(the_arrow_keys_drive_brake_and_reverse, .rounds = RENDERERS)
{
    play_with(renderers[_i]);
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

static void expect_end_with_whole_logs(void)
{
    ck_assert_int_eq(real_game_wait_end(), EXIT_SUCCESS);
    real_game_read_logs();
    check_whole_logs();
}

TEST(ctrl_c_ends_the_game_with_whole_logs, .left_out = POISON_WORKS)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    ck_assert_int_eq(kill(real_game.pid, SIGINT), 0);
    expect_end_with_whole_logs();
}

TEST(a_closed_window_ends_the_game_with_whole_logs)
{
    real_game_play("first-wind");
    real_game_wait_ticks(30);
    x_window_ask_to_close(real_game.window);
    expect_end_with_whole_logs();
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
    expect_end_with_whole_logs();
    ck_assert_int_eq(real_game.probe_count, 90);
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

TEST(the_screen_shows_the_drive, .rounds = 2, .left_out = POISON_WORKS)
{
    play_with(renderers[_i]);
    int standing = real_game_wait_row(0, is_standing);
    XPicture before = x_picture_take(real_game.window);
    real_game_press("Right");
    real_game_wait_row(standing, is_fast);
    XPicture after = x_picture_take(real_game.window);
    ck_assert(before.width_px == 640 && before.height_px == 360);
    ck_assert_int_gt(x_picture_colours(&before), 200);
    ck_assert_int_gt(x_picture_colours(&after), 200);
    ck_assert_double_gt(part_that_differs(&before, &after), 0.05);
    x_picture_free(&before);
    x_picture_free(&after);
    real_game_release("Right");
    real_game_end();
}

/* ---- The rewind key, and what a killed game leaves ---- */

typedef struct Verdict {
    char word[8];
    unsigned long ticks, rewinds;
} Verdict;

/* What `clockwork verify` says of the one file that a pattern names, in the game's folder. */
static Verdict verify(const char *pattern)
{
    char command[256];
    Verdict verdict = {0};
    snprintf(command, sizeof command, "\"$CLOCKWORK\" verify %s/%s", real_game.folder, pattern);
    FILE *said = popen(command, "r");
    ck_assert_ptr_nonnull(said);
    int fields = fscanf(said, "%7s %*s level=first-wind ticks=%lu finished=no rewinds=%lu",
                        verdict.word, &verdict.ticks, &verdict.rewinds);
    pclose(said);
    ck_assert_msg(fields == 3, "%s: %d fields, %s", command, fields, verdict.word);
    return verdict;
}

static bool rolls(const ProbeRow *row)
{
    return row->x_m > 12 && row->vx_mps > 3;
}

/* The row after the last one from which time went back; 0: it never did. */
static int last_turn(void)
{
    int turn = 0;
    for (int i = 1; i < real_game.probe_count; i++) {
        if (real_game.probe[i].tick <= real_game.probe[i - 1].tick) {
            turn = i;
        }
    }
    return turn;
}

TEST(backspace_rewinds_and_play_goes_on_from_there)
{
    char arguments[128];
    snprintf(arguments, sizeof arguments, "first-wind --record %s/run.cwr", real_game.folder);
    real_game_play(arguments);
    real_game_press("Right");
    real_game_wait_row(0, rolls);
    real_game_wait_ticks(60);
    real_game_press("BackSpace");
    real_game_wait_frames(40);
    real_game_release("BackSpace");
    real_game_wait_ticks(60);
    real_game_release("Right");
    real_game_end();
    int turn = last_turn();
    ck_assert_int_gt(turn, 0);
    const ProbeRow *before = &real_game.probe[turn - 1], *after = &real_game.probe[turn];
    ck_assert_uint_le(after->tick + 10, before->tick);
    ck_assert_double_lt(after->x_m, before->x_m);
    Verdict verdict = verify("run.cwr");
    ck_assert_str_eq(verdict.word, "ok");
    ck_assert_uint_eq(verdict.rewinds, 1);
    ck_assert_uint_eq(verdict.ticks, real_game.probe[real_game.probe_count - 1].tick);
}

/* Ends it at once; returns the last tick that it ran. */
static unsigned long kill_game(void)
{
    ck_assert_int_eq(kill(real_game.pid, SIGKILL), 0);
    ck_assert_int_eq(real_game_wait_end(), -1);
    real_game_read_logs();
    return real_game.probe[real_game.probe_count - 1].tick;
}

/* The flight recorder, without being asked. */
TEST(a_killed_game_leaves_all_but_the_last_second)
{
    real_game_play("first-wind");
    real_game_press("Right");
    real_game_wait_ticks(150);
    unsigned long seen = kill_game();
    real_game_release("Right");
    Verdict verdict = verify("*/windup/runs/*.cwr");
    ck_assert_str_eq(verdict.word, "cut");
    ck_assert_uint_ge(verdict.ticks + 60, seen);
}

TEST(killed_in_slow_motion_it_lacks_a_second_of_real_time)
{
    const unsigned long a_second_ticks = 6;
    real_game_play("first-wind --set simulation.time_scale=0.1");
    real_game_wait_ticks(25);
    unsigned long seen = kill_game();
    ck_assert_uint_lt(seen, 60); /* less than a second of game time */
    ck_assert_uint_ge(verify("*/windup/runs/*.cwr").ticks + a_second_ticks, seen);
}
