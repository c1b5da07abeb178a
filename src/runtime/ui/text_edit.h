/* Edits a line of text: bytes, cursor and selection. The text is always valid UTF-8 without control
 * characters, within its limit. Cursor and anchor lie between whole characters, marks included. */
#pragma once

#include "clockwork/text_entry.h"

typedef enum TextUnit { TEXT_CHARACTER, TEXT_LINE } TextUnit;

typedef struct TextEdit {
    char text[CW_TEXT_ENTRY_BYTES_MAX + 1];
    int length, limit;  /* bytes */
    int cursor, anchor; /* bytes; the selection lies between them */
} TextEdit;

/* Begins with the cursor at the end. Text beyond the limit is cut. */
void text_edit_begin(TextEdit *edit, const char *text, int limit);

/* Replaces the selection by as much as fits, without control characters and wrong bytes. */
void text_edit_insert(TextEdit *edit, const char *text);

/* Moves left (-1) or right (1); the anchor stays if `selects`, else a selection ends there. */
void text_edit_move(TextEdit *edit, TextUnit unit, int direction, bool selects);

/* Deletes the selection, or the part that a move would pass. */
void text_edit_delete(TextEdit *edit, TextUnit unit, int direction);

void text_edit_select_all(TextEdit *edit);

/* Copies the selection, or the whole line if nothing is selected. `to` has room for any line. */
void text_edit_copy(const TextEdit *edit, char *to);

/* The end of the character that begins at byte `at` of a valid text, before its end. */
int text_character_end(const char *text, int length, int at);
