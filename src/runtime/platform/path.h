/* Paths of files, in arrays of the caller's: UTF-8, with slashes on every system. */
#pragma once

#include "clockwork/base.h"

enum { PATH_BYTES_MAX = 4096, PATH_NAME_BYTES = 256 };

/* Writes "folder/name"; false, and "", when `folder` is "" or it is too long. */
bool path_join(char path[PATH_BYTES_MAX], const char *folder, const char *name);

/* Writes the path with another ending: "a/b.cwr" and ".expect" make "a/b.expect". */
void path_with_ending(char to[PATH_BYTES_MAX], const char *path, const char *ending);

/* Whether the folder where the program works does not matter to it. */
bool path_is_absolute(const char *path);

/* Makes a path that comes from the system or from a person one with slashes, in place. */
void path_clean(char *path);

/* The ending of its last part, from the last dot on; "" where there is none. */
const char *path_ending(const char *path);

/* The last part of a path, "" when it ends in a slash. */
const char *path_name(const char *path);
