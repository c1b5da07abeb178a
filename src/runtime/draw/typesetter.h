/* The typesetter finds the place of each glyph of a text, for measuring and painting alike. A draw
 * list points to one; several lists may share it.
 *
 * FriBidi splits letters into runs, and HarfBuzz shapes them. The unit of length is the line's
 * height, so a layout stays the same while a text grows. Layouts are cached within a fixed budget:
 * a frame with the same texts as the last one neither shapes nor allocates. Knows no SDL. */
#pragma once

#include "draw/fonts.h"

#include <cglm/types-struct.h>

/* Everything but the text that a layout depends on. */
typedef struct TypeStyle {
    int face;
    CwTextAlign align;
    float width;        /* width for wrapping; 0: none */
    float line_spacing; /* distance of lines */
} TypeStyle;

typedef struct TypeGlyph {
    vec2s pen;      /* start on the baseline, from the anchor and the top of the block */
    uint32_t glyph; /* index in `font` */
    int font;       /* index in typesetter_fonts */
    uint32_t byte;  /* byte of the text where the glyph's letters begin */
} TypeGlyph;

typedef struct TypeLayout {
    const TypeGlyph *glyphs; /* glyphs from left to right, line by line */
    uint32_t count, line_count;
    float width, height;
    float baseline;    /* first line's baseline, from the top */
    float em_per_line; /* size of the letters */
} TypeLayout;

typedef struct Typesetter Typesetter;

/* Creates a typesetter and opens no font. NULL: out of memory. */
Typesetter *typesetter_create(const FontsDesc *desc);
void typesetter_destroy(Typesetter *typesetter); /* NULL is fine */

/* See fonts_set_language. Texts are laid out again. */
void typesetter_set_language(Typesetter *typesetter, const char *language);

/* A text's layout until the next call. Empty without a font; sets at most CW_TEXT_BYTES_MAX. */
TypeLayout typesetter_layout(Typesetter *typesetter, const char *bytes, uint32_t byte_count,
                             const TypeStyle *style);

const Fonts *typesetter_fonts(const Typesetter *typesetter);

/* ---- where a line may end ---- */

/* Whether a letter belongs to the previous one: a combining mark, a joiner or a variant's sign. */
bool is_attached(uint32_t letter);

/* Whether a line may begin with letter `index` > 0: the part of UAX #14 that games need. After
 * blanks, hyphens and dashes, and between ideographs, kana and Hangul. Not in Thai and its like. */
bool line_may_begin(const uint32_t *letters, uint32_t count, uint32_t index);
