/* The configuration's files while the program runs: saving one applies at once.
 *
 * settings.c polls once a frame; ten times a second of its clock the files are looked at (see
 * base/file_watch.h). A file that changed is read, and with it the layers over it.
 *
 * A half-written file never resets anything: what is read is laid over the values in force, so
 * a key without a line keeps its value until the program starts again. Owns no paths; knows nothing
 * of what a value does. */
#ifndef CONFIG_CONFIG_WATCH_H
#define CONFIG_CONFIG_WATCH_H

#include "base/file_watch.h"
#include "config/config.h"

enum { CONFIG_FILES_MAX = 3 };

/* What lies over the built-in values, later ones over earlier ones. */
typedef struct ConfigLayers {
    const char *files[CONFIG_FILES_MAX];
    int file_count;
    const char *const *settings; /* "section.key=value", over the files */
    int setting_count;
} ConfigLayers;

/* What is watched. All stays the caller's. */
typedef struct ConfigWatchDesc {
    const ConfigTable *table;
    const ConfigLayers *layers;
    void *values; /* in force, just read from the layers; follows them */
    void *spare;  /* another such struct, for the watch to work in */
} ConfigWatchDesc;

/* Who is told: of each key whose value is another one in `after`, and of each line that was
 * refused, as config_read_file says it. */
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

/* Tells `sink` what changed; cheap when it is not yet time to look. True when a file was read. */
bool config_watch_poll(ConfigWatch *watch, int64_t now_ns, const ConfigWatchSink *sink);

/* Whether there is something in a file that was not yet read. */
bool config_watch_has_news(ConfigWatch *watch, const char *path);

/* What is in a file now is in force: the program itself wrote it. */
void config_watch_took(ConfigWatch *watch, const char *path);

#endif
