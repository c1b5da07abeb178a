#include "draw/span_copy.h"

#include <string.h>

/* The runs of row `y`; without a table the whole row is one. */
static int row_runs(const Bitmap *bitmap, int y, const BitmapRun **runs)
{
    static const BitmapRun WHOLE = {0, UINT16_MAX, false};
    if (bitmap->runs == NULL) {
        *runs = &WHOLE;
        return 1;
    }
    *runs = bitmap->runs + bitmap->row_runs[y];
    return (int)(bitmap->row_runs[y + 1] - bitmap->row_runs[y]);
}

void bitmap_copy(const Canvas *canvas, const Bitmap *bitmap, const SDL_Rect *part, SDL_Point at_px,
                 uint32_t tint)
{
    bool keeps_opaque = tint >> 24 == 255 && canvas->blend == CW_BLEND_NORMAL;
    for (int row = 0; row < part->h; row++) {
        const uint32_t *from = bitmap_row(bitmap, part->y + row);
        uint32_t *to = canvas_pixel(canvas, at_px.x, at_px.y + row);
        const BitmapRun *runs;
        int count = row_runs(bitmap, part->y + row, &runs);
        for (int i = 0; i < count; i++) {
            int begin = SDL_max(part->x, runs[i].from);
            int end = SDL_min(part->x + part->w, runs[i].to);
            int length = end - begin;
            if (length > 0 && keeps_opaque && runs[i].opaque && tint == UINT32_MAX) {
                memcpy(to + (begin - part->x), from + begin, (size_t)length * sizeof *to);
            } else if (length > 0 && keeps_opaque && runs[i].opaque) {
                canvas->loops->copy_row(to + (begin - part->x), from + begin, length, tint);
            } else if (length > 0) {
                canvas->loops->lay_row(canvas->blend, to + (begin - part->x), from + begin, length,
                                       tint);
            }
        }
    }
}
