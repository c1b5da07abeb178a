/* A configuration file in memory, line by line, for reading and editing: a section, a value ("name
 * = value" or ':'), a comment (; or #; after a value a blank and ;), blank, or wrong, and why. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    CONFIG_FILE_BYTES_MAX = 1 << 20, /* more is no configuration */
    CONFIG_LINE_BYTES_MAX = 198
};

typedef struct ConfigText {
    char *bytes;
    size_t size;
    bool is_cut; /* the file is larger; `bytes` end with a whole line */
} ConfigText;

typedef struct Span {
    size_t from, to;
} Span;

typedef enum ConfigLineKind { LINE_EMPTY, LINE_SECTION, LINE_VALUE, LINE_WRONG } ConfigLineKind;

/* Zero before the first line. */
typedef struct ConfigLine {
    ConfigLineKind kind;
    int number;          /* from 1 */
    Span all;            /* without the line's end */
    Span section;        /* name of the section that it is in or begins; empty: none */
    Span name;           /* of a value */
    Span rest;           /* after the = */
    Span value, comment; /* in it */
    const char *problem; /* of a wrong line */
    size_t next;
} ConfigLine;

/* Reads a file, with `room` bytes more to edit it. False with errno. */
bool config_text_read(ConfigText *text, const char *path, size_t room);

/* False at the end. */
bool config_text_next(const ConfigText *text, ConfigLine *line);

/* Copies a part of it, cut to fit, for printf's "%.*s" and the like. */
void config_text_copy(const ConfigText *text, Span span, char *to, size_t size);
