#include "draw/typesetter.h"

#include "base/text.h"

#include <fribidi.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    PARAGRAPH_LETTERS_MAX = CW_TEXT_BYTES_MAX,
    PARAGRAPH_GLYPHS_MAX = 2 * CW_TEXT_BYTES_MAX,
    CACHE_SLOTS = 8192, /* slots of the hash table, a power of two; at most half are used */
    CACHE_GLYPHS = PARAGRAPH_GLYPHS_MAX,
    CACHE_BYTES = 4 * CW_TEXT_BYTES_MAX
};

/* Lines may be longer than the width by this share, because their lengths are sums of floats. */
static const float WIDTH_TOLERANCE = 1e-4F;

static const uint32_t TAB_BLANKS = 4;

/* A glyph of a run. Lengths are in heights of a line; y points down. */
typedef struct ShapedGlyph {
    uint32_t glyph;  /* index in the run's font */
    uint32_t letter; /* first letter that the glyph stands for */
    float advance;
    float x, y; /* offset from the pen */
} ShapedGlyph;

typedef struct ShapedRun {
    uint32_t first_letter, letter_end;
    uint32_t first_glyph, glyph_end; /* glyphs from left to right */
    int font;
    uint8_t level; /* level of embedding; odd: right to left */
} ShapedRun;

typedef struct Paragraph {
    uint32_t letters[PARAGRAPH_LETTERS_MAX];
    uint32_t count;

    ShapedRun runs[PARAGRAPH_LETTERS_MAX];
    uint32_t run_count;
    ShapedGlyph glyphs[PARAGRAPH_GLYPHS_MAX];
    uint32_t glyph_count;
    float advances[PARAGRAPH_LETTERS_MAX]; /* advance of the glyphs that begin with a letter */
    bool begins[PARAGRAPH_LETTERS_MAX];    /* a glyph begins here, so a line may be cut here */

    /* Scratch memory. */
    FriBidiCharType types[PARAGRAPH_LETTERS_MAX];
    FriBidiBracketType brackets[PARAGRAPH_LETTERS_MAX];
    FriBidiLevel levels[PARAGRAPH_LETTERS_MAX];
    int fonts[PARAGRAPH_LETTERS_MAX];
    hb_script_t scripts[PARAGRAPH_LETTERS_MAX];
    hb_buffer_t *buffer;
} Paragraph;

/* A text and its style; its glyphs and bytes are in the store. */
typedef struct CachedLayout {
    uint64_t hash; /* 0: free slot */
    uint32_t first_byte, byte_count;
    TypeStyle style;
    TypeLayout layout;
} CachedLayout;

/* The cached layouts. A full cache is emptied, so the next frame shapes its texts once more. */
typedef struct LayoutCache {
    CachedLayout slots[CACHE_SLOTS];
    TypeGlyph glyphs[CACHE_GLYPHS];
    char bytes[CACHE_BYTES];
    uint32_t count, glyph_count, byte_count;
} LayoutCache;

struct Typesetter {
    Fonts *fonts;
    LayoutCache cache;

    /* The text that is being set. */
    Paragraph paragraph;
    uint32_t letter_bytes[PARAGRAPH_LETTERS_MAX]; /* place of each letter of the paragraph */
    uint32_t order[PARAGRAPH_LETTERS_MAX];        /* runs of a line from left to right */
    uint32_t next_run;                            /* first run of the next line */
    TypeGlyph glyphs[PARAGRAPH_GLYPHS_MAX];
    TypeLayout layout;
};

/* A line: letters [first, end). Blanks at a wrapped line's end belong to no line. */
typedef struct Line {
    uint32_t first, end;
    bool is_wrapped; /* the paragraph continues after the line */
} Line;

/* ---- where a line may end ---- */

static hb_unicode_general_category_t category_of(uint32_t letter)
{
    return hb_unicode_general_category(hb_unicode_funcs_get_default(), letter);
}

/* Whether a letter takes no room at the end of a line. */
static bool is_blank(uint32_t letter)
{
    bool is_unbreakable = letter == 0xA0 || letter == 0x2007 || letter == 0x202F;
    return letter == '\t' || letter == 0x200B ||
           (!is_unbreakable && category_of(letter) == HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR);
}

bool is_attached(uint32_t letter)
{
    if (letter < 0x300) {
        return false;
    }
    switch (category_of(letter)) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
        return true;
    default:
        return letter == 0x200D || (letter >= 0x1F3FB && letter <= 0x1F3FF) || /* joiner, skin */
               (letter >= 0xE0020 && letter <= 0xE007F);                       /* tags of flags */
    }
}

static bool has_category(uint32_t letter, hb_unicode_general_category_t a,
                         hb_unicode_general_category_t b)
{
    hb_unicode_general_category_t category = category_of(letter);
    return category == a || category == b;
}

/* Whether a letter belongs to a script that is written without blanks between words. */
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

/* ---- shaping ---- */

static void find_levels(Paragraph *paragraph)
{
    FriBidiStrIndex count = (FriBidiStrIndex)paragraph->count;
    FriBidiParType direction = FRIBIDI_PAR_ON;
    fribidi_get_bidi_types(paragraph->letters, count, paragraph->types);
    fribidi_get_bracket_types(paragraph->letters, count, paragraph->types, paragraph->brackets);
    if (fribidi_get_par_embedding_levels_ex(paragraph->types, paragraph->brackets, count,
                                            &direction, paragraph->levels) == 0) {
        memset(paragraph->levels, 0, paragraph->count);
    }
}

/* Chooses fonts. Invisible signs and marks take the font of the letter before, if it has them. */
static void find_fonts(Paragraph *paragraph, Fonts *fonts, int face)
{
    int before = fonts_of_face(fonts, face);
    for (uint32_t i = 0; i < paragraph->count; i++) {
        uint32_t letter = paragraph->letters[i];
        bool is_silent = category_of(letter) == HB_UNICODE_GENERAL_CATEGORY_FORMAT ||
                         (letter >= 0xFE00 && letter <= 0xFE0F);
        bool is_same_font = is_silent || letter < ' ' ||
                            (is_attached(letter) && fonts_has_letter(fonts, before, letter));
        before = is_same_font ? before : fonts_for_letter(fonts, face, letter);
        paragraph->fonts[i] = before;
    }
}

static bool has_script(hb_script_t tag)
{
    return tag != HB_SCRIPT_COMMON && tag != HB_SCRIPT_INHERITED && tag != HB_SCRIPT_UNKNOWN;
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

static void paragraph_shape(Paragraph *paragraph, Fonts *fonts, int face)
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

/* ---- lines ---- */

static float line_width(const Paragraph *paragraph, const Line *line)
{
    float width = 0;
    for (uint32_t i = line->first; i < line->end; i++) {
        width += paragraph->advances[i];
    }
    return width;
}

/* The end of the line that begins at `first`, before hanging blanks. */
static uint32_t fitting_end(const Paragraph *paragraph, uint32_t first, float width)
{
    float used = 0;
    uint32_t last_break = first, last_cut = first;
    for (uint32_t i = first; i < paragraph->count; i++) {
        if (i > first && paragraph->begins[i] && !is_attached(paragraph->letters[i])) {
            last_cut = i;
        }
        if (i > first && line_may_begin(paragraph->letters, paragraph->count, i)) {
            last_break = i;
        }
        used += paragraph->advances[i];
        if (used > width * (1 + WIDTH_TOLERANCE) && !is_blank(paragraph->letters[i]) && i > first &&
            (last_break > first || last_cut > first)) {
            return last_break > first ? last_break : last_cut;
        }
    }
    return paragraph->count;
}

static Line take_line(const Paragraph *paragraph, uint32_t *next, float width)
{
    uint32_t end = width > 0 ? fitting_end(paragraph, *next, width) : paragraph->count;
    Line line = {.first = *next, .end = end, .is_wrapped = end < paragraph->count};
    *next = end;
    float used = line_width(paragraph, &line);
    while (line.end > line.first && is_blank(paragraph->letters[line.end - 1]) &&
           (line.is_wrapped || (width > 0 && used > width))) {
        used -= paragraph->advances[--line.end];
    }
    return line;
}

static void reverse_runs(uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t other = order[i];
        order[i] = order[count - 1 - i];
        order[count - 1 - i] = other;
    }
}

/* Orders a line's runs as they are seen (rule L2 of UAX #9) and returns their number. */
static uint32_t order_runs(Typesetter *typesetter, const Line *line)
{
    const Paragraph *paragraph = &typesetter->paragraph;
    uint32_t *order = typesetter->order, *run = &typesetter->next_run, count = 0;
    int highest = 0;
    while (*run < paragraph->run_count && paragraph->runs[*run].letter_end <= line->first) {
        (*run)++;
    }
    for (uint32_t i = *run; i < paragraph->run_count && paragraph->runs[i].first_letter < line->end;
         i++) {
        order[count++] = i;
        highest = paragraph->runs[i].level > highest ? paragraph->runs[i].level : highest;
    }
    for (int level = highest; level > 0; level--) {
        for (uint32_t first = 0, end; first < count; first = end + 1) {
            for (end = first; end < count && paragraph->runs[order[end]].level >= level; end++) {
            }
            reverse_runs(order + first, end - first);
        }
    }
    return count;
}

/* The first glyph of a run that stands for `letter` or is seen right of it. */
static uint32_t find_glyph(const Paragraph *paragraph, const ShapedRun *run, uint32_t letter)
{
    uint32_t low = run->first_glyph, high = run->glyph_end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, here = paragraph->glyphs[middle].letter;
        bool is_left_half = run->level % 2 == 1 ? here >= letter : here < letter;
        low = is_left_half ? middle + 1 : low;
        high = is_left_half ? high : middle;
    }
    return low;
}

static float justification(const Paragraph *paragraph, const Line *line, const TypeStyle *style,
                           float width)
{
    uint32_t blanks = 0;
    for (uint32_t i = line->first; i < line->end; i++) {
        blanks += is_blank(paragraph->letters[i]) && paragraph->begins[i];
    }
    bool is_stretched = style->align == CW_ALIGN_JUSTIFY && line->is_wrapped && blanks > 0;
    return is_stretched ? fmaxf(0, style->width - width) / (float)blanks : 0;
}

static void place_run(Typesetter *typesetter, const ShapedRun *run, const Line *line, float blank)
{
    const Paragraph *paragraph = &typesetter->paragraph;
    TypeLayout *layout = &typesetter->layout;
    bool backwards = run->level % 2 == 1;
    uint32_t end = find_glyph(paragraph, run, backwards ? line->first : line->end);
    for (uint32_t i = find_glyph(paragraph, run, backwards ? line->end : line->first);
         i < end && layout->count < PARAGRAPH_GLYPHS_MAX; i++) {
        const ShapedGlyph *glyph = &paragraph->glyphs[i];
        typesetter->glyphs[layout->count++] =
            (TypeGlyph){.pen = {{layout->width + glyph->x, layout->height + glyph->y}},
                        .glyph = glyph->glyph,
                        .font = run->font,
                        .byte = typesetter->letter_bytes[glyph->letter]};
        layout->width += glyph->advance;
        layout->width += is_blank(paragraph->letters[glyph->letter]) ? blank : 0;
    }
}

/* Places a line with the layout's width and height as pen. Returns the line's width. */
static float place_line(Typesetter *typesetter, const Line *line, const TypeStyle *style)
{
    static const float parts[] = {[CW_ALIGN_LEFT] = 0,
                                  [CW_ALIGN_CENTRE] = 0.5F,
                                  [CW_ALIGN_RIGHT] = 1,
                                  [CW_ALIGN_JUSTIFY] = 0};
    TypeLayout *layout = &typesetter->layout;
    uint32_t first = layout->count;
    float width = line_width(&typesetter->paragraph, line);
    float blank = justification(&typesetter->paragraph, line, style, width);
    uint32_t count = order_runs(typesetter, line);
    layout->width = 0;
    for (uint32_t i = 0; i < count; i++) {
        place_run(typesetter, &typesetter->paragraph.runs[typesetter->order[i]], line, blank);
    }
    float back = layout->width * parts[style->align];
    for (uint32_t i = first; i < layout->count; i++) {
        typesetter->glyphs[i].pen.x -= back;
    }
    return layout->width;
}

/* ---- paragraphs ---- */

/* Decodes up to the end of a paragraph. True: another one follows. */
static bool take_paragraph(Typesetter *typesetter, const char *bytes, const char **at,
                           const char *end)
{
    Paragraph *paragraph = &typesetter->paragraph;
    paragraph->count = 0;
    while (*at < end && paragraph->count < PARAGRAPH_LETTERS_MAX) {
        uint32_t byte = (uint32_t)(*at - bytes);
        uint32_t letter = utf8_next(at, end);
        if (letter == '\n' || letter == 0x2028 || letter == 0x2029) {
            return true;
        }
        if (letter != '\r') { /* part of "\r\n" */
            typesetter->letter_bytes[paragraph->count] = byte;
            paragraph->letters[paragraph->count++] = letter;
        }
    }
    return false;
}

static void set_paragraph(Typesetter *typesetter, const TypeStyle *style, float *width)
{
    Paragraph *paragraph = &typesetter->paragraph;
    TypeLayout *layout = &typesetter->layout;
    paragraph_shape(paragraph, typesetter->fonts, style->face);
    uint32_t next = 0;
    typesetter->next_run = 0;
    do {
        Line line = take_line(paragraph, &next, style->width);
        layout->height = layout->baseline + (float)layout->line_count * style->line_spacing;
        *width = fmaxf(*width, place_line(typesetter, &line, style));
        layout->line_count++;
    } while (next < paragraph->count);
}

/* Moves lines from their own anchors to the block's. */
static void set_text(Typesetter *typesetter, const char *bytes, uint32_t byte_count,
                     const TypeStyle *style)
{
    const Font *font = fonts_at(typesetter->fonts, fonts_of_face(typesetter->fonts, style->face));
    TypeLayout *layout = &typesetter->layout;
    *layout = (TypeLayout){.glyphs = typesetter->glyphs,
                           .baseline = (float)font->ascent_per_line,
                           .em_per_line = (float)font->em_per_line};
    const char *at = bytes, *end = bytes + byte_count;
    float width = 0;
    for (bool more = true; more;) {
        more = take_paragraph(typesetter, bytes, &at, end);
        set_paragraph(typesetter, style, &width);
    }
    layout->width = width;
    layout->height = 1 + (float)(layout->line_count - 1) * style->line_spacing;
}

/* ---- cached layouts ---- */

static CachedLayout *find_slot(LayoutCache *cache, CachedLayout wanted, const char *bytes)
{
    for (uint64_t at = wanted.hash;; at++) {
        CachedLayout *slot = &cache->slots[at % CACHE_SLOTS];
        if (slot->hash == 0 ||
            (slot->hash == wanted.hash && slot->byte_count == wanted.byte_count &&
             memcmp(&slot->style, &wanted.style, sizeof wanted.style) == 0 &&
             memcmp(cache->bytes + slot->first_byte, bytes, slot->byte_count) == 0)) {
            return slot;
        }
    }
}

static void drop_layouts(LayoutCache *cache)
{
    memset(cache->slots, 0, sizeof cache->slots);
    cache->count = cache->glyph_count = cache->byte_count = 0;
}

static const CachedLayout *cache_layout(Typesetter *typesetter, CachedLayout made,
                                        const char *bytes)
{
    LayoutCache *cache = &typesetter->cache;
    set_text(typesetter, bytes, made.byte_count, &made.style);
    made.layout = typesetter->layout;
    if (cache->count == CACHE_SLOTS / 2 || made.byte_count > CACHE_BYTES - cache->byte_count ||
        made.layout.count > CACHE_GLYPHS - cache->glyph_count) {
        drop_layouts(cache);
    }
    made.first_byte = cache->byte_count;
    memcpy(cache->bytes + cache->byte_count, bytes, made.byte_count);
    made.layout.glyphs = memcpy(cache->glyphs + cache->glyph_count, made.layout.glyphs,
                                made.layout.count * sizeof *cache->glyphs);
    cache->byte_count += made.byte_count;
    cache->glyph_count += made.layout.count;
    cache->count++;
    CachedLayout *slot = find_slot(cache, made, bytes);
    *slot = made;
    return slot;
}

TypeLayout typesetter_layout(Typesetter *typesetter, const char *bytes, uint32_t byte_count,
                             const TypeStyle *style)
{
    byte_count = byte_count > CW_TEXT_BYTES_MAX ? CW_TEXT_BYTES_MAX : byte_count;
    if (byte_count == 0 || fonts_of_face(typesetter->fonts, style->face) == FONT_NONE) {
        return (TypeLayout){0};
    }
    const CachedLayout wanted = {
        .hash = XXH3_64bits_withSeed(bytes, byte_count, XXH3_64bits(style, sizeof *style)) | 1,
        .byte_count = byte_count,
        .style = *style};
    const CachedLayout *slot = find_slot(&typesetter->cache, wanted, bytes);
    return slot->hash != 0 ? slot->layout : cache_layout(typesetter, wanted, bytes)->layout;
}

const Fonts *typesetter_fonts(const Typesetter *typesetter)
{
    return typesetter->fonts;
}

void typesetter_set_language(Typesetter *typesetter, const char *language)
{
    fonts_set_language(typesetter->fonts, language);
    drop_layouts(&typesetter->cache);
}

Typesetter *typesetter_create(const FontsDesc *desc)
{
    Typesetter *typesetter = calloc(1, sizeof *typesetter);
    if (typesetter == NULL) {
        return NULL;
    }
    typesetter->fonts = fonts_create(desc);
    hb_buffer_t *buffer = typesetter->paragraph.buffer = hb_buffer_create();
    if (typesetter->fonts == NULL || !hb_buffer_allocation_successful(buffer)) {
        typesetter_destroy(typesetter);
        return NULL;
    }
    return typesetter;
}

void typesetter_destroy(Typesetter *typesetter)
{
    if (typesetter != NULL) {
        hb_buffer_destroy(typesetter->paragraph.buffer);
        fonts_destroy(typesetter->fonts);
        free(typesetter);
    }
}
