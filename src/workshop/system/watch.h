/* A folder with all below it: which files are saved in it while the program runs.
 *
 * A file counts as saved when it was closed after writing, was moved to its place, or is gone. New
 * and renamed folders are watched, too, and links to folders are followed. Hidden files, backups
 * and folders of build outputs (build, build-*) are left out. */
#pragma once

#include "platform/path.h"

typedef struct Watch Watch;

/* Files modified after `since_ns` (clock_wall_ns; INT64_MAX: none) count as saved. NULL: the root
 * can't be watched; the error names the system's limit. */
Watch *watch_open(const char *root, int64_t since_ns, CwError *error);
void watch_close(Watch *watch);

/* True if a file or folder of that name is left out. */
bool watch_leaves_out(const char *name, bool is_folder);

/* The next saved file, below the root; "": files that are not known by name. False: none. */
bool watch_next(Watch *watch, char path[PATH_BYTES_MAX]);
