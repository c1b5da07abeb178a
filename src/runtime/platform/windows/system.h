/* Helpers of the files for Windows: its text has two bytes a character, its paths have limits that
 * a prefix lifts, and its failures have numbers of their own. */
#pragma once

#include "platform/path.h"

#include <stdint.h>

enum { WIDE_MAX = PATH_BYTES_MAX + 16 };

/* The absolute path for the system's calls, without their limit of 260. False with errno. */
bool wide_path(const char *path, wchar_t wide[WIDE_MAX]);

/* A path that the system gave, as this program has them; false, and "", when it is too long. */
bool path_from_wide(const wchar_t *wide, char path[PATH_BYTES_MAX]);

/* Folders of this user's files: those that move along to other computers, and those that don't.
 * False, and "", where there is none. */
bool folder_of_user(bool roams, char path[PATH_BYTES_MAX]);

/* The same text in new memory, NULL without. */
char *text_from_wide(const wchar_t *wide);

/* Sets errno by the cause of the last call that failed. Returns false. */
bool fail_as_system(void);

/* In ns since 1970, from intervals of 100 ns since 1601. */
int64_t wall_from_intervals(uint64_t intervals);
