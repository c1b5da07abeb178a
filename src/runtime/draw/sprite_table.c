#include "draw/sprite_table.h"

/* The length of one of `count` frames; 0: no whole number of units. */
static int frame_length(int length, int count, const CwGrid *grid)
{
    int64_t gaps = 2 * (int64_t)grid->margin + (int64_t)(count - 1) * grid->spacing;
    int64_t rest = length - gaps;
    return rest > 0 && rest % count == 0 ? (int)(rest / count) : 0;
}

CwPart sprite_frame(const CwSpriteDef *def, int frame)
{
    const CwGrid *grid = &def->grid;
    if (grid->columns == 0) {
        return (CwPart){0, 0, def->width_px, def->height_px};
    }
    int width = frame_length(def->width_px, grid->columns, grid);
    int height = frame_length(def->height_px, grid->rows, grid);
    if (width == 0 || height == 0) {
        return (CwPart){0};
    }
    return (CwPart){grid->margin + frame % grid->columns * (width + grid->spacing),
                    grid->margin + frame / grid->columns * (height + grid->spacing), width, height};
}
