#include "config/config_watch.h"

#include <string.h>

void config_watch_open(ConfigWatch *watch, const ConfigWatchDesc *desc)
{
    *watch = (ConfigWatch){.desc = *desc, .next_poll_ns = INT64_MIN};
    for (int i = 0; i < desc->layers->file_count; i++) {
        file_watch_begin(&watch->files[i], desc->layers->files[i]);
    }
}

/* The first file with something new in it, -1 for none; none either while one is being written. */
static int find_changed(ConfigWatch *watch)
{
    int changed = -1;
    const ConfigLayers *layers = watch->desc.layers;
    for (int i = layers->file_count - 1; i >= 0; i--) {
        file_watch_poll(&watch->files[i], layers->files[i]);
    }
    for (int i = layers->file_count - 1; i >= 0; i--) {
        if (file_watch_is_new(&watch->files[i])) {
            if (!file_watch_is_settled(&watch->files[i], layers->files[i])) {
                return -1;
            }
            changed = i;
        }
    }
    return changed;
}

static void say_nothing(void *context, const char *text)
{
    (void)context;
    (void)text;
}

/* Messages of the layers above are not news. */
static void lay_over(const ConfigWatchDesc *desc, int first)
{
    const ConfigLayers *layers = desc->layers;
    for (int i = first; i < layers->file_count; i++) {
        const ConfigFile file = {.path = layers->files[i], .message = say_nothing};
        config_read_file(desc->table, desc->spare, &file);
    }
    for (int i = 0; i < layers->setting_count; i++) {
        config_set(desc->table, desc->spare, layers->settings[i], NULL);
    }
}

/* `spare` comes into force. */
static void take_changes(const ConfigWatchDesc *desc, const ConfigWatchSink *sink)
{
    for (int i = 0; i < desc->table->count; i++) {
        const ConfigKey *key = &desc->table->keys[i];
        if (!config_value_equal(key, desc->values, desc->spare)) {
            sink->changed(sink->context, key, desc->values, desc->spare);
            config_value_copy(key, desc->values, desc->spare);
        }
    }
}

bool config_watch_poll(ConfigWatch *watch, int64_t now_ns, const ConfigWatchSink *sink)
{
    const ConfigWatchDesc *desc = &watch->desc;
    if (now_ns < watch->next_poll_ns) {
        return false;
    }
    watch->next_poll_ns = now_ns + FILE_POLL_NS;
    int changed = find_changed(watch);
    if (changed < 0) {
        return false;
    }
    const char *path = desc->layers->files[changed];
    const ConfigFile again = {.path = path, .message = sink->refused, .context = sink->context};
    for (int i = 0; i < desc->table->count; i++) {
        config_value_copy(&desc->table->keys[i], desc->spare, desc->values);
    }
    bool read = config_read_file(desc->table, desc->spare, &again);
    if (!file_watch_take(&watch->files[changed], path)) {
        return false;
    }
    if (read) {
        lay_over(desc, changed + 1);
        take_changes(desc, sink);
    }
    return read;
}

static FileWatch *find_file(ConfigWatch *watch, const char *path)
{
    const ConfigLayers *layers = watch->desc.layers;
    int i = 0;
    while (i < layers->file_count && strcmp(layers->files[i], path) != 0) {
        i++;
    }
    return i < layers->file_count ? &watch->files[i] : NULL;
}

bool config_watch_has_changes(ConfigWatch *watch, const char *path)
{
    const FileWatch *file = find_file(watch, path);
    FileWatch look = file == NULL ? (FileWatch){0} : *file;
    file_watch_poll(&look, path);
    return file != NULL && file_watch_is_new(&look);
}

void config_watch_mark_read(ConfigWatch *watch, const char *path)
{
    FileWatch *file = find_file(watch, path);
    if (file != NULL) {
        file_watch_begin(file, path);
    }
}
