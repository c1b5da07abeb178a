/* How text is set: measures, lines, alignment, directions, marks, stand-ins, what is kept. */
#include "draw/draw_list.h"
#include "support/expect.h"
#include "support/temp_folder.h"

#define SHALOM "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D" /* shin, lamed, vav, final mem */

static Typesetter *typesetter;
static CwDrawList list;

static void tear_down(void)
{
    typesetter_destroy(typesetter);
    draw_list_free(&list);
}

SET_UP(.tear_down = tear_down)
{
    typesetter = typesetter_create(&(FontsDesc){0});
    ck_assert_ptr_nonnull(typesetter);
    list = (CwDrawList){.typesetter = typesetter};
}

static TypeLayout set(const char *text, CwTextAlign align, float width)
{
    const TypeStyle style = {CW_FACE_REGULAR, align, width, 1};
    return typesetter_layout(typesetter, text, (uint32_t)strlen(text), &style);
}

static float width_of(const char *text)
{
    return set(text, CW_ALIGN_LEFT, 0).width;
}

static const TypeGlyph *glyph_of(const TypeLayout *layout, uint32_t byte)
{
    for (uint32_t i = 0; i < layout->count; i++) {
        if (layout->glyphs[i].byte == byte) {
            return &layout->glyphs[i];
        }
    }
    ck_abort_msg("no glyph begins at byte %u", byte);
    return NULL;
}

static int line_of(const TypeLayout *layout, uint32_t byte)
{
    return (int)lroundf(glyph_of(layout, byte)->pen.y - layout->baseline);
}

TEST(a_text_has_the_same_width_in_every_window_and_before_the_first)
{
    CwTextDraw text = {.text = "Mind the gap\nplease", .size = 20};
    CwTextSize before = cw_text_measure(&list, &text);
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &(SpriteTable){0});
    cw_draw_set_screen(&list);
    CwTextSize now = cw_text_measure(&list, &text);
    ck_assert_double_gt(before.width, 100);
    ck_assert_double_lt(before.width, 140);
    ck_assert_double_eq(before.height, 40);
    ck_assert_int_eq(before.line_count, 2);
    ck_assert(before.width == now.width && before.height == now.height);
}

TEST(a_text_in_metres_is_measured_in_metres)
{
    draw_list_begin(&list, &(CwCamera){.height_m = 9}, &(SpriteTable){0});
    CwTextSize metres = cw_text_measure(&list, &(CwTextDraw){.text = "gap", .size = 0.5});
    CwTextSize usual = cw_text_measure(&list, &(CwTextDraw){.text = "gap"});
    ck_assert_double_eq(metres.height, 0.5);
    ck_assert_double_eq_tol(usual.height, 16 / 40.0, 1e-6); /* 40 points a metre */
}

TEST(a_text_that_draws_nothing_measures_nothing)
{
    const CwTextDraw nothing[] = {
        {.text = NULL}, {.text = ""}, {.text = "x", .size = -1}, {.text = "x", .width = NAN}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(nothing); i++) {
        CwTextSize size = cw_text_measure(&list, &nothing[i]);
        ck_assert(size.width == 0 && size.height == 0 && size.line_count == 0);
        cw_draw_text(&list, &nothing[i]);
    }
    ck_assert_uint_eq(list.command_count, 0);
}

TEST(lines_wrap_at_blanks_which_take_no_room)
{
    const char *text = "one two three";
    TypeLayout layout = set(text, CW_ALIGN_LEFT, width_of("one two") + 0.01F);
    ck_assert_uint_eq(layout.line_count, 2);
    ck_assert_int_eq(line_of(&layout, 4), 0);
    ck_assert_int_eq(line_of(&layout, 8), 1);
    ck_assert_float_eq_tol(glyph_of(&layout, 8)->pen.x, 0, 1e-5F);
    float widest = fmaxf(width_of("one two"), width_of("three"));
    ck_assert_float_eq_tol(layout.width, widest, 1e-4F);
}

TEST(blanks_at_the_end_reach_no_further_than_the_width)
{
    ck_assert_float_gt(width_of("one   "), width_of("one") + 0.5F);
    TypeLayout layout = set("one        ", CW_ALIGN_LEFT, width_of("one "));
    ck_assert_uint_eq(layout.line_count, 1);
    ck_assert_float_le(layout.width, width_of("one ") + 1e-4F);
}

TEST(a_text_fits_into_its_own_width)
{
    const char *text = "The quick brown fox, a well-known one";
    ck_assert_uint_eq(set(text, CW_ALIGN_LEFT, width_of(text)).line_count, 1);
}

TEST(lines_wrap_after_hyphens_but_not_before_numbers)
{
    TypeLayout layout = set("well-known", CW_ALIGN_LEFT, width_of("well-k"));
    ck_assert_int_eq(line_of(&layout, 4), 0);
    ck_assert_int_eq(line_of(&layout, 5), 1);
    layout = set("a -5 -x", CW_ALIGN_LEFT, width_of("a -"));
    ck_assert_int_eq(line_of(&layout, 2), line_of(&layout, 3));
    ck_assert_int_eq(line_of(&layout, 5), line_of(&layout, 6));
}

TEST(words_that_are_too_long_are_broken)
{
    TypeLayout layout = set("ab mmmmmmmm", CW_ALIGN_LEFT, width_of("mmm") + 0.01F);
    ck_assert_uint_eq(layout.line_count, 4);
    ck_assert_int_eq(line_of(&layout, 3), 1);
    ck_assert_int_eq(line_of(&layout, 6), 2);
    layout = set("abc", CW_ALIGN_LEFT, 1e-3F); /* narrower than a letter: one a line */
    ck_assert_uint_eq(layout.line_count, 3);
}

TEST(a_newline_begins_a_line_and_a_last_one_an_empty_line)
{
    TypeLayout layout = set("a\r\n\nb\n", CW_ALIGN_LEFT, 0);
    ck_assert_uint_eq(layout.line_count, 4);
    ck_assert_uint_eq(layout.count, 2);
    ck_assert_int_eq(line_of(&layout, 4), 2);
    ck_assert_float_eq(layout.height, 4);
}

TEST(lines_break_between_ideographs_but_not_before_their_full_stop)
{
    const uint32_t letters[] = {0x6F22, 0x5B57, 0x3002, 'a', 0xA0, 'b', 0x2014, 'c', 'e', 0x301};
    const bool may_begin[] = {false, true, false, true, false, false, false, true, false, false};
    for (uint32_t i = 1; i < CW_ARRAY_LENGTH(letters); i++) {
        ck_assert_int_eq(line_may_begin(letters, CW_ARRAY_LENGTH(letters), i), may_begin[i]);
    }
}

TEST(lines_of_a_block_are_aligned_about_its_anchor)
{
    const char *text = "wide line\nx";
    float wide = width_of("wide line"), x = width_of("x");
    TypeLayout layout = set(text, CW_ALIGN_CENTRE, 0);
    ck_assert_float_eq_tol(glyph_of(&layout, 0)->pen.x, -wide / 2, 1e-4F);
    ck_assert_float_eq_tol(glyph_of(&layout, 10)->pen.x, -x / 2, 1e-4F);
    layout = set(text, CW_ALIGN_RIGHT, 0);
    ck_assert_float_eq_tol(glyph_of(&layout, 10)->pen.x, -x, 1e-4F);
    layout = set(text, CW_ALIGN_LEFT, 0);
    ck_assert_float_eq_tol(glyph_of(&layout, 10)->pen.x, 0, 1e-4F);
}

TEST(justified_lines_reach_both_edges_but_for_the_last)
{
    const char *text = "a b c d";
    float width = width_of("a b c") + 0.3F;
    TypeLayout layout = set(text, CW_ALIGN_JUSTIFY, width);
    ck_assert_int_eq(line_of(&layout, 6), 1);
    ck_assert_float_eq_tol(glyph_of(&layout, 4)->pen.x + width_of("c"), width, 1e-3F);
    ck_assert_float_eq_tol(glyph_of(&layout, 6)->pen.x, 0, 1e-4F);
    ck_assert_float_eq_tol(layout.width, width, 1e-3F);
}

TEST(hebrew_runs_from_right_to_left_amid_latin)
{
    TypeLayout layout = set("ab " SHALOM " 12", CW_ALIGN_LEFT, 0);
    float shin = glyph_of(&layout, 3)->pen.x, mem = glyph_of(&layout, 9)->pen.x;
    ck_assert_float_gt(shin, mem);
    float one = glyph_of(&layout, 12)->pen.x, two = glyph_of(&layout, 13)->pen.x;
    ck_assert_float_gt(mem, two); /* a number continues the Hebrew before it ... */
    ck_assert_float_gt(two, one); /* ... but runs from left to right */
    ck_assert_float_gt(one, glyph_of(&layout, 0)->pen.x);
}

TEST(a_paragraph_that_begins_in_hebrew_has_its_end_at_the_left)
{
    TypeLayout layout = set(SHALOM " ab!", CW_ALIGN_LEFT, 0);
    ck_assert_float_lt(glyph_of(&layout, 11)->pen.x, glyph_of(&layout, 9)->pen.x);
    ck_assert_float_lt(glyph_of(&layout, 9)->pen.x, glyph_of(&layout, 10)->pen.x);
    ck_assert_float_lt(glyph_of(&layout, 10)->pen.x, glyph_of(&layout, 0)->pen.x);
}

TEST(wrapped_hebrew_begins_each_line_at_its_right)
{
    TypeLayout layout = set(SHALOM " " SHALOM, CW_ALIGN_RIGHT, width_of(SHALOM) * 1.2F);
    ck_assert_uint_eq(layout.line_count, 2);
    ck_assert_int_eq(line_of(&layout, 0), 0);
    ck_assert_int_eq(line_of(&layout, 9), 1);
    ck_assert_float_eq_tol(glyph_of(&layout, 0)->pen.x, glyph_of(&layout, 9)->pen.x, 1e-4F);
}

TEST(arabic_letters_join)
{
    TypeLayout apart = set("\xD8\xA8 \xD8\xA8", CW_ALIGN_LEFT, 0); /* beh, blank, beh */
    TypeLayout joined = set("\xD8\xA8\xD8\xA8", CW_ALIGN_LEFT, 0);
    ck_assert_uint_eq(joined.count, 2);
    ck_assert_uint_ne(joined.glyphs[0].glyph, joined.glyphs[1].glyph);
    ck_assert_uint_ne(glyph_of(&joined, 0)->glyph, glyph_of(&apart, 0)->glyph);
    ck_assert_uint_eq(set("\xD9\x84\xD8\xA7", CW_ALIGN_LEFT, 0).count,
                      1); /* lam and alef are one */
}

TEST(a_combining_mark_takes_no_room_and_begins_no_line)
{
    float plain = width_of("x"), marked = width_of("x\xCC\x82"); /* a circumflex */
    ck_assert_float_eq_tol(plain, marked, 1e-4F);
    TypeLayout layout = set("x\xCC\x82x\xCC\x82", CW_ALIGN_LEFT, plain);
    ck_assert_uint_eq(layout.line_count, 2);
    ck_assert_float_eq_tol(width_of("\xC3\xA9"), width_of("e\xCC\x81"), 1e-3F);
}

TEST(letters_are_kerned)
{
    ck_assert_float_lt(width_of("AV"), width_of("A") + width_of("V") - 0.01F);
}

TEST(a_letter_that_the_face_lacks_comes_from_another_font)
{
    TypeLayout layout = set("a\342\231\236a", CW_ALIGN_LEFT, 0); /* a chess knight */
    ck_assert_int_eq(layout.glyphs[0].font, CW_FACE_REGULAR);
    const TypeStyle mono = {CW_FACE_MONO, CW_ALIGN_LEFT, 0, 1};
    layout = typesetter_layout(typesetter, SHALOM, 8, &mono);
    ck_assert_int_ne(layout.glyphs[0].font, CW_FACE_MONO); /* DejaVu Sans Mono has none */
    ck_assert_uint_ne(layout.glyphs[0].glyph, 0);
}

/* It may come from a colour font, whose pictures are not drawn, or from none at all: a box. */
TEST(emoji_and_unassigned_letters_take_room)
{
    ck_assert_float_gt(width_of("\xF0\x9F\x98\x80"), 0.3F);
    ck_assert_float_gt(width_of("\xF3\xB0\x80\x80"), 0.3F);
    ck_assert_float_eq_tol(width_of("\xFF"), width_of("\xEF\xBF\xBD"), 1e-5F);
}

TEST(a_letter_that_no_font_has_is_named_once)
{
    temp_listen();
    set("\xF3\xB0\x80\x80 a \xF3\xB0\x80\x81\n\xF3\xB0\x80\x80", CW_ALIGN_LEFT, 0);
    set("\xF3\xB0\x80\x81\xF3\xB0\x80\x82", CW_ALIGN_LEFT, 0);
    const char *said = temp_said();
    expect_text(said, "no font of this machine has U+F0000, so a box is drawn; install a font");
    ck_assert_ptr_null(strstr(strstr(said, "U+F0001") + 1, "U+F0001"));
}

TEST(a_font_that_can_not_be_read_is_replaced_by_the_regular_one)
{
    static const CwFontDef fonts[] = {{.file = "missing.ttf"}, {.file = "passwd"}};
    Typesetter *own = typesetter_create(&(FontsDesc){fonts, 2, "/etc"});
    for (int i = 0; i < 2; i++) {
        const TypeStyle style = {CW_FACE_COUNT + i, CW_ALIGN_LEFT, 0, 1};
        TypeLayout layout = typesetter_layout(own, "gap", 3, &style);
        ck_assert_int_eq(layout.glyphs[0].font, CW_FACE_REGULAR);
        ck_assert_float_eq(layout.width, width_of("gap"));
    }
    typesetter_destroy(own);
}

TEST(a_font_of_the_game_is_used_as_it_is)
{
    FontFile bold;
    FontFinder *finder = NULL;
    ck_assert(font_files_find(&finder, &(FaceWish){.family = "DejaVu Sans", .is_bold = true}, 0, 0,
                              &bold));
    font_files_close(finder);
    char *name = strrchr(bold.path, '/');
    *name = '\0';
    const CwFontDef font = {.file = name + 1};
    Typesetter *own = typesetter_create(&(FontsDesc){&font, 1, bold.path});
    TypeStyle style = {CW_FACE_COUNT, CW_ALIGN_LEFT, 0, 1};
    TypeLayout layout = typesetter_layout(own, "gap", 3, &style);
    ck_assert_int_eq(layout.glyphs[0].font, CW_FACE_COUNT);
    float width = layout.width;
    style.face = CW_FACE_BOLD;
    ck_assert_float_eq(typesetter_layout(own, "gap", 3, &style).width, width);
    typesetter_destroy(own);
}

/* Its letters, and others from a face as bold. */
TEST(a_family_of_this_machine_is_a_face_and_one_it_lacks_is_replaced, .rounds = 3)
{
    static const CwFontDef fonts[] = {{.family = "DejaVu Sans Mono"},
                                      {.family = "No Such Family", .bold = true},
                                      {.family = "No Such Family"}};
    static const int faces[] = {CW_FACE_MONO, CW_FACE_BOLD, CW_FACE_REGULAR};
    static const char text[] = "gap \xC4\x85\xCE\xB1";
    Typesetter *own = typesetter_create(&(FontsDesc){.defs = fonts, .count = 3});
    TypeStyle style = {CW_FACE_COUNT + _i, CW_ALIGN_LEFT, 0, 1};
    float width = typesetter_layout(own, text, sizeof text - 1, &style).width;
    style.face = faces[_i];
    ck_assert_float_eq(typesetter_layout(own, text, sizeof text - 1, &style).width, width);
    ck_assert_float_gt(width, 1);
    typesetter_destroy(own);
}

static const Package package_cjk = {"fonts-noto-cjk", "fc-list | grep -q 'Noto Sans CJK SC'"};

TEST(a_character_has_the_form_of_the_language, .needs = &package_cjk)
{
    static const char *const families[][2] = {{"ja", "Noto Sans CJK JP"},
                                              {"zh_CN", "Noto Sans CJK SC"}};
    const TypeStyle style = {CW_FACE_REGULAR, CW_ALIGN_LEFT, 0, 1};
    for (int i = 0; i < 2; i++) {
        typesetter_set_language(typesetter, families[i][0]);
        int font = typesetter_layout(typesetter, "\u9aa8", 3, &style).glyphs[0].font;
        ck_assert_str_eq(fonts_at(typesetter_fonts(typesetter), font)->outlines->family_name,
                         families[i][1]);
    }
}

TEST(a_steady_frame_shapes_nothing)
{
    const TypeGlyph *shaped[300];
    for (int frame = 0; frame < 3; frame++) {
        for (int i = 0; i < 300; i++) {
            TypeLayout layout = set(textf("line %d", i), CW_ALIGN_LEFT, 0);
            ck_assert(frame == 0 || layout.glyphs == shaped[i]);
            shaped[i] = layout.glyphs;
        }
    }
}

TEST(a_heading_is_rarely_laid_out_again_while_a_counter_changes)
{
    const TypeGlyph *shaped = NULL;
    int times = 0;
    for (int i = 0; i < 20000; i++) {
        set(textf("%d points", i), CW_ALIGN_LEFT, 0);
        TypeLayout heading = set("A heading", CW_ALIGN_LEFT, 0);
        ck_assert_uint_eq(heading.count, 9);
        times += heading.glyphs != shaped;
        shaped = heading.glyphs;
    }
    ck_assert_int_lt(times, 20);
}

TEST(the_longest_text_is_set_whole_and_a_longer_one_cut)
{
    char *text = malloc(2 * CW_TEXT_BYTES_MAX);
    memset(text, 'i', 2 * CW_TEXT_BYTES_MAX);
    const TypeStyle style = {CW_FACE_REGULAR, CW_ALIGN_LEFT, 0.01F, 1};
    TypeLayout layout = typesetter_layout(typesetter, text, CW_TEXT_BYTES_MAX, &style);
    ck_assert_uint_eq(layout.line_count, CW_TEXT_BYTES_MAX);
    layout = typesetter_layout(typesetter, text, 2 * CW_TEXT_BYTES_MAX, &style);
    ck_assert_uint_eq(layout.count, CW_TEXT_BYTES_MAX);
    free(text);
}
