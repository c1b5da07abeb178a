#include "draw/sheet.h"

#include <stdlib.h>
#include <string.h>

/* What one of `count` frames has of a length; 0 where that is no whole number of pixels. */
static int cell_px(int length_px, int count, const CwGrid *grid)
{
    int64_t gaps_px = 2 * (int64_t)grid->margin + (int64_t)(count - 1) * grid->spacing;
    int64_t rest_px = length_px - gaps_px;
    return rest_px > 0 && rest_px % count == 0 ? (int)(rest_px / count) : 0;
}

static bool grid_error(const CwSpriteDef *def, CwError *error)
{
    return cw_error_set(error,
                        "%d x %d pixels don't make %d columns and %d rows of whole pixels with "
                        "margin %d and spacing %d; correct width_px, height_px or grid",
                        def->width_px, def->height_px, def->grid.columns, def->grid.rows,
                        def->grid.margin, def->grid.spacing);
}

bool sheet_from_grid(Sheet *sheet, const CwSpriteDef *def, CwError *error)
{
    const CwGrid *grid = &def->grid;
    bool sound = grid->columns > 0 && grid->rows > 0 && grid->margin >= 0 && grid->spacing >= 0 &&
                 grid->columns <= SHEET_FRAMES_MAX / grid->rows;
    int width_px = sound ? cell_px(def->width_px, grid->columns, grid) : 0;
    int height_px = sound ? cell_px(def->height_px, grid->rows, grid) : 0;
    if (width_px == 0 || height_px == 0) {
        return grid_error(def, error);
    }
    int count = grid->columns * grid->rows;
    *sheet = (Sheet){.width_px = def->width_px,
                     .height_px = def->height_px,
                     .frames = calloc((size_t)count, sizeof *sheet->frames),
                     .frame_count = count};
    if (sheet->frames == NULL) {
        return cw_error_set(error, "out of memory for a sheet");
    }
    for (int i = 0; i < count; i++) {
        int x = grid->margin + i % grid->columns * (width_px + grid->spacing);
        int y = grid->margin + i / grid->columns * (height_px + grid->spacing);
        sheet->frames[i] = (SheetFrame){
            .part = {x, y, width_px, height_px}, .width_px = width_px, .height_px = height_px};
    }
    return true;
}

const SheetTag *sheet_tag(const Sheet *sheet, const char *name)
{
    for (int i = 0; i < sheet->tag_count; i++) {
        if (strcmp(sheet->tags[i].name, name) == 0) {
            return &sheet->tags[i];
        }
    }
    return NULL;
}

void sheet_free(Sheet *sheet)
{
    for (int i = 0; i < sheet->tag_count; i++) {
        free(sheet->tags[i].name);
    }
    free(sheet->frames);
    free(sheet->tags);
    *sheet = (Sheet){0};
}
