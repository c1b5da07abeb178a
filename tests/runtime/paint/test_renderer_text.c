/* Text: ink in the right place, alignment, a full glyph texture; by both painters. */
#include "support/picture.h"

static void push_block(CwTextDraw text)
{
    cw_draw_set_screen(&picture.list);
    cw_draw_text(&picture.list, &text);
}

static void paint_block(CwTextDraw text, int painted)
{
    picture_open(painted);
    push_block(text);
    picture_finish();
}

static SDL_Rect ink_of_block(CwTextDraw text, int painted)
{
    paint_block(text, painted);
    SDL_Rect ink = picture_ink();
    picture_close();
    return ink;
}

static SDL_Rect ink_of(const char *text, CwTextAlign align, double size, int painted)
{
    return ink_of_block(
        (CwTextDraw){.text = text, .align = align, .x = 320, .y = 180, .size = size}, painted);
}

FIXTURE(.prepare = picture_painters, .set_up = picture_set_up, .tear_down = picture_close);

TEST(text_too_small_to_read_is_left_out)
{
    ck_assert_int_eq(ink_of("HHHH", CW_ALIGN_LEFT, 4.5, _i).w, 0);
    ck_assert_int_gt(ink_of("HHHH", CW_ALIGN_LEFT, 9, _i).w, 0);
}

TEST(letters_too_large_for_the_texture_are_scaled)
{
    SDL_Rect ink = ink_of("H", CW_ALIGN_CENTRE, 350, _i);
    ck_assert_int_gt(ink.h, 190);
    ck_assert_int_lt(ink.h, 260);
}

TEST(many_sizes_wrap_the_texture_round)
{
    picture_open_screen(_i);
    for (int i = 0; i < 60; i++) {
        CwTextDraw text = {.text = "The quick brown fox", .x = 10, .y = 100, .size = 20 + i};
        cw_draw_text(&picture.list, &text);
    }
    cw_draw_rect(&picture.list, &(CwRectDraw){0, 0, 640, 300, {0, 0, 0, 255}, {0, 0, 0, 255}});
    push_block((CwTextDraw){.text = "H", .x = 10, .y = 180, .size = 20});
    cw_draw_text(&picture.list, &(CwTextDraw){.text = "HHH", .x = 10, .y = 250, .size = 40});
    picture_finish();
    SDL_Rect ink = picture_ink();
    ck_assert_int_lt(ink.w, 120);
    ck_assert_int_gt(ink.y, 170);
}

static const CwColour red = {255, 0, 0, 255};

TEST(a_text_is_drawn_as_large_as_it_was_measured)
{
    const char *blocks = "\xE2\x96\x88\xE2\x96\x88\xE2\x96\x88\n\xE2\x96\x88"; /* full ones */
    CwTextDraw text = {.text = blocks, .face = CW_FACE_MONO, .x = 100, .y = 50, .size = 40};
    text.anchor = CW_ANCHOR_TOP;
    picture_open(_i);
    push_block(text);
    CwTextSize size = cw_text_measure(&picture.list, &text);
    picture_finish();
    SDL_Rect area = {100, 50, (int)lround(size.width), (int)lround(size.height)};
    ck_assert_int_eq(area.h, 80);
    picture_expect_ink(area, 2);
}

TEST(the_anchor_is_at_top_middle_baseline_or_bottom)
{
    CwTextDraw text = {.text = "H\nH", .x = 320, .y = 180, .size = 40};
    SDL_Rect middle = ink_of_block(text, _i);
    text.anchor = CW_ANCHOR_TOP;
    SDL_Rect top = ink_of_block(text, _i);
    text.anchor = CW_ANCHOR_BOTTOM;
    SDL_Rect bottom = ink_of_block(text, _i);
    text.anchor = CW_ANCHOR_BASELINE;
    SDL_Rect baseline = ink_of_block(
        (CwTextDraw){.text = "H", .x = 320, .y = 180, .size = 40, .anchor = CW_ANCHOR_BASELINE},
        _i);
    ck_assert_int_le(abs(top.y - middle.y - 40), 1);
    ck_assert_int_le(abs(middle.y - bottom.y - 40), 1);
    ck_assert_int_le(abs(baseline.y + baseline.h - 180), 1);
}

TEST(a_turned_text_runs_up_from_its_anchor)
{
    picture_open_screen(_i);
    cw_draw_text(
        &picture.list,
        &(CwTextDraw){.text = "HHHH", .x = 320, .y = 180, .size = 40, .angle_rad = 1.5707963});
    picture_finish();
    SDL_Rect turned = picture_ink();
    picture_close();
    SDL_Rect flat = ink_of("HHHH", CW_ALIGN_LEFT, 40, _i);
    ck_assert_int_le(abs(turned.h - flat.w), 2);
    ck_assert_int_le(abs(turned.w - flat.h), 2);
    ck_assert_int_le(abs(turned.x + turned.w / 2 - 320), 6);
    ck_assert_int_le(abs(turned.y + turned.h - 180), 6);
}

TEST(line_spacing_sets_lines_apart)
{
    CwTextDraw text = {.text = "H\nH\nH", .x = 320, .y = 180, .size = 20};
    SDL_Rect close = ink_of_block(text, _i);
    text.line_spacing = 2;
    SDL_Rect apart = ink_of_block(text, _i);
    ck_assert_int_le(abs(apart.h - close.h - 40), 1);
}

TEST(a_mark_is_above_its_letter)
{
    CwTextDraw text = {.text = "x", .x = 320, .y = 180, .size = 80};
    SDL_Rect plain = ink_of_block(text, _i);
    text.text = "x\xCC\x82"; /* a circumflex */
    SDL_Rect marked = ink_of_block(text, _i);
    ck_assert_int_lt(marked.y, plain.y - 6);
    ck_assert_int_eq(marked.y + marked.h, plain.y + plain.h);
    ck_assert_int_le(abs(marked.x - plain.x), 1);
    ck_assert_int_le(abs(marked.w - plain.w), 1);
}

TEST(an_outline_surrounds_the_letters_in_its_colour)
{
    CwTextDraw text = {.text = "l", .x = 320, .y = 180, .size = 100};
    SDL_Rect plain = ink_of_block(text, _i);
    text.outline = 6;
    text.outline_colour = red;
    paint_block(text, _i);
    SDL_Rect around = {plain.x - 6, plain.y - 6, plain.w + 12, plain.h + 12};
    picture_expect_ink(around, 1);
    int middle_x = plain.x + plain.w / 2, middle_y = plain.y + plain.h / 2;
    picture_expect(middle_x, middle_y, 0xFFFFFF, 3);
    picture_expect(plain.x - 3, middle_y, 0xFF0000, 3);
    picture_expect(middle_x, plain.y - 3, 0xFF0000, 3);
}

TEST(a_shadow_lies_below_and_right_of_the_letters)
{
    CwTextDraw text = {.text = "l", .x = 320, .y = 180, .size = 100};
    SDL_Rect plain = ink_of_block(text, _i);
    text.shadow = (CwPoint2){20, 10};
    text.shadow_colour = red;
    paint_block(text, _i);
    SDL_Rect both = {plain.x, plain.y, plain.w + 20, plain.h + 10};
    picture_expect_ink(both, 1);
    picture_expect(plain.x + plain.w / 2, plain.y + plain.h / 2, 0xFFFFFF, 3);
    picture_expect(plain.x + plain.w / 2 + 20, plain.y + plain.h / 2, 0xFF0000, 3);
}

TEST(outline_and_shadow_fade_with_the_text)
{
    CwTextDraw text = {.text = "l", .x = 320, .y = 180, .size = 100, .outline = 6};
    text.outline_colour = text.shadow_colour = red;
    text.shadow = (CwPoint2){20, 10};
    text.colour = (CwColour){255, 255, 255, 1};
    ck_assert_int_eq(ink_of_block(text, _i).w, 0);
}

/* A page of 1024 pixels would hold two of them. */
TEST(very_large_letters_are_sharp)
{
    picture_open_size(1280, 720, _i);
    push_block(
        (CwTextDraw){.text = "IHTLEFN", .align = CW_ALIGN_CENTRE, .x = 320, .y = 180, .size = 300});
    picture_finish();
    int grey = 0, rows = 0;
    for (int x = 0; x < 1280; x++) {
        int level = (int)(picture_at(x, 360) & 0xFF);
        grey += level > 16 && level < 239;
        rows += level >= 239;
    }
    ck_assert_int_gt(rows, 200);
    ck_assert_int_le(grey, 24); /* at most two a stem */
}
