/* Watches a file that a person edits while the program runs.
 *
 * Each poll compares the file's size, times and identity, so any editor works. A change counts as
 * complete when the next poll sees no further change, but in a file without a newline at its end
 * only after ten such polls. A missing or empty file counts as unchanged. */
#pragma once

#include "platform/file.h"

enum { FILE_POLL_NS = 100000000 }; /* time between two polls */

typedef struct FileWatch {
    FileFacts taken; /* facts when the content was taken */
    FileFacts seen;  /* facts at the last poll */
    int still_polls; /* polls without a change */
} FileWatch;

/* Begins to watch a file. Its present content counts as taken. */
void file_watch_begin(FileWatch *watch, const char *path);

void file_watch_poll(FileWatch *watch, const char *path);

/* Whether the last poll saw content that was not taken yet, and whether that is complete. */
bool file_watch_is_new(const FileWatch *watch);
bool file_watch_is_settled(const FileWatch *watch, const char *path);

/* Marks the content, which the caller has just read, as taken. False if the file has changed since
 * the last poll: poll on until it settles. */
bool file_watch_take(FileWatch *watch, const char *path);
