/* A text in memory that grows while it is written, and a decoder of UTF-8. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise. The owner frees the bytes. */
typedef struct Text {
    char *bytes; /* followed by a 0; NULL: nothing was added */
    size_t size, room;
    bool has_failed; /* out of memory: a part is missing */
} Text;

void text_add(Text *text, const char *bytes, size_t size);
void text_add_word(Text *text, const char *word);

enum { UTF8_REPLACEMENT = 0xFFFD };

/* Decodes the character at *at, which is before `end`, and moves *at behind it. A byte that is no
 * UTF-8 counts as a character, UTF8_REPLACEMENT. */
uint32_t utf8_next(const char **at, const char *end);
