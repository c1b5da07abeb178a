/* Opens files by names from users and data. Only regular files are read: a pipe or a device could
 * block the program or never end. Pipes and devices can be written; a pipe waits at most a second
 * for a reader. */
#ifndef PLATFORM_FILE_H
#define PLATFORM_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/uio.h>

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

/* The bytes of such a file after `before` free ones, cut where it has more than `most`; the caller
 * frees them. NULL with errno. */
uint8_t *file_read(const char *path, size_t before, size_t most, size_t *size);

/* Replaces a file, or creates it, as a whole: a reader, or a program that is killed meanwhile,
 * leaves the old one or the new one. A link stays a link, and rights stay. False with errno, and
 * what was there stays. Under a lock, since two programs would write the same new file. */
bool file_replace(const char *path, const struct iovec *parts, int count);

/* Syncs a file and its entry in its folder: a power cut leaves both. False with errno. */
bool file_sync(const char *path);

/* The same in a thread of its own, for callers in a frame. Failures are ignored. */
void file_sync_later(const char *path);

/* Makes a folder and syncs its entry. False with errno: EEXIST when something has that name. */
bool file_make_folder(const char *path);

/* Waits until no other program has the folder of this file locked. Close it to unlock; -1 where
 * there are no locks. */
int file_lock_folder(const char *path);

/* Like strerror, in the words of files for the errno that these functions leave. */
const char *file_reason(int cause);

#endif
