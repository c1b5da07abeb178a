/* The replays screen and the menu over a recording that is watched. */
#include "sim/fingerprint.h"
#include "support/temp_folder.h"
#include "support/toy_run.h"

static void set_up(void)
{
    temp_make();
    toy_run_prepare();
    run.title = true;
    run.desc.files.player_dir = temp_folder;
    run.desc.rules.recorder = (RecorderDesc){.runs_dir = temp_path("runs"), .runs_kept = 5};
    run.desc.rules.fingerprint = fingerprint_compute(0, &error);
    run.desc.rules.own_settings = run.config.sim;
}

static void tear_down(void)
{
    toy_run_close();
    temp_remove();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static const Recordings *recordings(void)
{
    return run.loop.menus.screens.recordings;
}

/* Plays for a second and looks at the recording of it. */
static void record_and_open(void)
{
    toy_play(5);
    toy_click_row("Play");
    toy_key_for(TOY_KEY_RIGHT, 1, 60);
    toy_key(TOY_KEY_RIGHT, 0);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Title");
    toy_click_row("Replays");
    toy_run_frames(3);
    ck_assert_int_eq(recordings()->count, 1);
    toy_click_row("level");
}

TEST(a_run_is_listed_with_its_date_and_length)
{
    record_and_open();
    const Recording *one = &recordings()->items[0];
    ck_assert_int_eq(one->kind, RECORDING_RUN);
    ck_assert_uint_eq(strlen(one->date), strlen("2026-01-31 23:59"));
    EXPECT_WITHIN(one->ticks, 60, 70);
    ck_assert(!one->finished);
}

static CwProbe count_half(const CwWorld *world)
{
    CwProbe probe = toy_game.probe(world);
    probe.time_ticks = cw_world_tick(world) / 2;
    return probe;
}

TEST(a_run_is_listed_with_its_time_as_the_game_counts_it)
{
    run.game.probe = count_half;
    record_and_open();
    const Recording *one = &recordings()->items[0];
    EXPECT_WITHIN(one->ticks, 30, 35);
    ck_assert(!one->cut && !one->in_all);
}

/* Ends a recording of the list a byte too soon. */
static void cut(const char *folder)
{
    char command[128];
    snprintf(command, sizeof command, "cd '%s/%s' && for f in *; do truncate -s -1 $f; done",
             temp_folder, folder);
    ck_assert_int_eq(system(command), 0);
}

TEST(a_run_that_was_cut_is_listed_as_such)
{
    record_and_open();
    cut("runs");
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Replays");
    toy_run_frames(3);
    ck_assert(recordings()->items[0].cut);
    ck_assert_ptr_nonnull(strstr(run.loop.menus.screens.page.rows[1].value, "cut off"));
}

TEST(a_recording_is_watched_and_left_for_the_title)
{
    record_and_open();
    toy_click_row("Watch");
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
    toy_run_frames(20);
    toy_tap(TOY_KEY_ESCAPE);
    uint64_t ticks = toy_ticks();
    toy_run_frames(20);
    ck_assert_uint_eq(toy_ticks(), ticks); /* time stands under the menu */
    toy_click_row("From the beginning");
    toy_run_frames(10);
    ck_assert_uint_lt(toy_ticks(), ticks);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Leave");
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}

TEST(the_menu_over_a_recording_lets_it_go_on)
{
    record_and_open();
    toy_click_row("Watch");
    toy_run_frames(10);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert(!screens_are_open(&run.loop.menus.screens));
    EXPECT_WITHIN(toy_ticks_in(20), 19, 21);
}

TEST(a_race_plays_the_level_with_the_recording_as_the_ghost)
{
    record_and_open();
    char path[PATH_BYTES_MAX];
    screens_chosen_path(&run.loop.menus.screens, path);
    toy_click_row("Race it");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    ck_assert_str_eq(run.loop.view.best_runs.asked, path);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Title");
    toy_click_row("Play");
    ck_assert_ptr_null(run.loop.view.best_runs.asked);
}

TEST(what_is_kept_is_moved_where_no_newer_run_pushes_it_out)
{
    record_and_open();
    toy_click_row("Keep for good");
    ck_assert_int_eq(recordings()->count, 1);
    ck_assert_int_eq(recordings()->items[0].kind, RECORDING_KEPT);
    toy_run_frames(2);
    toy_click_row("level");
    toy_click_row("Watch");
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
}

TEST(nothing_is_deleted_without_an_answer)
{
    record_and_open();
    toy_click_row("Delete");
    toy_click_row("Leave it");
    ck_assert_int_eq(recordings()->count, 1);
    toy_click_row("Delete");
    toy_click_row("Delete");
    ck_assert_int_eq(recordings()->count, 0);
}
