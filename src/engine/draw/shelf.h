/* Rectangles in rows: packs well when heights are alike (sorted sprites, glyphs). A plain value. */
#pragma once

#include <SDL.h>
#include <stdbool.h>

typedef struct Shelf {
    int width_px, height_px; /* of the page */
    int x_px, y_px;          /* where the next rectangle goes */
    int row_px;              /* height of the current row */
} Shelf;

/* An empty page whose first `corner_px` x `corner_px` pixels are taken. */
Shelf shelf_make(int width_px, int height_px, int corner_px);

/* Finds room, one pixel apart from the others; false when the page is full. */
bool shelf_place(Shelf *shelf, int width_px, int height_px, SDL_Point *at_px);
