#include "config/config_watch.h"

#include <stdio.h>
#include <sys/stat.h>

/* Polls that a file must stand still before it is read; the second one where it may be cut. */
enum { STILL_POLLS = 1, STILL_POLLS_UNENDED = 10 };

static int64_t in_ns(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static FileLook look_at(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return (FileLook){.exists = false};
    }
    return (FileLook){.exists = true,
                      .size_bytes = status.st_size,
                      .modified_ns = in_ns(status.st_mtim),
                      .changed_ns = in_ns(status.st_ctim),
                      .inode = status.st_ino,
                      .device = status.st_dev};
}

static bool same_look(const FileLook *a, const FileLook *b)
{
    return a->exists == b->exists && a->size_bytes == b->size_bytes &&
           a->modified_ns == b->modified_ns && a->changed_ns == b->changed_ns &&
           a->inode == b->inode && a->device == b->device;
}

/* A file that can't be opened counts as ended: reading it says why. */
static bool last_line_ends(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return true;
    }
    int last = fseek(file, -1, SEEK_END) == 0 ? getc(file) : '\n';
    fclose(file);
    return last == '\n';
}

void config_watch_open(ConfigWatch *watch, const ConfigWatchDesc *desc)
{
    *watch = (ConfigWatch){.desc = *desc, .next_poll_ns = INT64_MIN};
    for (int i = 0; i < desc->layers->file_count; i++) {
        watch->files[i].seen = watch->files[i].taken = look_at(desc->layers->files[i]);
    }
}

static bool is_waiting(const WatchedFile *file)
{
    return !same_look(&file->seen, &file->taken) && file->seen.exists && file->seen.size_bytes > 0;
}

static void look_again(const ConfigWatch *watch, WatchedFile *file)
{
    FileLook look = look_at(watch->desc.layers->files[file - watch->files]);
    file->still_polls = same_look(&look, &file->seen) ? file->still_polls + 1 : 0;
    file->seen = look;
}

static bool is_settled(const ConfigWatch *watch, const WatchedFile *file)
{
    const char *path = watch->desc.layers->files[file - watch->files];
    int needed = last_line_ends(path) ? STILL_POLLS : STILL_POLLS_UNENDED;
    return file->still_polls >= needed;
}

/* The first file with something new in it, -1 for none; none either while one is being written. */
static int find_changed(ConfigWatch *watch)
{
    int changed = -1;
    for (int i = watch->desc.layers->file_count - 1; i >= 0; i--) {
        look_again(watch, &watch->files[i]);
    }
    for (int i = watch->desc.layers->file_count - 1; i >= 0; i--) {
        if (is_waiting(&watch->files[i])) {
            if (!is_settled(watch, &watch->files[i])) {
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
    watch->next_poll_ns = now_ns + CONFIG_POLL_NS;
    int changed = find_changed(watch);
    if (changed < 0) {
        return false;
    }
    WatchedFile *file = &watch->files[changed];
    const char *path = desc->layers->files[changed];
    const ConfigFile again = {.path = path, .message = sink->refused, .context = sink->context};
    for (int i = 0; i < desc->table->count; i++) {
        config_value_copy(&desc->table->keys[i], desc->spare, desc->values);
    }
    bool read = config_read_file(desc->table, desc->spare, &again);
    FileLook look = look_at(path);
    if (!same_look(&look, &file->seen)) {
        return false; /* it was written meanwhile: wait until it stands still again */
    }
    file->taken = file->seen;
    if (read) {
        lay_over(desc, changed + 1);
        take_changes(desc, sink);
    }
    return read;
}
