#include "config/config_edit.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FILE_BYTES_MAX = 1 << 20, /* as config_read_file takes */
    LINE_BYTES_MAX = 198,     /* the same */
    NAME_BYTES = 64,
    EDIT_ROOM = 2 * (CONFIG_VALUE_MAX + NAME_BYTES) + LINE_BYTES_MAX /* that an edit may add */
};

static const char HEADER[] =
    "; Your own settings, over those of config.ini beside the program. The "
    "game's menu writes\n; here, too, and keeps what you write.\n";

typedef struct Text {
    char *bytes;
    size_t size;
    const char *line_end; /* "\n" or "\r\n", as the file has it */
} Text;

/* Part of a text. */
typedef struct Span {
    size_t from, to;
} Span;

/* Where a key is or could be. */
typedef struct Place {
    bool found;
    Span value; /* the line behind its name and =, without the line's end */
    Span line;  /* the same line from its beginning */
    bool has_section;
    size_t section_end; /* behind the last line of the section that says something */
} Place;

/* ---- lines ---- */

static bool next_line(const Text *text, size_t *at, Span *line)
{
    if (*at >= text->size) {
        return false;
    }
    const char *end = memchr(text->bytes + *at, '\n', text->size - *at);
    size_t next = end == NULL ? text->size : (size_t)(end - text->bytes) + 1;
    *line = (Span){*at, end == NULL ? next : next - 1};
    if (line->to > line->from && text->bytes[line->to - 1] == '\r') {
        line->to--;
    }
    *at = next;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static Span trimmed(const Text *text, Span span)
{
    while (span.from < span.to && is_blank(text->bytes[span.from])) {
        span.from++;
    }
    while (span.to > span.from && is_blank(text->bytes[span.to - 1])) {
        span.to--;
    }
    return span;
}

static bool is_word(const Text *text, Span span, const char *word)
{
    size_t length = strlen(word);
    return span.to - span.from == length && memcmp(text->bytes + span.from, word, length) == 0;
}

static Span until(const Text *text, Span span, const char *ends)
{
    for (size_t i = span.from; i < span.to; i++) {
        if (strchr(ends, text->bytes[i]) != NULL) {
            return (Span){span.from, i};
        }
    }
    return span;
}

/* As config_read_file sees lines: what is indented, too long or a comment is no key. */
static bool is_key_line(const Text *text, Span line)
{
    char first = line.from < line.to ? text->bytes[line.from] : '\0';
    return line.to - line.from <= LINE_BYTES_MAX && first != '\0' &&
           strchr(" \t;#[", first) == NULL;
}

static void take_key_line(const Text *text, Span line, const ConfigEdit *edit, Place *place)
{
    Span name = until(text, line, "=:");
    place->section_end = line.to;
    if (name.to < line.to && is_word(text, trimmed(text, name), edit->name)) {
        place->found = true;
        place->line = line;
        place->value = (Span){name.to + 1, line.to};
    }
}

/* The last line of a key counts, as it does in config_read_file. */
static Place find(const Text *text, const ConfigEdit *edit)
{
    Place place = {0};
    bool inside = false;
    Span line;
    size_t at = text->size >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (next_line(text, &at, &line)) {
        if (line.from < line.to && text->bytes[line.from] == '[') {
            Span name = until(text, (Span){line.from + 1, line.to}, "];");
            inside = name.to < line.to && text->bytes[name.to] == ']' &&
                     is_word(text, name, edit->section);
            place.has_section = place.has_section || inside;
            place.section_end = inside ? line.to : place.section_end;
        } else if (inside && is_key_line(text, line)) {
            take_key_line(text, line, edit, &place);
        }
    }
    return place;
}

/* ---- changes ---- */

/* There is room: see EDIT_ROOM. */
static void replace(Text *text, Span span, const char *with)
{
    size_t length = strlen(with);
    memmove(text->bytes + span.from + length, text->bytes + span.to, text->size - span.to);
    memcpy(text->bytes + span.from, with, length);
    text->size = text->size + length - (span.to - span.from);
}

/* A comment behind a value begins with a blank and ;. It has to stay behind a line that is short
 * enough, else it moves above. */
static void set_value(Text *text, const Place *place, const char *value)
{
    Span rest = place->value, comment = {rest.to, rest.to};
    for (size_t i = rest.to; i > rest.from + 1; i--) {
        bool begins = text->bytes[i - 1] == ';' && is_blank(text->bytes[i - 2]);
        comment.from = begins ? i - 1 : comment.from;
    }
    char kept[LINE_BYTES_MAX + 1], put[LINE_BYTES_MAX + CONFIG_VALUE_MAX + 8];
    int length = (int)(comment.to - comment.from);
    memcpy(kept, text->bytes + comment.from, (size_t)length);
    kept[length] = '\0';
    size_t name = rest.from - place->line.from;
    bool fits = name + strlen(value) + (size_t)length + 2 <= LINE_BYTES_MAX;
    snprintf(put, sizeof put, "%s%s%s%s", value[0] == '\0' ? "" : " ", value,
             length > 0 && fits ? " " : "", fits ? kept : "");
    replace(text, rest, put);
    if (!fits) {
        snprintf(put, sizeof put, "%s%s", kept, text->line_end);
        replace(text, (Span){place->line.from, place->line.from}, put);
    }
}

static void add_line(Text *text, const Place *place, const ConfigEdit *edit)
{
    char put[EDIT_ROOM];
    const char *end = text->line_end;
    if (place->has_section) {
        snprintf(put, sizeof put, "%s%s =%s%s", end, edit->name, edit->value[0] == '\0' ? "" : " ",
                 edit->value);
        replace(text, (Span){place->section_end, place->section_end}, put);
        return;
    }
    bool open = text->size > 0 && text->bytes[text->size - 1] != '\n';
    snprintf(put, sizeof put, "%s%s[%s]%s%s =%s%s%s", open ? end : "", text->size > 0 ? end : "",
             edit->section, end, edit->name, edit->value[0] == '\0' ? "" : " ", edit->value, end);
    replace(text, (Span){text->size, text->size}, put);
}

static void apply(Text *text, const ConfigEdit *edit)
{
    Place place = find(text, edit);
    if (place.found) {
        set_value(text, &place, edit->value);
    } else {
        add_line(text, &place, edit);
    }
}

/* ---- the file ---- */

/* All of it, with room for the edits; NULL with a cause. A file that is not there holds a header.
 */
static char *read_text(const char *path, size_t room, Text *text, CwError *error)
{
    FILE *file = file_open(path);
    bool missing = file == NULL && errno == ENOENT;
    *text = (Text){.bytes = malloc(FILE_BYTES_MAX + room), .line_end = "\n"};
    if (text->bytes == NULL || (file == NULL && !missing)) {
        cw_error_set(error, "%s: %s", path, strerror(errno));
    } else if (missing) {
        text->size = sizeof HEADER - 1;
        memcpy(text->bytes, HEADER, text->size);
    } else {
        text->size = fread(text->bytes, 1, FILE_BYTES_MAX, file);
    }
    bool good = text->bytes != NULL && (file != NULL || missing);
    if (file != NULL) {
        bool read = !ferror(file) || cw_error_set(error, "%s: %s", path, strerror(errno));
        bool whole = text->size < FILE_BYTES_MAX ||
                     cw_error_set(error, "%s: is larger than %d KiB", path, FILE_BYTES_MAX >> 10);
        good = good && read && whole;
        fclose(file);
    }
    if (!good) {
        free(text->bytes);
        return NULL;
    }
    const char *first = memchr(text->bytes, '\n', text->size);
    text->line_end = first != NULL && first > text->bytes && first[-1] == '\r' ? "\r\n" : "\n";
    return text->bytes;
}

static bool put(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written <= 0 && errno != EINTR) {
            return false;
        }
        bytes += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Some file systems have nothing to hand over. */
static bool synced(int file)
{
    return fsync(file) == 0 || errno == EINVAL;
}

static bool write_text(const char *path, mode_t mode, const Text *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) {
        return false;
    }
    bool good = put(file, text->bytes, text->size) && synced(file);
    int cause = errno;
    bool closed = close(file) == 0;
    errno = good ? errno : cause;
    return good && closed;
}

static bool edit_under_lock(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    char fresh[PATH_MAX + 8];
    struct stat before = {.st_mode = 0666};
    Text text;
    if (read_text(path, (size_t)count * EDIT_ROOM, &text, error) == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        apply(&text, &edits[i]);
    }
    bool there = stat(path, &before) == 0;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    bool allowed = !there || access(path, W_OK) == 0;
    bool good = allowed && write_text(fresh, before.st_mode & 0777, &text);
    good = good && rename(fresh, path) == 0;
    if (!good) {
        cw_error_set(error, "%s: not written, what was there stays: %s", path, strerror(errno));
        if (allowed) {
            unlink(fresh);
        }
    }
    free(text.bytes);
    return good;
}

bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    char real[PATH_MAX], folder[PATH_MAX];
    if (realpath(path, real) == NULL) { /* else a link would become a file */
        snprintf(real, sizeof real, "%s", path);
    }
    snprintf(folder, sizeof folder, "%s", real);
    char *slash = strrchr(folder, '/');
    snprintf(slash == NULL ? folder : slash, 2, "%s",
             slash == NULL     ? "."
             : slash == folder ? "/"
                               : "");
    int locked = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (locked >= 0 && flock(locked, LOCK_EX) != 0 && errno == EINTR) {
    }
    bool good = edit_under_lock(real, edits, count, error);
    if (locked >= 0) {
        synced(locked);
        close(locked);
    }
    return good;
}
