/* Settings in the game: in force at once, kept in the player's file, or locked. */
#include "support/game_config.h"
#include "support/toy_run.h"
#include "windup/windup.h"

TOY_SET_UP
{
    toy_run_keep_settings(false);
}

static void open_page(const char *name)
{
    run.title = true;
    toy_play(3);
    toy_click_row("Settings");
    toy_click_row(name);
    toy_run_frames(1);
}

static const PageRow *row_of(const char *label)
{
    return &toy_page()->rows[toy_row(label)];
}

static void tap_on(const char *label, int key, int times)
{
    page_select(toy_page(), row_of(label)->id);
    toy_tap_times(key, times);
}

static const char *kept(void)
{
    toy_run_frames(60); /* it rests */
    return temp_read("config.ini");
}

static const Config *read_again(void)
{
    static Config again;
    kept();
    game_config(&again, &run.game);
    ck_assert(config_read_file(run.table, &again, &(ConfigFile){.path = temp_path("config.ini")}));
    return &again;
}

TEST(a_slider_moved_by_keys_applies_at_once_and_is_saved)
{
    open_page("Sound");
    toy_tap(TOY_KEY_DOWN);
    toy_tap(TOY_KEY_DOWN);
    toy_tap_times(TOY_KEY_LEFT, 3);
    ck_assert_double_eq(run.loop.settings.config.music, 0.85);
    ck_assert_str_eq(row_of("Music")->value, "85 %");
    ck_assert_double_eq(read_again()->music, 0.85);
}

TEST(a_slider_that_is_dragged_is_written_once_it_rests)
{
    open_page("Sound");
    Page *page = toy_page();
    Box track = page_slider_track(page_value_box(page, 0), &page->rows[0], page->text_scale);
    toy_event((InputEvent){.type = INPUT_MOUSE_MOTION,
                           .x = track.x + track.width / 2,
                           .y = track.y + track.height / 2,
                           .dx = 1});
    toy_button(1);
    ck_assert_double_eq(run.loop.settings.config.master, 0.5);
    ck_assert_int_ne(access(temp_path("config.ini"), F_OK), 0);
    toy_button(0);
    ck_assert_double_eq(read_again()->master, 0.5);
}

TEST(choices_turn_both_ways_and_around)
{
    open_page("Picture");
    tap_on("Scaling", TOY_KEY_RIGHT, 1);
    ck_assert_int_eq(run.loop.settings.config.scaling, SCALING_STRETCH);
    toy_tap_times(TOY_KEY_LEFT, 2);
    ck_assert_int_eq(run.loop.settings.config.scaling, SCALING_EXPAND);
    tap_on("Frame limit", TOY_KEY_RIGHT, 2);
    ck_assert_int_eq(run.loop.settings.config.target_fps, 40);
    const Config *again = read_again();
    ck_assert(again->scaling == SCALING_EXPAND && again->target_fps == 40);
}

TEST(lines_written_by_hand_stay_in_the_file)
{
    temp_write("config.ini", "; by hand\n[audio]\nmusik = 3\nmusic = 1 ; loud\n");
    open_page("Sound");
    tap_on("Music", TOY_KEY_LEFT, 1);
    ck_assert_str_eq(kept(), "; by hand\n[audio]\nmusik = 3\nmusic = 0.95 ; loud\n");
}

TEST(a_setting_changed_just_before_the_end_is_saved)
{
    open_page("Comfort");
    toy_click_row("Reduced motion");
    ck_assert(toy_run_close());
    expect_text(temp_read("config.ini"), "[comfort]\nreduced_motion = on\n");
}

static ConfigLayers over;

TEST(a_key_set_by_an_override_is_locked_and_names_it)
{
    EXPECT_OK(config_set(run.table, &run.config, "display.vsync=on", &error));
    over = (ConfigLayers){.files = {run.desc.settings.player, temp_path("other.ini")},
                          .file_count = 2};
    temp_write("other.ini", "[display]\npacing = raw\n");
    run.desc.settings.layers = &over;
    config_read_file(run.table, &run.config, &(ConfigFile){.path = over.files[1]});
    open_page("Picture");
    toy_click_row("Vertical sync");
    ck_assert(run.loop.settings.config.vsync && row_of("Vertical sync")->is_locked);
    toy_run_frames(1);
    expect_text(toy_page()->hint, "--set");
    tap_on("Frame pacing", TOY_KEY_RIGHT, 1);
    ck_assert_int_eq(run.loop.settings.config.pacing, PACING_RAW);
    expect_text(toy_page()->hint, "other.ini:2");
    ck_assert(!row_of("Scaling")->is_locked);
}

TEST(without_a_folder_settings_hold_until_the_end_and_it_is_said)
{
    run.desc.settings.player = "";
    open_page("Comfort");
    toy_click_row("High contrast");
    toy_run_frames(60);
    ck_assert(run.loop.settings.config.high_contrast);
    expect_text(toy_monitor()->notices.items[0].text, "not saved");
}

static CwComfort asked;
static double shake_m;

static void ask(const CwWorld *world, CwFrame *frame)
{
    asked = frame->comfort;
    frame->camera->shake_m = (CwPoint2){0.5, 0};
}

static void look(const CwWorld *world, CwFrame *frame)
{
    shake_m = frame->camera->shake_m.x;
}

TEST(comfort_reaches_the_game_at_once)
{
    static const CwSystem systems[] = {
        {.name = "ask", .phase = CW_PHASE_PRE_RENDER, .frame = ask},
        {.name = "look", .phase = CW_PHASE_RENDER, .frame = look},
    };
    run.game.content.systems = systems;
    run.game.content.system_count = (int)CW_ARRAY_LENGTH(systems);
    open_page("Comfort");
    ck_assert(asked.text_scale == 1 && asked.shake == 1 && shake_m == 0.5);
    tap_on("Camera shake", TOY_KEY_LEFT, 5);
    ck_assert_double_eq(shake_m, 0.25);
    tap_on("Text size", TOY_KEY_RIGHT, 2);
    tap_on("Safe colours", TOY_KEY_RETURN, 1);
    tap_on("Reduced motion", TOY_KEY_RIGHT, 1);
    ck_assert(asked.text_scale == 1.5 && asked.colour_safe && asked.reduced_motion);
    ck_assert(!asked.high_contrast && asked.shake == 0 && shake_m == 0);
}

static void catch_key(const char *label, int code)
{
    tap_on(label, TOY_KEY_RETURN, 1);
    toy_tap_for(code, 2);
}

TEST(escape_leaves_a_key_as_it_was_and_the_page_open)
{
    open_page("Controls");
    toy_click_row("Keyboard and mouse");
    catch_key("Rewind", TOY_KEY_ESCAPE);
    ck_assert_str_eq(row_of("Rewind")->value, "Backspace, Z");
    ck_assert_str_eq(toy_page()->title, "Keyboard");
}

TEST(a_key_bound_twice_is_marked_at_both_actions_until_the_reset)
{
    open_page("Controls");
    toy_click_row("Keyboard and mouse");
    catch_key("Pause", TOY_KEY_F3);
    ck_assert(row_of("Pause")->is_alarming && row_of("Overlay")->is_alarming);
    ck_assert_str_eq(row_of("Pause")->value, "! F3");
    expect_text(toy_page()->hint, "F3 is also \"Overlay\"");
    tap_on("Reset to defaults", TOY_KEY_RETURN, 1);
    toy_run_frames(2);
    ck_assert(!row_of("Pause")->is_alarming && !row_of("Overlay")->is_alarming);
}

TEST(a_button_is_bound_and_keys_and_zones_stay)
{
    open_page("Controls");
    toy_click_row("Controller");
    tap_on("Pause", TOY_KEY_RETURN, 1);
    toy_pad(TOY_PAD_DPAD_DOWN, 1);
    toy_run_frames(2);
    toy_pad(TOY_PAD_DPAD_DOWN, 0);
    ck_assert_str_eq(row_of("Pause")->value, "D-pad down");
    ck_assert_str_eq(run.loop.settings.config.ui_bindings[UI_PAUSE], "pad:dpdown key:Escape key:P");
}

static bool lists(const char *label)
{
    const Page *page = toy_page();
    bool found = false;
    for (int i = 0; i < page->row_count; i++) {
        found = found || strcmp(page->rows[i].label, label) == 0;
    }
    return found;
}

TEST(keys_of_a_maker_are_among_the_bindings_only_with_a_guest, .rounds = 2)
{
    static ConfigTable alone;
    if (_i == 0) {
        EXPECT_OK(config_table_make(&alone, &run.game, NULL, &error));
        config_reset(&alone, &run.config);
        run.desc.settings.table = &alone;
        run.desc.guest = NULL;
    }
    open_page("Controls");
    toy_click_row("Keyboard and mouse");
    ck_assert(lists("Rewind") && lists("Overlay") && lists("Next mark"));
    ck_assert(lists("Inspect") == (_i == 1));
    ck_assert(lists("Physics shapes") == (_i == 1));
    ck_assert(lists("Tools") == (_i == 1));
}

TEST(a_game_hides_and_renames_rows_and_the_row_ghost_needs_ghosts, .rounds = 2)
{
    static const char *const labels[] = {"display.background=", "display.vsync=No tearing"};
    run.game.menu.labels = labels;
    run.game.menu.label_count = _i == 0 ? 0 : 2;
    run.desc.settings.table = run.table = game_config(&run.config, &run.game);
    open_page("Picture");
    ck_assert(lists("In the background") == (_i == 0) && lists("Vertical sync") == (_i == 0));
    ck_assert(lists("No tearing") == (_i == 1));
    toy_tap(TOY_KEY_ESCAPE);
    ck_assert(!lists("Game")); /* it would be empty */
    run.loop.view.best_runs.has_ghosts = true;
    toy_run_frames(1);
    toy_click_row("Game");
    ck_assert(lists("Ghost"));
}

static const CwGame *const games[] = {&toy_game, &windup_game};

TEST(as_shipped_no_keys_are_in_conflict, .rounds = CW_ARRAY_LENGTH(games))
{
    run.game.input.actions = games[_i]->input.actions;
    run.game.input.action_count = games[_i]->input.action_count;
    run.desc.settings.table = run.table = game_config(&run.config, &run.game);
    open_page("Controls");
    for (int half = 0; half < 2; half++) {
        toy_click_row(half == 0 ? "Keyboard and mouse" : "Controller");
        toy_run_frames(1);
        const Page *page = toy_page();
        ck_assert_int_gt(page->row_count, UI_ACTION_COUNT);
        for (int i = 0; i < page->row_count; i++) {
            ck_assert_msg(!page->rows[i].is_alarming, "%s", page->rows[i].label);
        }
        toy_tap(TOY_KEY_ESCAPE);
    }
}
