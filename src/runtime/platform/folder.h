/* Folders: their content, making them, and a user's own. What fails leaves errno. */
#pragma once

#include "platform/file.h"

/* ---- what is in one ---- */

typedef struct Folder Folder;

typedef struct FolderEntry {
    const char *name; /* until the next one */
    FileKind kind;    /* of a link itself: FILE_SPECIAL */
} FolderEntry;

/* NULL with errno. */
Folder *folder_open(const char *path);
void folder_close(Folder *folder);

/* The next entry, in no order. False at the end with errno 0, and when reading fails. */
bool folder_next(Folder *folder, FolderEntry *entry);

/* A visitor's answer for an entry of a tree. */
typedef enum FolderStep { FOLDER_ON, FOLDER_SKIP, FOLDER_STOP } FolderStep;

/* `path` begins with the root; `depth` is 1 for what lies in the root itself. */
typedef FolderStep FolderVisit(const char *path, FileKind kind, int depth, void *context);

/* Visits all below a folder, folders first, without following links. FOLDER_SKIP skips a folder's
 * content. False: the visitor stopped, or (errno) some of it can't be read and was left out. */
bool folder_walk(const char *root, FolderVisit *visit, void *context);

/* ---- making ones that need not survive a power cut; the others: file_make_folder ---- */

/* Makes a folder for this user alone, and the one around it, unless they are there. */
void folder_make_private(const char *path);

/* A new empty one for temporary files. False with errno. */
bool folder_make_temporary(char path[PATH_BYTES_MAX], const char *prefix);

bool folder_remove(const char *path);

/* ---- the system's ---- */

/* The remedy where the folder for the files of a game (SDL_GetPrefPath) takes none. */
extern const char FOLDER_ADVICE[];

/* False, and "", where there is none. */
bool folder_of_work(char path[PATH_BYTES_MAX]);
bool folder_of_caches(char path[PATH_BYTES_MAX]);
