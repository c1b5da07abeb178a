#include "runtime/kept_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Ours begin with date and time; one that somebody gave a name to keep it is left alone. */
static bool belongs(const char *name, const char *extension)
{
    static const char digits[] = "0123456789";
    size_t length = strlen(name);
    size_t extra = strlen(extension);
    return strspn(name, digits) == 8 && name[8] == '-' && strspn(name + 9, digits) == 6 &&
           name[15] == '-' && length > extra && strcmp(name + length - extra, extension) == 0;
}

/* The number of the folder's files that belong; `oldest` is the first of them in order of time. */
static int look(const KeptFiles *files, char oldest[NAME_MAX + 1])
{
    DIR *folder = opendir(files->folder);
    int count = 0;
    oldest[0] = '\0';
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (!belongs(entry->d_name, files->extension)) {
            continue;
        }
        if (count++ == 0 || strcmp(entry->d_name, oldest) < 0) {
            snprintf(oldest, NAME_MAX + 1, "%s", entry->d_name);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return count;
}

static void make_room(const KeptFiles *files)
{
    char oldest[NAME_MAX + 1], path[PATH_BYTES_MAX];
    while (look(files, oldest) >= files->kept && oldest[0] != '\0') {
        if (!path_join(path, files->folder, oldest) || unlink(path) != 0) {
            return;
        }
    }
}

bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      Error *error)
{
    if (files->folder == NULL || files->folder[0] == '\0') {
        return error_set(error, "there is no folder for your files");
    }
    if (mkdir(files->folder, 0777) != 0 && errno != EEXIST) {
        return error_set(error, "%s: %s", files->folder, strerror(errno));
    }
    make_room(files);
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    char date[32], file[NAME_MAX + 1];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    snprintf(file, sizeof file, "%s-%03ld-%ld-%.100s%s", date, now.tv_nsec / 1000000,
             (long)getpid(), name, files->extension);
    return path_join(path, files->folder, file) ||
           error_set(error, "%s: the path is too long", files->folder);
}
