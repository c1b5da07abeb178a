/* Finds the parts of the picture that differ from the last: each cell of a grid has a hash of the
 * commands that touch it. (After rxi, "Cached software rendering", 2018.)
 *
 * For painters that find their last picture in memory; on graphics hardware it is cheaper to paint
 * all. Owned by the renderer; knows no painter. */
#pragma once

#include "draw/viewport.h"
#include "paint/atlas.h"

#include <SDL.h>

enum { REPAINT_AREAS_MAX = 32 };

/* Zero-initialise; repaint_free when done. */
typedef struct Repaint {
    uint64_t *memory;         /* hashes of two pictures' cells, row by row */
    uint64_t *cells, *before; /* cells of this picture and of the last one */
    PixelBox *boxes;          /* box of each command, in order of drawing; NULL: unknown */
    uint32_t cell_capacity, box_capacity;
    int columns, rows;
    bool knows_before;                    /* the picture shows what `before` hashes */
    SDL_Rect areas_px[REPAINT_AREAS_MAX]; /* changed areas of the picture; they may overlap */
    int area_count;
} Repaint;

/* Finds the areas that a sorted list changes, and the boxes of its commands. */
void repaint_find(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                  SDL_Rect picture_px, const CwDrawList *list);

/* Makes the next picture all new: the last one is gone, or the same commands look different. */
void repaint_forget(Repaint *repaint);

void repaint_free(Repaint *repaint);

/* The pixels that a command of the draw list may touch, rather too many. Tells what is in sight,
 * and where a picture changed. Pure but for texts, whose typesetter is asked. */
PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command);
