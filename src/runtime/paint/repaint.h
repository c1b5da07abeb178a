/* Which parts of the picture differ from the one before: each cell of a grid has a hash of the
 * commands that touch it. (After rxi, "Cached software rendering", 2018.)
 *
 * For painters that find their last picture in memory; on graphics hardware it is cheaper to paint
 * all. Owned by the renderer; knows no painter. */
#pragma once

#include "draw/draw_list.h"
#include "draw/viewport.h"
#include "paint/atlas.h"

#include <SDL.h>

enum { REPAINT_AREAS_MAX = 32 };

/* Zero-initialise; repaint_free when done. */
typedef struct Repaint {
    uint64_t *cells, *before; /* row by row */
    PixelBox *boxes;          /* of each command, in order of drawing; NULL: not known */
    uint32_t cell_capacity, before_capacity, box_capacity;
    int columns, rows;
    bool knows_before;                    /* what the cells before were is what the picture shows */
    SDL_Rect areas_px[REPAINT_AREAS_MAX]; /* within the picture; they may overlap */
    int area_count;
} Repaint;

/* Finds the areas that a sorted list changes, and the boxes of its commands. */
void repaint_find(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                  SDL_Rect picture_px, const CwDrawList *list);

/* The picture is gone, or the same commands look different now: next time all of it is new. */
void repaint_forget(Repaint *repaint);

void repaint_free(Repaint *repaint);

/* The pixels that a command of the draw list may touch, rather too many: is any in sight, and where
 * did a picture change. Pure but for texts, whose typesetter is asked. */
PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command);
