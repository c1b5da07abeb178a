/* Reports the files that are saved in a folder and below it while the program runs.
 *
 * A file counts as saved when it was closed after writing, moved to its place, or removed. New and
 * renamed folders are watched, too, and links to folders are followed. Hidden files, backups and
 * folders of build outputs (build, build-*) are ignored. */
#pragma once

#include "platform/path.h"

typedef struct FolderWatch FolderWatch;

/* Files modified after `since_ns` (clock_wall_ns; INT64_MAX: none) count as saved. NULL: the root
 * can't be watched; the error names the system's limit. */
FolderWatch *folder_watch_open(const char *root, int64_t since_ns, CwError *error);
void folder_watch_close(FolderWatch *watch);

/* True if saves of this file, or in this folder, are ignored. */
bool folder_watch_ignores(const char *name, bool is_folder);

/* The next saved file, as a path below the root; "": several unknown ones. False: nothing saved. */
bool folder_watch_next(FolderWatch *watch, char path[PATH_BYTES_MAX]);
