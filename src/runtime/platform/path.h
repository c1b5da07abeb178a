/* Joins and splits file paths in the caller's arrays: UTF-8, with slashes on every system. */
#pragma once

#include "clockwork/base.h"

enum { PATH_BYTES_MAX = 4096, PATH_NAME_BYTES = 256 };

/* Writes "folder/name"; false, and "", when `folder` is "" or it is too long. */
bool path_join(char path[PATH_BYTES_MAX], const char *folder, const char *name);

/* Writes the path with another ending: "a/b.cwr" and ".expect" give "a/b.expect". */
void path_with_ending(char to[PATH_BYTES_MAX], const char *path, const char *ending);

bool path_is_absolute(const char *path);

/* Converts a path from the system or from a person to slashes, in place. */
void path_clean(char *path);

/* The ending of a path's last part, from the last dot on; "" when there is none. */
const char *path_ending(const char *path);

/* Whether a path has this ending in any case: ".tmj" matches "a.TMJ". */
bool path_has_ending(const char *path, const char *ending);

/* The last part of a path, "" when it ends in a slash. */
const char *path_name(const char *path);
