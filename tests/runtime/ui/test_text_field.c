/* A field's cursor and selection lie where the letters do, whatever those are. */
#include "support/expect.h"
#include "support/picture.h"
#include "ui/panel.h"

#define HEBREW "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D" /* four letters of two bytes */
#define A_RING "a\xCC\x8A"
#define KANJI "\xE6\xBC\xA2"

static const CwColour white = {255, 255, 255, 255};
static const Box box = {100, 100, 200, 20};

SET_UP(.tear_down = picture_close)
{
    picture_set_up();
    picture_open_screen(PAINTED_IN_MEMORY);
}

/* Draws a field of this line; the last rectangle is the cursor, those before it the selection. */
static RectCommand draw(const char *text, int anchor, int cursor)
{
    CwTextEntry entry = {.status = CW_TEXT_ENTRY_TYPING, .text = text, .composing = ""};
    entry.anchor = anchor;
    entry.cursor = cursor;
    entry.cursor_shown = true;
    text_field_draw(&picture.list, box, &entry, white);
    return picture.list.commands[picture.list.command_count - 1].rect;
}

static double cursor_x(const char *text, int cursor)
{
    return (double)draw(text, cursor, cursor).top_left.x + 0.5 - box.x;
}

static double width_of(const char *text)
{
    return cw_text_measure(&picture.list, &(CwTextDraw){.text = text, .size = box.height}).width;
}

TEST(the_cursor_stands_after_the_letters_before_it)
{
    EXPECT_WITHIN(cursor_x("iiWW " A_RING KANJI, 0), -0.01, 0.01);
    EXPECT_WITHIN(cursor_x("iiWW " A_RING KANJI, 2) - width_of("ii"), -0.1, 0.1);
    EXPECT_WITHIN(cursor_x("iiWW " A_RING KANJI, 4) - width_of("iiWW"), -0.1, 0.1);
    EXPECT_WITHIN(cursor_x("iiWW " A_RING KANJI, 8) - width_of("iiWW " A_RING), -0.1, 0.1);
    EXPECT_WITHIN(cursor_x("iiWW " A_RING KANJI, 11) - width_of("iiWW " A_RING KANJI), -0.1, 0.1);
}

TEST(the_cursor_runs_left_in_hebrew)
{
    EXPECT_WITHIN(cursor_x(HEBREW, 0) - width_of(HEBREW), -0.01, 0.01);
    EXPECT_WITHIN(cursor_x(HEBREW, 8), -0.01, 0.01);
    ck_assert(cursor_x(HEBREW, 2) > cursor_x(HEBREW, 4));
    double latin = width_of("abc ");
    EXPECT_WITHIN(cursor_x("abc " HEBREW, 1) - width_of("a"), -0.1, 0.1);
    EXPECT_WITHIN(cursor_x("abc " HEBREW, 12) - latin, -0.2, 0.2);
    ck_assert(cursor_x("abc " HEBREW, 6) > latin && cursor_x(HEBREW " abc", 10) < latin);
}

TEST(the_selection_is_marked)
{
    draw("iiWWii", 4, 2);
    RectCommand marked = picture.list.commands[0].rect;
    EXPECT_WITHIN((double)marked.top_left.x - box.x - width_of("ii"), -0.1, 0.1);
    EXPECT_WITHIN((double)marked.size.x - width_of("iiWW") + width_of("ii"), -0.5, 0.5);
}

TEST(a_long_line_is_scrolled_to_its_cursor_and_stays_in_its_field)
{
    char text[200];
    memset(text, 'm', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    EXPECT_WITHIN(cursor_x(text, 0), -0.01, 0.01);
    EXPECT_WITHIN(cursor_x(text, 100), box.width / 2 - 1, box.width / 2 + 1);
    EXPECT_WITHIN(cursor_x(text, (int)strlen(text)), box.width - 1.1, box.width);
    picture_finish();
    SDL_Rect ink = picture_ink();
    ck_assert(ink.x >= 98 && ink.x + ink.w <= 302);
}
