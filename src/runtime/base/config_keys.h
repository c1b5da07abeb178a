/* Settings by name. Reads defaults, files and --set into the fields of a struct, and prints them.
 *
 * The caller (frame/config.h) describes its struct with a ConfigTable, which has a row for each
 * key. Invalid values are never stored. Nothing here knows a particular key or what it does. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/config.h"

#include <stdio.h>

enum {
    CONFIG_KEYS_MAX = 320,
    CONFIG_MADE_NAMES_MAX = 96,
    CONFIG_FILES_MAX = 3,
    CONFIG_NAME_MAX = 32,  /* bytes of a name */
    CONFIG_TEXT_MAX = 160, /* bytes of a text */
    CONFIG_VALUE_MAX = 161 /* bytes that config_value_text needs */
};

/* Flags of a key. Without one of the first two, a change applies at once. */
enum {
    KEY_AT_LEVEL_START = 1,   /* read when a level starts or restarts */
    KEY_AT_PROGRAM_START = 2, /* read once */
    KEY_SIMULATION = 4,       /* ticks read the key, so recordings hold it */
    KEY_OR_ZERO = 8,          /* 0 is allowed in addition to the range */
    KEY_GAME_DEFAULT = 16     /* config_default changed the default */
};

/* A key of config.ini. All strings outlive the table. */
typedef struct ConfigKey {
    const char *section, *name; /* a-z, 0-9, _ and, in names only, points */
    CwConfigKind kind;
    /* Offset of an int (also for a choice), a double, a bool, or char[CONFIG_TEXT_MAX + 1]. */
    size_t offset;
    double standard;           /* default: a number, 0 or 1 for a switch, or a choice's index */
    const char *standard_text; /* default of a text */
    double low, high;          /* range of a number */
    const char *unit;          /* unit of a number; subject of a text */
    const char *choices;       /* "word|word" */
    unsigned flags;            /* KEY_... */
    /* Checks a text; the error says what is allowed. NULL: any text is allowed. */
    bool (*check)(const char *text, CwError *error);
    const char *documentation;
    const char *label;   /* name in menus; NULL: the menu's own name, "": hidden in menus */
    const char *heading; /* lines in front of the key in a shipped file; NULL: none */
} ConfigKey;

typedef struct ConfigOrigin {
    const char *source; /* a file's path, borrowed, or "--set"; NULL: the default */
    int line;           /* line in the file, from 1 */
} ConfigOrigin;

/* Keys in the order of printing. */
typedef struct ConfigTable {
    ConfigKey keys[CONFIG_KEYS_MAX];
    int count;
    char made_names[CONFIG_MADE_NAMES_MAX][CONFIG_NAME_MAX + 2]; /* from config_make_name */
    int made_count;
    const char *header;         /* first lines of a shipped file */
    const char *shared_section; /* also has keys of other games; NULL: none */
    size_t origins_offset; /* offset of a ConfigOrigin[CONFIG_KEYS_MAX] in the caller's struct */
} ConfigTable;

/* Makes the name "NAME.NUMBER", which the table owns. config_add refuses it if it is too long. */
const char *config_make_name(ConfigTable *table, const char *name, int number);

/* Adds a key. False with an error: a bad or used name, or a default that is not allowed. */
bool config_add(ConfigTable *table, const ConfigKey *key, CwError *error);

/* Change a default, or a label, by "section.key=value", which must outlive the table. */
bool config_default(ConfigTable *table, const char *assignment, CwError *error);
bool config_label(ConfigTable *table, const char *assignment, CwError *error);

void config_reset(const ConfigTable *table, void *values);

typedef struct ConfigFile {
    const char *path;
    bool must_exist;
    bool is_quiet; /* sends no messages */
    /* Called with each message, one line without its end. NULL: stderr. */
    void (*message)(void *context, const char *text);
    void *context;
} ConfigFile;

/* Overrides values with a file's. Skips a wrong line with a message "FILE:LINE: ...", and a foreign
 * key without one. False: the file can't be read, with a message unless it may be missing. */
bool config_read_file(const ConfigTable *table, void *values, const ConfigFile *file);

/* Sets "section.key=value". False with an error, and nothing changed. */
bool config_set(const ConfigTable *table, void *values, const char *assignment, CwError *error);

/* Files and settings that override the built-in values. Later ones override earlier ones. */
typedef struct ConfigLayers {
    const char *files[CONFIG_FILES_MAX];
    int file_count, first;       /* files with an index below `first` are left out */
    const char *required;        /* the file that must exist; NULL: none */
    const char *const *settings; /* "section.key=value", which override files */
    int setting_count;
    bool is_quiet; /* problems in files are not reported */
} ConfigLayers;

/* Overrides values by layers. False: a wrong setting, or the required file can't be read. */
bool config_read_layers(const ConfigTable *table, void *values, const ConfigLayers *layers,
                        CwError *error);

typedef struct ConfigEdit {
    const char *section, *name; /* borrowed */
    char value[CONFIG_VALUE_MAX];
} ConfigEdit;

/* Sets keys in a file, or creates it. False with an error, and the file is unchanged. */
bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error);

/* Writes a file that reads back to the same values, each with its origin as a comment. */
void config_print(const ConfigTable *table, const void *values, FILE *file);

/* Writes the shipped file: the defaults with all comments. */
void config_print_defaults(const ConfigTable *table, FILE *file);

ConfigOrigin config_origin(const ConfigTable *table, const void *values, int index);

void config_set_origin(const ConfigTable *table, void *values, int index, ConfigOrigin origin);

/* The index of a key; -1: unknown, with an error that names the nearest known key. */
int config_find(const ConfigTable *table, const char *section, const char *name, CwError *error);

/* Whether an unknown key may belong to another game that shares the section. */
bool config_is_foreign(const ConfigTable *table, const char *section, const char *name);

/* ---- One key's value ---- */

/* The value as text, as in a file. */
void config_value_text(const ConfigKey *key, const void *values, char text[CONFIG_VALUE_MAX]);

void config_standard_text(const ConfigKey *key, char text[CONFIG_VALUE_MAX]);

/* Writes a choice's word by its index. False, with "": there are fewer words. */
bool config_choice_text(const ConfigKey *key, int number, char text[CONFIG_VALUE_MAX]);

bool config_value_equal(const ConfigKey *key, const void *a, const void *b);

void config_value_copy(const ConfigKey *key, void *values, const void *from);

/* Sets a value from text. False with an error, and nothing changed, if it is not allowed. */
bool config_value_set(const ConfigKey *key, void *values, const char *text, CwError *error);
