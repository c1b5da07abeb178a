/* Settings that the player changes in the game: in force at once, and kept in the player's own
 * file, where they are there again when the program starts.
 *
 * The screens ask it for values and set them; the loop lets it write. What --set or --config says
 * lies over that file, so it can't be changed here and shows as locked. Values that are tried out
 * in quick succession are written once, when they rest. The one writer of that file; owns nothing
 * else. */
#ifndef APP_SETTINGS_H
#define APP_SETTINGS_H

#include "app/live_config.h"

typedef struct SettingsDesc {
    const ConfigTable *table;   /* NULL: nothing can be set */
    const ConfigLayers *layers; /* the player's file is one of them */
    const char *path;           /* the player's file; NULL or "": there is none */
    LiveConfig *live;
    Notices *notices;
} SettingsDesc;

typedef struct Settings {
    SettingsDesc desc;
    bool changed[CONFIG_KEYS_MAX]; /* not written yet */
    int changed_count;
    bool rests;       /* nothing was set since the last update */
    int64_t write_ns; /* when what changed is to be written */
    bool applied;     /* something was set since settings_take */
    Config before;    /* in force before that */
} Settings;

void settings_open(Settings *settings, const SettingsDesc *desc);

/* Index of a key in the table, which has it. */
int settings_find(const Settings *settings, const char *section, const char *name);

const ConfigKey *settings_key(const Settings *settings, int index);

/* The value in force, as text. */
void settings_text(const Settings *settings, int index, char text[CONFIG_VALUE_MAX]);

/* Whether something lies over the player's file; `by` says what: "--set", "FILE:12". */
enum { SETTINGS_BY_BYTES = 160 };
bool settings_is_locked(const Settings *settings, int index, char by[SETTINGS_BY_BYTES]);

/* Puts a value in force. Nothing where it is locked or no value of the key. */
void settings_set(Settings *settings, int index, const char *text);

/* True when something was set since the last call: then `before` is what was in force. */
bool settings_take(Settings *settings, Config *before);

/* Writes what was set and rests. */
void settings_update(Settings *settings, int64_t now_ns);

/* Writes what is not yet written. */
void settings_close(Settings *settings);

#endif
