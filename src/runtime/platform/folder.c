#include "platform/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct Walk {
    FolderVisit *visit;
    void *context;
    int cause; /* errno of the first failure */
    char path[PATH_BYTES_MAX];
} Walk;

static bool walk_into(Walk *walk, int depth);

static void note(Walk *walk, int cause)
{
    walk->cause = walk->cause != 0 ? walk->cause : cause;
}

/* Visits an entry. False when the visitor stops. */
static bool visit_entry(Walk *walk, const FolderEntry *entry, int depth)
{
    FolderStep step = FOLDER_SKIP;
    size_t length = strlen(walk->path), room = sizeof walk->path - length;
    const char *slash = walk->path[length - 1] == '/' ? "" : "/";
    if ((size_t)snprintf(walk->path + length, room, "%s%s", slash, entry->name) < room) {
        step = walk->visit(walk->path, entry->kind, depth, walk->context);
    } else {
        note(walk, ENAMETOOLONG);
    }
    bool enters = step == FOLDER_ON && entry->kind == FILE_FOLDER;
    bool goes_on = step != FOLDER_STOP && (!enters || walk_into(walk, depth + 1));
    walk->path[length] = '\0';
    return goes_on;
}

static bool walk_into(Walk *walk, int depth)
{
    FolderEntry entry;
    bool goes_on = true;
    Folder *folder = folder_open(walk->path);
    if (folder == NULL) {
        note(walk, errno);
        return true;
    }
    while (goes_on && folder_next(folder, &entry)) {
        goes_on = visit_entry(walk, &entry, depth);
    }
    note(walk, goes_on ? errno : 0);
    folder_close(folder);
    return goes_on;
}

bool folder_walk(const char *root, FolderVisit *visit, void *context)
{
    Walk walk = {.visit = visit, .context = context};
    CW_ASSERT(root[0] != '\0' && strlen(root) < sizeof walk.path, "name the root of the walk");
    snprintf(walk.path, sizeof walk.path, "%s", root);
    bool ended = walk_into(&walk, 1);
    errno = walk.cause;
    return ended && walk.cause == 0;
}
