/* Text as glyph rectangles: fonts, a texture with the glyphs in use, and the layout of a line.
 *
 * The renderer owns one. Fonts are opened when the first text is drawn, glyphs rasterised at the
 * pixel size at which they are first seen and kept until the texture is full. Without any font,
 * text is left out after one message. Knows SDL_ttf and textures, nothing of draw lists. */
#ifndef DRAW_TEXT_H
#define DRAW_TEXT_H

#include "clockwork/base.h"
#include "clockwork/draw.h"
#include "draw/bitmap.h"

#include <SDL.h>
#include <cglm/struct.h>

typedef struct Text Text;

/* One line of text. */
typedef struct TextLine {
    const char *bytes; /* UTF-8; wrong bytes show as a replacement character */
    uint32_t byte_count;
    CwTextFace face;
    double height_px; /* of the line */
} TextLine;

/* A glyph's place relative to the left end of the line's vertical middle, and its pixels in the
 * texture. */
typedef struct TextGlyph {
    SDL_Rect source_px;
    vec2s low_px, size_px;
} TextGlyph;

typedef struct TextLayout {
    TextGlyph glyphs[256];
    int count;
    float width_px;
} TextLayout;

/* With `in_memory` the glyphs are kept as a bitmap (text_bitmap) instead of a texture. */
Text *text_create(SDL_Renderer *sdl, bool in_memory, CwError *error);
void text_destroy(Text *text); /* NULL is fine */

/* False when the texture had no more room: the layout is complete up to there. Clear and try again,
 * once everything that uses the texture has been drawn. */
bool text_layout(Text *text, const TextLine *line, TextLayout *layout);
void text_clear(Text *text);

/* The texture that all layouts refer to; begins with a white square of WHITE_PX (canvas.h). NULL
 * where they are in memory. */
SDL_Texture *text_texture(const Text *text);

/* Another number whenever what the texture shows has changed. */
uint32_t text_version(const Text *text);

/* The same in memory, NULL where it is a texture. */
const Bitmap *text_bitmap(const Text *text);

/* Makes the texture anew after the graphics device lost it. */
bool text_rebuild(Text *text, CwError *error);

#endif
