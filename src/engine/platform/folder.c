#include "platform/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Walk {
    FolderVisit *visit;
    void *context;
    char path[PATH_BYTES_MAX];
} Walk;

static bool walk_into(Walk *walk, int depth);

static bool visit_entry(Walk *walk, const FolderEntry *entry, int depth)
{
    size_t length = strlen(walk->path);
    const char *slash = walk->path[length - 1] == '/' ? "" : "/";
    int more =
        snprintf(walk->path + length, sizeof walk->path - length, "%s%s", slash, entry->name);
    bool good = (size_t)more < sizeof walk->path - length;
    if (!good) {
        errno = ENAMETOOLONG;
    } else {
        FolderStep step = walk->visit(walk->path, entry->kind, depth, walk->context);
        bool enters = step == FOLDER_ON && entry->kind == FILE_FOLDER;
        errno = 0;
        good = step != FOLDER_STOP && (!enters || walk_into(walk, depth + 1));
    }
    walk->path[length] = '\0';
    return good;
}

static bool walk_into(Walk *walk, int depth)
{
    FolderEntry entry;
    Folder *folder = folder_open(walk->path);
    bool good = folder != NULL;
    while (good && folder_next(folder, &entry)) {
        good = visit_entry(walk, &entry, depth);
    }
    good = good && errno == 0;
    int cause = errno;
    folder_close(folder);
    errno = cause;
    return good;
}

bool folder_walk(const char *root, FolderVisit *visit, void *context)
{
    Walk walk = {.visit = visit, .context = context};
    bool fits = root[0] != '\0' && strlen(root) < sizeof walk.path;
    errno = fits ? errno : ENAMETOOLONG;
    snprintf(walk.path, sizeof walk.path, "%s", root);
    return fits && walk_into(&walk, 1);
}
