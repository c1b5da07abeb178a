/* Opens files by names from users and data. Only regular files are read: a pipe or a device could
 * block the program or never end. Pipes and devices can be written; a pipe waits at most a second
 * for a reader. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Opens a regular file, or /dev/null, for reading. NULL with errno. */
FILE *file_open(const char *path);

/* Creates a file, or empties it, for writing. NULL with errno. */
FILE *file_create(const char *path);

/* Opens or creates a file to write at its end. NULL with errno. */
FILE *file_append(const char *path);

/* open(2) for writing, with O_CLOEXEC; new files get the usual rights. -1 with errno. */
int file_open_to_write(const char *path, int flags);

/* write(2) until all bytes are written. False with errno. Safe in a signal handler. */
bool file_write_all(int file, const void *bytes, size_t size);

/* The bytes of such a file behind `before` free ones, cut where it has more than `most`; the caller
 * frees them. NULL with errno. */
uint8_t *file_read(const char *path, size_t before, size_t most, size_t *size);

/* Like strerror, in the words of files for the errno that these functions leave. */
const char *file_reason(int cause);

#endif
