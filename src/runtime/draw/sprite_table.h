/* The sprites of what is played: the rows of a game and the pictures of a level, and the frames of
 * those that are sheets. Pure; rows are checked when the program starts. Knows no texture. */
#pragma once

#include "clockwork/animation.h"

enum { SHEET_FRAMES_MAX = 65535 };

/* A game's sprites, then the pictures of what is played. Owns nothing. */
typedef struct SpriteTable {
    const CwSpriteDef *sprites; /* files are names in the folder of art */
    int count;
    double camera_height_m;      /* height for which sprites are rasterised */
    const CwSpriteDef *pictures; /* files are paths; numbers begin at `count` */
    int picture_count;
    const CwClip *clips;
    int clip_count;
} SpriteTable;

/* A frame of the grid, or the picture, in the row's units; zeros: the grid doesn't divide it. */
CwPart sprite_frame(const CwSpriteDef *def, int frame);

/* A row; NULL: no such number. */
static inline const CwSpriteDef *sprite_table_at(const SpriteTable *table, int number)
{
    if (number >= 0 && number < table->count) {
        return &table->sprites[number];
    }
    int picture = number - table->count;
    bool there = picture >= 0 && picture < table->picture_count;
    return there ? &table->pictures[picture] : NULL;
}

/* Whether a sprite is drawn with sharp edges from its own texels at any scale, as DRAW_PART. */
static inline bool sprite_is_sharp(const CwSpriteDef *def)
{
    return def->filter == CW_FILTER_NEAREST || def->width_px > 0;
}
