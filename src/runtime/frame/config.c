#include "frame/config.h"

#include "host/bindings.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char HEADER[] =
    "; The settings, each with its default. Write name = value, without indenting the line.\n"
    "; A comment begins with ;.\n"
    ";\n"
    "; The menus keep a player's changes in the player's own file (ID is the game's id, such as\n"
    "; windup):\n"
    ";   Linux    ~/.local/share/Clockwork/ID/config.ini\n"
    ";   Windows  %APPDATA%\\Clockwork\\ID\\config.ini\n"
    "; A later source overrides an earlier one: built-in defaults, this file, the player's file,\n"
    "; --config FILE, --set section.key=value. `clockwork config` prints the current values and "
    "the\n"
    "; source of each.\n"
    ";\n"
    "; A value that is not allowed is reported, and the earlier value stays. A \"live\" key "
    "applies\n"
    "; at once, also while a level runs. A \"recorded\" key affects the simulation: a replay "
    "stores\n"
    "; its value and plays with it. A level's map may override recorded keys; only --config and\n"
    "; --set override the map. Bindings of actions that the game does not have are ignored.\n";

static const char BINDINGS_HEADER[] =
    "; Bindings of each action: up to 8, separated by spaces; none leaves the action unbound:\n"
    ";   key:Right  key:Left_Shift  mouse:left  pad:a  pad:righttrigger  pad:leftx+\n"
    ";   touch:50-100/50-100\n"
    "; Keys, buttons and axes have SDL's names, with _ for a space. Add + (right, down) or -\n"
    "; (left, up) to a stick's axis. A touch zone is left-right/top-bottom, in percent of the\n"
    "; picture.\n";

/* clang-format off */
#define ROW_NUMBER(row_section, row_name, row_kind, field, value, least, most, row_unit,           \
                   row_flags, text)                                                                \
    { .section = #row_section, .name = #row_name, .kind = row_kind,                                \
      .offset = offsetof(Config, field), .standard = value, .low = least, .high = most,            \
      .unit = row_unit, .flags = row_flags, .documentation = text },
#define ROW_WHOLE(row_section, row_name, ...)                                                      \
    ROW_NUMBER(row_section, row_name, CW_CONFIG_WHOLE, row_name, __VA_ARGS__)
#define ROW_REAL(row_section, row_name, ...)                                                       \
    ROW_NUMBER(row_section, row_name, CW_CONFIG_REAL, row_name, __VA_ARGS__)
#define ROW_SIM_WHOLE(setting, scale, row_name, member, ...)                                       \
    ROW_NUMBER(simulation, row_name, CW_CONFIG_WHOLE, sim.member, __VA_ARGS__)
#define ROW_SIM_REAL(setting, scale, row_name, member, ...)                                        \
    ROW_NUMBER(simulation, row_name, CW_CONFIG_REAL, sim.member, __VA_ARGS__)
#define ROW_SWITCH(row_section, row_name, value, row_flags, text)                                  \
    { .section = #row_section, .name = #row_name, .kind = CW_CONFIG_SWITCH,                           \
      .offset = offsetof(Config, row_name), .standard = value, .high = 1,                          \
      .flags = row_flags, .documentation = text },
#define ROW_CHOICE(row_section, row_name, type, value, words, row_flags, text)                     \
    { .section = #row_section, .name = #row_name, .kind = CW_CONFIG_CHOICE,                           \
      .offset = offsetof(Config, row_name), .standard = value, .choices = words,                   \
      .flags = row_flags, .documentation = text },
/* clang-format on */

static const ConfigKey ROWS[] = {
    CONFIG_KEYS(ROW_WHOLE, ROW_REAL, ROW_SWITCH, ROW_CHOICE, ROW_SIM_WHOLE, ROW_SIM_REAL)};

static bool binding_is_understood(const char *text, CwError *error)
{
    Binding bindings[BINDING_MAX];
    int count;
    return bindings_parse(text, bindings, BINDING_MAX, &count, error);
}

/* The bindings of actions are texts in a row, the first at `offset` of Config. */
static bool add_actions(ConfigTable *table, const CwActionDef *actions, int count, size_t offset,
                        CwError *error)
{
    CW_ASSERT(count >= 0 && count <= CW_ACTION_MAX, "name at most CW_ACTION_MAX actions");
    for (int i = 0; i < count; i++) {
        const ConfigKey key = {.section = "input",
                               .name = actions[i].name,
                               .kind = CW_CONFIG_TEXT,
                               .offset = offset + (size_t)i * (CONFIG_TEXT_MAX + 1),
                               .standard_text = actions[i].bindings,
                               .unit = "bindings",
                               .check = binding_is_understood,
                               .documentation = actions[i].label};
        if (key.name == NULL || key.standard_text == NULL || key.documentation == NULL) {
            return cw_error_set(
                error, "action %d: give it a name, a label and bindings, \"\" for none", i + 1);
        }
        if (!config_add(table, &key, error)) {
            return false;
        }
    }
    return true;
}

/* Adds the actions of the second or a later player, named NAME.2 and so on. */
static bool add_player(ConfigTable *table, const CwGame *game, int player, CwError *error)
{
    CwActionDef actions[CW_ACTION_MAX];
    const char *const *bindings = game->input.player_bindings[player - 1];
    for (int i = 0; i < game->input.action_count; i++) {
        actions[i] = game->input.actions[i];
        actions[i].name = config_make_name(table, actions[i].name, player + 1);
        actions[i].bindings = bindings == NULL || bindings[i] == NULL ? "" : bindings[i];
    }
    size_t bytes = sizeof((Config *)NULL)->game_bindings[0];
    return add_actions(table, actions, game->input.action_count,
                       offsetof(Config, game_bindings) + (size_t)player * bytes, error);
}

static bool add_players(ConfigTable *table, const CwGame *game, CwError *error)
{
    int count = game_player_count(game);
    if (count < 1 || count > CW_PLAYER_MAX) {
        return cw_error_set(error, "a game has 1 to %d players", CW_PLAYER_MAX);
    }
    bool ok = add_actions(table, game->input.actions, game->input.action_count,
                          offsetof(Config, game_bindings), error);
    for (int player = 1; ok && player < count; player++) {
        ok = add_player(table, game, player, error);
    }
    return ok;
}

/* Names a mistake in the game's row; NULL: there is none. */
static const char *game_key_problem(const CwConfigKey *key)
{
    bool is_whole = key->kind == CW_CONFIG_WHOLE;
    bool is_number = is_whole || key->kind == CW_CONFIG_REAL;
    if (key->section == NULL || key->name == NULL) {
        return "give it a section and a name";
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(ROWS); i++) {
        if (strcmp(key->section, ROWS[i].section) == 0) {
            return "this section is the engine's: name one of your own";
        }
    }
    if (key->standard == NULL || key->documentation == NULL) {
        return "give it a default (standard) and documentation";
    }
    if (is_number && (key->unit == NULL || !(key->low < key->high))) {
        return "give a number a unit and a range, low below high";
    }
    if (is_whole && (key->low < INT_MIN || key->high > INT_MAX)) {
        return "a whole number has at most 31 bits";
    }
    return key->kind == CW_CONFIG_CHOICE && key->choices == NULL
               ? "give a choice its words, for example \"dawn|day|night\""
               : NULL;
}

/* Values of the rows lie one after the other, the first at `offset` of Config. */
static bool add_keys(ConfigTable *table, const CwConfigKey *keys, int count, size_t offset,
                     CwError *error)
{
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        const CwConfigKey *row = &keys[i];
        const ConfigKey key = {.section = row->section,
                               .name = row->name,
                               .kind = row->kind,
                               .offset = offset + (size_t)i * sizeof(GameValue),
                               .standard_text = row->standard,
                               .low = row->low,
                               .high = row->high,
                               .unit = row->kind == CW_CONFIG_TEXT ? "text" : row->unit,
                               .choices = row->choices,
                               .flags = row->at_level_start ? KEY_AT_LEVEL_START : 0,
                               .documentation = row->documentation};
        ok = config_add(table, &key, error);
    }
    return ok;
}

static bool add_game_keys(ConfigTable *table, const CwGame *game, CwError *error)
{
    if (game->menu.key_count > CW_CONFIG_KEY_MAX) {
        return cw_error_set(error, "a game may have at most %d keys", CW_CONFIG_KEY_MAX);
    }
    for (int i = 0; i < game->menu.key_count; i++) {
        const CwConfigKey *row = &game->menu.keys[i];
        const char *problem = game_key_problem(row);
        if (problem != NULL) {
            return cw_error_set(error, "%s.%s: %s", row->section == NULL ? "?" : row->section,
                                row->name == NULL ? "?" : row->name, problem);
        }
    }
    return add_keys(table, game->menu.keys, game->menu.key_count, offsetof(Config, game_values),
                    error);
}

/* Makes the window's default size fit the game's view, within 1280 x 720. */
static bool set_default_window_size(ConfigTable *table, const CwGame *game, CwError *error)
{
    if (!(game->looks.view_width > 0 && game->looks.view_height > 0)) {
        return true;
    }
    double scale = fmin(1280 / game->looks.view_width, 720 / game->looks.view_height);
    char width[64], height[64];
    snprintf(width, sizeof width, "display.width=%.0f", fmax(320, game->looks.view_width * scale));
    snprintf(height, sizeof height, "display.height=%.0f",
             fmax(180, game->looks.view_height * scale));
    return config_default(table, width, error) && config_default(table, height, error);
}

static bool set_game_defaults(ConfigTable *table, const CwGame *game, CwError *error)
{
    for (int i = 0; i < game->menu.default_count; i++) {
        if (!config_default(table, game->menu.defaults[i], error)) {
            return cw_error_context(error, "default \"%s\"", game->menu.defaults[i]);
        }
    }
    for (int i = 0; i < game->menu.label_count; i++) {
        if (!config_label(table, game->menu.labels[i], error)) {
            return cw_error_context(error, "menu.labels \"%s\"", game->menu.labels[i]);
        }
    }
    return true;
}

/* Adds the maker's keys last, so that a game's file can be shipped without them. */
static bool add_guest(ConfigTable *table, const GuestConfig *guest, CwError *error)
{
    int first = table->count;
    bool ok =
        add_keys(table, guest->keys, guest->key_count, offsetof(Config, guest_values), error) &&
        add_actions(table, guest->actions, guest->action_count,
                    offsetof(Config, ui_bindings[UI_ACTION_COUNT]), error);
    table->keys[first].heading = guest->heading;
    return ok;
}

bool config_table_make(ConfigTable *table, const CwGame *game, const GuestConfig *guest,
                       CwError *error)
{
    *table = (ConfigTable){
        .header = HEADER, .shared_section = "input", .origins_offset = offsetof(Config, origins)};
    size_t row = 0;
    for (; strcmp(ROWS[row].section, "game") != 0; row++) {
        config_add(table, &ROWS[row], NULL);
    }
    int first_binding = table->count;
    bool ok = add_players(table, game, error) &&
              add_actions(table, ui_actions, UI_ACTION_COUNT, offsetof(Config, ui_bindings), error);
    for (; ok && row < CW_ARRAY_LENGTH(ROWS); row++) {
        config_add(table, &ROWS[row], NULL);
    }
    ok = ok && add_game_keys(table, game, error) &&
         (guest == NULL || add_guest(table, guest, error)) &&
         set_default_window_size(table, game, error) && set_game_defaults(table, game, error);
    table->keys[first_binding].heading = BINDINGS_HEADER;
    return ok || cw_error_context(error, "the game's table (CwGame)");
}
