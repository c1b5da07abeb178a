#include "config/config.h"

#include "base/nearest.h"

#include <limits.h>
#include <string.h>

/* clang-format off */
#define ROW_NUMBER(row_section, row_name, row_kind, field, value, least, most, row_unit,           \
                   row_flags, text)                                                                \
    { .section = #row_section, .name = #row_name, .kind = row_kind,                                \
      .offset = offsetof(Config, field), .standard = value, .low = least, .high = most,            \
      .unit = row_unit, .flags = row_flags, .documentation = text },
#define ROW_WHOLE(row_section, row_name, ...)                                                      \
    ROW_NUMBER(row_section, row_name, CONFIG_WHOLE, row_name, __VA_ARGS__)
#define ROW_REAL(row_section, row_name, ...)                                                       \
    ROW_NUMBER(row_section, row_name, CONFIG_REAL, row_name, __VA_ARGS__)
#define ROW_SIM_WHOLE(row_section, row_name, member, ...)                                          \
    ROW_NUMBER(row_section, row_name, CONFIG_WHOLE, sim.member, __VA_ARGS__)
#define ROW_SIM_REAL(row_section, row_name, member, ...)                                           \
    ROW_NUMBER(row_section, row_name, CONFIG_REAL, sim.member, __VA_ARGS__)
#define ROW_SWITCH(row_section, row_name, value, row_flags, text)                                  \
    { .section = #row_section, .name = #row_name, .kind = CONFIG_SWITCH,                           \
      .offset = offsetof(Config, row_name), .standard = value, .high = 1,                          \
      .flags = row_flags, .documentation = text },
#define ROW_CHOICE(row_section, row_name, type, value, words, row_flags, text)                     \
    { .section = #row_section, .name = #row_name, .kind = CONFIG_CHOICE,                           \
      .offset = offsetof(Config, row_name), .standard = value, .choices = words,                   \
      .flags = row_flags, .documentation = text },
/* clang-format on */

static const ConfigKey rows[] = {
    CONFIG_KEYS(ROW_WHOLE, ROW_REAL, ROW_SWITCH, ROW_CHOICE, ROW_SIM_WHOLE, ROW_SIM_REAL)};

enum { ROW_COUNT = CW_ARRAY_LENGTH(rows), SECTION_DISTANCE_MAX = 2 };

static ConfigKey action_key(const CwActionDef *action, size_t offset)
{
    return (ConfigKey){.section = "input",
                       .name = action->name,
                       .kind = CONFIG_BINDINGS,
                       .offset = offset,
                       .standard_text = action->bindings,
                       .documentation = action->label};
}

static int player_count(const Config *config)
{
    return config->actions.player_count == 0 ? 1 : config->actions.player_count;
}

int config_key_count(const Config *config)
{
    return ROW_COUNT + player_count(config) * config->actions.game_count + config->actions.ui_count;
}

/* An action of the game for one of its players. */
static ConfigKey player_key(const Config *config, int player, int action)
{
    const CwActionDef *def = &config->actions.game[action];
    size_t offset = offsetof(Config, game_bindings) +
                    (size_t)player * sizeof config->game_bindings[0] +
                    (size_t)action * sizeof config->game_bindings[0][0];
    ConfigKey key = action_key(def, offset);
    if (player > 0) {
        const char *const *const *all = config->actions.player_bindings;
        const char *const *own = all == NULL ? NULL : all[player - 1];
        key.name = config->player_keys[player][action];
        key.standard_text = own == NULL || own[action] == NULL ? "" : own[action];
    }
    return key;
}

ConfigKey config_key(const Config *config, int index)
{
    CW_ASSERT(index >= 0 && index < config_key_count(config), "ask for keys below the count only");
    if (index < ROW_COUNT) {
        return rows[index];
    }
    int action = index - ROW_COUNT, game_count = config->actions.game_count;
    int play_count = player_count(config) * game_count;
    if (action < play_count) {
        return player_key(config, action / game_count, action % game_count);
    }
    action -= play_count;
    return action_key(&config->actions.ui[action],
                      offsetof(Config, ui_bindings) +
                          (size_t)action * sizeof config->ui_bindings[0]);
}

static int find(const Config *config, const char *section, const char *name)
{
    for (int i = 0; i < config_key_count(config); i++) {
        ConfigKey key = config_key(config, i);
        if (strcmp(key.section, section) == 0 && strcmp(key.name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* A right name in a wrong section is nearer than another name in the right one. */
static ConfigKey nearest_key(const Config *config, const char *section, const char *name)
{
    ConfigKey nearest = {0};
    int nearest_distance = INT_MAX;
    for (int i = 0; i < config_key_count(config); i++) {
        ConfigKey key = config_key(config, i);
        int away = name_distance(section, key.section);
        int distance = name_distance(name, key.name) +
                       (away < SECTION_DISTANCE_MAX ? away : SECTION_DISTANCE_MAX);
        if (distance < nearest_distance) {
            nearest_distance = distance;
            nearest = key;
        }
    }
    return nearest;
}

int config_find(const Config *config, const char *section, const char *name, CwError *error)
{
    int index = find(config, section, name);
    if (index >= 0) {
        return index;
    }
    ConfigKey nearest = nearest_key(config, section, name);
    if (section[0] == '\0') {
        cw_error_set(error, "key \"%.40s\" is in no section; the nearest known key is %s.%s", name,
                     nearest.section, nearest.name);
    } else {
        cw_error_set(error, "unknown key %.40s.%.40s; the nearest known key is %s.%s", section,
                     name, nearest.section, nearest.name);
    }
    return -1;
}

static void check_actions(const CwActionDef *actions, int count)
{
    CW_ASSERT(count >= 0 && count <= CW_ACTION_MAX, "name at most CW_ACTION_MAX actions");
    for (int i = 0; i < count; i++) {
        CW_ASSERT(strlen(actions[i].name) <= CONFIG_NAME_MAX,
                  "give the action a name of at most 30 letters");
        CW_ASSERT(strlen(actions[i].bindings) <= CONFIG_TEXT_MAX,
                  "give the action fewer default bindings");
    }
}

void config_init(Config *config, const ConfigActions *actions)
{
    *config = (Config){.actions = actions == NULL ? (ConfigActions){0} : *actions};
    check_actions(config->actions.game, config->actions.game_count);
    check_actions(config->actions.ui, config->actions.ui_count);
    CW_ASSERT(player_count(config) <= CW_PLAYER_MAX, "give the game at most CW_PLAYER_MAX players");
    for (int player = 1; player < player_count(config); player++) {
        for (int i = 0; i < config->actions.game_count; i++) {
            snprintf(config->player_keys[player][i], sizeof config->player_keys[player][i], "%s.%d",
                     config->actions.game[i].name, player + 1);
        }
    }
    for (int i = 0; i < config_key_count(config); i++) {
        ConfigKey key = config_key(config, i);
        CW_ASSERT(find(config, key.section, key.name) == i, "give every key its own name");
        config_value_reset(config, i);
    }
}

bool config_set(Config *config, const char *assignment, CwError *error)
{
    size_t point = strcspn(assignment, ".="), equals = strcspn(assignment, "=");
    char section[40], name[40];
    if (assignment[point] != '.' || assignment[equals] != '=') {
        return cw_error_set(error, "\"%.80s\" is no assignment: write section.key=value",
                            assignment);
    }
    snprintf(section, sizeof section, "%.*s",
             (int)(point < sizeof section ? point : sizeof section), assignment);
    size_t name_bytes = equals - point - 1;
    snprintf(name, sizeof name, "%.*s", (int)(name_bytes < sizeof name ? name_bytes : sizeof name),
             assignment + point + 1);
    int index = config_find(config, section, name, error);
    return index >= 0 && config_value_set(config, index, assignment + equals + 1, error);
}
