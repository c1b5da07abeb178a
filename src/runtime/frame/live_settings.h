/* Owns the configuration in force while the program runs, and changes it.
 *
 * Keys change when the player sets them in a menu (live_settings_set) and when a file is saved;
 * some wait for the start of a level. What the player sets is written to the player's file after a
 * moment without changes. Values of --set and --config are locked in menus. Files are polled ten
 * times a second (base/file_watch.h). A half-written file resets nothing: a key without a line
 * keeps its value until the next start. */
#pragma once

#include "base/file_watch.h"
#include "frame/playback.h"
#include "ui/notices.h"

typedef struct LiveSettingsFiles {
    const ConfigTable *table;   /* NULL: no key can be set */
    const ConfigLayers *layers; /* layers, with the player's file */
    const char *player;         /* the player's file; NULL or "": nothing is saved */
    bool is_reloaded;           /* saved files apply while the program runs */
} LiveSettingsFiles;

typedef struct LiveSettingsDesc {
    const CwGame *game;
    const Config *config; /* configuration as the program read it */
    LiveSettingsFiles files;
    /* A replay keeps its simulation settings and speed; a shared run keeps those it began with. */
    const Playback *playback;
    Notices *notices;
} LiveSettingsDesc;

typedef struct LiveSettings {
    LiveSettingsDesc desc;
    Config config;   /* configuration in force */
    Config previous; /* configuration before the changes of live_settings_apply_changes */
    bool has_changed;
    GameValue game_values[CW_CONFIG_KEY_MAX]; /* frame phases read these */
    FileWatch watches[CONFIG_FILES_MAX];      /* watches of the layers' files */
    int64_t next_poll_ns;
    Config old_file, new_file;          /* values of the files at the last two readings */
    bool is_unwritten[CONFIG_KEYS_MAX]; /* set by the player, not in the file yet */
    int unwritten_count;
    bool write_is_due; /* `write_ns` is valid; setting a value clears this */
    int64_t write_ns;  /* time for writing */
} LiveSettings;

void live_settings_open(LiveSettings *settings, const LiveSettingsDesc *desc);

/* Writes the player's values that are not written yet. */
void live_settings_write(LiveSettings *settings);

/* Reads saved files and writes the player's values; called once a frame. */
void live_settings_sync_files(LiveSettings *settings, int64_t now_ns);

/* True if something changed since the last call; `previous` has the earlier values. */
bool live_settings_apply_changes(LiveSettings *settings);

/* Applies the game's keys; those that wait for a level only at its start. */
void live_settings_apply_game_keys(LiveSettings *settings, bool is_level_start);

/* The index of a key, which must exist. */
int live_settings_find(const LiveSettings *settings, const char *section, const char *name);

const ConfigKey *live_settings_key(const LiveSettings *settings, int index);

void live_settings_text(const LiveSettings *settings, int index, char text[CONFIG_VALUE_MAX]);

/* Whether something overrides the player's file; `by` says what: "--set", "FILE:12". */
enum { SETTINGS_BY_BYTES = 160 };
bool live_settings_is_locked(const LiveSettings *settings, int index, char by[SETTINGS_BY_BYTES]);

/* Sets a value for the player, unless it is locked or invalid. */
void live_settings_set(LiveSettings *settings, int index, const char *text);
