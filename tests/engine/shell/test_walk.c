/* All screens, reached and left with one device alone: keyboard, controller, mouse, finger. In a
 * wide window, and with large text in an upright one. */
#include "support/game_config.h"
#include "support/hands.h"
#include "support/toy_run.h"

static ConfigLayers layers;
static char mine[96];

static const CwActionDef actions[] = {
    [TOY_RUN] = {"run", "run", "key:Right pad:righttrigger mouse:right touch:50-100/50-100"},
    [TOY_KICK] = {"kick", "kick the balls", "key:Space pad:a"},
    [TOY_EXTRA_1] = {"extra_one", "extra", "key:1"},
    [TOY_EXTRA_2] = {"extra_two", "extra", "key:2"},
    [TOY_EXTRA_3] = {"extra_three", "extra", "key:3"},
};

static void set_up(void)
{
    toy_run_prepare();
    temp_mkdir("levels");
    toy_write_level("first");
    toy_write_level("second");
    levels_find(&run.levels, temp_folder);
    run.game.actions = actions;
    run.table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    run.config.scaling = SCALING_EXPAND;
    snprintf(mine, sizeof mine, "%s", temp_path("mine.ini"));
    layers = (ConfigLayers){.files = {mine}, .file_count = 1};
    run.desc.settings.table = run.table;
    run.desc.settings.layers = &layers;
    run.desc.settings.player = mine;
    run.title = true;
    toy_run_keep_runs();
}

enum { SHAPES = 2, ROUNDS = DEVICE_COUNT * SHAPES };

FIXTURE(.set_up = set_up, .tear_down = toy_run_tear_down, .timeout_s = 60);

/* On the title, with the device of this round. */
static void begin(int round)
{
    hands_take((Device)(round % DEVICE_COUNT));
    if (round >= DEVICE_COUNT) {
        run.host_desc.status.width_px = 500;
        run.host_desc.status.height_px = 900;
        run.config.text_size = 1.5;
    }
    toy_play(5);
}

static ScreenPage shown(void)
{
    const Screens *screens = &run.loop.menus.screens;
    ck_assert_int_gt(screens->depth, 0);
    return screens->stack[screens->depth - 1].kind;
}

static void expect_page(ScreenPage wanted)
{
    ck_assert_int_eq(shown(), wanted);
}

static void see(const char *label, ScreenPage wanted)
{
    hands_choose(label);
    expect_page(wanted);
    hands_back();
}

static void drive(int frames)
{
    hands_drive(true);
    toy_run_frames(frames);
    hands_drive(false);
    toy_run_frames(1);
}

static void finish(void)
{
    hands_drive(true);
    for (int i = 0; i < 1000 && toy_activity() != ACTIVITY_FINISHED; i++) {
        toy_run_frames(1);
    }
    hands_drive(false);
    ck_assert_int_eq(toy_activity(), ACTIVITY_FINISHED);
    toy_run_frames(60); /* who was still driving chooses nothing by it */
}

TEST(the_title_leads_everywhere_and_back, .rounds = ROUNDS)
{
    begin(_i);
    see("Levels", PAGE_LEVELS);
    see("Replays", PAGE_REPLAYS);
    see("Credits", PAGE_CREDITS);
    hands_choose("Settings");
    see("Comfort", PAGE_COMFORT);
    see("Sound", PAGE_SOUND);
    see("Picture", PAGE_PICTURE);
    see("Controls", PAGE_CONTROLS);
    see("Game", PAGE_GAME);
    expect_page(PAGE_SETTINGS);
    hands_back();
    expect_page(PAGE_TITLE);
    hands_press_anything();
    ck_assert_int_eq(toy_activity(), ACTIVITY_TITLE);
}

TEST(a_setting_is_changed, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Settings");
    hands_choose("Comfort");
    hands_choose("Reduced motion");
    ck_assert(run.loop.settings.config.reduced_motion);
    hands_choose("Reduced motion");
    ck_assert(!run.loop.settings.config.reduced_motion);
}

/* A finger has nothing to bind: it gets away, and so does who has no key for a page. */
TEST(an_action_is_bound_anew_or_left_alone, .rounds = ROUNDS)
{
    begin(_i);
    bool pad = hands_device() == DEVICE_PAD;
    hands_choose("Settings");
    hands_choose("Controls");
    for (int other = 0; other < 2; other++) {
        hands_choose((other == 0) == pad ? "Controller" : "Keyboard and mouse");
        hands_choose("Extra");
        ck_assert_int_eq(toy_stage()->binding_catch.state, CATCH_WAITS);
        if (hands_device() != DEVICE_TOUCH) {
            hands_press_anything();
        }
        toy_run_frames(7 * 60);
        ck_assert_int_eq(toy_stage()->binding_catch.state, CATCH_OFF);
        hands_back();
        expect_page(PAGE_CONTROLS);
    }
    int count = toy_stage()->players.collectors[0].map.actions[TOY_EXTRA_1].count;
    ck_assert_int_eq(count, pad ? 2 : 1);
}

TEST(a_level_of_the_map_is_played_paused_and_left, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Levels");
    hands_choose("The second");
    ck_assert_str_eq(toy_playback()->session.level, "second");
    drive(40);
    hands_press(UI_PAUSE, 1);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PAUSED);
    see("Settings", PAGE_SETTINGS);
    hands_back();
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    hands_press(UI_PAUSE, 1);
    hands_choose("Start again");
    ck_assert_uint_lt(toy_ticks(), 10);
    hands_press(UI_PAUSE, 1);
    hands_choose("Title");
    expect_page(PAGE_TITLE);
}

TEST(a_run_is_rewound_and_begun_again, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    drive(90);
    uint64_t before = toy_ticks();
    hands_press(UI_REWIND, 30);
    ck_assert_uint_lt(toy_ticks(), before);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    before = toy_ticks();
    toy_run_frames(30);
    ck_assert_uint_gt(toy_ticks(), before);
    hands_press(UI_RETRY, 1);
    ck_assert_uint_lt(toy_ticks(), 10);
}

TEST(results_lead_on_again_back_in_time_and_out, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_press(UI_REWIND, 60);
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    finish();
    hands_choose("Once more");
    finish();
    hands_choose("Next level");
    ck_assert_str_eq(toy_playback()->session.level, "second");
    finish();
    hands_choose("Title");
    expect_page(PAGE_TITLE);
}

TEST(a_replay_is_watched_stopped_slowed_and_left, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_choose("Watch");
    ck_assert_int_eq(toy_activity(), ACTIVITY_WATCHING);
    hands_press(UI_PAUSE, 1);
    ck_assert(playback_is_held(toy_playback(), HOLD_STOP));
    hands_press(UI_PAUSE, 1);
    hands_press(UI_SLOWER, 1);
    ck_assert_double_lt(playback_speed(toy_playback()), 1);
    hands_press(UI_FASTER, 1);
    hands_press(UI_BACK, 1);
    expect_page(PAGE_WATCH);
    hands_choose("Watch on");
    hands_press(UI_BACK, 1);
    hands_choose("From the beginning");
    hands_press(UI_BACK, 1);
    hands_back();
    hands_press(UI_BACK, 1);
    hands_choose("Leave");
    expect_page(PAGE_TITLE);
}

static int row_below(const char *heading)
{
    return hands_row(heading) + 1;
}

TEST(a_recording_is_raced_kept_and_deleted, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    finish();
    hands_choose("Title");
    hands_choose("Replays");
    hands_choose_row(row_below("Your best runs"));
    hands_choose("Race it");
    ck_assert_int_eq(toy_activity(), ACTIVITY_PLAYING);
    hands_press(UI_PAUSE, 1);
    hands_choose("Title");
    hands_choose("Replays");
    hands_choose_row(row_below("Your last runs"));
    hands_choose("Keep for good");
    hands_choose_row(row_below("Kept"));
    hands_choose("Delete");
    hands_choose("Leave it");
    hands_choose("Delete");
    hands_choose("Delete");
    expect_page(PAGE_REPLAYS);
    for (int i = 0; i < run.loop.menus.screens.page.row_count; i++) {
        ck_assert_str_ne(run.loop.menus.screens.page.rows[i].label, "Kept");
    }
}

TEST(the_title_quits, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Quit");
    ck_assert(run.loop.end.done && !run.loop.end.failed);
}

TEST(the_pause_quits, .rounds = ROUNDS)
{
    begin(_i);
    hands_choose("Play");
    toy_run_frames(5);
    hands_press(UI_PAUSE, 1);
    hands_choose("Quit");
    ck_assert(run.loop.end.done && !run.loop.end.failed);
}
