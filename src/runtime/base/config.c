#include "base/config.h"

#include "base/number.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int find_key(const ConfigTable *table, const char *section, const char *name)
{
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        if (strcmp(key->section, section) == 0 && strcmp(key->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* The key with a similar name in this section or a similar one; else a key of exactly that name. */
static const ConfigKey *nearest_key(const ConfigTable *table, const char *section, const char *name)
{
    const ConfigKey *nearest = NULL;
    int nearest_distance = INT_MAX;
    for (int i = 0; i < table->count; i++) {
        const ConfigKey *key = &table->keys[i];
        int distance = name_distance(name, key->name);
        bool is_offer = distance == 0 || section[0] == '\0' || name_is_near(section, key->section);
        distance += name_distance(section, key->section);
        if (is_offer && distance < nearest_distance && name_is_near(name, key->name)) {
            nearest_distance = distance;
            nearest = key;
        }
    }
    return nearest;
}

int config_find(const ConfigTable *table, const char *section, const char *name, CwError *error)
{
    int index = find_key(table, section, name);
    if (index >= 0) {
        return index;
    }
    const ConfigKey *nearest = nearest_key(table, section, name);
    char offer[3 * CONFIG_NAME_MAX] = "`clockwork config` prints all keys";
    if (nearest != NULL) {
        snprintf(offer, sizeof offer, "the nearest known key is %s.%s", nearest->section,
                 nearest->name);
    }
    if (section[0] == '\0') {
        cw_error_set(error, "key \"%.40s\" is in no section; %s", name, offer);
    } else {
        cw_error_set(error, "unknown key %.40s.%.40s; %s", section, name, offer);
    }
    return -1;
}

bool config_is_foreign(const ConfigTable *table, const char *section, const char *name)
{
    if (table->shared_section == NULL || strcmp(section, table->shared_section) != 0) {
        return false;
    }
    for (int i = 0; i < table->count; i++) {
        if (name_is_near(name, table->keys[i].name)) {
            return false;
        }
    }
    return true;
}

static bool is_name(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= CONFIG_NAME_MAX &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_.") == length;
}

const char *config_make_name(ConfigTable *table, const char *name, int number)
{
    CW_ASSERT(table->made_count < CONFIG_MADE_NAMES_MAX, "raise CONFIG_MADE_NAMES_MAX");
    char *made = table->made_names[table->made_count++];
    snprintf(made, sizeof table->made_names[0], "%s.%d", name, number);
    return made;
}

bool config_add(ConfigTable *table, const ConfigKey *key, CwError *error)
{
    CW_ASSERT(table->count < CONFIG_KEYS_MAX, "raise CONFIG_KEYS_MAX");
    if (!is_name(key->section) || strchr(key->section, '.') != NULL || !is_name(key->name)) {
        return cw_error_set(
            error,
            "[%.40s] %.40s: names are of a to z, 0 to 9, _ and, but for sections, points, "
            "at most %d",
            key->section, key->name, CONFIG_NAME_MAX);
    }
    if (find_key(table, key->section, key->name) >= 0) {
        return cw_error_set(error, "there are two keys %s.%s: give each its own name", key->section,
                            key->name);
    }
    ConfigKey *added = &table->keys[table->count++];
    *added = *key;
    return key->standard_text == NULL || config_standard_set(added, key->standard_text, error);
}

ConfigOrigin config_origin(const ConfigTable *table, const void *values, int index)
{
    const char *origins = (const char *)values + table->origins_offset;
    return ((const ConfigOrigin *)(const void *)origins)[index];
}

void config_set_origin(const ConfigTable *table, void *values, int index, ConfigOrigin origin)
{
    char *origins = (char *)values + table->origins_offset;
    ((ConfigOrigin *)(void *)origins)[index] = origin;
}

void config_reset(const ConfigTable *table, void *values)
{
    for (int i = 0; i < table->count; i++) {
        config_value_reset(&table->keys[i], values);
        config_set_origin(table, values, i, (ConfigOrigin){0});
    }
}

/* Splits "section.key=value": index of the key, -1 with an error. */
static int find_assigned(const ConfigTable *table, const char *assignment, const char **value,
                         CwError *error)
{
    size_t point = strcspn(assignment, ".="), equals = strcspn(assignment, "=");
    char section[40], name[40];
    if (assignment[point] != '.' || assignment[equals] != '=') {
        cw_error_set(error, "\"%.80s\" is no assignment: write section.key=value", assignment);
        return -1;
    }
    snprintf(section, sizeof section, "%.*s",
             (int)(point < sizeof section ? point : sizeof section), assignment);
    size_t name_bytes = equals - point - 1;
    snprintf(name, sizeof name, "%.*s", (int)(name_bytes < sizeof name ? name_bytes : sizeof name),
             assignment + point + 1);
    *value = assignment + equals + 1;
    return config_find(table, section, name, error);
}

bool config_set(const ConfigTable *table, void *values, const char *assignment, CwError *error)
{
    const char *value;
    int index = find_assigned(table, assignment, &value, error);
    if (index < 0 || !config_value_set(&table->keys[index], values, value, error)) {
        return false;
    }
    config_set_origin(table, values, index, (ConfigOrigin){.source = "--set"});
    return true;
}

bool config_default(ConfigTable *table, const char *assignment, CwError *error)
{
    const char *value;
    int index = find_assigned(table, assignment, &value, error);
    if (index < 0 || !config_standard_set(&table->keys[index], value, error)) {
        return false;
    }
    table->keys[index].flags |= KEY_GAME_DEFAULT;
    return true;
}
