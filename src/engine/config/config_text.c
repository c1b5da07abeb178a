#include "config/config_text.h"

#include "platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool config_text_read(ConfigText *text, const char *path, size_t room)
{
    *text = (ConfigText){0};
    uint8_t *bytes = file_read(path, 0, CONFIG_FILE_BYTES_MAX + 1, &text->size);
    text->bytes = bytes == NULL ? NULL : realloc(bytes, text->size + room + 1);
    if (text->bytes == NULL) {
        free(bytes);
        return false;
    }
    text->is_cut = text->size > CONFIG_FILE_BYTES_MAX;
    while (text->is_cut && text->size > 0 && text->bytes[text->size - 1] != '\n') {
        text->size--;
    }
    return true;
}

void config_text_copy(const ConfigText *text, Span span, char *to, size_t size)
{
    snprintf(to, size, "%.*s", (int)(span.to - span.from), text->bytes + span.from);
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static Span trimmed(const ConfigText *text, Span span)
{
    while (span.from < span.to && is_blank(text->bytes[span.from])) {
        span.from++;
    }
    while (span.to > span.from && is_blank(text->bytes[span.to - 1])) {
        span.to--;
    }
    return span;
}

/* The first of some letters, or a comment after a blank: the end of the span if there is none. */
static size_t find(const ConfigText *text, Span span, const char *letters)
{
    for (size_t i = span.from; i < span.to; i++) {
        char c = text->bytes[i];
        bool comment = c == ';' && i > span.from && is_blank(text->bytes[i - 1]);
        if (comment || (c != '\0' && strchr(letters, c) != NULL)) {
            return i;
        }
    }
    return span.to;
}

static const char *take_section(const ConfigText *text, ConfigLine *line)
{
    Span name = {line->all.from + 1, line->all.to};
    size_t end = name.from;
    while (end < name.to && strchr("];", text->bytes[end]) == NULL) {
        end++;
    }
    bool closed = end < name.to && text->bytes[end] == ']';
    Span rest = trimmed(text, (Span){end + closed, name.to});
    if (!closed || (rest.from < rest.to && text->bytes[rest.from] != ';')) {
        return "this is not a section: write [name] on a line of its own; its keys are ignored";
    }
    line->section = (Span){name.from, end};
    line->kind = LINE_SECTION;
    return NULL;
}

static const char *take_value(const ConfigText *text, ConfigLine *line)
{
    size_t equals = find(text, line->all, "=:");
    if (equals == line->all.to || text->bytes[equals] == ';') {
        return "this is neither `name = value` nor [section] nor a comment; the line is ignored";
    }
    line->name = trimmed(text, (Span){line->all.from, equals});
    line->rest = (Span){equals + 1, line->all.to};
    line->comment = (Span){find(text, line->rest, ""), line->all.to};
    line->value = trimmed(text, (Span){line->rest.from, line->comment.from});
    line->kind = LINE_VALUE;
    return NULL;
}

/* Returns what is wrong with it, NULL for nothing. */
static const char *take_line(const ConfigText *text, ConfigLine *line, size_t bytes)
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
    return first == '[' ? take_section(text, line) : take_value(text, line);
}

bool config_text_next(const ConfigText *text, ConfigLine *line)
{
    size_t from = line->next;
    if (from >= text->size) {
        return false;
    }
    const char *end = memchr(text->bytes + from, '\n', text->size - from);
    size_t to = end == NULL ? text->size : (size_t)(end - text->bytes), bytes = to - from;
    line->next = to + 1;
    line->number++;
    if (line->number == 1 && bytes >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) {
        from += 3; /* a byte order mark */
    }
    to -= to > from && text->bytes[to - 1] == '\r';
    line->all = (Span){from, to};
    line->problem = take_line(text, line, bytes);
    line->kind = line->problem != NULL ? LINE_WRONG : line->kind;
    return true;
}
