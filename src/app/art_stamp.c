#include "app/art_stamp.h"

#include "base/path.h"

#include <dirent.h>
#include <stddef.h>
#include <sys/stat.h>

enum { DEPTH_MAX = 8 }; /* a link may lead in circles */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    return hash ^ hash >> 29;
}

static uint64_t file_stamp(const char *name, const struct stat *look)
{
    uint64_t hash = 1;
    for (const char *c = name; *c != '\0'; c++) {
        hash = mix(hash, (uint8_t)*c);
    }
    hash = mix(hash, (uint64_t)look->st_size);
    hash = mix(hash, (uint64_t)look->st_mtim.tv_sec);
    return mix(hash, (uint64_t)look->st_mtim.tv_nsec);
}

/* A sum, as the order of a folder's entries is nobody's. */
static uint64_t folder_stamp(const char *folder, int depth)
{
    uint64_t sum = 0;
    DIR *entries = depth < DEPTH_MAX ? opendir(folder) : NULL;
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char path[PATH_BYTES_MAX];
        struct stat look;
        if (entry->d_name[0] == '.' || !path_join(path, folder, entry->d_name) ||
            stat(path, &look) != 0) {
            continue;
        }
        sum += S_ISDIR(look.st_mode) ? mix(7, folder_stamp(path, depth + 1))
                                     : file_stamp(entry->d_name, &look);
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return sum;
}

uint64_t art_stamp(const char *folder)
{
    return folder_stamp(folder, 0);
}
