/* Lists, makes and removes folders, and finds the user's own ones. Failures leave errno. */
#pragma once

#include "platform/file.h"

/* ---- content ---- */

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
bool folder_of_work(char path[PATH_BYTES_MAX]);
bool folder_of_caches(char path[PATH_BYTES_MAX]);
