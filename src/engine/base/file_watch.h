/* Watches a file that a person saves while the program runs: has it changed, and is it complete?
 *
 * Each poll compares size, times and which file it is, so it works with editors that rename over,
 * truncate, or delete and write again. A changed file counts when it was unchanged for a poll. If
 * its last line has no end, it may be incomplete and must be unchanged for ten polls. A missing or
 * empty file is ignored. Owns no path. */
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

/* Marks the content that was just read as taken. False if the file was written meanwhile: wait
 * until it is new and settled again. */
bool file_watch_take(FileWatch *watch, const char *path);
