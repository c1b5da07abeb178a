#include "platform/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- content ---- */

/* Folder is the system's DIR. */
static DIR *stream_of(Folder *folder)
{
    return (DIR *)(void *)folder;
}

Folder *folder_open(const char *path)
{
    return (Folder *)(void *)opendir(path);
}

void folder_close(Folder *folder)
{
    if (folder != NULL) {
        closedir(stream_of(folder));
    }
}

/* The kind of an entry. Some file systems do not report it with the name. */
static FileKind kind_of(Folder *folder, const struct dirent *entry)
{
    struct stat facts;
    unsigned char type = entry->d_type;
    if (type == DT_UNKNOWN &&
        fstatat(dirfd(stream_of(folder)), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0) {
        type = (unsigned char)IFTODT(facts.st_mode);
    }
    return type == DT_REG ? FILE_REGULAR : type == DT_DIR ? FILE_FOLDER : FILE_SPECIAL;
}

bool folder_next(Folder *folder, FolderEntry *entry)
{
    const struct dirent *next;
    do {
        errno = 0;
        next = readdir(stream_of(folder));
    } while (next != NULL && (strcmp(next->d_name, ".") == 0 || strcmp(next->d_name, "..") == 0));
    if (next != NULL) {
        *entry = (FolderEntry){next->d_name, kind_of(folder, next)};
    }
    return next != NULL;
}

/* ---- making ---- */

void folder_make_private(const char *path)
{
    char around[PATH_BYTES_MAX];
    snprintf(around, sizeof around, "%s", path);
    char *slash = strrchr(around, '/');
    if (slash != NULL) {
        *slash = '\0';
        mkdir(around, 0700);
    }
    mkdir(path, 0700);
}

bool folder_make_temporary(char path[PATH_BYTES_MAX], const char *prefix)
{
    snprintf(path, PATH_BYTES_MAX, "/tmp/%sXXXXXX", prefix);
    return mkdtemp(path) != NULL;
}

bool folder_remove(const char *path)
{
    return rmdir(path) == 0;
}

/* ---- folders of the system ---- */

const char FOLDER_ADVICE[] =
    "make the folder writable or set XDG_DATA_HOME to a folder that can be written";

bool folder_of_work(char path[PATH_BYTES_MAX])
{
    bool found = getcwd(path, PATH_BYTES_MAX) != NULL;
    path[0] = found ? path[0] : '\0';
    return found;
}

bool folder_of_caches(char path[PATH_BYTES_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    path[0] = '\0';
    return cache != NULL && cache[0] == '/' ? path_join(path, cache, "")
           : home != NULL && home[0] == '/' ? path_join(path, home, ".cache")
                                            : false;
}
