#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void text_add(Text *text, const char *bytes, size_t size)
{
    if (text->size + size >= text->room && !text->failed) {
        size_t room = 2 * (text->size + size) + 1;
        char *bigger = realloc(text->bytes, room);
        if (bigger == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = bigger;
        text->room = room;
    }
    if (!text->failed) {
        memcpy(text->bytes + text->size, bytes, size);
        text->size += size;
        text->bytes[text->size] = '\0';
    }
}

void text_add_word(Text *text, const char *word)
{
    text_add(text, word, strlen(word));
}
