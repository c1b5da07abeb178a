/* Keys of a game's own: from a file to its frames, live or at the start of a level. */
#include "support/game_config.h"
#include "support/toy_run.h"

enum { LEAVES, DUST, SHAKE, SEASON, NAME, KEY_COUNT };

static const CwConfigKey keys[KEY_COUNT] = {
    [LEAVES] = {"looks", "leaves", CW_CONFIG_SWITCH, "on", .documentation = "Leaves fall."},
    [DUST] = {"looks", "dust", CW_CONFIG_WHOLE, "40", 0, 500, "grains", .at_level_start = true,
              .documentation = "Most grains of dust."},
    [SHAKE] = {"looks", "shake", CW_CONFIG_REAL, "0.5", 0, 1, "of full", .documentation = "Shake."},
    [SEASON] = {"looks", "season", CW_CONFIG_CHOICE, "autumn", .choices = "spring|autumn|winter",
                .documentation = "Colours."},
    [NAME] = {"driver", "name", CW_CONFIG_TEXT, "Ada", .documentation = "Above the buggy."}};

static ConfigTable *table;
static CwFrameServices services;
static CwFrame frame = {.services = &services};

TOY_SET_UP
{
    run.game.menu.keys = keys;
    run.game.menu.key_count = KEY_COUNT;
    run.table = table = game_config(&run.config, &run.game);
    run.config.arena_size = 4;
    toy_run_keep_settings(true);
    services = (CwFrameServices){.settings = &run.loop.settings};
}

TEST(frames_read_values_of_every_kind)
{
    static const char *const set[] = {"looks.leaves=off", "looks.dust=7", "looks.shake=0.25",
                                      "looks.season=winter", "driver.name=Grace H."};
    for (int i = 0; i < KEY_COUNT; i++) {
        ck_assert(config_set(table, &run.config, set[i], NULL));
    }
    toy_run_open();
    ck_assert(!cw_config_switch(&frame, LEAVES));
    ck_assert_int_eq(cw_config_whole(&frame, DUST), 7);
    ck_assert_double_eq(cw_config_real(&frame, SHAKE), 0.25);
    ck_assert_int_eq(cw_config_choice(&frame, SEASON), 2);
    ck_assert_str_eq(cw_config_text(&frame, NAME), "Grace H.");
}

TEST(a_saved_value_holds_at_once_or_from_the_next_start_of_a_level)
{
    toy_run_open();
    toy_save_settings("[looks]\nshake = 1\ndust = 9\nsesaon = winter\n");
    const Notices *notices = &toy_monitor()->notices;
    ck_assert_int_eq(notices->count, 3);
    expect_text(notices->items[0].text, "nearest known key is looks.season");
    ck_assert_str_eq(notices->items[1].text, "looks.dust: 40 -> 9 (applies when a level starts)");
    ck_assert_str_eq(notices->items[2].text, "looks.shake: 0.5 -> 1 (applies now)");
    ck_assert_double_eq(cw_config_real(&frame, SHAKE), 1);
    ck_assert_int_eq(cw_config_whole(&frame, DUST), 40);
    toy_restart();
    ck_assert_int_eq(cw_config_whole(&frame, DUST), 9);
}

static bool is_locked(const CwFrame *asking, int key, int choice, char how[CW_MENU_VALUE_BYTES])
{
    ck_assert_int_eq(choice, cw_config_choice(asking, key));
    snprintf(how, CW_MENU_VALUE_BYTES, "Won in spring.");
    return choice == 1;
}

TEST(a_locked_choice_says_how_to_win_it_and_can_be_left)
{
    run.game.menu.is_locked = is_locked;
    toy_run_open();
    toy_tap(TOY_KEY_ESCAPE);
    screens_push(&run.loop.menus.screens, SCREEN_GAME);
    Page *page = toy_page();
    page->selected = page->row_count - 1;
    toy_run_frames(1);
    ck_assert(page->rows[page->selected].is_locked);
    ck_assert_str_eq(page->hint, "Won in spring.");
    toy_tap_for(TOY_KEY_RIGHT, 1);
    ck_assert_str_eq(page->rows[page->selected].value, "Winter");
    ck_assert(!page->rows[page->selected].is_locked);
    ck_assert_str_eq(page->hint, "Colours.");
}

TEST(a_replay_keeps_only_the_settings_it_carries)
{
    static const CwReplayFile replay;
    toy_run_open();
    run.loop.settings.desc.playback = &(const Playback){.replay = &replay};
    toy_save_settings("[looks]\ndust = 9\n[simulation]\nsubsteps = 2\ntime_scale = 2\n");
    const Notices *notices = &toy_monitor()->notices;
    ck_assert_str_eq(notices->items[0].text,
                     "simulation.substeps: 1 -> 2 (a replay uses its own value)");
    ck_assert_str_eq(notices->items[1].text,
                     "simulation.time_scale: 1 -> 2 (a replay uses its own value)");
    ck_assert_str_eq(notices->items[2].text, "looks.dust: 40 -> 9 (applies when a level starts)");
}

TEST(a_key_read_as_another_kind_aborts, .signal = SIGABRT)
{
    toy_run_open();
    cw_config_whole(&frame, SHAKE);
}

TEST(keys_of_a_game_are_printed_documented_after_the_engine_s)
{
    char *text = printed_config(table, NULL);
    expect_text(text,
                "\n[looks]\n\n; Leaves fall.\n; [on or off, default on, live]\nleaves = on\n");
    expect_text(text, "; [whole number, 0 to 500 grains, default 40, read when a level starts]\n"
                      "dust = 40\n");
    expect_text(text, "; [up to 160 bytes of text, default Ada, live]\nname = Ada\n");
    free(text);
}

TEST(a_text_that_a_file_would_change_is_refused)
{
    static const char *const wrong[] = {"driver.name= Ada", "driver.name=Ada ", "driver.name=A ;B",
                                        "driver.name=;A"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        EXPECT_REFUSED(config_set(table, &run.config, wrong[i], &error), "it has a space");
    }
    ck_assert(config_set(table, &run.config, "driver.name=A;B", NULL));
}
