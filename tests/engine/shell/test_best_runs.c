/* The player's best runs, through the real loop: which recordings count, and which of them stays.
 */
#include "shell/best_runs.h"
#include "shell/loop.h"
#include "sim/fingerprint.h"
#include "support/toy_run.h"

#include <sys/stat.h>

static const InputScript nothing; /* as `play` hands it over without --hold and --tap */

static void set_up(void)
{
    toy_run_prepare();
    toy_run_keep_runs();
    run.desc.choice.driver.script = &nothing;
}

FIXTURE(.set_up = set_up, .tear_down = toy_run_tear_down);

static void begin(void)
{
    toy_run_open();
    EXPECT_OK(runs_begin(&run.loop.runs, &error));
}

/* Waits so long, then runs to the finish, 300 ticks at full speed, and begins anew. */
static void finish_after(int frames)
{
    toy_run_frames(frames);
    toy_finish();
    toy_run_frames(5);
    toy_restart();
}

static CwRunTime best(bool clean)
{
    return best_runs_get(&run.loop.view.best_runs, toy_playback()->session.level, clean, NULL);
}

TEST(a_finished_run_is_kept_and_only_a_faster_one_replaces_it)
{
    begin();
    ck_assert_uint_eq(best(true).ticks, 0);
    finish_after(60);
    CwRunTime first = best(true);
    EXPECT_WITHIN(first.ticks, 300, 400);
    ck_assert_uint_eq(first.clean, 1);
    ck_assert_uint_eq(first.tick_rate, 60);
    finish_after(90);
    ck_assert_uint_eq(best(true).ticks, first.ticks);
    finish_after(10);
    ck_assert_uint_lt(best(true).ticks, first.ticks);
    ck_assert_uint_eq(best(false).ticks, 0);
}

TEST(a_rewind_ranks_apart)
{
    begin();
    toy_key(TOY_KEY_RIGHT, 1);
    toy_run_frames(120);
    toy_key_for(TOY_KEY_REWIND, 1, 30);
    toy_key_for(TOY_KEY_REWIND, 0, 1);
    toy_key(TOY_KEY_RIGHT, 0);
    finish_after(1);
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_uint_gt(best(false).ticks, 0);
    ck_assert_uint_eq(best(false).clean, 0);
}

static void expect_help(void)
{
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_uint_gt(best(false).ticks, 0);
}

static void pause_for_a_while(void)
{
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(10);
    toy_tap(TOY_KEY_ESCAPE);
    toy_run_frames(200); /* with the countdown */
}

TEST(a_pause_a_second_after_a_pause_does_not_help)
{
    begin();
    toy_run_frames(10);
    pause_for_a_while();
    pause_for_a_while();
    finish_after(5);
    ck_assert_uint_gt(best(true).ticks, 0);
    ck_assert_uint_eq(best(false).ticks, 0);
}

TEST(pauses_that_leave_less_than_a_second_rank_apart)
{
    run.config.resume_countdown = 0;
    begin();
    toy_run_frames(10);
    for (int i = 0; i < 4; i++) { /* pause or resume */
        toy_tap(TOY_KEY_ESCAPE);
    }
    finish_after(5);
    expect_help();
}

TEST(what_is_seen_or_slowed_behind_the_finish_does_not_matter)
{
    begin();
    toy_finish();
    toy_tap(TOY_KEY_F4);
    toy_tap(TOY_KEY_FAR_BACK);
    toy_run_frames(5);
    toy_restart();
    ck_assert_uint_gt(best(true).ticks, 0);
}

TEST(other_settings_do_not_count)
{
    run.config.sim.gravity_mps2 = -5.0;
    begin();
    finish_after(5);
    ck_assert_uint_eq(best(true).ticks, 0);
}

TEST(a_scripted_run_does_not_count)
{
    const InputScript script = {.held = {1U << TOY_RUN}};
    run.desc.choice.driver.script = &script;
    begin();
    finish_after(30);
    ck_assert_uint_eq(best(true).ticks + best(false).ticks, 0);
}

TEST(what_is_not_finished_leaves_nothing)
{
    begin();
    toy_run_frames(60);
    toy_restart();
    ck_assert_uint_eq(best(true).ticks + best(false).ticks, 0);
}

TEST(a_damaged_best_run_is_none)
{
    begin();
    finish_after(5);
    char key[128];
    snprintf(key, sizeof key, "saves/clockwork-best-%s.save", toy_playback()->session.level);
    char damaged[64] = "CWSAVE and nothing more";
    temp_write(key, damaged);
    ck_assert_uint_eq(best(true).ticks, 0);
    finish_after(200);
    ck_assert_uint_gt(best(true).ticks, 0);
}

TEST(a_best_run_of_a_newer_program_is_not_replaced)
{
    begin();
    char key[128];
    snprintf(key, sizeof key, "saves/clockwork-best-%s.save", toy_playback()->session.level);
    mkdir(temp_path("saves"), 0777);
    temp_write(key, "CWSAVE~~ of a format that is not known yet");
    finish_after(5);
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_str_eq(temp_read(key), "CWSAVE~~ of a format that is not known yet");
}
