#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void text_add(Text *text, const char *bytes, size_t size)
{
    if (text->size + size >= text->room && !text->has_failed) {
        size_t room = 2 * (text->size + size) + 1;
        char *bigger = realloc(text->bytes, room);
        if (bigger == NULL) {
            text->has_failed = true;
            return;
        }
        text->bytes = bigger;
        text->room = room;
    }
    if (!text->has_failed) {
        memcpy(text->bytes + text->size, bytes, size);
        text->size += size;
        text->bytes[text->size] = '\0';
    }
}

void text_add_word(Text *text, const char *word)
{
    text_add(text, word, strlen(word));
}

static bool is_valid(uint32_t letter, int following)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    bool is_surrogate = letter >= 0xD800 && letter <= 0xDFFF;
    return letter >= least[following] && letter <= 0x10FFFF && !is_surrogate;
}

uint32_t utf8_next(const char **at, const char *end)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    unsigned char first = bytes[0];
    (*at)++;
    if (first < 0x80) {
        return first;
    }
    int following = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC0 || first >= 0xF8 || end - *at < following) {
        return UTF8_REPLACEMENT;
    }
    uint32_t letter = first & (0x3FU >> following);
    for (int i = 1; i <= following; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return UTF8_REPLACEMENT;
        }
        letter = letter << 6 | (bytes[i] & 0x3FU);
    }
    if (!is_valid(letter, following)) {
        return UTF8_REPLACEMENT;
    }
    *at += following;
    return letter;
}
