/* A folder with all below it: which files are saved in it while the program runs.
 *
 * A file counts as saved when it is closed after writing or moved to its place, as editors do it,
 * and when it is gone; folders that come to be, or get another name, are watched too, their files
 * saved with them. What is hidden, in the way of backups and swap files of editors, or in a folder
 * of build outputs (build, build-*) is left out. Links to folders are followed. */
#pragma once

#include "clockwork/base.h"
#include "platform/path.h"

typedef struct Watch Watch;

/* Files that were modified after `since_ns` (clock_wall_ns; INT64_MAX: none) count as saved, too.
 * Folders more than 24 levels below the root are not watched. Returns NULL, with the cause, when
 * the root can't be watched; where a limit of the system is the cause, the message names it. */
Watch *watch_open(const char *root, int64_t since_ns, CwError *error);
void watch_close(Watch *watch);

/* The next file that was saved, below the root; false when there is none. "" says that so much was
 * saved at once that some of it is not known. */
bool watch_next(Watch *watch, char path[PATH_BYTES_MAX]);
