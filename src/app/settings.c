#include "app/settings.h"

#include "base/report.h"
#include "config/config_edit.h"

#include <string.h>

static const int64_t REST_NS = 400000000; /* a slider that is dragged writes once */

void settings_open(Settings *settings, const SettingsDesc *desc)
{
    *settings = (Settings){.desc = *desc};
}

int settings_find(const Settings *settings, const char *section, const char *name)
{
    int index = config_find(settings->desc.table, section, name, NULL);
    CW_ASSERT(index >= 0, "name a key of src/app/config_keys.h");
    return index;
}

const ConfigKey *settings_key(const Settings *settings, int index)
{
    return &settings->desc.table->keys[index];
}

void settings_text(const Settings *settings, int index, char text[CONFIG_VALUE_MAX])
{
    config_value_text(settings_key(settings, index), &settings->desc.live->config, text);
}

static const char *past_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Its place in the order of reading; -1: it is none of them. */
static int layer_of(const ConfigLayers *layers, const char *path)
{
    int layer = -1;
    for (int i = 0; layers != NULL && path != NULL && i < layers->file_count; i++) {
        layer = strcmp(layers->files[i], path) == 0 ? i : layer;
    }
    return layer;
}

bool settings_is_locked(const Settings *settings, int index, char by[SETTINGS_BY_BYTES])
{
    const SettingsDesc *desc = &settings->desc;
    ConfigOrigin origin = config_origin(desc->table, &desc->live->config, index);
    int own = layer_of(desc->layers, desc->path);
    bool is_file = origin.line > 0;
    snprintf(by, SETTINGS_BY_BYTES, is_file ? "%.100s:%d" : "%.100s",
             origin.source == NULL ? "" : past_folder(origin.source), origin.line);
    return is_file ? own >= 0 && layer_of(desc->layers, origin.source) > own
                   : origin.source != NULL;
}

/* ---- setting ---- */

/* What the file watch takes for its own, too: it reports no change of ours. */
static void tell_watch(const Settings *settings, const ConfigKey *key)
{
    const LiveConfig *live = settings->desc.live;
    if (live->watch != NULL) {
        config_value_copy(key, live->watch->desc.values, &live->config);
    }
}

void settings_set(Settings *settings, int index, const char *text)
{
    Config *config = &settings->desc.live->config;
    const ConfigKey *key = settings_key(settings, index);
    char by[SETTINGS_BY_BYTES], was[CONFIG_VALUE_MAX], is[CONFIG_VALUE_MAX];
    if (settings_is_locked(settings, index, by)) {
        return;
    }
    if (!settings->applied) {
        settings->before = *config;
    }
    config_value_text(key, config, was);
    CwError error = {0};
    if (!config_value_set(key, config, text, &error)) {
        notices_add(settings->desc.notices, "%s", error.text);
        return;
    }
    config_value_text(key, config, is);
    if (strcmp(was, is) == 0) {
        return;
    }
    tell_watch(settings, key);
    settings->changed_count += !settings->changed[index];
    settings->changed[index] = true;
    settings->applied = true;
    settings->rests = false;
}

bool settings_take(Settings *settings, Config *before)
{
    bool applied = settings->applied;
    if (applied) {
        *before = settings->before;
    }
    settings->applied = false;
    return applied;
}

/* ---- writing ---- */

static bool write_edits(const Settings *settings, CwError *error)
{
    const ConfigTable *table = settings->desc.table;
    const char *path = settings->desc.path;
    ConfigEdit edits[CONFIG_KEYS_MAX];
    int count = 0;
    if (path == NULL || path[0] == '\0') {
        return cw_error_set(error, "there is no folder for your files");
    }
    for (int i = 0; i < table->count; i++) {
        if (settings->changed[i]) {
            edits[count] = (ConfigEdit){table->keys[i].section, table->keys[i].name, ""};
            settings_text(settings, i, edits[count++].value);
        }
    }
    return config_edit_file(path, edits, count, error);
}

static void write_changes(Settings *settings)
{
    CwError error = {0};
    if (settings->changed_count == 0) {
        return;
    }
    if (!write_edits(settings, &error)) {
        report("%s; the settings hold until the end of the program", error.text);
        notices_add(settings->desc.notices, "The settings are not kept: %.120s", error.text);
    } else if (settings->desc.live->watch != NULL) {
        config_watch_took(settings->desc.live->watch, settings->desc.path);
    }
    memset(settings->changed, 0, sizeof settings->changed);
    settings->changed_count = 0;
}

void settings_update(Settings *settings, int64_t now_ns)
{
    const LiveConfig *live = settings->desc.live;
    if (settings->changed_count == 0) {
        return;
    }
    if (!settings->rests) {
        settings->rests = true;
        settings->write_ns = now_ns + REST_NS;
    } else if (now_ns >= settings->write_ns &&
               (live->watch == NULL || !config_watch_has_news(live->watch, settings->desc.path))) {
        write_changes(settings);
    }
}

void settings_close(Settings *settings)
{
    write_changes(settings);
}
