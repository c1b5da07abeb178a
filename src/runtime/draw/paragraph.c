#include "draw/paragraph.h"

#include "clockwork/base.h"

#include <fribidi.h>
#include <stdbool.h>
#include <string.h>

_Static_assert(sizeof(FriBidiCharType) == sizeof(uint32_t) &&
                   sizeof(FriBidiBracketType) == sizeof(uint32_t) &&
                   sizeof(FriBidiLevel) == sizeof(int8_t),
               "FriBidi's types are these");

static const uint32_t TAB_BLANKS = 4;

static void find_levels(Paragraph *paragraph)
{
    FriBidiStrIndex count = (FriBidiStrIndex)paragraph->count;
    FriBidiParType direction = FRIBIDI_PAR_ON;
    fribidi_get_bidi_types(paragraph->letters, count, paragraph->bidi_types);
    fribidi_get_bracket_types(paragraph->letters, count, paragraph->bidi_types,
                              paragraph->brackets);
    if (fribidi_get_par_embedding_levels_ex(paragraph->bidi_types, paragraph->brackets, count,
                                            &direction, paragraph->levels) == 0) {
        memset(paragraph->levels, 0, paragraph->count);
    }
}

/* Chooses fonts. Invisible signs and marks take the font of the letter before, if it has them. */
static void find_fonts(Paragraph *paragraph, Fonts *fonts, int face)
{
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    int before = fonts_of_face(fonts, face);
    for (uint32_t i = 0; i < paragraph->count; i++) {
        uint32_t letter = paragraph->letters[i];
        bool silent =
            hb_unicode_general_category(unicode, letter) == HB_UNICODE_GENERAL_CATEGORY_FORMAT ||
            (letter >= 0xFE00 && letter <= 0xFE0F);
        bool stays = silent || letter < ' ' ||
                     (is_attached(letter) && fonts_has_letter(fonts, before, letter));
        before = stays ? before : fonts_for_letter(fonts, face, letter);
        paragraph->fonts[i] = before;
    }
}

static bool has_script(hb_script_t script)
{
    return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED &&
           script != HB_SCRIPT_UNKNOWN;
}

/* A letter without a script takes its predecessor's; at the beginning, the first script. */
static void find_scripts(Paragraph *paragraph)
{
    hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
    hb_script_t before = HB_SCRIPT_COMMON;
    for (uint32_t i = 0; i < paragraph->count && !has_script(before); i++) {
        before = hb_unicode_script(unicode, paragraph->letters[i]);
    }
    for (uint32_t i = 0; i < paragraph->count; i++) {
        hb_script_t script = hb_unicode_script(unicode, paragraph->letters[i]);
        before = has_script(script) ? script : before;
        paragraph->scripts[i] = before;
    }
}

static void take_glyphs(Paragraph *paragraph, ShapedRun *run, const Font *font)
{
    unsigned count;
    const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(paragraph->buffer, &count);
    const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(paragraph->buffer, NULL);
    float scale = (float)(font->em_per_line / font->units_per_em);
    run->first_glyph = paragraph->glyph_count;
    for (unsigned i = 0; i < count && paragraph->glyph_count < PARAGRAPH_GLYPHS_MAX; i++) {
        ShapedGlyph *glyph = &paragraph->glyphs[paragraph->glyph_count++];
        uint32_t letter = infos[i].cluster;
        *glyph = (ShapedGlyph){.glyph = infos[i].codepoint,
                               .letter = letter,
                               .advance = (float)positions[i].x_advance * scale,
                               .x = (float)positions[i].x_offset * scale,
                               .y = (float)-positions[i].y_offset * scale};
        if (paragraph->letters[letter] == '\t') {
            glyph->advance *= (float)TAB_BLANKS;
        }
        paragraph->advances[letter] += glyph->advance;
        paragraph->begins[letter] = true;
    }
    run->glyph_end = paragraph->glyph_count;
}

/* Adds all letters as context, for letters that join across the run's ends. */
static void fill_buffer(Paragraph *paragraph, const ShapedRun *run)
{
    hb_buffer_t *buffer = paragraph->buffer;
    bool backwards = run->level % 2 == 1;
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_codepoints(buffer, paragraph->letters, (int)paragraph->count, run->first_letter,
                             (int)(run->letter_end - run->first_letter));
    hb_buffer_set_direction(buffer, backwards ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, paragraph->scripts[run->first_letter]);
    unsigned count;
    hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
    for (unsigned i = 0; i < count; i++) {
        infos[i].codepoint = infos[i].codepoint == '\t' ? ' ' : infos[i].codepoint;
    }
}

/* Shapes a run. An em is as large in every font of a text as in the font of its face. */
static void shape_run(Paragraph *paragraph, Fonts *fonts, ShapedRun *run, const Font *face)
{
    Font font = *fonts_at(fonts, run->font);
    font.em_per_line = face->em_per_line;
    fill_buffer(paragraph, run);
    hb_shape(font.shaper, paragraph->buffer, NULL, 0);
    take_glyphs(paragraph, run, &font);
}

void paragraph_shape(Paragraph *paragraph, Fonts *fonts, int face)
{
    uint32_t count = paragraph->count;
    const Font *own = fonts_at(fonts, fonts_of_face(fonts, face));
    paragraph->run_count = paragraph->glyph_count = 0;
    memset(paragraph->advances, 0, count * sizeof *paragraph->advances);
    memset(paragraph->begins, 0, count * sizeof *paragraph->begins);
    find_levels(paragraph);
    find_fonts(paragraph, fonts, face);
    find_scripts(paragraph);
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && paragraph->levels[end] == paragraph->levels[first] &&
                              paragraph->fonts[end] == paragraph->fonts[first] &&
                              paragraph->scripts[end] == paragraph->scripts[first];
             end++) {
        }
        ShapedRun *run = &paragraph->runs[paragraph->run_count++];
        *run = (ShapedRun){.first_letter = first,
                           .letter_end = end,
                           .font = paragraph->fonts[first],
                           .level = (uint8_t)paragraph->levels[first]};
        shape_run(paragraph, fonts, run, own);
    }
}

/* ---- Where a line may end ---- */

bool is_blank(uint32_t letter)
{
    bool stays = letter == 0xA0 || letter == 0x2007 || letter == 0x202F; /* unbreakable blanks */
    return letter == '\t' || letter == 0x200B ||
           (!stays && hb_unicode_general_category(hb_unicode_funcs_get_default(), letter) ==
                          HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR);
}

bool is_attached(uint32_t letter)
{
    if (letter < 0x300) {
        return false;
    }
    switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), letter)) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
        return true;
    default:
        return letter == 0x200D || (letter >= 0x1F3FB && letter <= 0x1F3FF) || /* joiner, skin */
               (letter >= 0xE0020 && letter <= 0xE007F);                       /* tags of flags */
    }
}

/* Brackets and quotes that don't end or begin a line. */
static bool has_category(uint32_t letter, hb_unicode_general_category_t a,
                         hb_unicode_general_category_t b)
{
    hb_unicode_general_category_t category =
        hb_unicode_general_category(hb_unicode_funcs_get_default(), letter);
    return category == a || category == b;
}

/* Scripts written without blanks between words. */
static bool is_ideograph(uint32_t letter)
{
    static const uint32_t blocks[][2] = {{0x2E80, 0x31FF},   {0x3400, 0x4DBF},  {0x4E00, 0xA4CF},
                                         {0xAC00, 0xD7AF},   {0xF900, 0xFAFF},  {0xFF66, 0xFFDC},
                                         {0x20000, 0x3FFFF}, {0x1F300, 0x1FAFF}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(blocks); i++) {
        if (letter >= blocks[i][0] && letter <= blocks[i][1]) {
            return true;
        }
    }
    return false;
}

/* Small kana, the long sign, marks of repetition: never first in a line. */
static bool follows_kana(uint32_t letter)
{
    static const uint32_t small[] = {0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083,
                                     0x3085, 0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5, 0x30A7,
                                     0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30FC,
                                     0x3005, 0x309D, 0x309E, 0x30FD, 0x30FE};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(small); i++) {
        if (letter == small[i]) {
            return true;
        }
    }
    return false;
}

/* The hyphen of a compound, or a dash; not a minus sign or the hyphen of an option. */
static bool is_hyphen(const uint32_t *letters, uint32_t index)
{
    uint32_t letter = letters[index];
    if (letter == 0x2013 || letter == 0x2014) {
        return true;
    }
    return (letter == '-' || letter == 0x2010) && index > 0 && !is_blank(letters[index - 1]) &&
           letters[index - 1] != '-';
}

bool line_may_begin(const uint32_t *letters, uint32_t count, uint32_t index)
{
    uint32_t before = letters[index - 1], here = letters[index];
    if (index >= count || is_blank(here) || is_attached(here) || before == 0x200D) {
        return false;
    }
    if (is_blank(before)) {
        return true;
    }
    if (is_hyphen(letters, index - 1)) {
        return here != '-' && !(here >= '0' && here <= '9');
    }
    return (is_ideograph(before) || is_ideograph(here)) && !follows_kana(here) &&
           !has_category(here, HB_UNICODE_GENERAL_CATEGORY_CLOSE_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_OTHER_PUNCTUATION) &&
           !has_category(here, HB_UNICODE_GENERAL_CATEGORY_FINAL_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_FORMAT) &&
           !has_category(before, HB_UNICODE_GENERAL_CATEGORY_OPEN_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_INITIAL_PUNCTUATION) &&
           before != 0xA0 && before != 0x2060 && here != 0xA0 && here != 0x2060;
}
