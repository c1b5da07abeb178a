#include "base/file_watch.h"

#include <stdio.h>

/* Unchanged polls until a file is complete, with and without an end of its last line. */
enum { STILL_POLLS = 1, STILL_POLLS_UNENDED = 10 };

static bool is_same(const FileFacts *a, const FileFacts *b)
{
    return a->kind == b->kind && a->size_bytes == b->size_bytes &&
           a->modified_ns == b->modified_ns && a->changed_ns == b->changed_ns &&
           a->number == b->number && a->volume == b->volume;
}

/* True if the file can't be opened, too, because its reader then reports why. */
static bool last_line_ends(const char *path)
{
    FILE *file = file_open(path, FILE_READ);
    if (file == NULL) {
        return true;
    }
    int last = fseek(file, -1, SEEK_END) == 0 ? getc(file) : '\n';
    fclose(file);
    return last == '\n';
}

void file_watch_begin(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    *watch = (FileWatch){.taken = now, .seen = now};
}

void file_watch_poll(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    watch->still_polls = is_same(&now, &watch->seen) ? watch->still_polls + 1 : 0;
    watch->seen = now;
}

bool file_watch_is_new(const FileWatch *watch)
{
    return !is_same(&watch->seen, &watch->taken) && watch->seen.kind != FILE_MISSING &&
           watch->seen.size_bytes > 0;
}

bool file_watch_is_settled(const FileWatch *watch, const char *path)
{
    int needed = last_line_ends(path) ? STILL_POLLS : STILL_POLLS_UNENDED;
    return watch->still_polls >= needed;
}

bool file_watch_take(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    if (!is_same(&now, &watch->seen)) {
        return false;
    }
    watch->taken = watch->seen;
    return true;
}
