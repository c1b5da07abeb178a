/* Editing a line of text: by whole characters, within its limit, always valid. */
#include "support/test.h"
#include "ui/text_edit.h"

#define A_RING "a\xCC\x8A"                                    /* an a and a combining ring */
#define FAMILY "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7" /* two pictures and a joiner */
#define AE "\xC3\xA4"
#define KANJI "\xE6\xBC\xA2"

static TextEdit edit;

SET_UP()
{
    text_edit_begin(&edit, "", 0);
}

static void expect_line(const char *text, int cursor)
{
    ck_assert_str_eq(edit.text, text);
    ck_assert_int_eq(edit.length, (int)strlen(text));
    ck_assert_int_eq(edit.cursor, cursor);
}

TEST(text_is_inserted_at_the_cursor)
{
    text_edit_insert(&edit, "Aa");
    text_edit_move(&edit, TEXT_CHARACTER, -1, false);
    text_edit_insert(&edit, "d" AE);
    expect_line("Ad" AE "a", 4);
}

static const char *const characters[] = {AE, A_RING, FAMILY, KANJI};

TEST(the_cursor_moves_by_whole_characters, .rounds = CW_ARRAY_LENGTH(characters))
{
    text_edit_begin(&edit, characters[_i], 0);
    text_edit_insert(&edit, "b");
    text_edit_move(&edit, TEXT_LINE, -1, false);
    text_edit_move(&edit, TEXT_CHARACTER, 1, false);
    ck_assert_int_eq(edit.cursor, (int)strlen(characters[_i]));
    text_edit_delete(&edit, TEXT_CHARACTER, -1);
    expect_line("b", 0);
}

TEST(a_mark_joins_the_letter_before_it)
{
    text_edit_insert(&edit, "a");
    text_edit_insert(&edit, "\xCC\x8A");
    expect_line(A_RING, 3);
    text_edit_move(&edit, TEXT_LINE, -1, false);
    text_edit_delete(&edit, TEXT_CHARACTER, 1);
    expect_line("", 0);
}

TEST(the_selection_is_replaced_copied_and_deleted)
{
    char copied[CW_TEXT_ENTRY_BYTES_MAX + 1];
    text_edit_insert(&edit, "green car");
    for (int i = 0; i < 3; i++) {
        text_edit_move(&edit, TEXT_CHARACTER, -1, true);
    }
    text_edit_copy(&edit, copied);
    ck_assert_str_eq(copied, "car");
    text_edit_insert(&edit, "bus");
    expect_line("green bus", 9);
    text_edit_copy(&edit, copied);
    ck_assert_str_eq(copied, "green bus");
    text_edit_select_all(&edit);
    text_edit_move(&edit, TEXT_CHARACTER, -1, false); /* leaves the selection at its end */
    ck_assert_int_eq(edit.cursor, 0);
    text_edit_select_all(&edit);
    text_edit_delete(&edit, TEXT_CHARACTER, -1);
    expect_line("", 0);
}

TEST(a_limit_cuts_no_character)
{
    text_edit_begin(&edit, "abc" AE AE, 6);
    expect_line("abc" AE, 5);
    text_edit_insert(&edit, AE "d");
    expect_line("abc" AE, 5);
    text_edit_insert(&edit, "d");
    expect_line("abc" AE "d", 6);
    text_edit_begin(&edit, "ab" A_RING, 4);
    expect_line("ab", 2);
}

TEST(control_characters_and_wrong_bytes_stay_out)
{
    text_edit_insert(&edit, "a\n\tb\177\302\205c\342\200\250d\377\303e\355\240\200");
    expect_line("abcde", 5);
    text_edit_select_all(&edit);
    text_edit_insert(&edit, "\n");
    expect_line("abcde", 5);
    ck_assert_int_eq(edit.anchor, 0);
}
