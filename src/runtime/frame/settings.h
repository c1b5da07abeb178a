/* Settings: the configuration in force while the program runs, and its one owner.
 *
 * Changed by the player in a menu (settings_set), by a saved file, and by the start of a level,
 * which some keys wait for. A line on the screen says of each saved key whether it applies now.
 * What the player sets is written to the player's file once it rests; what --set or --config says
 * is locked in menus. The loop asks once a frame what changed.
 *
 * Files are looked at ten times a second (base/files.h) and read with all that override them.
 * A half-written file resets nothing: a key without a line keeps its value until the next start. */
#pragma once

#include "base/files.h"
#include "frame/config_table.h"
#include "frame/playback.h"
#include "ui/notices.h"

typedef struct SettingsFiles {
    const ConfigTable *table;   /* NULL: nothing can be set */
    const ConfigLayers *layers; /* the player's file is one of them */
    const char *player;         /* the player's file; NULL or "": nothing is kept */
    bool watched;               /* saved files apply while the program runs */
} SettingsFiles;

/* All stay the caller's. */
typedef struct SettingsDesc {
    const CwGame *game;
    const Config *config; /* as the program read it */
    SettingsFiles files;
    /* A replay keeps its simulation settings and speed, a shared run those it began with. */
    const Playback *run;
    Notices *notices;
} SettingsDesc;

/* A game's own keys as its frame phases see them. */
typedef struct CwConfigValues {
    const CwConfigKey *keys;
    int count;
    GameValue values[CW_CONFIG_KEY_MAX];
} GameConfig;

typedef struct Settings {
    SettingsDesc desc;
    Config config; /* in force */
    Config before; /* in force before the changes that settings_take tells of */
    bool has_changed;
    GameConfig game;
    FileWatch watches[CONFIG_FILES_MAX]; /* of the layers' files */
    int64_t next_poll_ns;
    Config saved, spare;             /* what the files say, and what they say now */
    bool unwritten[CONFIG_KEYS_MAX]; /* set by the player, not in the file yet */
    int unwritten_count;
    bool write_is_due; /* `write_ns` counts: nothing was set since the last update */
    int64_t write_ns;  /* when what was set is to be written */
} Settings;

void settings_open(Settings *settings, const SettingsDesc *desc);

/* Writes what the player set and is not yet written. */
void settings_write(Settings *settings);

/* Once a frame: reads files that were saved and writes what the player set. */
void settings_update(Settings *settings, int64_t now_ns);

/* True when something changed since the last call: `before` was in force until then. */
bool settings_take(Settings *settings);

/* The game's keys come into force; those that wait for it where a level starts. */
void settings_update_game(Settings *settings, bool level_starts);

/* Index of a key in the table, which has it. */
int settings_find(const Settings *settings, const char *section, const char *name);

const ConfigKey *settings_key(const Settings *settings, int index);

/* The value in force, as text. */
void settings_text(const Settings *settings, int index, char text[CONFIG_VALUE_MAX]);

/* Whether something overrides the player's file; `by` says what: "--set", "FILE:12". */
enum { SETTINGS_BY_BYTES = 160 };
bool settings_is_locked(const Settings *settings, int index, char by[SETTINGS_BY_BYTES]);

/* Puts a value in force, as the player. Nothing where it is locked or no value of the key. */
void settings_set(Settings *settings, int index, const char *text);
