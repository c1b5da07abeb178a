/* The sprites of what is played as the draw list gets them and the atlas loads them: rows of the
 * game, then the pictures of a level. Owns nothing; knows neither of the two. */
#ifndef DRAW_SPRITE_TABLE_H
#define DRAW_SPRITE_TABLE_H

#include "clockwork/draw.h"
#include "draw/sheets.h"

/* The sprites of a game, after them the pictures of what is played, and the camera height that they
 * are rasterised for. */
typedef struct SpriteTable {
    const CwSpriteDef *sprites; /* files are names in the folder of art */
    int count;
    double camera_height_m;
    const CwSpriteDef *pictures; /* files are paths; from number `count` on */
    int picture_count;
    const Sheet *sheets; /* one a sprite, NULL: none is a sheet; widths above are then as sheets.h
                            has them */
    const SheetClip *clips;
    int clip_count;
} SpriteTable;

/* NULL for no number of the table. */
static inline const CwSpriteDef *sprite_table_at(const SpriteTable *table, int number)
{
    if (number >= 0 && number < table->count) {
        return &table->sprites[number];
    }
    int picture = number - table->count;
    bool there = picture >= 0 && picture < table->picture_count;
    return there ? &table->pictures[picture] : NULL;
}

/* Drawn with sharp edges from its own texels, whatever the scale: as DRAW_PART. */
static inline bool sprite_is_sharp(const CwSpriteDef *def)
{
    return def->filter == CW_FILTER_NEAREST || def->width_px > 0;
}

#endif
