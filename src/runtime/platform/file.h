/* Files, by names from users and data. Only regular files are read: a pipe or a device could block
 * the program or never end. Pipes and devices can be written; a pipe waits at most a second for a
 * reader. What fails leaves its cause in errno, with the same numbers on every system: ENOENT,
 * ENOTDIR, EISDIR, EEXIST, EACCES, ENOSPC; EFBIG for what is too large to be read; ESPIPE for what
 * is no file, ENXIO for a pipe that nobody reads.
 *
 * Streams are C's. A file that is locked, or written without a buffer, is a descriptor (int). */
#pragma once

#include "platform/path.h"

#include <stdint.h>
#include <stdio.h>

/* ---- what is there ---- */

typedef enum FileKind { FILE_MISSING, FILE_REGULAR, FILE_FOLDER, FILE_SPECIAL } FileKind;

typedef struct FileFacts {
    FileKind kind; /* FILE_MISSING: it can't be found, and all else is 0 */
    int64_t size_bytes;
    int64_t modified_ns, changed_ns; /* its content; its content, name or rights; since 1970 */
    uint64_t volume, number;         /* the same for all names of a file */
} FileFacts;

/* A link's is that of its target. */
FileFacts file_facts(const char *path);

/* Whether there is something, whatever it is, and whether this user may write it. */
bool file_exists(const char *path);
bool file_is_writable(const char *path);

/* The absolute path without links; false when there is nothing. */
bool file_real_path(const char *path, char real[PATH_BYTES_MAX]);

/* ---- streams ---- */

/* Opens a regular file, or the null device, for reading. NULL with errno. */
FILE *file_open(const char *path);

/* Creates a file, or empties it, for writing. NULL with errno. */
FILE *file_create(const char *path);

/* Creates a file that is not there yet. NULL with errno. */
FILE *file_create_new(const char *path);

/* Opens or creates a file to write at its end. NULL with errno. */
FILE *file_append(const char *path);

/* Whether a person sees what is written there. */
bool file_is_terminal(FILE *stream);

/* `before` unused bytes, a regular file of at most `most`, and a 0. The caller frees it. NULL with
 * errno: EFBIG for a larger file, which is not read. */
uint8_t *file_read(const char *path, size_t before, size_t most, size_t *size);

/* The bytes of the mark that an editor may have put in front of a text: 3, or 0. */
size_t file_mark_bytes(const char *text, size_t size);

/* ---- descriptors ---- */

typedef enum FileUse {
    FILE_READ,  /* a regular file, or the null device */
    FILE_WRITE, /* created, or emptied */
    FILE_EDIT,  /* created, or left as it is, to be read and written */
    FILE_NEW,   /* created to be written; fails where something is */
    FILE_APPEND /* created, or left as it is, to be written at its end */
} FileUse;

/* -1 with errno. A process that this one starts does not get it. */
int file_open_descriptor(const char *path, FileUse use);

/* A new file in a folder, with a unique name that begins with `prefix`. -1 with errno. */
int file_open_unique(char path[PATH_BYTES_MAX], const char *folder, const char *prefix);

/* Writes all of the bytes. False with errno. Safe in a signal handler. */
bool file_write_all(int file, const void *bytes, size_t size);

/* Reads from the beginning of the file. The count of bytes; -1 with errno. */
int64_t file_read_begin(int file, void *bytes, size_t size);

/* Until it is closed; false: another process has it. File systems without locks do without. */
bool file_lock(int file);

int64_t file_size(int file);          /* -1 with errno */
bool file_truncate(int file);         /* to nothing */
bool file_close_descriptor(int file); /* true for -1, too; else false with errno */

/* ---- whole files ---- */

typedef struct FilePart {
    const void *bytes;
    size_t size;
} FilePart;

/* Replaces a file, or creates it, as a whole: the old one or the new one is there, whoever is
 * killed. A link stays one (a dangling one gets an empty file first), and rights stay. False with
 * errno. The caller holds file_lock_folder: the temporary file's name is fixed. */
bool file_replace(const char *path, const FilePart *parts, int count);

/* Of at most 256 MiB, with a program's rights; false with errno, also when `to` is there. Removes
 * half a copy. */
bool file_copy(const char *from, const char *to);

/* Gives it another name, over what has that name. False with errno. */
bool file_rename(const char *from, const char *to);

/* Removes a file, or a link. False with errno. */
bool file_remove(const char *path);

/* Removes it unless another process has it locked, or it can't be removed. */
void file_remove_unlocked(const char *path);

/* Notes that it was used: modified now. */
void file_touch(const char *path);

/* Syncs a file and its entry in its folder: a power cut leaves both. False with errno. */
bool file_sync(const char *path);

/* The same in a thread of its own, for callers in a frame. Failures are ignored. */
void file_sync_later(const char *path);

/* Makes a folder and syncs its entry. False with errno: EEXIST when something has that name. */
bool file_make_folder(const char *path);

/* Waits for the folder of this file. Returns the lock, -1 where there are none. */
int file_lock_folder(const char *path);
void file_unlock_folder(int lock);

/* Like strerror, in the words of files for the errno that these functions leave. */
const char *file_reason(int cause);

/* ---- what file.c takes from the system ---- */

/* The path behind links, the same path where nothing is. False with errno. */
bool file_find_target(const char *path, char target[PATH_BYTES_MAX]);

/* Gives a new file the rights of another, if that is there; the umask would cut them. */
void file_take_rights(int file, const char *from);

/* Hands what was written over to the disk; the entry in the folder of this file. */
bool file_flush(int file);
bool file_sync_folder(const char *path);
