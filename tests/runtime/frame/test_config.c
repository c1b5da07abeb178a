/* The table of the engine's and a game's keys, and the messages about an impossible game. */
#include "support/expect.h"
#include "support/game_config.h"
#include "support/temp_folder.h"
#include "windup/windup.h"

static Config config;
static char said[512];

static void say(void *context, const char *text)
{
    size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s%s", used > 0 ? "\n" : "", text);
}

/* Golden. After a change of the table or of the game's actions:
 * build/clockwork config --defaults > config.ini */
TEST(the_shipped_config_is_what_the_table_prints_for_windup)
{
    static char shipped[1 << 16];
    ck_assert_uint_lt(read_bytes("config.ini", shipped, sizeof shipped - 1), sizeof shipped - 1);
    char *wanted = printed_config(game_config(&config, &windup_game), NULL);
    ck_assert_str_eq(shipped, wanted);
    free(wanted);
}

/* A finished game, whose player may have the file of a maker's build. */
TEST(keys_of_a_missing_guest_are_reported_and_skipped)
{
    ConfigTable table;
    EXPECT_OK(config_table_make(&table, &windup_game, NULL, &error));
    ck_assert_int_ge(config_find(&table, "debug", "overlay", NULL), 0);
    ck_assert_int_eq(config_find(&table, "input", "look", NULL), -1);
    config_reset(&table, &config);
    temp_write("config.ini", "[debug]\ntrace_ring = off\noverlay = graph\n[input]\nlook = key:U\n");
    said[0] = '\0';
    ck_assert(
        config_read_file(&table, &config, &(ConfigFile){temp_path("config.ini"), .message = say}));
    expect_text(said, "config.ini:2: unknown key debug.trace_ring");
    ck_assert_ptr_null(strchr(said, '\n'));
    ck_assert_int_eq(config.overlay, OVERLAY_GRAPH);
}

static void expect_refusal(const CwGame *game, const char *words)
{
    ConfigTable table;
    EXPECT_REFUSED(config_table_make(&table, game, NULL, &error), words);
}

TEST(impossible_actions_are_refused_by_name)
{
    static const struct {
        CwActionDef actions[2];
        const char *words;
    } wrong[] = {
        {{{"hop", "Hop.", ""}, {"hop", "Hop.", ""}}, "there are two keys input.hop"},
        {{{"hop", "Hop.", ""}, {"pause", "Stop.", ""}}, "there are two keys input.pause"},
        {{{"hop", "Hop.", ""}, {"dead_zone", "Zone.", ""}}, "there are two keys input.dead_zone"},
        {{{"hop", "Hop.", ""}, {"Lean left", "Lean.", ""}}, "[input] Lean left: names are of"},
        {{{"hop", "Hop.", ""}, {"skip", "Skip.", NULL}}, "action 2: give it a name, a label and"},
        {{{"hop", "Hop.", "key:Spce"}, {"a", "A.", ""}}, "input.hop: \"key:Spce\": no key has"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        expect_refusal(&(CwGame){.input = {.actions = wrong[i].actions, .action_count = 2}},
                       wrong[i].words);
    }
}

TEST(impossible_players_are_refused_by_name)
{
    static const CwActionDef hop = {"hop", "Hop.", ""};
    static const CwActionDef taken[] = {{"hop", "Hop.", ""}, {"hop.2", "Hop, too.", ""}};
    static const char *const wrong[] = {"key:Spce"};
    CwGame game = {
        .input = {.actions = &hop, .action_count = 1, .player_count = CW_PLAYER_MAX + 1}};
    expect_refusal(&game, "a game has 1 to 4 players");
    game.input.player_count = 2;
    game.input.player_bindings[0] = wrong;
    expect_refusal(&game, "input.hop.2: \"key:Spce\": no key has");
    game = (CwGame){.input = {.actions = taken, .action_count = 2, .player_count = 2}};
    expect_refusal(&game, "there are two keys input.hop.2");
}

TEST(a_label_without_a_key_is_refused_with_the_nearest_name)
{
    static const char *const labels[] = {"audio.musik=Band"};
    expect_refusal(&(CwGame){.menu = {.labels = labels, .label_count = 1}},
                   "unknown key audio.musik; the nearest known key is audio.music");
}

TEST(every_other_source_overrides_the_defaults_of_a_game)
{
    static const char *const own[] = {"simulation.tick_rate=120", "simulation.gravity=-3",
                                      "display.scaling=integer", "input.pause=key:Q"};
    const CwGame game = {.menu = {.defaults = own, .default_count = 4}};
    ConfigTable *table = game_config(&config, &game);
    ck_assert_int_eq(config.sim.tick_rate, 120);
    ck_assert_int_eq(config.scaling, SCALING_INTEGER);
    ck_assert_str_eq(config.ui_bindings[UI_PAUSE], "key:Q");
    ck_assert(config_set(table, &config, "simulation.gravity=-5", NULL));
    char *text = printed_config(table, &config), *defaults = printed_config(table, NULL);
    expect_text(text, "tick_rate = 120 ; default of the game\nsubsteps = 1\n");
    expect_text(text, "gravity = -5 ; from --set\n");
    expect_text(defaults, "ticks/s, default 120, read when a level starts");
    free(text);
    free(defaults);
}

TEST(the_window_opens_in_the_shape_of_the_game_s_view)
{
    static const char *const own[] = {"display.width=500"};
    static const struct {
        double view[2];
        int window[2];
    } cases[] = {{{0, 0}, {1280, 720}},    {{640, 360}, {1280, 720}},   {{360, 640}, {405, 720}},
                 {{160, 144}, {800, 720}}, {{1920, 1080}, {1280, 720}}, {{16, 4000}, {320, 720}},
                 {{4000, 16}, {1280, 180}}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        CwGame game = {.looks = {.view_width = cases[i].view[0], .view_height = cases[i].view[1]}};
        game_config(&config, &game);
        ck_assert_int_eq(config.width, cases[i].window[0]);
        ck_assert_int_eq(config.height, cases[i].window[1]);
    }
    game_config(&config, &(CwGame){.looks = {.view_width = 360, .view_height = 640},
                                   .menu = {.defaults = own, .default_count = 1}});
    ck_assert_int_eq(config.width, 500);
}

TEST(wrong_defaults_of_a_game_are_refused_like_wrong_assignments)
{
    static const char *const wrong[][2] = {
        {"simulation.tick_rate=5000", "\"5000\" is out of range; allowed: 1 to 1000 ticks/s"},
        {"simulation.tickrate=60", "the nearest known key is simulation.tick_rate"},
        {"display.scaling=big", "allowed: letterbox|stretch|integer|expand"},
        {"tick_rate", "write section.key=value"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        expect_refusal(&(CwGame){.menu = {.defaults = &wrong[i][0], .default_count = 1}},
                       wrong[i][1]);
    }
}

TEST(impossible_keys_of_a_game_are_refused_by_name)
{
    static const struct {
        CwConfigKey key;
        const char *words;
    } wrong[] = {
        {{"looks", "a", CW_CONFIG_SWITCH, "on", .documentation = "A."}, "two keys looks.a"},
        {{"display", "a", CW_CONFIG_SWITCH, "on", .documentation = "A."},
         "display.a: this section is the engine's"},
        {{"looks", "b", CW_CONFIG_REAL, "2", 0, 1, "m", .documentation = "B."},
         "looks.b: \"2\" is out of range; allowed: 0 to 1 m"},
        {{"looks", "b", CW_CONFIG_REAL, "2", 1, 1, "m", .documentation = "B."}, "low below high"},
        {{"looks", "b", CW_CONFIG_REAL, "2", 1, 3, .documentation = "B."}, "a unit and a range"},
        {{"looks", "b", CW_CONFIG_WHOLE, "2", 1, 3e9, "m", .documentation = "B."}, "31 bits"},
        {{"looks", "b", CW_CONFIG_CHOICE, "x", .documentation = "B."}, "give a choice its words"},
        {{"looks", "b", CW_CONFIG_SWITCH, .standard = "on"},
         "default (standard) and documentation"},
        {{"looks", "b", CW_CONFIG_SWITCH, .documentation = "B."}, "default (standard)"},
        {{"Looks", "b", CW_CONFIG_SWITCH, "on", .documentation = "B."}, "[Looks] b: names are of"},
        {{"looks", NULL, CW_CONFIG_SWITCH, "on", .documentation = "B."},
         "give it a section and a name"}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        CwConfigKey keys[2] = {wrong[0].key, wrong[i].key};
        expect_refusal(&(CwGame){.menu = {.keys = keys, .key_count = 2}}, wrong[i].words);
    }
}
