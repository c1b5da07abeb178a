/* A text in memory that grows while it is written. Its owner frees the bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *bytes; /* a 0 follows them; NULL: nothing was added */
    size_t size, room;
    bool failed; /* memory was refused, and a part is missing */
} Text;

void text_add(Text *text, const char *bytes, size_t size);
void text_add_word(Text *text, const char *word);
