/* The replays screen and the menu over a recording that is watched. */
#include "host/language.h"
#include "support/toy_run.h"

TOY_SET_UP
{
    run.title = true;
    toy_run_keep_runs();
}

static const Recordings *recordings(void)
{
    return &run.loop.menus.screens.recordings;
}

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
    ck_assert(!one->is_finished);
    toy_tap_for(TOY_KEY_ESCAPE, 3);
    expect_text(toy_page()->rows[1].value, "unfinished   ");
    expect_text(toy_page()->rows[1].value, "   at 0:01");
}

TEST(a_date_s_pattern_with_too_many_days_shows_the_day_once)
{
    record_and_open();
    toy_tap_for(TOY_KEY_ESCAPE, 3);
    temp_mkdir("text");
    temp_write("text/de.po", "msgctxt \"date\"\nmsgid \"YYYY-MM-DD\"\nmsgstr \"DDDDDDDDDD\"\n");
    language_begin(temp_folder, false);
    language_choose(LANGUAGE_DE);
    toy_tap_for(TOY_KEY_RETURN, 3);
    expect_text(toy_page()->rows[0].label, "DDDDDDDD");
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
    ck_assert(!one->is_cut_off);
}

static void cut(const char *folder)
{
    const char *command = "cd '%s/%s' && for f in *; do truncate -s -1 $f; done";
    ck_assert_int_eq(system(textf(command, temp_folder, folder)), 0);
}

TEST(a_run_that_was_cut_or_is_another_game_s_is_listed_as_such)
{
    record_and_open();
    cut("runs");
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Replays");
    toy_run_frames(3);
    ck_assert(recordings()->items[0].is_cut_off);
    expect_text(toy_page()->rows[1].value, "cut off");
    run.game.id = "another";
    toy_tap(TOY_KEY_ESCAPE);
    toy_click_row("Replays");
    toy_run_frames(3);
    expect_text(toy_page()->rows[1].value, "can't be read");
}

static void drop(const char *file)
{
    toy_event((InputEvent){.type = INPUT_FILE, .text = textf("%s/%s", temp_folder, file)});
    toy_run_frames(2);
}

TEST(a_file_dropped_on_the_window_is_offered_played_or_refused)
{
    record_and_open();
    const char *file = textf("%s/runs/%s", temp_folder, recordings()->items[0].file);
    ck_assert_int_eq(rename(file, textf("%s/sent.cwr", temp_folder)), 0);
    temp_mkdir("levels");
    toy_write_level("hill");
    drop("levels/hill.tmj");
    ck_assert_str_eq(toy_playback()->session.level, "hill");
    drop("notes.txt");
    expect_text(toy_monitor()->notices.items[0].text, "notes.txt is neither a recording");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    drop("sent.cwr");
    toy_click_row("Watch");
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
    drop("runs/gone.cwr");
    expect_text(toy_page()->notice, "This recording can't be read: ");
    toy_click_row("Settings");
    ck_assert_ptr_null(toy_page()->notice);
}
