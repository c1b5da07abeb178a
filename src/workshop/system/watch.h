/* A folder with all below it: which files are saved in it while the program runs.
 *
 * Saved: closed after writing, moved to its place, or gone; new and renamed folders are watched,
 * too. Left out is what is hidden, like backups, or in a folder of build outputs (build, build-*).
 * Links to folders are followed. */
#pragma once

#include "clockwork/base.h"
#include "platform/path.h"

typedef struct Watch Watch;

/* Files modified after `since_ns` (clock_wall_ns; INT64_MAX: none) count as saved; folders deeper
 * than 24 levels are not watched. NULL: the root can't be, with the limit of the system by name. */
Watch *watch_open(const char *root, int64_t since_ns, CwError *error);
void watch_close(Watch *watch);

/* Whether a file or folder of that name is left out. */
bool watch_leaves_out(const char *name, bool is_folder);

/* The next saved file, below the root; false: none. "": more was saved than is known. */
bool watch_next(Watch *watch, char path[PATH_BYTES_MAX]);
