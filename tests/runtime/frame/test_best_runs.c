/* The player's best runs, through the real loop: which recordings count, and which one stays. */
#include "base/frame_services.h"
#include "frame/best_runs.h"
#include "support/toy_run.h"

static const InputScript nothing; /* as `play` hands it over without --hold and --tap */

TOY_SET_UP
{
    toy_run_keep_runs();
    run.desc.choice.driver.script = &nothing;
}

static void begin(void)
{
    toy_run_open();
    EXPECT_OK(playlist_begin(&run.loop, &error));
}

/* Waits, runs to the finish (300 ticks at full speed) and restarts. */
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

static void pause_for_a_while(void)
{
    toy_tap_for(TOY_KEY_ESCAPE, 10);
    toy_tap_for(TOY_KEY_ESCAPE, 200);
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
    begin();
    toy_run_frames(10);
    for (int i = 0; i < 4; i++) { /* pause or resume */
        toy_tap(TOY_KEY_ESCAPE);
    }
    finish_after(5);
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_uint_gt(best(false).ticks, 0);
}

TEST(keys_pressed_after_the_finish_do_not_affect_the_rank)
{
    begin();
    toy_finish();
    toy_tap(TOY_KEY_F4);
    toy_tap_for(TOY_KEY_FAR_BACK, 5);
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

static CwProbe probe_with_checkpoints(const CwWorld *world)
{
    CwProbe probe = toy_game.probe(world);
    probe.checkpoints = probe.finished ? 2 : probe.progress > 0.5;
    return probe;
}

TEST(splits_count_all_ticks_in_a_game_without_a_time_of_its_own)
{
    run.game.probe = probe_with_checkpoints;
    begin();
    finish_after(60);
    CwRunTime time = best(true);
    ck_assert_uint_eq(time.split_count, 2);
    EXPECT_WITHIN(time.splits[0], 150, time.ticks - 100);
    ck_assert_uint_eq(time.splits[1], time.ticks);
}

TEST(a_scripted_run_does_not_count)
{
    const InputScript script = {
        .steps = {{.tick = 1, .action = TOY_RUN, .value = CW_ACTION_VALUE_MAX}}, .step_count = 1};
    run.desc.choice.driver.script = &script;
    begin();
    finish_after(30);
    ck_assert_uint_eq(best(true).ticks + best(false).ticks, 0);
}

TEST(an_unfinished_run_is_not_kept)
{
    begin();
    toy_run_frames(60);
    toy_restart();
    ck_assert_uint_eq(best(true).ticks + best(false).ticks, 0);
}

static const char *save_path(void)
{
    return textf("saves/clockwork-best-%s.save", toy_playback()->session.level);
}

TEST(a_damaged_best_run_is_ignored)
{
    begin();
    finish_after(5);
    const char *key = save_path();
    temp_write(key, "CWSAVE and nothing more");
    ck_assert_uint_eq(best(true).ticks, 0);
    finish_after(200);
    ck_assert_uint_gt(best(true).ticks, 0);
}

TEST(a_best_run_of_a_newer_program_is_not_replaced)
{
    begin();
    const char *key = save_path();
    temp_mkdir("saves");
    temp_write(key, "CWSAVE~~ of a format that is not known yet");
    finish_after(5);
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_str_eq(temp_read(key), "CWSAVE~~ of a format that is not known yet");
}

/* Of version 1, whose struct ends with its splits, and of version 3, whose struct is longer. */
TEST(a_best_time_of_an_older_save_is_read_and_replaced, .rounds = 2)
{
    begin();
    finish_after(60);
    CwRunTime first = best(true);
    const char *key = textf("clockwork-best-%s", toy_playback()->session.level);
    CwSaves *saves = &run.loop.view.best_runs.saves;
    CwSave save;
    EXPECT_OK(cw_save_read(saves, key, &save, &error));
    size_t short_bytes = offsetof(CwRunTime, splits) + sizeof first.splits;
    size_t at = _i == 0 ? short_bytes : sizeof first + 16, rest = save.size - sizeof first;
    uint8_t *bytes = calloc(1, at + rest);
    memcpy(bytes, save.bytes, _i == 0 ? short_bytes : sizeof first);
    memcpy(bytes + at, (const char *)save.bytes + sizeof first, rest);
    EXPECT_OK(cw_save_write(saves, key, &(CwSave){_i == 0 ? 1 : 3, bytes, at + rest}, &error));
    free(bytes);
    cw_save_free(&save);
    CwReplayFile *replay;
    ck_assert_uint_eq(
        best_runs_get(&run.loop.view.best_runs, toy_playback()->session.level, true, &replay).ticks,
        first.ticks);
    ck_assert_ptr_nonnull(replay);
    cw_replay_free(replay);
    finish_after(10);
    ck_assert_uint_lt(best(true).ticks, first.ticks);
}

TEST(a_best_run_with_an_impossible_time_is_moved_aside, .rounds = 3)
{
    const CwRunTime times[][2] = {{{.ticks = UINT32_MAX, .tick_rate = 60}},
                                  {{.ticks = 60, .tick_rate = UINT32_MAX}},
                                  {{.ticks = 60, .tick_rate = 60, .score = INT64_MIN}}};
    begin();
    const char *key = textf("clockwork-best-%s", toy_playback()->session.level);
    const CwSave save = {2, times[_i], sizeof times[_i]};
    EXPECT_OK(cw_save_write(&run.loop.view.saves, key, &save, &error));
    ck_assert_uint_eq(best(true).ticks, 0);
    ck_assert_int_eq(access(temp_path(textf("saves/%s.save.bad", key)), F_OK), 0);
}

TEST(a_best_run_of_an_earlier_edition_leaves_the_medal_s_ghost)
{
    static const char *const medals[] = {"gold"};
    BestRuns *runs = &run.loop.view.best_runs;
    begin();
    const char *level = toy_playback()->session.level;
    run.game.rank = (CwGameRank){.medals = medals, .medal_count = 1, .finish_wins = true};
    finish_after(5);
    runs->replays_dir = temp_folder;
    EXPECT_OK(best_runs_copy(runs, level, temp_path(textf("%s.cwr", level)), &error));
    run.game.rules_version++;
    toy_restart();
    finish_after(5); /* replaces the run of other rules */
    run.game.rules_version--;
    const CwFrameServices services = {.best_runs = runs};
    CwReplayFile *ghost = cw_frame_ghost(&(CwFrame){.services = &services});
    ck_assert_uint_eq(ghost->header.rules_version, run.game.rules_version);
    cw_replay_free(ghost);
    run.game.rules_version += 2; /* neither run fits any longer */
    toy_restart();
    temp_listen();
    ck_assert_ptr_null(cw_frame_ghost(&(CwFrame){.services = &services}));
    expect_text(temp_said(), textf("no ghost: %s.cwr: recorded", temp_path(level)));
}

TEST(runs_rank_by_time_or_by_most_or_fewest_points)
{
    const CwRunTime fast = {.ticks = 10, .score = 3}, slow = {.ticks = 20, .score = 5},
                    tied = {.ticks = 12, .score = 3}, none = {0};
    CwGame game = {.rank = {.by = CW_RANK_TIME}};
    ck_assert(run_is_better(&game, &fast, &slow) && !run_is_better(&game, &slow, &fast));
    ck_assert(run_is_better(&game, &slow, &none) && !run_is_better(&game, &fast, &fast));
    game.rank.by = CW_RANK_SCORE_HIGH;
    ck_assert(run_is_better(&game, &slow, &fast) && !run_is_better(&game, &fast, &slow));
    game.rank.by = CW_RANK_SCORE_LOW;
    ck_assert(run_is_better(&game, &fast, &slow) && run_is_better(&game, &fast, &tied));
}
