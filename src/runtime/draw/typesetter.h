/* The typesetter: where the glyphs of a text are, for measuring and painting alike.
 *
 * The owner of a draw list puts one into it; lists may share it. Lengths are in heights of a line,
 * whatever size and scale, so a layout stays while a text grows. Layouts are kept within a fixed
 * budget: a frame like the one before neither shapes nor allocates. Knows no SDL. */
#pragma once

#include "draw/fonts.h"

#include <cglm/types-struct.h>

/* Everything but the text that a layout depends on. */
typedef struct TypeStyle {
    int face;
    CwTextAlign align;
    float width;        /* 0: lines are as long as they are */
    float line_spacing; /* from line to line */
} TypeStyle;

typedef struct TypeGlyph {
    vec2s pen;      /* where it begins, on its baseline; from the anchor and the top of the block */
    uint32_t glyph; /* of ... */
    int font;       /* ... this one of typesetter_fonts */
    uint32_t byte;  /* of the text, where the letters begin that it shows */
} TypeGlyph;

typedef struct TypeLayout {
    const TypeGlyph *glyphs; /* in order from left to right, line by line */
    uint32_t count, line_count;
    float width, height;
    float baseline;    /* of the first line, from the top */
    float em_per_line; /* size of its letters */
} TypeLayout;

typedef struct Typesetter Typesetter;

/* Opens nothing yet. NULL when memory ran out. */
Typesetter *typesetter_create(const FontsDesc *desc);
void typesetter_destroy(Typesetter *typesetter); /* NULL is fine */

/* Good until the next call. Empty without a font; at most CW_TEXT_BYTES_MAX bytes are set. */
TypeLayout typesetter_layout(Typesetter *typesetter, const char *bytes, uint32_t byte_count,
                             const TypeStyle *style);

const Fonts *typesetter_fonts(const Typesetter *typesetter);

/* Says once that a text of so many bytes is too long. */
void typesetter_mention_length(Typesetter *typesetter, size_t bytes);
