/* Finds the areas of the picture that changed since the last one: each cell of a grid has a hash of
 * the commands that touch it. (After rxi, "Cached software rendering", 2018.)
 *
 * For painters that keep the last picture; graphics hardware paints all. Knows no painter. */
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
    bool knows_before; /* `before` describes the picture in memory; false: all is painted next */
    SDL_Rect areas_px[REPAINT_AREAS_MAX]; /* changed areas of the picture; they may overlap */
    int area_count;
} Repaint;

/* Finds the areas that a sorted list changes, and the boxes of its commands. */
void repaint_find(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                  SDL_Rect picture_px, const CwDrawList *list);

void repaint_free(Repaint *repaint);

/* The pixels that a command may touch, or a few more. Pure, except that it lays out texts. */
PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command);
