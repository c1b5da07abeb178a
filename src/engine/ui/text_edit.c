#include "ui/text_edit.h"

#include "draw/utf8.h"

#include <string.h>

/* Room for more than any line, so that the limit finds the last whole character. */
enum { CLEAN_BYTES = CW_TEXT_ENTRY_BYTES_MAX + 64 };

static const uint32_t JOINER = 0x200D; /* of pictures that make one */

typedef struct Range {
    uint32_t first, last;
} Range;

static bool is_in(uint32_t letter, const Range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (letter >= ranges[i].first && letter <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

/* Whether it belongs to the letter before it: combining marks, also those of the scripts in common
 * use, variation selectors and tones of skin. */
static bool extends(uint32_t letter)
{
    static const Range marks[] = {
        {0x300, 0x36F},     {0x483, 0x489},     {0x591, 0x5BD},     {0x5BF, 0x5C7},
        {0x610, 0x61A},     {0x64B, 0x65F},     {0x670, 0x670},     {0x6D6, 0x6DC},
        {0x93A, 0x93C},     {0x93E, 0x94F},     {0xE31, 0xE31},     {0xE34, 0xE3A},
        {0xE47, 0xE4E},     {0x1AB0, 0x1AFF},   {0x1DC0, 0x1DFF},   {0x200D, 0x200D},
        {0x20D0, 0x20FF},   {0x3099, 0x309A},   {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},
        {0x1F3FB, 0x1F3FF}, {0xE0020, 0xE007F}, {0xE0100, 0xE01EF},
    };
    return is_in(letter, marks, CW_ARRAY_LENGTH(marks));
}

/* Control characters and separators of lines have no place in a line. */
static bool is_control(uint32_t letter)
{
    static const Range controls[] = {{0, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x2029}};
    return is_in(letter, controls, CW_ARRAY_LENGTH(controls));
}

int text_character_end(const char *text, int length, int at)
{
    const char *next = text + at, *end = text + length, *after = next;
    uint32_t last, letter = utf8_next(&after, end);
    do {
        last = letter;
        next = after;
        letter = next < end ? utf8_next(&after, end) : 0;
    } while (next < end && (extends(letter) || last == JOINER));
    return (int)(next - text);
}

/* The character that begins or ends there is the one before a cursor that moves left. */
static int character_before(const TextEdit *edit, int at)
{
    int begin = 0;
    while (begin < at) {
        int end = text_character_end(edit->text, edit->length, begin);
        if (end >= at) {
            break;
        }
        begin = end;
    }
    return begin;
}

static int next_character(const TextEdit *edit, int at, int direction)
{
    if (direction < 0) {
        return character_before(edit, at);
    }
    return at < edit->length ? text_character_end(edit->text, edit->length, at) : edit->length;
}

static bool is_blank(const TextEdit *edit, int at)
{
    const char *next = edit->text + at;
    uint32_t letter = utf8_next(&next, edit->text + edit->length);
    return letter == ' ' || letter == 0xA0 || letter == 0x3000;
}

/* Past blanks, then past what is none. */
static int next_word(const TextEdit *edit, int at, int direction)
{
    for (int blank = 1; blank >= 0; blank--) {
        int next = next_character(edit, at, direction);
        while (next != at && is_blank(edit, direction < 0 ? next : at) == (blank == 1)) {
            at = next;
            next = next_character(edit, at, direction);
        }
    }
    return at;
}

static int target(const TextEdit *edit, TextUnit unit, int direction)
{
    switch (unit) {
    case TEXT_CHARACTER:
        return next_character(edit, edit->cursor, direction);
    case TEXT_WORD:
        return next_word(edit, edit->cursor, direction);
    case TEXT_LINE:
        break;
    }
    return direction < 0 ? 0 : edit->length;
}

static int selection_begin(const TextEdit *edit)
{
    return edit->cursor < edit->anchor ? edit->cursor : edit->anchor;
}

static int selection_end(const TextEdit *edit)
{
    return edit->cursor < edit->anchor ? edit->anchor : edit->cursor;
}

/* Its new neighbours may have become one character. */
static void put_cursor(TextEdit *edit, int at)
{
    int boundary = 0;
    while (boundary < at) {
        boundary = text_character_end(edit->text, edit->length, boundary);
    }
    edit->cursor = edit->anchor = boundary;
}

static void remove_selection(TextEdit *edit)
{
    int begin = selection_begin(edit), end = selection_end(edit);
    memmove(edit->text + begin, edit->text + end, (size_t)(edit->length - end) + 1);
    edit->length -= end - begin;
    put_cursor(edit, begin);
}

/* Valid letters without control characters, as many as fit; returns their bytes. */
static int clean(const char *text, char to[CLEAN_BYTES])
{
    int count = 0;
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        const char *begin = at;
        uint32_t letter = utf8_next(&at, end);
        bool wrong = letter == UTF8_REPLACEMENT && at - begin == 1;
        if (wrong || is_control(letter)) {
            continue;
        }
        if (count + (at - begin) > CLEAN_BYTES) {
            break;
        }
        memcpy(to + count, begin, (size_t)(at - begin));
        count += (int)(at - begin);
    }
    return count;
}

void text_edit_insert(TextEdit *edit, const char *text)
{
    char letters[CLEAN_BYTES];
    int count = clean(text, letters), fitting = 0;
    if (count == 0) {
        return;
    }
    remove_selection(edit);
    int room = edit->limit - edit->length;
    while (fitting < count) {
        int end = text_character_end(letters, count, fitting);
        if (end > room) {
            break;
        }
        fitting = end;
    }
    char *at = edit->text + edit->cursor;
    memmove(at + fitting, at, (size_t)(edit->length - edit->cursor) + 1);
    memcpy(at, letters, (size_t)fitting);
    edit->length += fitting;
    put_cursor(edit, edit->cursor + fitting);
}

void text_edit_begin(TextEdit *edit, const char *text, int limit)
{
    CW_ASSERT(limit >= 0 && limit <= CW_TEXT_ENTRY_BYTES_MAX,
              "ask for at most CW_TEXT_ENTRY_BYTES_MAX bytes of text");
    *edit = (TextEdit){.limit = limit == 0 ? CW_TEXT_ENTRY_BYTES_MAX : limit};
    text_edit_insert(edit, text);
}

void text_edit_move(TextEdit *edit, TextUnit unit, int direction, bool selects)
{
    if (!selects && edit->cursor != edit->anchor && unit == TEXT_CHARACTER) {
        edit->cursor = direction < 0 ? selection_begin(edit) : selection_end(edit);
    } else {
        edit->cursor = target(edit, unit, direction);
    }
    edit->anchor = selects ? edit->anchor : edit->cursor;
}

void text_edit_delete(TextEdit *edit, TextUnit unit, int direction)
{
    if (edit->cursor == edit->anchor) {
        edit->cursor = target(edit, unit, direction);
    }
    remove_selection(edit);
}

void text_edit_select_all(TextEdit *edit)
{
    edit->anchor = 0;
    edit->cursor = edit->length;
}

void text_edit_copy(const TextEdit *edit, char *to)
{
    bool some = edit->cursor != edit->anchor;
    int begin = some ? selection_begin(edit) : 0;
    int count = some ? selection_end(edit) - begin : edit->length;
    memcpy(to, edit->text + begin, (size_t)count);
    to[count] = '\0';
}
