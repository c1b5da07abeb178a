#include "draw/paragraph.h"

#include "clockwork/base.h"
#include "draw/line_break.h"

#include <fribidi.h>
#include <string.h>

_Static_assert(sizeof(FriBidiCharType) == sizeof(uint32_t) &&
                   sizeof(FriBidiBracketType) == sizeof(uint32_t) &&
                   sizeof(FriBidiLevel) == sizeof(int8_t),
               "FriBidi's types are these");

static const uint32_t TAB_BLANKS = 4;

/* No letter below this runs from right to left, nor does any sign that turns others. */
enum { FIRST_BIDI_LETTER = 0x590 };

static bool may_turn(const Paragraph *paragraph)
{
    for (uint32_t i = 0; i < paragraph->count; i++) {
        if (paragraph->letters[i] >= FIRST_BIDI_LETTER) {
            return true;
        }
    }
    return false;
}

static void find_levels(Paragraph *paragraph)
{
    FriBidiStrIndex count = (FriBidiStrIndex)paragraph->count;
    FriBidiParType direction = FRIBIDI_PAR_ON;
    paragraph->right_to_left = false;
    memset(paragraph->levels, 0, paragraph->count);
    if (!may_turn(paragraph)) {
        return;
    }
    fribidi_get_bidi_types(paragraph->letters, count, paragraph->bidi_types);
    fribidi_get_bracket_types(paragraph->letters, count, paragraph->bidi_types,
                              paragraph->brackets);
    if (fribidi_get_par_embedding_levels_ex(paragraph->bidi_types, paragraph->brackets, count,
                                            &direction, paragraph->levels) == 0) {
        memset(paragraph->levels, 0, paragraph->count);
        return;
    }
    paragraph->right_to_left = FRIBIDI_IS_RTL(direction);
}

/* Signs that show nothing and marks stay with the letter before them where its font can do that. */
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

/* A letter of no script takes that of the letter before it, at the beginning that of the first. */
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

/* All letters, too, for what joins across the ends of the run. */
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

/* An em is as large in every font of a text as in that of its face. */
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
