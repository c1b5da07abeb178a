#include "base/files.h"

#include "base/array.h"
#include "base/report.h"
#include "platform/clock.h"
#include "platform/locale.h"
#include "platform/process.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_DIGITS = 8, NUMBER_DIGITS_MAX = 18, DATE_DIGITS_MIN = 6 };

/* A file's number, by which files are ordered before their name; 0: not of the collection. The
 * collection's names begin with a number and a date (versions before 0.1 wrote date, time), so a
 * file that was renamed to keep it is left alone. */
static uint64_t kept_file_number(const char *name, const char *extension)
{
    static const char digits[] = "0123456789";
    size_t number_digits = strspn(name, digits);
    if (number_digits < NUMBER_DIGITS || number_digits > NUMBER_DIGITS_MAX ||
        name[number_digits] != '-') {
        return 0;
    }
    const char *date = name + number_digits + 1;
    size_t date_digits = strspn(date, digits);
    bool ours = date_digits >= DATE_DIGITS_MIN && date[date_digits] == '-' &&
                strcmp(path_ending(name), extension) == 0;
    return ours ? strtoull(name, NULL, 10) : 0;
}

bool kept_file_is_older(const char *name, const char *other, const char *extension)
{
    uint64_t number = kept_file_number(name, extension);
    uint64_t other_number = kept_file_number(other, extension);
    return number < other_number || (number == other_number && strcmp(name, other) < 0);
}

static uint64_t newest_number(const KeptFiles *files)
{
    uint64_t newest = 0;
    Folder *folder = folder_open(files->folder);
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        uint64_t number = kept_file_number(entry.name, files->extension);
        newest = number > newest ? number : newest;
    }
    folder_close(folder);
    return newest;
}

static int by_age(const void *a, const void *b)
{
    const char *one = *(char *const *)a, *other = *(char *const *)b;
    uint64_t number = strtoull(one, NULL, 10), other_number = strtoull(other, NULL, 10);
    return number == other_number ? strcmp(one, other) : number < other_number ? -1 : 1;
}

/* The files, oldest first, as many as memory allows. The caller frees the names and the array. */
static char **list_files(const KeptFiles *files, size_t *count)
{
    char **names = NULL, **grown;
    Folder *folder = folder_open(files->folder);
    *count = 0;
    for (FolderEntry entry; folder != NULL && folder_next(folder, &entry);) {
        bool is_kept = kept_file_number(entry.name, files->extension) > 0;
        char *name = is_kept ? strdup(entry.name) : NULL;
        if (name == NULL || (grown = grow_for_one(names, *count, sizeof *names)) == NULL) {
            free(name);
            continue;
        }
        names = grown;
        names[(*count)++] = name;
    }
    folder_close(folder);
    if (*count > 0) {
        qsort(names, *count, sizeof *names, by_age);
    }
    return names;
}

void kept_files_trim(const KeptFiles *files)
{
    char path[PATH_BYTES_MAX];
    size_t count;
    char **names = list_files(files, &count);
    for (size_t i = 0; i < count; i++) {
        if (i + (size_t)files->kept < count && path_join(path, files->folder, names[i])) {
            file_remove_unlocked(path);
        }
        free(names[i]);
    }
    free(names);
}

bool kept_files_begin(const KeptFiles *files, const char *name, char path[PATH_BYTES_MAX],
                      CwError *error)
{
    if (files->folder == NULL || files->folder[0] == '\0') {
        return cw_error_set(error, "there is no folder for your files");
    }
    if (!file_make_folder(files->folder) && errno != EEXIST) {
        return cw_error_set(error, "%s: %s", files->folder, strerror(errno));
    }
    char date[32], file[PATH_NAME_BYTES];
    clock_print(date, sizeof date, "%Y%m%d-%H%M%S");
    snprintf(file, sizeof file, "%0*" PRIu64 "-%s-%" PRId64 "-%.100s%s", NUMBER_DIGITS,
             newest_number(files) + 1, date, process_id(), name, files->extension);
    return path_join(path, files->folder, file) ||
           cw_error_set(error, "%s: the path is too long", files->folder);
}

/* ---- files that options replace ---- */

static bool begins_like(const char *bytes, const char *head)
{
    for (; *head != '\0'; head++) {
        size_t count = *head == '#' ? strspn(bytes, "0123456789") : 1;
        if (count == 0 || (*head != '#' && *head != '?' && *bytes != *head)) {
            return false;
        }
        bytes += count;
    }
    return true;
}

bool file_is_kind(int file, const char *head, CwError *error)
{
    char bytes[128] = "";
    int64_t size = file_size(file);
    size = size > 0 ? file_read_begin(file, bytes, sizeof bytes - 1) : size;
    if (size < 0) {
        return cw_error_set(error, "%s", strerror(errno));
    }
    return size == 0 || begins_like(bytes, head) ||
           cw_error_set(error, "what is there is of another kind: delete it, or name another file");
}

bool file_may_replace(const char *path, const char *head, CwError *error)
{
    bool is_stream = strncmp(path, "/dev/std", 8) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
    if (is_stream || file_facts(path).kind != FILE_REGULAR) {
        return true;
    }
    int file = file_open_descriptor(path, FILE_READ);
    bool ok =
        file < 0 ? cw_error_set(error, "%s", strerror(errno)) : file_is_kind(file, head, error);
    file_close_descriptor(file);
    return ok || cw_error_context(error, "%s", path);
}

/* ---- files that are read whole ---- */

bool file_not_read(const char *path, size_t most, CwError *error)
{
    bool mib = most >= 1 << 20;
    return errno == EFBIG
               ? cw_error_set(error, "%s: it is larger than %zu %s, the limit for such a file",
                              path, most >> (mib ? 20 : 10), mib ? "MiB" : "KiB")
               : cw_error_set(error, "%s: %s", path, file_reason(errno));
}

char *text_file_read(const char *path, size_t most, size_t *size, CwError *error)
{
    char *text = (char *)file_read(path, 0, most, size);
    if (text == NULL) {
        file_not_read(path, most, error);
        return NULL;
    }
    size_t mark = file_mark_bytes(text, *size);
    *size -= mark;
    memmove(text, text + mark, *size + 1);
    size_t length = strlen(text);
    if (length == *size) {
        return text;
    }
    int line = 1;
    for (size_t i = 0; i < length; i++) {
        line += text[i] == '\n';
    }
    cw_error_set(error, "%s:%d: holds a zero byte, so it is no text: save it as UTF-8", path, line);
    free(text);
    return NULL;
}

/* ---- logs ---- */

bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error)
{
    *log = (LogFile){.file = path == NULL ? NULL : file_create(path), .path = path};
    log->at_once = getenv("CLOCKWORK_LOGS") != NULL;
    if (log->file != NULL && fputs(header, log->file) == EOF) {
        int cause = errno;
        fclose(log->file);
        log->file = NULL;
        errno = cause;
    }
    return path == NULL || log->file != NULL ||
           cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
}

void log_file_row(LogFile *log, const char *format, ...)
{
    if (log->file == NULL) {
        return;
    }
    va_list values;
    va_start(values, format);
    void *previous = locale_plain_begin();
    bool ok = vfprintf(log->file, format, values) >= 0;
    locale_plain_end(previous);
    va_end(values);
    int64_t now_s = clock_now_ns() / 1000000000;
    if (ok && (log->at_once || now_s != log->flushed_s)) {
        log->flushed_s = now_s;
        ok = fflush(log->file) == 0;
    }
    if (!ok) {
        report("can't write %s any more: %s; the run goes on without it", log->path,
               strerror(errno));
        fclose(log->file);
        *log = (LogFile){.path = log->path, .cut = true};
    }
}

bool log_file_close(LogFile *log)
{
    if (log->file != NULL && fclose(log->file) != 0) {
        report("the end of %s could not be written: %s", log->path, strerror(errno));
        log->cut = true;
    }
    log->file = NULL;
    return !log->cut;
}

/* ---- watches ---- */

/* Unchanged polls before a file is read, and before one is read that may be cut. */
enum { STILL_POLLS = 1, STILL_POLLS_UNENDED = 10 };

static bool is_same(const FileFacts *a, const FileFacts *b)
{
    return a->kind == b->kind && a->size_bytes == b->size_bytes &&
           a->modified_ns == b->modified_ns && a->changed_ns == b->changed_ns &&
           a->number == b->number && a->volume == b->volume;
}

/* A file that can't be opened counts as ended: reading it says why. */
static bool last_line_ends(const char *path)
{
    FILE *file = file_open(path);
    if (file == NULL) {
        return true;
    }
    int last = fseek(file, -1, SEEK_END) == 0 ? getc(file) : '\n';
    fclose(file);
    return last == '\n';
}

void file_watch_begin(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    *watch = (FileWatch){.taken = now, .seen = now};
}

void file_watch_poll(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    watch->still_polls = is_same(&now, &watch->seen) ? watch->still_polls + 1 : 0;
    watch->seen = now;
}

bool file_watch_is_new(const FileWatch *watch)
{
    return !is_same(&watch->seen, &watch->taken) && watch->seen.kind != FILE_MISSING &&
           watch->seen.size_bytes > 0;
}

bool file_watch_is_settled(const FileWatch *watch, const char *path)
{
    int needed = last_line_ends(path) ? STILL_POLLS : STILL_POLLS_UNENDED;
    return watch->still_polls >= needed;
}

bool file_watch_take(FileWatch *watch, const char *path)
{
    FileFacts now = file_facts(path);
    if (!is_same(&now, &watch->seen)) {
        return false;
    }
    watch->taken = watch->seen;
    return true;
}
