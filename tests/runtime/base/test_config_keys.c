/* Keys and their values: the table, text to value and back, and --set. */
#include "base/number.h"
#include "support/comma_locale.h"
#include "support/expect.h"
#include "support/game_config.h"

#include <locale.h>

static const CwActionDef game_actions[] = {{"accelerate", "Drive forward.", "key:Right key:D"},
                                           {"hop", "Jump.", "key:Space pad:a"}};

static const CwGame game = {.input = {.actions = game_actions, .action_count = 2}};
static ConfigTable *table;
static Config config;

SET_UP()
{
    table = game_config(&config, &game);
}

static void assert_set(const char *assignment)
{
    ck_assert_msg(config_set(table, &config, assignment, &error), "%s: %s", assignment, error.text);
}

static void assert_refused(const char *assignment, const char *words)
{
    error = (CwError){0};
    ck_assert_msg(!config_set(table, &config, assignment, &error), "%s was taken", assignment);
    expect_text(error.text, words);
}

TEST(built_in_settings_of_the_simulation_are_its_defaults)
{
    const CwSimSettings usual = cw_sim_settings_default();
    ck_assert(sim_settings_equal(&config.sim, &usual));
    static const char *const others[] = {"simulation.tick_rate=61", "simulation.substeps=2",
                                         "simulation.iterations=11", "simulation.gravity=-9.8"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(others); i++) {
        Config other = config;
        ck_assert(config_set(table, &other, others[i], NULL));
        ck_assert_msg(!sim_settings_equal(&other.sim, &usual), "%s", others[i]);
    }
}

TEST(built_in_values_are_those_of_the_contract)
{
    ck_assert_int_eq(config.sim.tick_rate, 60);
    ck_assert_int_eq(config.sim.substeps, 1);
    ck_assert_int_eq(config.sim.iterations, 10);
    ck_assert_int_eq(config.max_steps_per_frame, 8);
    ck_assert_double_eq(config.max_frame_time, 0.25);
    ck_assert_double_eq(config.time_scale, 1.0);
    ck_assert_double_eq(config.sim.gravity_mps2, -9.81);
    ck_assert_int_eq(config.renderer, CONFIG_RENDERER_AUTO);
    ck_assert(config.vsync && config.latency == LATENCY_AHEAD && !config.fullscreen);
    ck_assert_str_eq(config.game_bindings[0][1], "key:Space pad:a");
    ck_assert_str_eq(config.ui_bindings[UI_PAUSE], "key:Escape key:P pad:start");
}

TEST(every_key_is_documented_and_its_default_is_allowed)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        ck_assert_msg(strlen(key->documentation) > 4, "%s has no documentation", key->name);
        ck_assert_int_eq(config_find(table, key->section, key->name, NULL), i);
        char before[CONFIG_VALUE_MAX], after[CONFIG_VALUE_MAX];
        config_value_text(key, &config, before);
        EXPECT_OK(config_value_set(key, &config, before, &error));
        config_value_text(key, &config, after);
        ck_assert_str_eq(before, after);
    }
}

TEST(both_ends_of_every_range_are_allowed_and_values_beyond_are_not)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        if (key->kind != CW_CONFIG_WHOLE && key->kind != CW_CONFIG_REAL) {
            continue;
        }
        double step = key->kind == CW_CONFIG_WHOLE ? 1 : 1e-6;
        const double values[] = {key->low, key->high, key->low - step, key->high + step};
        for (int v = 0; v < 4; v++) {
            char text[NUMBER_TEXT_MAX];
            number_print(values[v], text);
            ck_assert_msg(config_value_set(key, &config, text, NULL) == (v < 2), "%s = %s",
                          key->name, text);
        }
    }
}

TEST(zero_is_a_frame_rate_but_not_a_low_one)
{
    assert_set("display.target_fps=144");
    assert_set("display.target_fps=0");
    assert_refused("display.target_fps=19", "allowed: 0 or 20 to 1000 frames/s");
    ck_assert_int_eq(config.target_fps, 0);
}

TEST(a_switch_takes_on_true_yes_and_1_and_their_opposites)
{
    static const char *const words[] = {"on", "off", "true", "false", "yes", "no", "1", "0"};
    for (int i = 0; i < 8; i++) {
        assert_set(textf("display.vsync=%s", words[i]));
        ck_assert_int_eq(config.vsync, i % 2 == 0);
    }
    assert_refused("display.vsync=maybe", "allowed: on or off");
    assert_refused("display.vsync=", "allowed: on or off");
}

TEST(a_choice_takes_its_words_only)
{
    assert_set("display.renderer=software");
    ck_assert_int_eq(config.renderer, CONFIG_RENDERER_SOFTWARE);
    assert_set("display.scaling=integer");
    ck_assert_int_eq(config.scaling, SCALING_INTEGER);
    assert_set("display.background=run");
    ck_assert_int_eq(config.background, CONFIG_BACKGROUND_RUN);
    assert_refused("display.renderer=open", "allowed: auto|opengl|software");
    assert_refused("display.renderer=auto|opengl", "not known");
    assert_refused("display.renderer=", "not known");
    ck_assert_int_eq(config.renderer, CONFIG_RENDERER_SOFTWARE);
}

TEST(a_huge_value_is_quoted_in_short)
{
    char assignment[10300];
    snprintf(assignment, sizeof assignment, "input.hop=%010240d", 7);
    assert_refused(assignment, "too long");
    ck_assert_uint_lt(strlen(error.text), 200);
    snprintf(assignment, sizeof assignment, "simulation.substeps=%010240d", 7);
    assert_set(assignment); /* leading zeros only */
    memset(assignment + 20, '9', 10240);
    assert_refused(assignment, "out of range");
    ck_assert_uint_lt(strlen(error.text), 200);
}

TEST(set_names_the_nearest_key)
{
    assert_refused("simulation.tick_rat=60", "nearest known key is simulation.tick_rate");
    assert_refused("simulation.tikc_rate=60", "nearest known key is simulation.tick_rate");
    assert_refused("display.tick_rate=60", "nearest known key is simulation.tick_rate");
    assert_refused("simulation.hop=key:A", "nearest known key is input.hop");
    assert_refused("simulatoin.iterations=3", "nearest known key is simulation.iterations");
    assert_refused("input.acelerate=key:A", "nearest known key is input.accelerate");
    assert_refused("DISPLAY.vsync=on", "nearest known key is display.vsync");
    assert_refused("audio.hops=1",
                   "unknown key audio.hops; `clockwork config` prints"); /* not input.hop */
    assert_refused("looks.zop=1", "unknown key looks.zop; `clockwork config` prints all keys");
    assert_refused("debug.exit=1", "unknown key debug.exit; `clockwork config` prints all keys");
    assert_refused("simulatoin.iteration=3", "nearest known key is simulation.iterations");
}

TEST(set_refuses_words_that_are_no_assignment)
{
    static const char *const wrong[] = {"",  "=",          "simulation",  "simulation.tick_rate",
                                        "x", "vsync=on.1", "tick_rate=60"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        assert_refused(wrong[i], "write section.key=value");
    }
    assert_refused(".=", "key \"\" is in no section; `clockwork config` prints all keys");
    assert_refused("simulation.=1", "unknown key simulation.; `clockwork config` prints all keys");
}

TEST(bindings_are_checked_and_may_be_empty)
{
    assert_set("input.hop=key:A key:=");
    ck_assert_str_eq(config.game_bindings[0][1], "key:A key:=");
    assert_refused("input.hop=key:A bogus", "input.hop: \"bogus\": a binding is key:NAME");
    assert_refused("input.hop=key:\nA", "control character");
    ck_assert_str_eq(config.game_bindings[0][1], "key:A key:=");
    assert_set("input.hop=");
    ck_assert_str_eq(config.game_bindings[0][1], "");
    assert_set("input.pause=key:P");
    ck_assert_str_eq(config.ui_bindings[UI_PAUSE], "key:P");
}

TEST(minus_zero_is_zero)
{
    assert_set("simulation.gravity=-0");
    ck_assert(!signbit(config.sim.gravity_mps2));
}

TEST(printed_defaults_ignore_current_values_and_a_comma_decimal_locale, .needs = &package_locales)
{
    char *before = printed_config(table, NULL);
    assert_set("simulation.tick_rate=120");
    comma_locale_begin();
    char *after = printed_config(table, NULL);
    ck_assert_str_eq(before, after);
    assert_set("simulation.time_scale=0.125");
    ck_assert_double_eq(config.time_scale, 0.125);
    assert_refused("simulation.time_scale=0,5", "allowed: 0 to 16");
    ck_assert_str_eq(setlocale(LC_NUMERIC, NULL), COMMA_LOCALE); /* nobody changed it */
    comma_locale_end();
    free(before);
    free(after);
}

TEST(names_differ_by_inserted_removed_replaced_and_swapped_letters)
{
    static const char *const one_off[] = {"vsyn", "vvsync", "vzync", "vsycn"};
    static const char *const names[] = {"play", "replay", "verify"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(one_off); i++) {
        ck_assert_int_eq(name_distance(one_off[i], "vsync"), 1);
    }
    ck_assert(name_distance("vsync", "vsync") == 0 && name_distance("kitten", "sitting") == 3);
    ck_assert_str_eq(cw_nearest_name("repaly", names, 3), "replay");
    ck_assert_str_eq(cw_nearest_name("pla", names, 3), "play");
    ck_assert_str_eq(cw_nearest_name("VERIFY", names, 3), "verify");
    ck_assert_ptr_null(cw_nearest_name("play", names, 0));
}

TEST(only_a_near_name_is_offered)
{
    static const char *const names[] = {"oil", "hop", "silver_s", "gravity", "u"};
    static const struct {
        const char *mistyped, *offered;
    } pairs[] = {{"exit", NULL},
                 {"MoveCost", NULL},
                 {"iol", "oil"},
                 {"ol", "oil"},
                 {"sliver_s", "silver_s"},
                 {"silver", "silver_s"},
                 {"hops", "hop"},
                 {"", NULL},
                 {"x", NULL},
                 {"gravvity", "gravity"},
                 {"grave", NULL},
                 {"hill", NULL}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(pairs); i++) {
        const char *near = cw_nearest_name(pairs[i].mistyped, names, CW_ARRAY_LENGTH(names));
        ck_assert_pstr_eq(near, pairs[i].offered);
    }
}

TEST(each_player_has_bindings_of_his_own)
{
    static const char *const second[] = {"key:L", NULL};
    CwGame three = game;
    three.input.player_count = 3;
    three.input.player_bindings[0] = second;
    table = game_config(&config, &three);
    ck_assert_str_eq(config.game_bindings[1][0], "key:L");
    ck_assert_str_eq(config.game_bindings[1][1], "");
    ck_assert_str_eq(config.game_bindings[2][0], "");
    assert_set("input.hop.3=pad:b");
    ck_assert_str_eq(config.game_bindings[2][1], "pad:b");
    ck_assert_str_eq(config.game_bindings[0][1], "key:Space pad:a");
    assert_refused("input.hop.4=pad:b", "the nearest known key is input.hop.");
}
