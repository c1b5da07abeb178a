/* The sheets of a game's table of sprites, and its clips on them.
 *
 * Opened once by the program, with or without a display, before anything is drawn. A file that
 * can't be read, or a clip that doesn't fit its sheet, is one message: its sprite is drawn whole
 * then, the clip stands at a frame. Owns a copy of the table in which widths and heights are those
 * of the whole picture, as all that draws wants them. */
#ifndef DRAW_SHEETS_H
#define DRAW_SHEETS_H

#include "base/clip.h"
#include "draw/sheet.h"

/* A clip as it is drawn. */
typedef struct SheetClip {
    int sprite, first;
    ClipTiming timing;   /* count 0: stands at `first` */
    uint32_t *frames_ms; /* of a file, owned */
} SheetClip;

typedef struct SheetsDesc {
    const CwSpriteDef *sprites;
    int sprite_count;
    const CwClip *clips; /* of the game: checked already, but for what their sheets say */
    int clip_count;
    const char *art_dir;
} SheetsDesc;

/* Zero-initialise. */
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

#endif
