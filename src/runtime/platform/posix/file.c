#include "platform/file.h"

#include "platform/clock.h"
#include "platform/sandbox.h"

#include <dirent.h>
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

/* ---- paths ---- */

bool path_is_absolute(const char *path)
{
    return path[0] == '/';
}

/* Nothing to do: a backslash is part of a name. */
void path_clean(char *path)
{
    (void)path;
}

/* ---- facts ---- */

static int64_t in_ns(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

FileFacts file_facts(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        return (FileFacts){.kind = FILE_MISSING};
    }
    return (FileFacts){.kind = S_ISREG(facts.st_mode)   ? FILE_REGULAR
                               : S_ISDIR(facts.st_mode) ? FILE_FOLDER
                                                        : FILE_SPECIAL,
                       .size_bytes = facts.st_size,
                       .modified_ns = in_ns(facts.st_mtim),
                       .changed_ns = in_ns(facts.st_ctim),
                       .volume = facts.st_dev,
                       .number = facts.st_ino};
}

bool file_is_writable(const char *path)
{
    return access(path, W_OK) == 0;
}

bool file_real_path(const char *path, char real[PATH_BYTES_MAX])
{
    _Static_assert(PATH_BYTES_MAX >= PATH_MAX, "realpath writes up to PATH_MAX bytes");
    return realpath(path, real) != NULL;
}

/* ---- opening ---- */

/* The errno that says why a file can't be read; 0: it can. */
static int find_problem(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0) {
        return errno;
    }
    bool is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
    return S_ISREG(status.st_mode) || is_null ? 0 : S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
}

static int open_to_read(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int problem = file >= 0 ? find_problem(file) : errno == ENXIO ? ESPIPE : errno;
    if (problem != 0) {
        file_close_descriptor(file);
        errno = problem;
        return -1;
    }
    return file;
}

static int open_to_write(const char *path, int flags)
{
    int file = sandbox_take(path);
    if (file >= 0) {
        if ((flags & O_TRUNC) != 0) {
            file_truncate(file); /* fails for a pipe, which has no content to remove */
        }
        return file;
    }
    if ((flags & O_ACCMODE) == O_WRONLY && strcmp(path, "/dev/stdout") == 0) {
        return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0); /* opening the path would empty a file */
    }
    for (int i = 0; i < READER_WAITS; i++) {
        file = open(path, flags | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
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

int file_open_descriptor(const char *path, FileUse use)
{
    static const int flags[] = {[FILE_WRITE] = O_WRONLY | O_TRUNC,
                                [FILE_EDIT] = O_RDWR,
                                [FILE_NEW] = O_WRONLY | O_EXCL,
                                [FILE_APPEND] = O_WRONLY | O_APPEND};
    return use == FILE_READ ? open_to_read(path) : open_to_write(path, flags[use]);
}

/* ---- descriptors ---- */

int64_t file_read_begin(int file, void *bytes, size_t size)
{
    return pread(file, bytes, size, 0);
}

bool file_lock(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

int64_t file_size(int file)
{
    struct stat facts;
    return fstat(file, &facts) == 0 ? facts.st_size : -1;
}

bool file_truncate(int file)
{
    return ftruncate(file, 0) == 0;
}

/* ---- whole files ---- */

static int open_folder_of(const char *path)
{
    char folder[PATH_BYTES_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 1 : (int)(slash + 1 - path);
    bool is_stored = snprintf(folder, sizeof folder, "%.*s", length, slash == NULL ? "." : path) <
                     PATH_BYTES_MAX;
    errno = is_stored ? errno : ENAMETOOLONG;
    return is_stored ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

int file_lock_folder(const char *path)
{
    int folder = open_folder_of(path);
    while (folder >= 0 && flock(folder, LOCK_EX) != 0 && errno == EINTR) {
    }
    return folder;
}

void file_unlock_folder(int lock)
{
    file_close_descriptor(lock);
}

void file_take_rights(int file, const char *from)
{
    struct stat facts;
    if (stat(from, &facts) == 0) {
        fchmod(file, facts.st_mode & 0777); /* some file systems have no rights */
    }
}

/* Some file systems can't sync. */
bool file_flush(int file)
{
    return fsync(file) == 0 || errno == EINVAL;
}

bool file_sync_folder(const char *path)
{
    int folder = open_folder_of(path);
    bool ok = folder >= 0 && file_flush(folder);
    file_close_descriptor(folder);
    return ok;
}

bool file_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool file_remove(const char *path)
{
    return unlink(path) == 0;
}

void file_remove_unlocked(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    bool in_use = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!in_use) {
        unlink(path);
    }
    file_close_descriptor(file);
}

void file_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

bool file_sync(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool ok = file >= 0 && file_flush(file);
    file_close_descriptor(file);
    return ok && file_sync_folder(path);
}

bool file_make_folder(const char *path)
{
    bool is_made = mkdir(path, 0777) == 0;
    if (is_made) {
        file_sync_folder(path);
    }
    return is_made;
}

/* ---- the content of folders ---- */

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

/* ---- making folders ---- */

void folder_make_private(const char *path)
{
    char parent[PATH_BYTES_MAX];
    snprintf(parent, sizeof parent, "%s", path);
    char *slash = strrchr(parent, '/');
    if (slash != NULL) {
        *slash = '\0';
        mkdir(parent, 0700);
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

bool working_folder(char path[PATH_BYTES_MAX])
{
    bool is_found = getcwd(path, PATH_BYTES_MAX) != NULL;
    path[0] = is_found ? path[0] : '\0';
    return is_found;
}

bool folder_of_caches(char path[PATH_BYTES_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    path[0] = '\0';
    return cache != NULL && cache[0] == '/' ? path_join(path, cache, "")
           : home != NULL && home[0] == '/' ? path_join(path, home, ".cache")
                                            : false;
}
