/* Watches a file that a person saves while the program runs: has it changed, and is it complete?
 *
 * A poll compares size, times and identity, whichever way an editor writes. A change counts after a
 * poll without one; where the last line has no end, after ten. Ignores missing and empty files. */
#pragma once

#include "platform/file.h"

enum { FILE_POLL_NS = 100000000 }; /* between two polls */

typedef struct FileWatch {
    FileFacts taken; /* when its content was taken */
    FileFacts seen;  /* by the last poll */
    int still_polls;
} FileWatch;

/* Its content is taken now. */
void file_watch_begin(FileWatch *watch, const char *path);

void file_watch_poll(FileWatch *watch, const char *path);

/* Results of the last poll: it has changed; it is complete. */
bool file_watch_is_new(const FileWatch *watch);
bool file_watch_is_settled(const FileWatch *watch, const char *path);

/* Marks what was just read as taken. False if it was written meanwhile: wait until it settles. */
bool file_watch_take(FileWatch *watch, const char *path);
