/* A text in memory that grows while it is written, and text that is read by the character. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Its owner frees the bytes. */
typedef struct Text {
    char *bytes; /* a 0 follows them; NULL: nothing was added */
    size_t size, room;
    bool has_failed; /* memory was refused, and a part is missing */
} Text;

void text_add(Text *text, const char *bytes, size_t size);
void text_add_word(Text *text, const char *word);

/* ---- UTF-8: text from files may hold any bytes, so a wrong byte is a character of its own ---- */

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Decodes the character at *at, before `end`, and moves on. A wrong byte gives UTF8_REPLACEMENT. */
uint32_t utf8_next(const char **at, const char *end);
