#include "platform/file.h"

#include "platform/clock.h"
#include "platform/path.h"
#include "platform/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { READER_WAITS = 100, READER_WAIT_NS = 10000000 };

const char *file_reason(int cause)
{
    return cause == ESPIPE  ? "it is a pipe or a device, not a file"
           : cause == ENXIO ? "nobody reads from this pipe"
                            : strerror(cause);
}

/* 0, or the errno that says why it is not read. */
static int problem_of(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0) {
        return errno;
    }
    bool is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
    return S_ISREG(status.st_mode) || is_null ? 0 : S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
}

FILE *file_open(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int problem = file >= 0 ? problem_of(file) : errno == ENXIO ? ESPIPE : errno;
    FILE *opened = problem == 0 ? fdopen(file, "r") : NULL;
    if (opened == NULL && file >= 0) {
        close(file);
    }
    if (problem != 0) {
        errno = problem;
    }
    return opened;
}

int file_open_to_write(const char *path, int flags)
{
    int file = -1;
    for (int i = 0; i < READER_WAITS; i++) {
        file = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (file >= 0 || errno != ENXIO) {
            break;
        }
        clock_sleep_ns(READER_WAIT_NS);
        errno = ENXIO;
    }
    if (file >= 0) {
        fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    }
    return file;
}

bool file_write_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(file, at, size);
        if (written <= 0 && errno != EINTR) {
            return false;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

FILE *file_create(const char *path)
{
    int file = file_open_to_write(path, O_WRONLY | O_CREAT | O_TRUNC);
    return file < 0 ? NULL : fdopen(file, "w");
}

FILE *file_append(const char *path)
{
    int file = file_open_to_write(path, O_WRONLY | O_CREAT | O_APPEND);
    return file < 0 ? NULL : fdopen(file, "a");
}

uint8_t *file_read(const char *path, size_t before, size_t most, size_t *size)
{
    FILE *file = file_open(path);
    struct stat facts = {0};
    bool there = file != NULL && fstat(fileno(file), &facts) == 0;
    size_t room = (size_t)facts.st_size < most ? (size_t)facts.st_size : most;
    uint8_t *bytes = there ? malloc(before + room + 1) : NULL;
    bool good = bytes != NULL && (*size = fread(bytes + before, 1, room, file), !ferror(file));
    int cause = errno;
    if (!good) {
        free(bytes);
    }
    if (file != NULL) {
        fclose(file);
    }
    errno = cause;
    return good ? bytes : NULL;
}

static int open_folder_of(const char *path)
{
    char folder[PATH_BYTES_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 1 : (int)(slash + 1 - path);
    snprintf(folder, sizeof folder, "%.*s", length, slash == NULL ? "." : path);
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int file_lock_folder(const char *path)
{
    int folder = open_folder_of(path);
    while (folder >= 0 && flock(folder, LOCK_EX) != 0 && errno == EINTR) {
    }
    return folder;
}

/* Some file systems have nothing to hand over. */
static bool synced(int file)
{
    return fsync(file) == 0 || errno == EINVAL;
}

/* Syncs the folder's entries: what was made, renamed or removed in it. */
static bool sync_folder_of(const char *path)
{
    int folder = open_folder_of(path);
    bool good = folder >= 0 && synced(folder);
    int cause = errno;
    if (folder >= 0) {
        close(folder);
    }
    errno = cause;
    return good;
}

static bool write_parts(const char *path, mode_t mode, const struct iovec *parts, int count)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    bool good = file >= 0;
    for (int i = 0; i < count; i++) {
        good = good && file_write_all(file, parts[i].iov_base, parts[i].iov_len);
    }
    good = good && synced(file);
    int cause = errno;
    bool closed = file >= 0 && close(file) == 0;
    errno = good ? errno : cause;
    return good && closed;
}

bool file_replace(const char *path, const struct iovec *parts, int count)
{
    char real[PATH_MAX], fresh[PATH_MAX + 8];
    struct stat before = {.st_mode = 0666};
    if (realpath(path, real) == NULL) {
        snprintf(real, sizeof real, "%s", path);
    } else if (stat(real, &before) == 0 && access(real, W_OK) != 0) {
        return false;
    }
    snprintf(fresh, sizeof fresh, "%s.new", real);
    if (!write_parts(fresh, before.st_mode & 0777, parts, count) || rename(fresh, real) != 0) {
        int cause = errno;
        unlink(fresh);
        errno = cause;
        return false;
    }
    sync_folder_of(real);
    return true;
}

bool file_sync(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool good = file >= 0 && synced(file);
    int cause = errno;
    if (file >= 0) {
        close(file);
    }
    errno = cause;
    return good && sync_folder_of(path);
}

static int sync_and_free(void *path)
{
    file_sync(path);
    free(path);
    return 0;
}

void file_sync_later(const char *path)
{
    char *copy = strdup(path);
    Thread *thread = copy == NULL ? NULL : thread_start(sync_and_free, "sync", copy);
    if (thread == NULL) {
        free(copy);
        return;
    }
    thread_detach(thread);
}

bool file_make_folder(const char *path)
{
    bool made = mkdir(path, 0777) == 0;
    if (made) {
        sync_folder_of(path);
    }
    return made;
}
