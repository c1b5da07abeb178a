#include "ui/text_edit.h"

#include "base/text.h"
#include "draw/typesetter.h"

#include <string.h>

/* More than a line, so that the limit cuts after a whole character. */
enum { CLEAN_BYTES = CW_TEXT_ENTRY_BYTES_MAX + 64 };

static const uint32_t JOINER = 0x200D; /* joins pictures into one */

static bool is_control(uint32_t code)
{
    return code < ' ' || (code >= 0x7F && code <= 0x9F) || code == 0x2028 || code == 0x2029;
}

int text_character_end(const char *text, int length, int at)
{
    const char *next = text + at, *end = text + length, *after = next;
    uint32_t last, letter = utf8_next(&after, end);
    do {
        last = letter;
        next = after;
        letter = next < end ? utf8_next(&after, end) : 0;
    } while (next < end && (is_attached(letter) || last == JOINER));
    return (int)(next - text);
}

/* The beginning of the character that ends at or after `at`. */
static int character_before(const TextEdit *edit, int at)
{
    int begin = 0;
    for (int end = 0; end < at; end = text_character_end(edit->text, edit->length, begin)) {
        begin = end;
    }
    return begin;
}

static int target(const TextEdit *edit, TextUnit unit, int direction)
{
    int at = edit->cursor;
    if (direction < 0) {
        return unit == TEXT_LINE ? 0 : character_before(edit, at);
    }
    bool is_last = unit == TEXT_LINE || at == edit->length;
    return is_last ? edit->length : text_character_end(edit->text, edit->length, at);
}

static int selection_begin(const TextEdit *edit)
{
    return edit->cursor < edit->anchor ? edit->cursor : edit->anchor;
}

static int selection_end(const TextEdit *edit)
{
    return edit->cursor < edit->anchor ? edit->anchor : edit->cursor;
}

/* Puts the cursor at or after `at`: characters that an edit made neighbours may have become one. */
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

/* Copies valid letters without control characters, as many as fit; returns their bytes. */
static int clean(const char *text, char to[CLEAN_BYTES])
{
    int count = 0;
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        const char *begin = at;
        uint32_t letter = utf8_next(&at, end);
        bool is_invalid = letter == UTF8_REPLACEMENT && at - begin == 1;
        if (is_invalid || is_control(letter)) {
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
    bool has_selection = edit->cursor != edit->anchor;
    int begin = has_selection ? selection_begin(edit) : 0;
    int count = has_selection ? selection_end(edit) - begin : edit->length;
    memcpy(to, edit->text + begin, (size_t)count);
    to[count] = '\0';
}
