/* Files that a person names: reads them, and checks one before it is replaced. */
#pragma once

#include "platform/file.h"

/* Whether an open file is empty or begins with `head`, where # is a whole number and ? any byte. */
bool user_file_is_kind(int file, const char *head, CwError *error);

/* The same check for a path, which also allows a missing file, a pipe, a device and a stream. */
bool user_file_may_replace(const char *path, const char *head, CwError *error);

/* Sets an error after file_read with this limit has failed. Returns false. */
bool user_file_set_read_error(const char *path, size_t bytes_max, CwError *error);

/* Reads a text of at most `bytes_max` bytes. Drops a byte order mark and adds a 0. The caller frees
 * it. NULL with an error; text with a zero byte is refused. */
char *user_file_read_text(const char *path, size_t bytes_max, size_t *size, CwError *error);
