#include "paint/repaint.h"

#include "paint/canvas.h"

#include <math.h>
#include <stdlib.h>

enum { CELL_PX = 32, WASTE_SHARE = 4 /* one in this many cells of an area may be unchanged */ };
static const uint64_t MIX = 0x9E3779B97F4A7C15U; /* odd, so that no two hashes become equal */

/* The two halves of the memory take turns. */
static bool reserve_memory(Repaint *repaint, uint32_t cells, uint32_t commands)
{
    bool is_first = repaint->cells != repaint->memory;
    if (!draw_reserve((void **)&repaint->memory, &repaint->cell_capacity, 2 * (uint64_t)cells,
                      sizeof *repaint->memory) ||
        !draw_reserve((void **)&repaint->boxes, &repaint->box_capacity, commands,
                      sizeof *repaint->boxes)) {
        return false;
    }
    repaint->cells = repaint->memory + (is_first ? 0 : cells);
    repaint->before = repaint->memory + (is_first ? cells : 0);
    return true;
}

static int cell_at(float place_px, int begin_px, int count)
{
    float cell = floorf((place_px - (float)begin_px) / (float)CELL_PX);
    return (int)fminf(fmaxf(cell, 0), (float)count);
}

static void touch_cells(Repaint *repaint, SDL_Rect picture_px, PixelBox box, uint64_t hash)
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
        touch_cells(repaint, picture_px, repaint->boxes[i], draw_list_command_hash(list, command));
    }
}

/* The number of unneeded cells in a rectangle around both. */
static int waste(const SDL_Rect *area, const SDL_Rect *run)
{
    SDL_Rect both;
    SDL_UnionRect(area, run, &both);
    return both.w * both.h - area->w * area->h - run->w * run->h;
}

/* Adds a run of cells to the area that it suits best, if few unchanged cells come with it. */
static void add_run(Repaint *repaint, SDL_Rect run)
{
    SDL_Rect *areas = repaint->areas_px, *best = NULL;
    for (int i = 0; i < repaint->area_count; i++) {
        best = best == NULL || waste(&areas[i], &run) < waste(best, &run) ? &areas[i] : best;
    }
    bool is_full = repaint->area_count == REPAINT_AREAS_MAX;
    if (is_full || (best != NULL && waste(best, &run) * WASTE_SHARE <= best->w * best->h + run.w)) {
        SDL_UnionRect(best, &run, best);
    } else {
        areas[repaint->area_count++] = run;
    }
}

static int add_areas(Repaint *repaint)
{
    int changed = 0;
    repaint->area_count = 0;
    for (int row = 0; row < repaint->rows; row++) {
        const uint64_t *cells = repaint->cells + (ptrdiff_t)row * repaint->columns;
        const uint64_t *before = repaint->before + (ptrdiff_t)row * repaint->columns;
        for (int column = 0; column < repaint->columns; column++) {
            int from = column;
            while (column < repaint->columns && cells[column] != before[column]) {
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

void repaint_find(Repaint *repaint, const Viewport *viewport, const Atlas *atlas,
                  SDL_Rect picture_px, const CwDrawList *list)
{
    int columns = (picture_px.w + CELL_PX - 1) / CELL_PX;
    int rows = (picture_px.h + CELL_PX - 1) / CELL_PX;
    bool has_same_grid = columns == repaint->columns && rows == repaint->rows;
    int changed = columns * rows;
    if (!reserve_memory(repaint, (uint32_t)changed, list->command_count)) {
        repaint->area_count = 0; /* this picture stays; the next one is painted whole */
        repaint->knows_before = false;
        return;
    }
    repaint->columns = columns;
    repaint->rows = rows;
    touch_all(repaint, viewport, atlas, picture_px, list);
    changed = repaint->knows_before && has_same_grid ? add_areas(repaint) : changed;
    repaint->knows_before = true;
    for (int i = 0; i < repaint->area_count; i++) {
        SDL_Rect *area = &repaint->areas_px[i];
        SDL_Rect cells_px = {picture_px.x + area->x * CELL_PX, picture_px.y + area->y * CELL_PX,
                             area->w * CELL_PX, area->h * CELL_PX};
        SDL_IntersectRect(&cells_px, &picture_px, area);
    }
    if (changed * 2 > columns * rows) {
        repaint->areas_px[0] = picture_px;
        repaint->area_count = 1;
    }
}

void repaint_free(Repaint *repaint)
{
    free(repaint->memory);
    free(repaint->boxes);
    *repaint = (Repaint){0};
}

/* ---- what a command touches ---- */

/* Reach beyond corners: soft edges, and the rounding of sharp ones to whole pixels. */
static const float EDGE_PX = 2;

static PixelBox of_places(const Viewport *viewport, const vec2s *places, uint32_t count)
{
    PixelBox box = {{{INFINITY, INFINITY}}, {{-INFINITY, -INFINITY}}};
    for (uint32_t i = 0; i < count; i++) {
        vec2s place_px = viewport_pixel(viewport, places[i]);
        box.low = glms_vec2_minv(box.low, place_px);
        box.high = glms_vec2_maxv(box.high, place_px);
    }
    return box;
}

static PixelBox grown(PixelBox box, float margin_px)
{
    return (PixelBox){glms_vec2_subs(box.low, margin_px), glms_vec2_adds(box.high, margin_px)};
}

/* The painted size, in sizes of the picture: a turned edge is half a texel wider. */
static float edge_share(const SpriteCommand *sprite, int texels)
{
    return sprite->place.right.y == 0 || texels < 1 ? 1 : 1 + 1 / (float)texels;
}

static PixelBox of_sprite(const Viewport *viewport, const Atlas *atlas, const SpriteCommand *sprite)
{
    const AtlasSprite *picture = atlas_sprite(atlas, sprite->sprite);
    SDL_Rect texels = picture == NULL ? (SDL_Rect){0} : picture->picture_px;
    float cosine = fabsf(sprite->place.right.x), sine = fabsf(sprite->place.right.y);
    float width = fabsf(sprite->size.x) / 2 * edge_share(sprite, texels.w);
    float height = fabsf(sprite->size.y) / 2 * edge_share(sprite, texels.h);
    vec2s half = {{(cosine * width + sine * height) * (float)viewport->scale_x,
                   (sine * width + cosine * height) * (float)viewport->scale_y}};
    vec2s centre_px = viewport_pixel(viewport, sprite->place.origin);
    return (PixelBox){glms_vec2_sub(centre_px, half), glms_vec2_add(centre_px, half)};
}

PixelBox command_box(const Viewport *viewport, const Atlas *atlas, const CwDrawList *list,
                     const DrawCommand *command)
{
    float scale = (float)fmax(viewport->scale_x, viewport->scale_y);
    float thin = 1 / (float)fmin(viewport->scale_x, viewport->scale_y); /* see outline_capsule */
    const vec2s *corners = list->corners;
    switch (command->kind) {
    case DRAW_SPRITE:
        return grown(of_sprite(viewport, atlas, &command->sprite), EDGE_PX);
    case DRAW_PART:
        return grown(of_places(viewport, command->part.corners, 4), EDGE_PX);
    case DRAW_POLYGON:
        return grown(of_places(viewport, corners + command->polygon.first_corner,
                               command->polygon.corner_count),
                     EDGE_PX);
    case DRAW_CAPSULE:
        return grown(
            of_places(viewport, (const vec2s[]){command->capsule.a, command->capsule.b}, 2),
            fmaxf(command->capsule.radius, thin) * scale + EDGE_PX);
    case DRAW_RECT: {
        vec2s top_left = command->rect.top_left;
        const vec2s ends[] = {top_left, glms_vec2_add(top_left, command->rect.size)};
        return grown(of_places(viewport, ends, 2), EDGE_PX);
    }
    case DRAW_TEXT:
        return text_box(viewport, list, &command->text);
    case DRAW_SHAPE:
        return grown(
            of_places(viewport, corners + command->shape.first_corner, command->shape.corner_count),
            shape_rings_reach_px(viewport, &command->shape) + EDGE_PX);
    }
    return (PixelBox){{{0, 0}}, {{0, 0}}};
}
