/* The sprites of what is played, their sheets, and the game's clips on them.
 *
 * A sheet is a picture divided into frames, by a plain grid or by a file from Aseprite. The program
 * opens all of them once, with or without a display, before anything is drawn. A file that can't be
 * read, or a clip that doesn't fit its sheet, is reported: the sprite is then drawn whole, and the
 * clip stays at one frame. Knows no texture. */
#ifndef DRAW_SHEETS_H
#define DRAW_SHEETS_H

#include "base/clip.h"
#include "clockwork/animation.h"

/* A part of the picture, and its place within the frame as it was before it was trimmed. */
typedef struct SheetFrame {
    CwPart part;
    int x_px, y_px;          /* of the part in the frame */
    int width_px, height_px; /* of the frame */
    uint32_t duration_ms;
} SheetFrame;

typedef struct SheetTag {
    char *name;
    int first, last;
    CwPlay play; /* loop or ping-pong */
    bool reversed;
} SheetTag;

/* Zero-initialise: no sheet. Owns its arrays. */
typedef struct Sheet {
    int width_px, height_px; /* of the picture */
    SheetFrame *frames;
    int frame_count;
    SheetTag *tags;
    int tag_count;
} Sheet;

enum { SHEET_LENGTH_MAX_PX = 32767, SHEET_FRAMES_MAX = 65535 };

/* Reads the text of a file that Aseprite exported ("JSON data"), as hash or array. The error begins
 * with `path` and a line. */
bool sheet_from_aseprite(Sheet *sheet, const char *text, const char *path, CwError *error);

/* Divides a picture by the grid of its row. False when the row's numbers don't come out even; the
 * error names `width_px` and the rest, no file. */
bool sheet_from_grid(Sheet *sheet, const CwSpriteDef *def, CwError *error);

const SheetTag *sheet_tag(const Sheet *sheet, const char *name); /* NULL: none */

void sheet_free(Sheet *sheet);

/* A clip as it is drawn. */
typedef struct SheetClip {
    int sprite, first;
    ClipTiming timing;   /* count 0: stays at `first` */
    uint32_t *frames_ms; /* of a file, owned */
} SheetClip;

typedef struct SheetsDesc {
    const CwSpriteDef *sprites;
    int sprite_count;
    const CwClip *clips; /* checked already, but for what their sheets say */
    int clip_count;
    const char *art_dir;
} SheetsDesc;

/* Zero-initialise. Owns a copy of the table, in which widths and heights are those of the whole
 * picture, as the atlas and the draw list need them. */
typedef struct Sheets {
    CwSpriteDef *sprites;
    Sheet *sheets; /* one a sprite; those without frames are none */
    int sprite_count;
    SheetClip *clips;
    int clip_count;
} Sheets;

/* False when memory ran out. */
bool sheets_open(Sheets *sheets, const SheetsDesc *desc, CwError *error);

void sheets_close(Sheets *sheets);

/* The sprites of a game, then the pictures of what is played, for the draw list and the atlas. Owns
 * nothing. */
typedef struct SpriteTable {
    const CwSpriteDef *sprites; /* files are names in the folder of art */
    int count;
    double camera_height_m;      /* that sprites are rasterised for */
    const CwSpriteDef *pictures; /* files are paths; numbers from `count` on */
    int picture_count;
    const Sheet *sheets; /* one a sprite; NULL: none is a sheet */
    const SheetClip *clips;
    int clip_count;
} SpriteTable;

/* NULL where the table has no such number. */
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
