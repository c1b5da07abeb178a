/* Reading a file of keys with inih, which gives its handler no line numbers, cuts long lines and
 * lets indented ones continue a value: the reader below counts lines and lets only plain ones
 * through. */
#include "config/config.h"

#include "base/file.h"
#include "base/report.h"

#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <string.h>

enum {
    FILE_BYTES_MAX = 1 << 20, /* more is no configuration */
    MESSAGES_MAX = 50,        /* a file; the rest is noise */
    WORDS_MAX = 1280,         /* bytes: a CwError and the value that stays */
    PATH_SHOWN_MAX = 640      /* bytes of a path in a message */
};

typedef struct Reading {
    const ConfigTable *table;
    void *values;
    const ConfigFile *desc;
    FILE *file;
    long byte_count;
    int line;
    int message_count;
    bool value_expected; /* the last line that went to inih must come back as a key and value */
    bool broken;         /* the file could not be read to its end */
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

/* "FILE:LINE: ..."; line 0 is the whole file. */
static void say(Reading *reading, int line, const char *format, ...) CW_PRINTF(3, 4);
static void say(Reading *reading, int line, const char *format, ...)
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

/* ---- What inih returns ---- */

static void take_value(Reading *reading, int index, const char *value)
{
    const ConfigKey *key = &reading->table->keys[index];
    char kept[CONFIG_VALUE_MAX];
    CwError error = {0};
    if (!config_value_set(key, reading->values, value, &error)) {
        config_value_text(key, reading->values, kept);
        say(reading, reading->line, "%s; %s stays", error.text, kept[0] == '\0' ? "none" : kept);
        return;
    }
    if (reading->set_on_line[index] > 0) {
        config_value_text(key, reading->values, kept);
        say(reading, reading->line, "%s.%s is on line %d already; the later one counts: %s",
            key->section, key->name, reading->set_on_line[index], kept);
    }
    reading->set_on_line[index] = reading->line;
    config_set_origin(reading->table, reading->values, index,
                      (ConfigOrigin){reading->desc->path, reading->line});
}

static int on_value(void *context, const char *section, const char *name, const char *value)
{
    Reading *reading = context;
    CwError error = {0};
    reading->value_expected = false;
    int index = config_find(reading->table, section, name, &error);
    if (index < 0 && config_is_foreign(reading->table, section, name)) {
        return 1;
    }
    if (index < 0) {
        say(reading, reading->line, "%s; this line is ignored", error.text);
    } else {
        take_value(reading, index, value);
    }
    return 1;
}

/* ---- What inih gets to see ---- */

/* A line into `out` without its end, cut to fit; `bytes` is its true length. False at the end. */
static bool next_line(Reading *reading, char *out, size_t size, size_t *bytes)
{
    size_t length = 0;
    int c;
    while ((c = getc(reading->file)) != EOF && c != '\n') {
        if (++reading->byte_count > FILE_BYTES_MAX) {
            say(reading, 0, "is larger than %d KiB; the rest is ignored", FILE_BYTES_MAX >> 10);
            reading->broken = true;
            return false;
        }
        if (length < size - 1) {
            out[length] = (char)c;
        }
        length++;
    }
    out[length < size ? length : size - 1] = '\0';
    *bytes = length;
    if (c == EOF && ferror(reading->file)) {
        say(reading, 0, "cannot be read: %s", strerror(errno));
        reading->broken = true;
        return false;
    }
    return c != EOF || length > 0;
}

/* What is wrong with the form of a section's line, NULL for nothing. */
static const char *section_problem(const char *line)
{
    size_t end = strcspn(line, "];");
    const char *rest = line + end + (line[end] == ']');
    rest += strspn(rest, " \t\r");
    if (line[end] != ']' || (*rest != '\0' && *rest != ';')) {
        return "this is no section: write [name] on a line of its own; its keys are ignored";
    }
    return NULL;
}

static void check_section(Reading *reading, const char *line)
{
    const char *names[CONFIG_KEYS_MAX];
    char section[64];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]"), line + 1);
    int count = reading->table->count;
    for (int i = 0; i < count; i++) {
        names[i] = reading->table->keys[i].section;
    }
    const char *nearest = cw_nearest_name(section, names, count);
    if (nearest != NULL && strcmp(nearest, section) != 0) {
        say(reading, reading->line, "unknown section [%.40s]; the nearest known section is [%s]",
            section, nearest);
    }
}

/* Why inih must not see the line, NULL when it may. */
static const char *line_problem(const char *line, size_t bytes, size_t size)
{
    if (bytes >= size) {
        return "the line is too long; it is ignored";
    }
    if (strlen(line) < bytes) {
        return "the line holds a NUL byte; it is ignored";
    }
    if (line[0] == ' ' || line[0] == '\t') {
        return "the line is indented; begin it at the margin; it is ignored";
    }
    return line[0] == '[' ? section_problem(line) : NULL;
}

static void filter(Reading *reading, char *line, size_t bytes, size_t size)
{
    const char *first = line + strspn(line, " \t\r\v\f");
    if ((*first == '\0' && strlen(line) == bytes) || *first == ';' || *first == '#') {
        line[0] = '\0';
        return;
    }
    const char *problem = line_problem(line, bytes, size);
    if (problem != NULL) {
        say(reading, reading->line, "%s", problem);
        /* Keys below a section that is not understood belong to none. */
        snprintf(line, size, "%s", *first == '[' ? "[]" : "");
    } else if (line[0] == '[') {
        check_section(reading, line);
    } else {
        reading->value_expected = true;
    }
}

static void check_last_line(Reading *reading)
{
    if (reading->value_expected) {
        say(reading, reading->line,
            "this is neither `name = value` nor [section] nor a comment; "
            "the line is ignored");
    }
    reading->value_expected = false;
}

/* As inih wants it: like fgets. It never gets a full buffer: newer ones would take that for the
 * beginning of a longer line and skip the next. */
static char *read_line(char *out, int buffer_bytes, void *context)
{
    Reading *reading = context;
    size_t size = (size_t)buffer_bytes - 1, bytes = 0;
    check_last_line(reading);
    if (!next_line(reading, out, size, &bytes)) {
        return NULL;
    }
    reading->line++;
    if (reading->line == 1 && strncmp(out, "\xEF\xBB\xBF", 3) == 0) {
        memmove(out, out + 3, size - 3);
        bytes -= bytes < size ? 3 : 0; /* one that was cut stays too long */
    }
    filter(reading, out, bytes, size);
    return out;
}

bool config_read_file(const ConfigTable *table, void *values, const ConfigFile *file)
{
    Reading reading = {.table = table, .values = values, .desc = file};
    reading.file = file_open(file->path);
    if (reading.file == NULL) {
        if (file->must_exist || (errno != ENOENT && errno != ENOTDIR)) {
            say(&reading, 0, "cannot be opened: %s", file_reason(errno));
        }
        return false;
    }
    if (ini_parse_stream(read_line, &reading, on_value, &reading) < 0) {
        say(&reading, 0, "cannot be read: out of memory");
        reading.broken = true;
    }
    fclose(reading.file);
    return !reading.broken;
}
