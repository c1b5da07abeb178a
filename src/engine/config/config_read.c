/* Reading a file of keys into values. */
#include "config/config.h"

#include "base/report.h"
#include "config/config_text.h"
#include "platform/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MESSAGES_MAX = 50,   /* a file; the rest is noise */
    WORDS_MAX = 1280,    /* bytes: a CwError and the value that stays */
    PATH_SHOWN_MAX = 640 /* bytes of a path in a message */
};

typedef struct Reading {
    const ConfigTable *table;
    void *values;
    const ConfigFile *desc;
    ConfigText text;
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

static void take_value(Reading *reading, int line, int index, const char *value)
{
    const ConfigKey *key = &reading->table->keys[index];
    char kept[CONFIG_VALUE_MAX];
    CwError error = {0};
    if (!config_value_set(key, reading->values, value, &error)) {
        config_value_text(key, reading->values, kept);
        say(reading, line, "%s; %s stays", error.text, kept[0] == '\0' ? "none" : kept);
        return;
    }
    if (reading->set_on_line[index] > 0) {
        config_value_text(key, reading->values, kept);
        say(reading, line, "%s.%s was already set on line %d; this line overrides it: %s",
            key->section, key->name, reading->set_on_line[index], kept);
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
    config_text_copy(&reading->text, line->section, section, sizeof section);
    config_text_copy(&reading->text, line->name, name, sizeof name);
    config_text_copy(&reading->text, line->value, value, sizeof value);
    int index = config_find(reading->table, section, name, &error);
    if (index >= 0) {
        take_value(reading, line->number, index, value);
    } else if (!config_is_foreign(reading->table, section, name)) {
        say(reading, line->number, "%s; this line is ignored", error.text);
    }
}

static void check_section(Reading *reading, const ConfigLine *line)
{
    const char *names[CONFIG_KEYS_MAX];
    char section[64];
    config_text_copy(&reading->text, line->section, section, sizeof section);
    int count = reading->table->count;
    for (int i = 0; i < count; i++) {
        names[i] = reading->table->keys[i].section;
    }
    const char *nearest = cw_nearest_name(section, names, count);
    if (nearest != NULL && strcmp(nearest, section) != 0) {
        say(reading, line->number, "unknown section [%.40s]; the nearest known section is [%s]",
            section, nearest);
    }
}

bool config_read_file(const ConfigTable *table, void *values, const ConfigFile *file)
{
    Reading reading = {.table = table, .values = values, .desc = file};
    if (!config_text_read(&reading.text, file->path, 0)) {
        if (file->must_exist || (errno != ENOENT && errno != ENOTDIR)) {
            say(&reading, 0, "cannot be opened: %s", file_reason(errno));
        }
        return false;
    }
    for (ConfigLine line = {0}; config_text_next(&reading.text, &line);) {
        if (line.kind == LINE_WRONG) {
            say(&reading, line.number, "%s", line.problem);
        } else if (line.kind == LINE_SECTION) {
            check_section(&reading, &line);
        } else if (line.kind == LINE_VALUE) {
            take_assignment(&reading, &line);
        }
    }
    if (reading.text.is_cut) {
        say(&reading, 0, "is larger than %d KiB; the rest is ignored", CONFIG_FILE_BYTES_MAX >> 10);
    }
    free(reading.text.bytes);
    return !reading.text.is_cut;
}

static void say_nothing(void *context, const char *text)
{
    (void)context;
    (void)text;
}

bool config_read_layers(const ConfigTable *table, void *values, const ConfigLayers *layers,
                        CwError *error)
{
    for (int i = layers->first; i < layers->file_count; i++) {
        const ConfigFile file = {.path = layers->files[i],
                                 .must_exist = layers->files[i] == layers->required,
                                 .message = layers->is_quiet ? say_nothing : NULL};
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
