#include "config/config_edit.h"

#include "config/config_text.h"
#include "platform/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EDIT_ROOM = 2 * (CONFIG_VALUE_MAX + 64) + CONFIG_LINE_BYTES_MAX }; /* that an edit may add */

static const char HEADER[] =
    "; Your own settings, over those of config.ini beside the program. The "
    "game's menu writes\n; here, too, and keeps what you write.\n";

typedef struct Place {
    bool found;
    ConfigLine line; /* the last one that sets it, as it counts for config_read_file */
    bool has_section;
    size_t section_end; /* after the last line of the section that says something */
} Place;

static bool is_word(const ConfigText *text, Span span, const char *word)
{
    size_t length = strlen(word);
    return span.to - span.from == length && memcmp(text->bytes + span.from, word, length) == 0;
}

static Place find(const ConfigText *text, const ConfigEdit *edit)
{
    Place place = {0};
    for (ConfigLine line = {0}; config_text_next(text, &line);) {
        bool says = line.kind == LINE_SECTION || line.kind == LINE_VALUE;
        if (says && is_word(text, line.section, edit->section)) {
            place.has_section = true;
            place.section_end = line.all.to;
            if (line.kind == LINE_VALUE && is_word(text, line.name, edit->name)) {
                place.found = true;
                place.line = line;
            }
        }
    }
    return place;
}

/* ---- changes ---- */

/* There is room: see EDIT_ROOM. */
static void replace(ConfigText *text, Span span, const char *with)
{
    size_t length = strlen(with);
    memmove(text->bytes + span.from + length, text->bytes + span.to, text->size - span.to);
    memcpy(text->bytes + span.from, with, length);
    text->size = text->size + length - (span.to - span.from);
}

static const char *line_end(const ConfigText *text)
{
    const char *first = memchr(text->bytes, '\n', text->size);
    return first != NULL && first > text->bytes && first[-1] == '\r' ? "\r\n" : "\n";
}

/* A comment after the value stays there if the line is short enough, else it moves above. */
static void set_value(ConfigText *text, const ConfigLine *line, const char *value)
{
    char comment[CONFIG_LINE_BYTES_MAX + 1], put[CONFIG_LINE_BYTES_MAX + CONFIG_VALUE_MAX + 8];
    config_text_copy(text, line->comment, comment, sizeof comment);
    size_t name = line->rest.from - line->all.from;
    bool fits = name + strlen(value) + strlen(comment) + 2 <= CONFIG_LINE_BYTES_MAX;
    bool behind = comment[0] != '\0' && fits;
    snprintf(put, sizeof put, "%s%s%s%s", value[0] == '\0' ? "" : " ", value, behind ? " " : "",
             behind ? comment : "");
    replace(text, line->rest, put);
    if (!fits) {
        snprintf(put, sizeof put, "%s%s", comment, line_end(text));
        replace(text, (Span){line->all.from, line->all.from}, put);
    }
}

static void add_line(ConfigText *text, const Place *place, const ConfigEdit *edit)
{
    char put[EDIT_ROOM], assignment[CONFIG_VALUE_MAX + 64];
    const char *end = line_end(text);
    snprintf(assignment, sizeof assignment, "%s =%s%s", edit->name,
             edit->value[0] == '\0' ? "" : " ", edit->value);
    if (place->has_section) {
        snprintf(put, sizeof put, "%s%s", end, assignment);
        replace(text, (Span){place->section_end, place->section_end}, put);
        return;
    }
    bool open = text->size > 0 && text->bytes[text->size - 1] != '\n';
    snprintf(put, sizeof put, "%s%s[%s]%s%s%s", open ? end : "", text->size > 0 ? end : "",
             edit->section, end, assignment, end);
    replace(text, (Span){text->size, text->size}, put);
}

/* ---- the file ---- */

static bool read_text(const char *path, size_t room, ConfigText *text, CwError *error)
{
    bool good = config_text_read(text, path, room);
    if (!good && errno == ENOENT && (text->bytes = malloc(sizeof HEADER + room)) != NULL) {
        text->size = sizeof HEADER - 1;
        memcpy(text->bytes, HEADER, text->size);
        return true;
    }
    if (!good) {
        return cw_error_set(error, "%s: %s", path, strerror(errno));
    }
    if (text->is_cut) {
        free(text->bytes);
        return cw_error_set(error, "%s: is larger than %d KiB", path, CONFIG_FILE_BYTES_MAX >> 10);
    }
    return true;
}

static bool edit_under_lock(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    ConfigText text;
    if (!read_text(path, (size_t)count * EDIT_ROOM, &text, error)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        Place place = find(&text, &edits[i]);
        if (place.found) {
            set_value(&text, &place.line, edits[i].value);
        } else {
            add_line(&text, &place, &edits[i]);
        }
    }
    bool good =
        file_replace(path, &(FilePart){text.bytes, text.size}, 1) ||
        cw_error_set(error, "%s: not written, what was there stays: %s", path, strerror(errno));
    free(text.bytes);
    return good;
}

bool config_edit_file(const char *path, const ConfigEdit *edits, int count, CwError *error)
{
    int locked = file_lock_folder(path);
    bool good = edit_under_lock(path, edits, count, error);
    file_unlock_folder(locked);
    return good;
}
