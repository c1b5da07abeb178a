/* Opens, reads and replaces files named by users and data; lists, makes and removes folders.
 *
 * Only regular files are read: pipes and devices could block the program or never end. All can be
 * written; a pipe waits at most a second for a reader. Failures leave errno, with the same numbers
 * on every system: ENOENT, ENOTDIR, EISDIR, EEXIST, EACCES, ENOSPC; EFBIG for files too large to
 * read; ESPIPE for what is no regular file; ENXIO for a pipe without a reader.
 *
 * Streams are C's. A file that is locked, or written without a buffer, is a descriptor (int). */
#pragma once

#include "platform/path.h"

#include <stdint.h>
#include <stdio.h>

/* ---- facts ---- */

typedef enum FileKind { FILE_MISSING, FILE_REGULAR, FILE_FOLDER, FILE_SPECIAL } FileKind;

typedef struct FileFacts {
    FileKind kind; /* FILE_MISSING: not found, and all else is 0 */
    int64_t size_bytes;
    int64_t modified_ns;     /* last change of the content, since 1970 */
    int64_t changed_ns;      /* last change of content, name or permissions, since 1970 */
    uint64_t volume, number; /* the same for all names of a file */
} FileFacts;

/* The facts of a file; of a link's target. */
FileFacts file_facts(const char *path);

/* Whether a path exists, as any kind of file, and whether this user may write it. */
bool file_exists(const char *path);
bool file_is_writable(const char *path);

/* The absolute path without links; false when it does not exist. */
bool file_real_path(const char *path, char real[PATH_BYTES_MAX]);

/* ---- streams ---- */

typedef enum FileUse {
    FILE_READ,  /* a regular file, or the null device */
    FILE_WRITE, /* created, or emptied */
    FILE_EDIT,  /* created, or left as it is, to be read and written */
    FILE_NEW,   /* created to be written; fails if the path exists */
    FILE_APPEND /* created, or left as it is, to be written at its end */
} FileUse;

/* Opens a file. NULL with errno. */
FILE *file_open(const char *path, FileUse use);

/* Whether a person reads what is written there. */
bool file_is_terminal(FILE *stream);

/* Reads a regular file of at most `bytes_max` bytes. The result has `lead_bytes` unused bytes, the
 * file, and a 0; the caller frees it. NULL with errno: EFBIG for a larger file. */
uint8_t *file_read(const char *path, size_t lead_bytes, size_t bytes_max, size_t *size);

/* The size of a UTF-8 byte order mark at the beginning of a text: 3 or 0. */
size_t file_mark_bytes(const char *text, size_t size);

/* ---- descriptors ---- */

/* -1 with errno. Started processes do not inherit the descriptor. */
int file_open_descriptor(const char *path, FileUse use);

/* A new file in a folder, with a unique name that begins with `prefix`. -1 with errno. */
int file_open_unique(char path[PATH_BYTES_MAX], const char *folder, const char *prefix);

/* Writes all of the bytes. False with errno. Safe in a signal handler. */
bool file_write_all(int file, const void *bytes, size_t size);

/* Reads from the beginning of the file. Returns the count of bytes; -1 with errno. */
int64_t file_read_begin(int file, void *bytes, size_t size);

/* Locks until the close. False: another process has it. Succeeds where locks don't exist. */
bool file_lock(int file);

int64_t file_size(int file);          /* -1 with errno */
bool file_truncate(int file);         /* sets the size to 0 */
bool file_close_descriptor(int file); /* true for -1, too; else false with errno */

/* ---- whole files ---- */

typedef struct FilePart {
    const void *bytes;
    size_t size;
} FilePart;

/* Replaces or creates a file atomically: after a kill the old file or the new one is there. A link
 * to a file stays a link, and permissions stay. False with errno. The caller holds
 * file_lock_folder, because the temporary file's name is fixed. */
bool file_replace(const char *path, const FilePart *parts, int count);

/* Copies a file of at most 256 MiB. False with errno, also if `to` exists; removes a part copy. */
bool file_copy(const char *from, const char *to);

/* Renames a file and replaces a file of the new name. False with errno. */
bool file_rename(const char *from, const char *to);

/* Removes a file, or a link. False with errno. */
bool file_remove(const char *path);

/* Removes a file if possible, unless another process has it locked. */
void file_remove_unlocked(const char *path);

/* Sets a file's modification time to now, to note that it was used. */
void file_touch(const char *path);

/* Syncs a file and its entry in its folder, so that both survive a power cut. False with errno. */
bool file_sync(const char *path);

/* Does file_sync in a thread of its own, for callers in a frame. Ignores failures. */
void file_sync_later(const char *path);

/* Makes a folder and syncs its entry. False with errno: EEXIST when the name is taken. */
bool file_make_folder(const char *path);

/* Locks the folder of this file, waiting if necessary. Returns the lock; -1 without locks. */
int file_lock_folder(const char *path);
void file_unlock_folder(int lock);

/* Like strerror, with words that suit files, for the errno of these functions. */
const char *file_reason(int cause);

/* ---- the content of folders ---- */

typedef struct Folder Folder;

typedef struct FolderEntry {
    const char *name; /* valid until the next entry */
    FileKind kind;    /* FILE_SPECIAL for a link */
} FolderEntry;

/* NULL with errno. */
Folder *folder_open(const char *path);
void folder_close(Folder *folder);

/* The next entry, in no order. False at the end with errno 0, and when reading fails. */
bool folder_next(Folder *folder, FolderEntry *entry);

/* A visitor's answer for an entry of a tree. */
typedef enum FolderStep { FOLDER_ON, FOLDER_SKIP, FOLDER_STOP } FolderStep;

/* `path` begins with the root; `depth` is 1 for entries of the root itself. */
typedef FolderStep FolderVisit(const char *path, FileKind kind, int depth, void *context);

/* Visits everything below a folder, folders first, without following links. FOLDER_SKIP skips a
 * folder's content. False: the visitor stopped, or (errno) an unreadable part was left out. */
bool folder_walk(const char *root, FolderVisit *visit, void *context);

/* ---- making folders that need not survive a power cut; for others: file_make_folder ---- */

/* Makes a folder for this user only, and its parent, unless they exist. */
void folder_make_private(const char *path);

/* Makes a new empty folder for temporary files. False with errno. */
bool folder_make_temporary(char path[PATH_BYTES_MAX], const char *prefix);

bool folder_remove(const char *path);

/* ---- folders of the system ---- */

/* Advice for users when a game's folder (SDL_GetPrefPath) can't be written. */
extern const char FOLDER_ADVICE[];

/* The working folder, and the one for caches. False, and "", when there is none. */
bool working_folder(char path[PATH_BYTES_MAX]);
bool folder_of_caches(char path[PATH_BYTES_MAX]);

/* ---- functions of the system, for file.c ---- */

/* Gives a new file the permissions of another, if that exists; the umask would reduce them. */
void file_take_rights(int file, const char *from);

/* Syncs the file, or the entry in the folder of this file, to the disk. */
bool file_flush(int file);
bool file_sync_folder(const char *path);
