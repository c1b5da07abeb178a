#include "clockwork/base.h"
#include "support/real_game.h"
#include "support/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* The built game in a window: the rewind key, and what a killed game leaves. */

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

FIXTURE(.prepare = real_game_prepare, .set_up = real_game_set_up, .tear_down = real_game_tear_down,
        .timeout_s = REAL_GAME_TIMEOUT_S);

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

/* The flight recorder, without being asked. */
TEST(a_killed_game_leaves_all_but_the_last_second)
{
    real_game_play("first-wind");
    real_game_press("Right");
    real_game_wait_ticks(150);
    ck_assert_int_eq(kill(real_game.pid, SIGKILL), 0);
    ck_assert_int_eq(real_game_wait_end(), -1);
    real_game_release("Right");
    real_game_read_logs();
    unsigned long seen = real_game.probe[real_game.probe_count - 1].tick;
    Verdict verdict = verify("*/windup/runs/*.cwr");
    ck_assert_str_eq(verdict.word, "cut");
    ck_assert_uint_ge(verdict.ticks + 60, seen);
}

TEST(killed_in_slow_motion_it_lacks_a_second_of_real_time)
{
    const unsigned long a_second_ticks = 6;
    real_game_play("first-wind --set simulation.time_scale=0.1");
    real_game_wait_ticks(25);
    ck_assert_int_eq(kill(real_game.pid, SIGKILL), 0);
    ck_assert_int_eq(real_game_wait_end(), -1);
    real_game_read_logs();
    unsigned long seen = real_game.probe[real_game.probe_count - 1].tick;
    ck_assert_uint_lt(seen, 60); /* less than a second of game time */
    ck_assert_uint_ge(verify("*/windup/runs/*.cwr").ticks + a_second_ticks, seen);
}
