#include "draw/repaint.h"

#include "draw/command_box.h"

#include <math.h>
#include <stdlib.h>

enum { CELL_PX = 32, WASTE_SHARE = 4 /* of an area's cells may be unchanged: one of so many */ };
static const uint64_t MIX = 0x9E3779B97F4A7C15U; /* odd: no two hashes become one */

static bool reserve(Repaint *repaint, uint32_t cells, uint32_t commands)
{
    return draw_reserve((void **)&repaint->cells, &repaint->cell_capacity, cells,
                        sizeof *repaint->cells) &&
           draw_reserve((void **)&repaint->before, &repaint->before_capacity, cells,
                        sizeof *repaint->before) &&
           draw_reserve((void **)&repaint->boxes, &repaint->box_capacity, commands,
                        sizeof *repaint->boxes);
}

static int cell_at(float place_px, int begin_px, int count)
{
    float cell = floorf((place_px - (float)begin_px) / (float)CELL_PX);
    return (int)fminf(fmaxf(cell, 0), (float)count);
}

static void touch(Repaint *repaint, SDL_Rect picture_px, PixelBox box, uint64_t hash)
{
    int left = cell_at(box.low.x, picture_px.x, repaint->columns);
    int right = cell_at(box.high.x + (float)CELL_PX, picture_px.x, repaint->columns);
    int top = cell_at(box.low.y, picture_px.y, repaint->rows);
    int bottom = cell_at(box.high.y + (float)CELL_PX, picture_px.y, repaint->rows);
    for (int row = top; row < bottom; row++) {
        uint64_t *cells = repaint->cells + (ptrdiff_t)row * repaint->columns;
        for (int column = left; column < right; column++) {
            cells[column] = (cells[column] ^ hash) * MIX;
        }
    }
}

static void touch_all(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                      SDL_Rect picture_px, const CwDrawList *list)
{
    memset(repaint->cells, 0, (size_t)(repaint->columns * repaint->rows) * sizeof *repaint->cells);
    for (uint32_t i = 0; i < list->command_count; i++) {
        const DrawCommand *command = draw_list_at(list, i);
        repaint->boxes[i] = command_box(viewport, atlas, list, command);
        touch(repaint, picture_px, repaint->boxes[i], draw_list_command_hash(list, command));
    }
}

/* How many cells too many a rectangle around both has. */
static int waste(const SDL_Rect *area, const SDL_Rect *run)
{
    SDL_Rect both;
    SDL_UnionRect(area, run, &both);
    return both.w * both.h - area->w * area->h - run->w * run->h;
}

/* In cells; into the area that it suits best, where that leaves few unchanged cells in it. */
static void add_run(Repaint *repaint, SDL_Rect run)
{
    SDL_Rect *areas = repaint->areas_px, *best = NULL;
    for (int i = 0; i < repaint->area_count; i++) {
        best = best == NULL || waste(&areas[i], &run) < waste(best, &run) ? &areas[i] : best;
    }
    bool full = repaint->area_count == REPAINT_AREAS_MAX;
    if (full || (best != NULL && waste(best, &run) * WASTE_SHARE <= best->w * best->h + run.w)) {
        SDL_UnionRect(best, &run, best);
    } else {
        areas[repaint->area_count++] = run;
    }
}

static bool is_changed(const Repaint *repaint, int column, int row)
{
    int cell = row * repaint->columns + column;
    return repaint->cells[cell] != repaint->before[cell];
}

static int add_areas(Repaint *repaint)
{
    int changed = 0;
    repaint->area_count = 0;
    for (int row = 0; row < repaint->rows; row++) {
        for (int column = 0; column < repaint->columns; column++) {
            int from = column;
            while (column < repaint->columns && is_changed(repaint, column, row)) {
                column++;
            }
            if (column > from) {
                add_run(repaint, (SDL_Rect){from, row, column - from, 1});
            }
            changed += column - from;
        }
    }
    return changed;
}

static void to_pixels(SDL_Rect *area, SDL_Rect picture_px)
{
    SDL_Rect whole = {picture_px.x + area->x * CELL_PX, picture_px.y + area->y * CELL_PX,
                      area->w * CELL_PX, area->h * CELL_PX};
    SDL_IntersectRect(&whole, &picture_px, area);
}

static void swap(Repaint *repaint)
{
    uint64_t *cells = repaint->cells;
    uint32_t capacity = repaint->cell_capacity;
    repaint->cells = repaint->before;
    repaint->cell_capacity = repaint->before_capacity;
    repaint->before = cells;
    repaint->before_capacity = capacity;
}

void repaint_find(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                  SDL_Rect picture_px, const CwDrawList *list)
{
    int columns = (picture_px.w + CELL_PX - 1) / CELL_PX;
    int rows = (picture_px.h + CELL_PX - 1) / CELL_PX;
    bool same_grid = columns == repaint->columns && rows == repaint->rows;
    int changed = columns * rows;
    if (!reserve(repaint, (uint32_t)changed, list->command_count)) {
        repaint->area_count = 0; /* this picture stays as it was, the next one is whole */
        repaint_forget(repaint);
        return;
    }
    repaint->columns = columns;
    repaint->rows = rows;
    touch_all(repaint, viewport, atlas, picture_px, list);
    changed = repaint->knows_before && same_grid ? add_areas(repaint) : changed;
    repaint->knows_before = true;
    swap(repaint);
    for (int i = 0; i < repaint->area_count; i++) {
        to_pixels(&repaint->areas_px[i], picture_px);
    }
    if (changed * 2 > columns * rows) {
        repaint->areas_px[0] = picture_px;
        repaint->area_count = 1;
    }
}

void repaint_forget(Repaint *repaint)
{
    repaint->knows_before = false;
}

void repaint_free(Repaint *repaint)
{
    free(repaint->cells);
    free(repaint->before);
    free(repaint->boxes);
    *repaint = (Repaint){0};
}
