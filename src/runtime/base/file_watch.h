/* Watches a file that a person saves while the program runs.
 *
 * A poll compares size, times and identity, so it works with any editor. A change is complete after
 * a poll without one, or after ten if the last line has no end. Ignores missing and empty files. */
#pragma once

#include "platform/file.h"

enum { FILE_POLL_NS = 100000000 }; /* time between two polls */

typedef struct FileWatch {
    FileFacts taken; /* facts when the content was taken */
    FileFacts seen;  /* facts at the last poll */
    int still_polls;
} FileWatch;

/* Begins to watch a file whose content is taken now. */
void file_watch_begin(FileWatch *watch, const char *path);

void file_watch_poll(FileWatch *watch, const char *path);

/* Results of the last poll: it has changed; it is complete. */
bool file_watch_is_new(const FileWatch *watch);
bool file_watch_is_settled(const FileWatch *watch, const char *path);

/* Marks content just read as taken. False if it was written meanwhile: wait until it settles. */
bool file_watch_take(FileWatch *watch, const char *path);
