/* Preloaded into a program: logs every change that it makes below $POWER_FOLDER to the file
 * $POWER_LOG. The simulated disk compares the end of the log with the folder, so a call that is
 * missing here is found. */
#include "support/disk.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Held around each call and its entry, so that both have the same order. */
static pthread_mutex_t in_order = PTHREAD_MUTEX_INITIALIZER;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The path with its folder resolved, or NULL outside of the folder. */
static const char *path_below(const char *path, char full[PATH_MAX + NAME_MAX])
{
    const char *folder = getenv("POWER_FOLDER");
    char copy[PATH_MAX], resolved[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    if (folder == NULL || realpath(dirname(copy), resolved) == NULL) {
        return NULL;
    }
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(full, PATH_MAX + NAME_MAX, "%s/%s", resolved, basename(copy));
    size_t length = strlen(folder);
    bool below =
        strncmp(full, folder, length) == 0 && (full[length] == '/' || full[length] == '\0');
    return below ? full : NULL;
}

static const char *path_of(int file, char full[PATH_MAX + NAME_MAX])
{
    char link[64], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return readlink(link, path, sizeof path - 1) > 0 && path[0] == '/' ? path_below(path, full)
                                                                       : NULL;
}

static void note(LogHead head, const char *path, const char *to, const void *bytes)
{
    int cause = errno;
    head.path_bytes = (uint32_t)strlen(path) + 1;
    head.to_bytes = to == NULL ? 0 : (uint32_t)strlen(to) + 1;
    struct iovec parts[] = {{&head, sizeof head},
                            {(void *)(uintptr_t)path, head.path_bytes},
                            {(void *)(uintptr_t)to, head.to_bytes},
                            {(void *)(uintptr_t)bytes, head.size}};
    int log = NEXT(open)(getenv("POWER_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0 || writev(log, parts, 4) < 0) {
        abort();
    }
    close(log);
    errno = cause;
}

static void note_file(int file, LogHead head, const void *bytes)
{
    char full[PATH_MAX + NAME_MAX];
    const char *path = path_of(file, full);
    if (path != NULL) {
        note(head, path, NULL, bytes);
    }
}

static int done(int result)
{
    pthread_mutex_unlock(&in_order);
    return result;
}

static int note_path(LogKind kind, const char *path, const char *to, int result)
{
    char full[PATH_MAX + NAME_MAX], full_to[PATH_MAX + NAME_MAX];
    path = result == 0 ? path_below(path, full) : NULL;
    to = to == NULL ? NULL : path_below(to, full_to);
    if (path != NULL) {
        note((LogHead){.kind = kind}, path, to, NULL);
    }
    return done(result);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    pthread_mutex_lock(&in_order);
    int file = NEXT(open)(path, flags, mode);
    if (file >= 0 && (flags & (O_CREAT | O_TRUNC)) != 0) {
        note_file(file, (LogHead){.kind = LOG_CREATE, .at = (flags & O_TRUNC) != 0}, NULL);
    }
    return done(file);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    pthread_mutex_lock(&in_order);
    ssize_t written = NEXT(write)(file, bytes, size);
    off_t behind = written > 0 ? lseek(file, 0, SEEK_CUR) : -1;
    if (behind >= written) {
        note_file(file,
                  (LogHead){(uint64_t)(behind - written), (uint64_t)written, .kind = LOG_WRITE},
                  bytes);
    }
    done(0);
    return written;
}

int ftruncate(int file, off_t size)
{
    pthread_mutex_lock(&in_order);
    int result = NEXT(ftruncate)(file, size);
    if (result == 0) {
        note_file(file, (LogHead){.kind = LOG_EMPTY, .at = (uint64_t)size}, NULL);
    }
    return done(result);
}

int fsync(int file)
{
    pthread_mutex_lock(&in_order);
    int result = NEXT(fsync)(file);
    if (result == 0) {
        note_file(file, (LogHead){.kind = LOG_SYNC}, NULL);
    }
    return done(result);
}

int fdatasync(int file)
{
    return fsync(file);
}

int rename(const char *path, const char *to)
{
    pthread_mutex_lock(&in_order);
    int result = NEXT(rename)(path, to);
    return note_path(LOG_RENAME, path, to, result);
}

int unlink(const char *path)
{
    pthread_mutex_lock(&in_order);
    int result = NEXT(unlink)(path);
    return note_path(LOG_REMOVE, path, NULL, result);
}

int mkdir(const char *path, mode_t mode)
{
    pthread_mutex_lock(&in_order);
    int result = NEXT(mkdir)(path, mode);
    return note_path(LOG_FOLDER, path, NULL, result);
}
