#include "platform/file.h"

#include "platform/clock.h"
#include "platform/process.h"
#include "platform/thread.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COPY_BYTES_MAX = 256 << 20 };

const char *file_reason(int cause)
{
    return cause == ESPIPE  ? "it is a pipe or a device, not a file"
           : cause == ENXIO ? "nobody reads from this pipe"
                            : strerror(cause);
}

bool file_exists(const char *path)
{
    return file_facts(path).kind != FILE_MISSING;
}

/* ---- streams ---- */

bool file_is_terminal(FILE *stream)
{
    return isatty(fileno(stream)) != 0;
}

FILE *file_open(const char *path, FileUse use)
{
    static const char *const modes[] = {[FILE_READ] = "rb",
                                        [FILE_WRITE] = "wb",
                                        [FILE_EDIT] = "r+b",
                                        [FILE_NEW] = "wb",
                                        [FILE_APPEND] = "ab"};
    int file = file_open_descriptor(path, use);
    FILE *opened = file < 0 ? NULL : fdopen(file, modes[use]);
    if (opened == NULL) {
        file_close_descriptor(file);
    }
    return opened;
}

uint8_t *file_read(const char *path, size_t lead_bytes, size_t bytes_max, size_t *size)
{
    FILE *file = file_open(path, FILE_READ);
    long end = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    size_t room = (size_t)end;
    bool is_small = end >= 0 && room <= bytes_max;
    uint8_t *bytes = is_small ? malloc(lead_bytes + room + 1) : NULL;
    bool ok = bytes != NULL && fseek(file, 0, SEEK_SET) == 0 &&
              (*size = fread(bytes + lead_bytes, 1, room, file), !ferror(file));
    int cause = end >= 0 && !is_small ? EFBIG : errno;
    if (ok) {
        bytes[lead_bytes + *size] = '\0';
    } else {
        free(bytes);
    }
    if (file != NULL) {
        fclose(file);
    }
    errno = cause;
    return ok ? bytes : NULL;
}

size_t file_mark_bytes(const char *text, size_t size)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* the byte order mark of UTF-8 */
    const size_t length = sizeof mark - 1;
    return size >= length && memcmp(text, mark, length) == 0 ? length : 0;
}

/* ---- descriptors ---- */

bool file_write_all(int file, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        int written = (int)write(file, at, size > INT_MAX ? INT_MAX : (unsigned)size);
        if (written <= 0 && errno != EINTR) {
            return false;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

int file_open_unique(char path[PATH_BYTES_MAX], const char *folder, const char *prefix)
{
    char name[PATH_NAME_BYTES];
    snprintf(name, sizeof name, "%s%" PRIx64 "-%" PRIx64, prefix, (uint64_t)process_id(),
             (uint64_t)clock_now_ns());
    return path_join(path, folder, name) ? file_open_descriptor(path, FILE_NEW) : -1;
}

bool file_close_descriptor(int file)
{
    int cause = errno;
    bool is_closed = file < 0 || close(file) == 0;
    errno = is_closed ? cause : errno;
    return is_closed;
}

/* ---- whole files ---- */

static bool write_parts(const char *path, const char *replaced, const FilePart *parts, int count)
{
    int file = file_open_descriptor(path, FILE_WRITE);
    bool ok = file >= 0;
    if (ok) {
        file_take_rights(file, replaced);
    }
    for (int i = 0; i < count; i++) {
        ok = ok && file_write_all(file, parts[i].bytes, parts[i].size);
    }
    ok = ok && file_flush(file);
    return file_close_descriptor(file) && ok;
}

bool file_replace(const char *path, const FilePart *parts, int count)
{
    char real[PATH_BYTES_MAX], fresh[PATH_BYTES_MAX + 8];
    const char *target = file_real_path(path, real) ? real : path;
    if (target == real && !file_is_writable(real)) {
        return false;
    }
    snprintf(fresh, sizeof fresh, "%s.new", target);
    if (!write_parts(fresh, target, parts, count) || !file_rename(fresh, target)) {
        int cause = errno;
        file_remove(fresh);
        errno = cause;
        return false;
    }
    file_sync_folder(target);
    return true;
}

bool file_copy(const char *from, const char *to)
{
    size_t size = 0;
    uint8_t *bytes = file_read(from, 0, COPY_BYTES_MAX, &size);
    int copy = bytes == NULL ? -1 : file_open_descriptor(to, FILE_NEW);
    bool is_written = copy >= 0 && file_write_all(copy, bytes, size);
    int cause = errno;
    bool ok = file_close_descriptor(copy) && is_written;
    if (copy >= 0 && !ok) {
        file_remove(to);
    }
    free(bytes);
    errno = ok ? errno : cause;
    return ok;
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

/* ---- folders ---- */

typedef struct Walk {
    FolderVisit *visit;
    void *context;
    int cause; /* errno of the first failure */
    char path[PATH_BYTES_MAX];
} Walk;

static bool walk_into(Walk *walk, int depth);

static void note_failure(Walk *walk, int cause)
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
        note_failure(walk, ENAMETOOLONG);
    }
    bool is_entered = step == FOLDER_ON && entry->kind == FILE_FOLDER;
    bool should_continue = step != FOLDER_STOP && (!is_entered || walk_into(walk, depth + 1));
    walk->path[length] = '\0';
    return should_continue;
}

static bool walk_into(Walk *walk, int depth)
{
    FolderEntry entry;
    bool should_continue = true;
    Folder *folder = folder_open(walk->path);
    if (folder == NULL) {
        note_failure(walk, errno);
        return true;
    }
    while (should_continue && folder_next(folder, &entry)) {
        should_continue = visit_entry(walk, &entry, depth);
    }
    note_failure(walk, should_continue ? errno : 0);
    folder_close(folder);
    return should_continue;
}

bool folder_walk(const char *root, FolderVisit *visit, void *context)
{
    Walk walk = {.visit = visit, .context = context};
    CW_ASSERT(root[0] != '\0' && strlen(root) < sizeof walk.path, "name the root of the walk");
    snprintf(walk.path, sizeof walk.path, "%s", root);
    bool is_finished = walk_into(&walk, 1);
    errno = walk.cause;
    return is_finished && walk.cause == 0;
}
