#include "base/file_watch.h"

#include "platform/file.h"

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
    FILE *file = file_open(path);
    if (file == NULL) {
        return true;
    }
    int last = fseek(file, -1, SEEK_END) == 0 ? getc(file) : '\n';
    fclose(file);
    return last == '\n';
}

void file_watch_begin(FileWatch *watch, const char *path)
{
    FileLook look = look_at(path);
    *watch = (FileWatch){.taken = look, .seen = look};
}

void file_watch_poll(FileWatch *watch, const char *path)
{
    FileLook look = look_at(path);
    watch->still_polls = same_look(&look, &watch->seen) ? watch->still_polls + 1 : 0;
    watch->seen = look;
}

bool file_watch_is_new(const FileWatch *watch)
{
    return !same_look(&watch->seen, &watch->taken) && watch->seen.exists &&
           watch->seen.size_bytes > 0;
}

bool file_watch_is_settled(const FileWatch *watch, const char *path)
{
    int needed = last_line_ends(path) ? STILL_POLLS : STILL_POLLS_UNENDED;
    return watch->still_polls >= needed;
}

bool file_watch_take(FileWatch *watch, const char *path)
{
    FileLook look = look_at(path);
    if (!same_look(&look, &watch->seen)) {
        return false;
    }
    watch->taken = watch->seen;
    return true;
}
