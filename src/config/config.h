/* The configuration: one typed field a key, from built-in values, files and --set.
 *
 * The command line makes one with config_init and lays files and assignments over it in the order
 * shipped config.ini, the player's settings, --config, --set; the loop reads the fields. The keys
 * are the rows of config_keys.h and, in [input], the actions of the game and of the engine. Every
 * value in a Config is valid: one that is not never gets in and what was there before stays.
 *
 * A Config is a plain value: copy it, compare keys by index with config_value_equal. It refers to
 * the tables of actions, owns nothing, and knows neither devices nor what its values do. */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "config/config_keys.h"

#include <stdio.h>

enum {
    CONFIG_NAME_MAX = 30,  /* letters of an action's name */
    CONFIG_TEXT_MAX = 160, /* bytes of bindings an action may have; inih takes 198 a line */
    CONFIG_VALUE_MAX = 161 /* bytes that config_value_text needs */
};

/* The keys of [input] besides the table's: NAME of each action, and NAME.2 and so on for the
 * players after the first. The tables must outlive the Config. */
typedef struct ConfigActions {
    const CwActionDef *game; /* at most CW_ACTION_MAX */
    int game_count;
    int player_count; /* of the game; 0 means 1 */
    /* Defaults of the players after the first, one an action; see CwGame. May be NULL. */
    const char *const *const *player_bindings;
    const CwActionDef *ui; /* the engine's own, at most CW_ACTION_MAX */
    int ui_count;
    /* Whether bindings are understood, with an error that names the bad word; may be NULL. */
    bool (*check_binding)(const char *text, CwError *error);
} ConfigActions;

#define CONFIG_FIELD_WHOLE(section, name, ...) int name;
#define CONFIG_FIELD_REAL(section, name, ...) double name;
#define CONFIG_FIELD_SWITCH(section, name, ...) bool name;
#define CONFIG_FIELD_CHOICE(section, name, type, ...) type name;
#define CONFIG_FIELD_SIM(section, name, ...) /* a member of Config.sim */

/* Read the fields: config->vsync, config->sim.tick_rate. Units stand in the table. */
typedef struct Config {
    CONFIG_KEYS(CONFIG_FIELD_WHOLE, CONFIG_FIELD_REAL, CONFIG_FIELD_SWITCH, CONFIG_FIELD_CHOICE,
                CONFIG_FIELD_SIM, CONFIG_FIELD_SIM)
    CwSimSettings sim;
    /* Words separated by blanks; may be "". */
    char game_bindings[CW_PLAYER_MAX][CW_ACTION_MAX][CONFIG_TEXT_MAX + 1];
    char ui_bindings[CW_ACTION_MAX][CONFIG_TEXT_MAX + 1];
    char player_keys[CW_PLAYER_MAX][CW_ACTION_MAX][CONFIG_NAME_MAX + 3]; /* NAME.2 and so on */
    ConfigActions actions;
} Config;

typedef enum ConfigKind {
    CONFIG_WHOLE,
    CONFIG_REAL,
    CONFIG_SWITCH,
    CONFIG_CHOICE,
    CONFIG_BINDINGS
} ConfigKind;

/* A row of the table, or an action. */
typedef struct ConfigKey {
    const char *section, *name;
    ConfigKind kind;
    size_t offset;             /* of the value in Config */
    double standard;           /* default; a switch's 0 or 1, a choice's number */
    const char *standard_text; /* default of bindings */
    double low, high;          /* of numbers */
    const char *unit;          /* of numbers */
    const char *choices;       /* "word|word" */
    unsigned flags;            /* KEY_... */
    const char *documentation;
} ConfigKey;

/* Where messages about a file go, one line each without its end. */
typedef struct ConfigSink {
    void (*message)(void *context, const char *text);
    void *context;
} ConfigSink;

/* Every key at its default. `actions` may be NULL for none. Two keys of one name, or defaults that
 * don't fit, are assertions. */
void config_init(Config *config, const ConfigActions *actions);

/* Lays a file over the configuration. Each problem is a message "FILE:LINE: ..." to `sink` (NULL:
 * stderr) and skips its line only. False when the file could not be read to its end, with a message
 * unless it is merely missing and need not exist. */
bool config_read_file(Config *config, const char *path, bool must_exist, const ConfigSink *sink);

/* Lays "section.key=value" over it; false with an error and nothing changed when that is wrong. */
bool config_set(Config *config, const char *assignment, CwError *error);

typedef enum ConfigPrint {
    CONFIG_PRINT_VALUES,  /* the current values */
    CONFIG_PRINT_DEFAULTS /* the shipped config.ini: the defaults with all comments */
} ConfigPrint;

/* Writes a file that config_read_file reads back to the same values. */
void config_print(const Config *config, FILE *file, ConfigPrint mode);

/* ---- Keys by index, in the order of printing ---- */

int config_key_count(const Config *config);
ConfigKey config_key(const Config *config, int index);

/* Index of a key; -1 with an error that names the nearest known key when there is none. */
int config_find(const Config *config, const char *section, const char *name, CwError *error);

/* The value as text, as it would stand in a file. */
void config_value_text(const Config *config, int index, char text[CONFIG_VALUE_MAX]);

/* The allowed values for people: "10 to 1000 ticks/s", "on or off", "auto|opengl|software". */
void config_range_text(const ConfigKey *key, char text[CONFIG_VALUE_MAX]);

/* Whether a key has the same value in both; they must be of the same actions. */
bool config_value_equal(const Config *a, const Config *b, int index);

/* Gives the key the value that it has in `from`. */
void config_value_copy(Config *config, const Config *from, int index);

/* Back to the key's default. */
void config_value_reset(Config *config, int index);

/* Sets the value from text; false with an error that names key, value and range and nothing changed
 * when it is not allowed. */
bool config_value_set(Config *config, int index, const char *text, CwError *error);

#endif
