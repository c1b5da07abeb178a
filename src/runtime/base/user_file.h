/* Files that a person names: checks before one is replaced, and reads with messages. */
#pragma once

#include "platform/file.h"

/* Whether an open file is empty or begins like files of its kind. In `head`, # stands for a number
 * and ? for any byte. False with the remedy. */
bool user_file_is_kind(int file, const char *head, CwError *error);

/* Like user_file_is_kind, for a path; true without a file, and for pipes, devices and streams. */
bool user_file_may_replace(const char *path, const char *head, CwError *error);

/* Fills `error` after file_read gave NULL, with the limit. Returns false. */
bool user_file_set_read_error(const char *path, size_t bytes_max, CwError *error);

/* Reads text of at most `bytes_max` bytes, without a byte order mark, and ends it with a 0. The
 * caller frees it. NULL with the path and the cause, such as a zero byte and its line. */
char *user_file_read_text(const char *path, size_t bytes_max, size_t *size, CwError *error);
