/* A sheet: a picture divided into frames, by a plain grid or as Aseprite wrote it down.
 *
 * Read when the program starts, display or none, from files that only pictures depend on. A plain
 * value that owns its arrays; knows no texture. */
#ifndef DRAW_SHEET_H
#define DRAW_SHEET_H

#include "clockwork/animation.h"
#include "clockwork/base.h"

/* Where a frame is in the picture, and that within the frame as it was before it was trimmed. */
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

/* Zero-initialise: no sheet. */
typedef struct Sheet {
    int width_px, height_px; /* of the picture */
    SheetFrame *frames;
    int frame_count;
    SheetTag *tags;
    int tag_count;
} Sheet;

enum { SHEET_LENGTH_MAX_PX = 32767, SHEET_FRAMES_MAX = 65535 };

/* Frames in rows from the top left, each of the same size. False when the row's numbers don't come
 * out even; the error names `width_px` and the rest, no file. */
bool sheet_from_grid(Sheet *sheet, const CwSpriteDef *def, CwError *error);

/* The text of a file that Aseprite exported, "JSON data", as hash or array. The error begins with
 * `path` and a line. */
bool sheet_from_aseprite(Sheet *sheet, const char *text, const char *path, CwError *error);

const SheetTag *sheet_tag(const Sheet *sheet, const char *name); /* NULL: none */

void sheet_free(Sheet *sheet);

#endif
