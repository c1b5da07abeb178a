/* Helpers for Windows, whose text has two bytes a character, whose paths need a prefix to be long,
 * and whose errors have their own numbers. */
#pragma once

#include "platform/path.h"

#include <stdint.h>

enum { WIDE_MAX = PATH_BYTES_MAX + 16 };

/* The absolute path for the system's calls, without their limit of 260. False with errno. */
bool wide_path(const char *path, wchar_t wide[WIDE_MAX]);

/* Converts the system's path to this program's form; false, and "", when it is too long. */
bool path_from_wide(const wchar_t *wide, char path[PATH_BYTES_MAX]);

/* A folder for the user's files, which may move to other computers. False, and "": none. */
bool folder_of_user(bool is_roaming, char path[PATH_BYTES_MAX]);

/* Converts a text into new memory; NULL without memory. */
char *text_from_wide(const wchar_t *wide);

/* Sets errno to the cause of the last failed call. Returns false. */
bool fail_as_system(void);

/* Converts intervals of 100 ns since 1601 to ns since 1970. */
int64_t wall_from_intervals(uint64_t intervals);
