#include "draw/shelf.h"

Shelf shelf_make(int width_px, int height_px, int corner_px)
{
    return (Shelf){.width_px = width_px,
                   .height_px = height_px,
                   .x_px = corner_px > 0 ? corner_px + 1 : 0,
                   .row_px = corner_px};
}

bool shelf_place(Shelf *shelf, int width_px, int height_px, SDL_Point *at_px)
{
    if (shelf->x_px + width_px > shelf->width_px && shelf->x_px > 0) {
        shelf->y_px += shelf->row_px + 1;
        shelf->x_px = 0;
        shelf->row_px = 0;
    }
    if (shelf->x_px + width_px > shelf->width_px || shelf->y_px + height_px > shelf->height_px) {
        return false;
    }
    *at_px = (SDL_Point){shelf->x_px, shelf->y_px};
    shelf->x_px += width_px + 1;
    shelf->row_px = height_px > shelf->row_px ? height_px : shelf->row_px;
    return true;
}
