/* Reads and edits configuration files. An edit changes the value on the last line that sets the
 * key, or adds a line at the end of the key's section, and keeps everything else. It replaces the
 * file as a whole, under a lock.
 *
 * A line is blank, a [section], a value ("name = value" or "name: value") or a comment, which
 * begins with ; or #. A comment after a value begins with a blank and ;. */
#include "base/config_keys.h"

#include "base/report.h"
#include "base/text.h"
#include "base/user_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONFIG_FILE_BYTES_MAX = 1 << 20,
    CONFIG_LINE_BYTES_MAX = 198,
    MESSAGES_MAX = 50,                           /* messages about one file */
    WORDS_MAX = 1280,                            /* bytes of a CwError and the kept value */
    PATH_SHOWN_MAX = 640,                        /* bytes of a path in a message */
    NEW_TEXT_BYTES = 2 * (CONFIG_VALUE_MAX + 64) /* a section and a line */
};

typedef struct Span {
    size_t from, to;
} Span;

typedef enum ConfigLineKind { LINE_EMPTY, LINE_SECTION, LINE_VALUE, LINE_WRONG } ConfigLineKind;

/* A line of a file; all zero before the first line. */
typedef struct ConfigLine {
    ConfigLineKind kind;
    int number;          /* counts from 1 */
    Span all;            /* the line without its end */
    Span section;        /* name of the section that the line is in or begins; empty: none */
    Span name;           /* name of a key */
    Span rest;           /* text after the = */
    Span value, comment; /* both in `rest` */
    const char *problem; /* message about a wrong line */
    size_t next;
} ConfigLine;

/* ---- lines ---- */

/* False with errno. */
static bool read_text(Text *text, const char *path)
{
    *text = (Text){0};
    text->bytes = (char *)file_read(path, 0, CONFIG_FILE_BYTES_MAX, &text->size);
    text->room = text->size + 1;
    return text->bytes != NULL;
}

static void copy_span(const Text *text, Span span, char *to, size_t size)
{
    snprintf(to, size, "%.*s", (int)(span.to - span.from), text->bytes + span.from);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
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

/* Finds the first of some letters, or a comment after a blank; else the span's end. */
static size_t find_letter(const Text *text, Span span, const char *letters)
{
    for (size_t i = span.from; i < span.to; i++) {
        char c = text->bytes[i];
        bool is_comment = c == ';' && i > span.from && is_blank(text->bytes[i - 1]);
        if (is_comment || (c != '\0' && strchr(letters, c) != NULL)) {
            return i;
        }
    }
    return span.to;
}

static const char *split_section(const Text *text, ConfigLine *line)
{
    Span name = {line->all.from + 1, line->all.to};
    size_t end = name.from;
    while (end < name.to && strchr("];", text->bytes[end]) == NULL) {
        end++;
    }
    bool is_closed = end < name.to && text->bytes[end] == ']';
    Span rest = trimmed(text, (Span){end + is_closed, name.to});
    if (!is_closed || (rest.from < rest.to && text->bytes[rest.from] != ';')) {
        return "this is not a section: write [name] on a line of its own; its keys are ignored";
    }
    line->section = (Span){name.from, end};
    line->kind = LINE_SECTION;
    return NULL;
}

static const char *split_value(const Text *text, ConfigLine *line)
{
    size_t equals = find_letter(text, line->all, "=:");
    if (equals == line->all.to || text->bytes[equals] == ';') {
        return "this is neither `name = value` nor [section] nor a comment; the line is ignored";
    }
    line->name = trimmed(text, (Span){line->all.from, equals});
    line->rest = (Span){equals + 1, line->all.to};
    line->comment = (Span){find_letter(text, line->rest, ""), line->all.to};
    line->value = trimmed(text, (Span){line->rest.from, line->comment.from});
    line->kind = LINE_VALUE;
    return NULL;
}

/* Returns the line's problem; NULL: none. */
static const char *split_line(const Text *text, ConfigLine *line, size_t bytes)
{
    Span words = trimmed(text, line->all);
    char first = words.from < words.to ? text->bytes[words.from] : ';';
    line->kind = LINE_EMPTY;
    if (first == ';' || first == '#') {
        return NULL;
    }
    if (first == '[') {
        line->section = (Span){0};
    }
    if (bytes > CONFIG_LINE_BYTES_MAX) {
        return "the line is too long; it is ignored";
    }
    if (memchr(text->bytes + words.from, '\0', words.to - words.from) != NULL) {
        return "the line holds a NUL byte; it is ignored";
    }
    if (words.from > line->all.from) {
        return "the line is indented and therefore ignored: remove the indentation";
    }
    return first == '[' ? split_section(text, line) : split_value(text, line);
}

/* Moves to the next line. False at the end. */
static bool next_line(const Text *text, ConfigLine *line)
{
    size_t from = line->next;
    if (from >= text->size) {
        return false;
    }
    const char *end = memchr(text->bytes + from, '\n', text->size - from);
    size_t to = end == NULL ? text->size : (size_t)(end - text->bytes), bytes = to - from;
    line->next = to + 1;
    line->number++;
    if (line->number == 1) {
        from += file_mark_bytes(text->bytes, bytes);
    }
    to -= to > from && text->bytes[to - 1] == '\r';
    line->all = (Span){from, to};
    line->problem = split_line(text, line, bytes);
    line->kind = line->problem != NULL ? LINE_WRONG : line->kind;
    return true;
}

/* ---- reading ---- */

typedef struct Reading {
    const ConfigTable *table;
    void *values;
    const ConfigFile *desc;
    Text text;
    int message_count;
    int set_on_line[CONFIG_KEYS_MAX];
} Reading;

static void send(const ConfigFile *desc, const char *text)
{
    if (desc->message == NULL) {
        report("%s", text);
    } else {
        desc->message(desc->context, text);
    }
}

/* Sends the message "FILE:LINE: ..."; line 0 is the whole file. */
CW_PRINTF(3, 4) static void say(Reading *reading, int line, const char *format, ...)
{
    char words[WORDS_MAX], text[PATH_SHOWN_MAX + WORDS_MAX], place[16] = "";
    if (reading->message_count == MESSAGES_MAX) {
        return;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (line > 0) {
        snprintf(place, sizeof place, ":%d", line);
    }
    snprintf(text, sizeof text, "%.*s%s: %s", PATH_SHOWN_MAX - 20, reading->desc->path, place,
             words);
    send(reading->desc, text);
    if (++reading->message_count == MESSAGES_MAX) {
        snprintf(text, sizeof text, "%.*s: has more problems, which are not listed", PATH_SHOWN_MAX,
                 reading->desc->path);
        send(reading->desc, text);
    }
}

static void take_value(Reading *reading, int line, int index, const char *value)
{
    const ConfigKey *key = &reading->table->keys[index];
    char current[CONFIG_VALUE_MAX];
    CwError error = {0};
    if (!config_value_set(key, reading->values, value, &error)) {
        config_value_text(key, reading->values, current);
        say(reading, line, "%s; %s stays", error.text, current[0] == '\0' ? "none" : current);
        return;
    }
    if (reading->set_on_line[index] > 0) {
        config_value_text(key, reading->values, current);
        say(reading, line, "%s.%s was already set on line %d; this line overrides it: %s",
            key->section, key->name, reading->set_on_line[index], current);
    }
    reading->set_on_line[index] = line;
    config_set_origin(reading->table, reading->values, index,
                      (ConfigOrigin){reading->desc->path, line});
}

static void take_assignment(Reading *reading, const ConfigLine *line)
{
    char section[CONFIG_LINE_BYTES_MAX + 1], name[CONFIG_LINE_BYTES_MAX + 1],
        value[CONFIG_LINE_BYTES_MAX + 1];
    CwError error = {0};
    copy_span(&reading->text, line->section, section, sizeof section);
    copy_span(&reading->text, line->name, name, sizeof name);
    copy_span(&reading->text, line->value, value, sizeof value);
    int index = config_find(reading->table, section, name, &error);
    if (index >= 0) {
        take_value(reading, line->number, index, value);
    } else if (!config_is_foreign(reading->table, section, name)) {
        say(reading, line->number, "%s; this line is ignored", error.text);
    }
}

bool config_read_file(const ConfigTable *table, void *values, const ConfigFile *file)
{
    Reading reading = {.table = table, .values = values, .desc = file};
    reading.message_count = file->is_quiet ? MESSAGES_MAX : 0;
    if (!read_text(&reading.text, file->path)) {
        if (errno == EFBIG) {
            say(&reading, 0, "is larger than %d KiB and ignored", CONFIG_FILE_BYTES_MAX >> 10);
        } else if (file->must_exist || (errno != ENOENT && errno != ENOTDIR)) {
            say(&reading, 0, "cannot be opened: %s", file_reason(errno));
        }
        return false;
    }
    for (ConfigLine line = {0}; next_line(&reading.text, &line);) {
        if (line.kind == LINE_WRONG) {
            say(&reading, line.number, "%s", line.problem);
        } else if (line.kind == LINE_VALUE) {
            take_assignment(&reading, &line);
        }
    }
    free(reading.text.bytes);
    return true;
}

bool config_read_layers(const ConfigTable *table, void *values, const ConfigLayers *layers,
                        CwError *error)
{
    for (int i = layers->first; i < layers->file_count; i++) {
        const ConfigFile file = {.path = layers->files[i],
                                 .must_exist = layers->files[i] == layers->required,
                                 .is_quiet = layers->is_quiet};
        if (!config_read_file(table, values, &file) && file.must_exist) {
            return false;
        }
    }
    for (int i = 0; i < layers->setting_count; i++) {
        if (!config_set(table, values, layers->settings[i], error)) {
            return cw_error_context(error, "--set %s", layers->settings[i]);
        }
    }
    return true;
}

/* ---- editing ---- */

static const char HEADER[] =
    "; Your own settings, over those of config.ini beside the program. The "
    "game's menu writes\n; here, too, and keeps what you write.\n";

typedef struct KeyPlace {
    bool is_found;
    ConfigLine line; /* the last line that sets the key, which is the one that counts */
    bool has_section;
    size_t section_end; /* end of the section's last line that isn't blank, a comment or wrong */
} KeyPlace;

static bool is_word(const Text *text, Span span, const char *word)
{
    size_t length = strlen(word);
    return span.to - span.from == length && memcmp(text->bytes + span.from, word, length) == 0;
}

static KeyPlace find_place(const Text *text, const ConfigEdit *edit)
{
    KeyPlace place = {0};
    for (ConfigLine line = {0}; next_line(text, &line);) {
        bool is_read = line.kind == LINE_SECTION || line.kind == LINE_VALUE;
        if (is_read && is_word(text, line.section, edit->section)) {
            place.has_section = true;
            place.section_end = line.all.to;
            if (line.kind == LINE_VALUE && is_word(text, line.name, edit->name)) {
                place.is_found = true;
                place.line = line;
            }
        }
    }
    return place;
}

/* Replaces a span. Without memory, sets `has_failed` and leaves the text unchanged. */
static void replace(Text *text, Span span, const char *with)
{
    Text changed = {0};
    text_add(&changed, text->bytes, span.from);
    text_add_word(&changed, with);
    text_add(&changed, text->bytes + span.to, text->size - span.to);
    if (changed.has_failed) {
        free(changed.bytes);
        text->has_failed = true;
        return;
    }
    free(text->bytes);
    *text = changed;
}

static const char *line_end(const Text *text)
{
    const char *first = memchr(text->bytes, '\n', text->size);
    return first != NULL && first > text->bytes && first[-1] == '\r' ? "\r\n" : "\n";
}

/* Keeps a comment after the value, or moves it to a line above if the line would be too long. */
static void set_value(Text *text, const ConfigLine *line, const char *value)
{
    char comment[CONFIG_LINE_BYTES_MAX + 1],
        replacement[CONFIG_LINE_BYTES_MAX + CONFIG_VALUE_MAX + 8];
    copy_span(text, line->comment, comment, sizeof comment);
    size_t name = line->rest.from - line->all.from, old = line->value.to - line->value.from;
    size_t length = line->all.to - line->all.from - old + strlen(value);
    if (old > 0 && value[0] != '\0' && length <= CONFIG_LINE_BYTES_MAX) {
        replace(text, line->value, value);
        return;
    }
    bool has_room = name + strlen(value) + strlen(comment) + 2 <= CONFIG_LINE_BYTES_MAX;
    bool has_comment = comment[0] != '\0' && has_room;
    snprintf(replacement, sizeof replacement, "%s%s%s%s", value[0] == '\0' ? "" : " ", value,
             has_comment ? " " : "", has_comment ? comment : "");
    replace(text, line->rest, replacement);
    if (!has_room) {
        snprintf(replacement, sizeof replacement, "%s%s", comment, line_end(text));
        replace(text, (Span){line->all.from, line->all.from}, replacement);
    }
}

static void add_line(Text *text, const KeyPlace *place, const ConfigEdit *edit)
{
    char replacement[NEW_TEXT_BYTES], assignment[CONFIG_VALUE_MAX + 64];
    const char *end = line_end(text);
    snprintf(assignment, sizeof assignment, "%s =%s%s", edit->name,
             edit->value[0] == '\0' ? "" : " ", edit->value);
    if (place->has_section) {
        snprintf(replacement, sizeof replacement, "%s%s", end, assignment);
        replace(text, (Span){place->section_end, place->section_end}, replacement);
        return;
    }
    bool is_unended = text->size > 0 && text->bytes[text->size - 1] != '\n';
    snprintf(replacement, sizeof replacement, "%s%s[%s]%s%s%s", is_unended ? end : "",
             text->size > 0 ? end : "", edit->section, end, assignment, end);
    replace(text, (Span){text->size, text->size}, replacement);
}

static bool edit_under_lock(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    Text text;
    bool is_read = read_text(&text, path);
    if (!is_read && errno == ENOENT) {
        text_add_word(&text, HEADER);
        is_read = !text.has_failed;
    }
    if (!is_read) {
        return user_file_set_read_error(path, CONFIG_FILE_BYTES_MAX, error);
    }
    for (int i = 0; i < count; i++) {
        KeyPlace place = find_place(&text, &edits[i]);
        if (place.is_found) {
            set_value(&text, &place.line, edits[i].value);
        } else {
            add_line(&text, &place, &edits[i]);
        }
    }
    bool ok =
        (!text.has_failed && file_replace(path, &(FilePart){text.bytes, text.size}, 1)) ||
        cw_error_set(error, "%s: not written, what was there stays: %s", path, strerror(errno));
    free(text.bytes);
    return ok;
}

bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    int lock = file_lock_folder(path);
    bool ok = edit_under_lock(path, edits, count, error);
    file_unlock_folder(lock);
    return ok;
}
