/* The configuration's files while the program runs: saving one applies at once.
 *
 * settings.c polls it once a frame; it looks at the files ten times a second (base/file_watch.h). A
 * file that changed is read, and with it the files and settings that override it.
 *
 * A half-written file never resets a value: the lines override the values in force, so a key
 * without a line keeps its value until the program starts again. Owns no paths; knows no meaning of
 * values. */
#ifndef CONFIG_CONFIG_WATCH_H
#define CONFIG_CONFIG_WATCH_H

#include "base/file_watch.h"
#include "config/config.h"

enum { CONFIG_FILES_MAX = 3 };

/* Files and settings that override the built-in values, later ones override earlier ones. */
typedef struct ConfigLayers {
    const char *files[CONFIG_FILES_MAX];
    int file_count;
    const char *const *settings; /* "section.key=value", over the files */
    int setting_count;
} ConfigLayers;

/* The watched configuration. Everything stays the caller's. */
typedef struct ConfigWatchDesc {
    const ConfigTable *table;
    const ConfigLayers *layers;
    void *values; /* in force, just read from the layers; follows them */
    void *spare;  /* another such struct, for the watch to work in */
} ConfigWatchDesc;

/* The receiver of changes: each key whose value differs in `after`, and each line that was refused,
 * in the words of config_read_file. */
typedef struct ConfigWatchSink {
    void (*changed)(void *context, const ConfigKey *key, const void *before, const void *after);
    void (*refused)(void *context, const char *text);
    void *context;
} ConfigWatchSink;

typedef struct ConfigWatch {
    ConfigWatchDesc desc;
    FileWatch files[CONFIG_FILES_MAX];
    int64_t next_poll_ns;
} ConfigWatch;

void config_watch_open(ConfigWatch *watch, const ConfigWatchDesc *desc);

/* Tells `sink` the changes; cheap between looks. True if a file was read. */
bool config_watch_poll(ConfigWatch *watch, int64_t now_ns, const ConfigWatchSink *sink);

/* Whether a file has changes that were not read yet. */
bool config_watch_has_changes(ConfigWatch *watch, const char *path);

/* The program itself wrote the file: its content is in force already. */
void config_watch_mark_read(ConfigWatch *watch, const char *path);

#endif
