#include "frame/live_settings.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "host/language.h"

#include <stddef.h>
#include <string.h>

static const int64_t WRITE_DELAY_NS = 400000000; /* a slider that is dragged is written once */

void live_settings_apply_game_keys(LiveSettings *settings, bool is_level_start)
{
    const CwGame *game = settings->desc.game;
    for (int i = 0; i < game->menu.key_count; i++) {
        if (is_level_start || !game->menu.keys[i].at_level_start) {
            settings->game_values[i] = settings->config.game_values[i];
        }
    }
}

void live_settings_open(LiveSettings *settings, const LiveSettingsDesc *desc)
{
    *settings = (LiveSettings){.desc = *desc, .config = *desc->config, .old_file = *desc->config};
    live_settings_apply_game_keys(settings, true);
    for (int i = 0; desc->files.is_reloaded && i < desc->files.layers->file_count; i++) {
        file_watch_begin(&settings->watches[i], desc->files.layers->files[i]);
    }
}

static void begin_change(LiveSettings *settings)
{
    if (!settings->has_changed) {
        settings->previous = settings->config;
        settings->has_changed = true;
    }
}

bool live_settings_apply_changes(LiveSettings *settings)
{
    bool has_changed = settings->has_changed;
    settings->has_changed = false;
    if (has_changed) {
        live_settings_apply_game_keys(settings, false);
    }
    return has_changed;
}

/* ---- keys ---- */

int live_settings_find(const LiveSettings *settings, const char *section, const char *name)
{
    int index = config_find(settings->desc.files.table, section, name, NULL);
    CW_ASSERT(index >= 0, "name a key of src/runtime/frame/config.h");
    return index;
}

const ConfigKey *live_settings_key(const LiveSettings *settings, int index)
{
    return &settings->desc.files.table->keys[index];
}

void live_settings_text(const LiveSettings *settings, int index, char text[CONFIG_VALUE_MAX])
{
    config_value_text(live_settings_key(settings, index), &settings->config, text);
}

/* The index of a file in the order of reading; -1: it is no layer. */
static int layer_of(const ConfigLayers *layers, const char *path)
{
    int layer = -1;
    for (int i = 0; layers != NULL && path != NULL && i < layers->file_count; i++) {
        layer = strcmp(layers->files[i], path) == 0 ? i : layer;
    }
    return layer;
}

bool live_settings_is_locked(const LiveSettings *settings, int index, char by[SETTINGS_BY_BYTES])
{
    const LiveSettingsDesc *desc = &settings->desc;
    ConfigOrigin origin = config_origin(desc->files.table, &settings->config, index);
    int player_layer = layer_of(desc->files.layers, desc->files.player);
    bool is_file = origin.line > 0;
    snprintf(by, SETTINGS_BY_BYTES, is_file ? "%.100s:%d" : "%.100s",
             origin.source == NULL ? "" : path_name(origin.source), origin.line);
    return is_file ? player_layer >= 0 && layer_of(desc->files.layers, origin.source) > player_layer
                   : origin.source != NULL;
}

void live_settings_set(LiveSettings *settings, int index, const char *text)
{
    const ConfigKey *key = live_settings_key(settings, index);
    char by[SETTINGS_BY_BYTES], was[CONFIG_VALUE_MAX], is[CONFIG_VALUE_MAX];
    if (live_settings_is_locked(settings, index, by)) {
        return;
    }
    begin_change(settings);
    config_value_text(key, &settings->config, was);
    CwError error = {0};
    if (!config_value_set(key, &settings->config, text, &error)) {
        notices_add(settings->desc.notices, "%s", error.text);
        return;
    }
    config_value_text(key, &settings->config, is);
    if (strcmp(was, is) == 0) {
        return;
    }
    config_value_copy(key, &settings->old_file, &settings->config); /* no change when read back */
    settings->unwritten_count += !settings->is_unwritten[index];
    settings->is_unwritten[index] = true;
    settings->write_is_due = false;
}

/* ---- files that are saved ---- */

static void report_refusal(void *context, const char *text)
{
    const LiveSettings *settings = context;
    notices_add(settings->desc.notices, "A problem with your files: %s", without_folder(text));
    report("%s", text);
}

static const char *when_it_applies(const Playback *playback, const ConfigKey *key)
{
    const PlaybackDesc *run = &playback->desc;
    bool is_simulation = (key->flags & KEY_SIMULATION) != 0;
    if ((key->flags & KEY_AT_PROGRAM_START) != 0) {
        return CW_TEXT("applies after restarting the program");
    }
    if (playback->replay != NULL &&
        (is_simulation || key->offset == offsetof(Config, time_scale))) {
        return CW_TEXT("a replay uses its own value");
    }
    unsigned level_bits = playback_own_settings(playback);
    if (is_simulation && (level_bits & sim_settings_bit(sim_settings_find(key->name))) != 0) {
        return CW_TEXT("this level overrides it");
    }
    bool is_delayed = (key->flags & KEY_AT_LEVEL_START) != 0 || (run->is_shared && is_simulation);
    return is_delayed ? CW_TEXT("applies when a level starts") : CW_TEXT("applies now");
}

static void apply_change(LiveSettings *settings, const ConfigKey *key)
{
    begin_change(settings);
    if ((key->flags & KEY_AT_PROGRAM_START) == 0) {
        config_value_copy(key, &settings->config, &settings->new_file);
    }
    char old_text[CONFIG_VALUE_MAX], new_text[CONFIG_VALUE_MAX];
    config_value_text(key, &settings->old_file, old_text);
    config_value_text(key, &settings->new_file, new_text);
    config_value_copy(key, &settings->old_file, &settings->new_file);
    char text[64 + 2 * CONFIG_VALUE_MAX];
    snprintf(text, sizeof text, "%s.%s: %s -> %s", key->section, key->name,
             old_text[0] == '\0' ? "none" : old_text, new_text[0] == '\0' ? "none" : new_text);
    const char *when = when_it_applies(settings->desc.playback, key);
    notices_add(settings->desc.notices, "%s (%s)", text, text_of(when));
    report("%s (%s)", text, when);
}

/* The first file with new content; -1: there is none, or a file is still being written. */
static int find_changed(LiveSettings *settings)
{
    const ConfigLayers *layers = settings->desc.files.layers;
    int changed = -1;
    bool is_settled = true;
    for (int i = layers->file_count - 1; i >= 0; i--) {
        FileWatch *watch = &settings->watches[i];
        file_watch_poll(watch, layers->files[i]);
        if (file_watch_is_new(watch)) {
            is_settled = is_settled && file_watch_is_settled(watch, layers->files[i]);
            changed = i;
        }
    }
    return is_settled ? changed : -1;
}

/* Reads a changed file, then the layers that override it, whose problems were reported already. */
static void read_changed(LiveSettings *settings, int changed)
{
    const ConfigTable *table = settings->desc.files.table;
    ConfigLayers later = *settings->desc.files.layers;
    const ConfigFile file = {
        .path = later.files[changed], .message = report_refusal, .context = settings};
    for (int i = 0; i < table->count; i++) {
        config_value_copy(&table->keys[i], &settings->new_file, &settings->old_file);
    }
    bool is_read = config_read_file(table, &settings->new_file, &file);
    if (!file_watch_take(&settings->watches[changed], file.path) || !is_read) {
        return;
    }
    later.first = changed + 1;
    later.is_quiet = true;
    config_read_layers(table, &settings->new_file, &later, NULL);
    for (int i = 0; i < table->count; i++) {
        if (!config_value_equal(&table->keys[i], &settings->old_file, &settings->new_file)) {
            apply_change(settings, &table->keys[i]);
        }
    }
}

/* ---- the player's file ---- */

static bool write_edits(const LiveSettings *settings, CwError *error)
{
    const ConfigTable *table = settings->desc.files.table;
    const char *path = settings->desc.files.player;
    ConfigEdit edits[CONFIG_KEYS_MAX];
    int count = 0;
    if (path == NULL || path[0] == '\0') {
        return cw_error_set(error, "there is no folder for your files");
    }
    for (int i = 0; i < table->count; i++) {
        if (settings->is_unwritten[i]) {
            edits[count] = (ConfigEdit){table->keys[i].section, table->keys[i].name, ""};
            live_settings_text(settings, i, edits[count++].value);
        }
    }
    return config_edit_file(path, edits, count, error);
}

void live_settings_write(LiveSettings *settings)
{
    const LiveSettingsDesc *desc = &settings->desc;
    int layer = layer_of(desc->files.layers, desc->files.player);
    CwError error = {0};
    if (settings->unwritten_count == 0) {
        return;
    }
    if (!write_edits(settings, &error)) {
        report("%s; the settings apply until the program ends", error.text);
        notices_add(desc->notices, "The settings are not saved: %.120s", error.text);
    } else if (layer >= 0) { /* the new content is in force already */
        file_watch_begin(&settings->watches[layer], desc->files.player);
    }
    memset(settings->is_unwritten, 0, sizeof settings->is_unwritten);
    settings->unwritten_count = 0;
}

/* Whether the player's file was just edited by hand, and must be read before it is written. */
static bool has_unread_edit(const LiveSettings *settings)
{
    const char *path = settings->desc.files.player;
    int layer = settings->desc.files.is_reloaded ? layer_of(settings->desc.files.layers, path) : -1;
    FileWatch watch = layer < 0 ? (FileWatch){0} : settings->watches[layer];
    if (layer >= 0) {
        file_watch_poll(&watch, path);
    }
    return file_watch_is_new(&watch);
}

static void write_when_due(LiveSettings *settings, int64_t now_ns)
{
    if (settings->unwritten_count > 0 && !settings->write_is_due) {
        settings->write_is_due = true;
        settings->write_ns = now_ns + WRITE_DELAY_NS;
    } else if (settings->unwritten_count > 0 && now_ns >= settings->write_ns &&
               !has_unread_edit(settings)) {
        live_settings_write(settings);
    }
}

void live_settings_sync_files(LiveSettings *settings, int64_t now_ns)
{
    write_when_due(settings, now_ns);
    if (settings->desc.files.is_reloaded && now_ns >= settings->next_poll_ns) {
        settings->next_poll_ns = now_ns + FILE_POLL_NS;
        int changed = find_changed(settings);
        if (changed >= 0) {
            read_changed(settings, changed);
        }
    }
}

/* ---- values of the game's keys ---- */

static const GameValue *value_of(const CwFrame *frame, int key, CwConfigKind kind)
{
    const LiveSettings *settings = services_of(frame)->settings;
    static const GameValue nothing;
    if (settings == NULL) {
        return &nothing;
    }
    const CwGame *game = settings->desc.game;
    ASSERT_NUMBER(key, key >= 0 && key < game->menu.key_count, "ask for keys of CwGame.menu.keys");
    CW_ASSERT(game->menu.keys[key].kind == kind, "read a key with the function of its kind");
    return &settings->game_values[key];
}

int cw_config_whole(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_WHOLE)->whole;
}

double cw_config_real(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_REAL)->real;
}

bool cw_config_switch(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_SWITCH)->is_on;
}

int cw_config_choice(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_CHOICE)->whole;
}

const char *cw_config_text(const CwFrame *frame, int key)
{
    return value_of(frame, key, CW_CONFIG_TEXT)->text;
}
