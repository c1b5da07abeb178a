/* Shapes a paragraph: splits its letters into runs of one font, script and direction, and finds
 * HarfBuzz's glyphs. The typesetter fills `letters`, calls paragraph_shape and cuts lines. Keeps
 * its memory. Knows FriBidi and no lines. */
#pragma once

#include "draw/fonts.h"

#include <stdint.h>

enum { PARAGRAPH_LETTERS_MAX = CW_TEXT_BYTES_MAX, PARAGRAPH_GLYPHS_MAX = 2 * CW_TEXT_BYTES_MAX };

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
    uint32_t bidi_types[PARAGRAPH_LETTERS_MAX], brackets[PARAGRAPH_LETTERS_MAX];
    int8_t levels[PARAGRAPH_LETTERS_MAX];
    int fonts[PARAGRAPH_LETTERS_MAX];
    hb_script_t scripts[PARAGRAPH_LETTERS_MAX];
    hb_buffer_t *buffer;
} Paragraph;

void paragraph_shape(Paragraph *paragraph, Fonts *fonts, int face);

/* ---- Where a line may end ---- */

/* Whether a letter takes no room at the end of a line. */
bool is_blank(uint32_t letter);

/* Whether a letter belongs to the one before: a combining mark, a joiner or a variant's sign. */
bool is_attached(uint32_t letter);

/* Whether a line may begin with letter `index` > 0: the part of UAX #14 that games need. After
 * blanks, hyphens and dashes, and between ideographs, kana and Hangul. Not in Thai and its like. */
bool line_may_begin(const uint32_t *letters, uint32_t count, uint32_t index);
