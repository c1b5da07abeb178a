/* Draws a map's layers as sprites and words, tile by tile, as far as the camera sees them. */
#include "base/report.h"
#include "clockwork/map_world.h"
#include "map/map_reader.h"

#include <math.h>

enum { REPEATS_MAX = 10000, PICTURES_MAX = 1 << 19 /* drawn pictures of a map in a frame */ };
static const double LINE_OF_EM = 1.17; /* line height per em of DejaVu Sans */

typedef struct Painter {
    CwDrawList *list;
    const CwMap *map;
    const CwMapLayer *layer;
    const MapLayerData *data;
    int64_t time_ms;
    int stride;     /* draws one column and row in this many, enlarged by it */
    cpVect shift_m; /* the layer's offset and parallax */
    cpBB seen_px; /* visible area from the map's top left, y down (b is the upper edge), without the
                     shift */
} Painter;

/* ---- pictures ---- */

static cpVect to_world(const Painter *painter, cpVect px)
{
    const CwMap *map = painter->map;
    return cpv(px.x / map->pixels_per_metre + painter->shift_m.x,
               map->size_m.y - px.y / map->pixels_per_metre + painter->shift_m.y);
}

static cpVect to_px(const CwMap *map, cpVect at_m)
{
    return cpv(at_m.x * map->pixels_per_metre, (map->size_m.y - at_m.y) * map->pixels_per_metre);
}

static int number_of(const Painter *painter, const MapImage *image)
{
    bool is_shown = image != NULL && image->width_px > 0 && image->index >= 0;
    return is_shown ? cw_draw_picture(painter->list, image->index) : -1;
}

/* Finds a tile's picture and the part to draw, in pixels of its file; NULL: no such part. A picture
 * with a single tile is drawn whole, even if the file has grown. */
static const MapImage *find_part(const CwMap *map, CwMapTile tile, int64_t time_ms,
                                 CwMapRectPx *part)
{
    const MapImage *image = (const MapImage *)cw_map_tile_image(map, tile, time_ms, part);
    if (image != NULL && map->tilesets[tile.tileset].image == NULL &&
        part->width == image->about.width_px && part->height == image->about.height_px) {
        part->width = image->width_px;
        part->height = image->height_px;
    }
    bool is_inside = image != NULL && part->x >= 0 && part->y >= 0 && part->width > 0 &&
                     part->height > 0 && part->width <= image->width_px - part->x &&
                     part->height <= image->height_px - part->y;
    return is_inside ? image : NULL;
}

/* Draws a picture, turned by `clockwise_rad` about `pivot_m`. */
static void draw_picture(const Painter *painter, CwMapTile tile, const GridPicture *picture,
                         cpVect pivot_m, double clockwise_rad)
{
    CwMapRectPx part;
    int number = number_of(painter, find_part(painter->map, tile, painter->time_ms, &part));
    if (number < 0) {
        return;
    }
    cpVect middle_m = to_world(painter, picture->middle_px);
    if (clockwise_rad != 0.0) {
        cpVect away = cpvsub(middle_m, pivot_m);
        middle_m = cpvadd(pivot_m, cpvrotate(away, cpvforangle(-clockwise_rad)));
    }
    double metre_px = painter->map->pixels_per_metre;
    bool is_mirrored =
        picture->is_flipped_x != picture->is_flipped_y; /* flip_y is half a turn and a mirror */
    double turn_rad = picture->turn_rad + clockwise_rad + (picture->is_flipped_y ? CP_PI : 0.0);
    CwSpriteDraw sprite = {.sprite = number,
                           .x = middle_m.x,
                           .y = middle_m.y,
                           .width = picture->width_px / metre_px * (is_mirrored ? -1.0 : 1.0),
                           .height = picture->height_px / metre_px,
                           .angle_rad = -turn_rad,
                           .tint = &painter->layer->tint,
                           .part = {part.x, part.y, part.width, part.height}};
    cw_draw_sprite(painter->list, &sprite);
}

/* ---- tile layers ---- */

static void draw_cell(const Painter *painter, uint32_t cell, int column, int row)
{
    const CwMap *map = painter->map;
    CwMapTile tile = map_tile_of(map, cell);
    CwMapRectPx part;
    if (find_part(map, tile, 0, &part) == NULL) {
        return;
    }
    cpVect corner_px = grid_cell_px(&map->grid, column, row);
    cpVect foot_px = cpvadd(cpv(corner_px.x, corner_px.y + map->grid.tile_height_px),
                            map->tilesets[tile.tileset].offset_px);
    GridPicture picture = grid_picture(tile, foot_px, cpv(part.width, part.height));
    if (painter->stride > 1) {
        cpVect away_px = cpvmult(cpvsub(picture.middle_px, corner_px), painter->stride);
        picture.middle_px = cpvadd(corner_px, away_px);
        picture.width_px *= painter->stride;
        picture.height_px *= painter->stride;
    }
    draw_picture(painter, tile, &picture, cpvzero, 0.0);
}

typedef struct Range {
    int first, last;
} Range;

static Range range_of(double low, double high, int first, int count)
{
    return (Range){(int)cpfclamp(floor(low), first, (double)first + count),
                   (int)cpfclamp(floor(high), (double)first - 1, (double)first + count - 1)};
}

static int count_of(Range range)
{
    return range.last < range.first ? 0 : range.last - range.first + 1;
}

static Range in_strides(const Painter *painter, Range range)
{
    return (Range){(int)floor((double)range.first / painter->stride),
                   (int)floor((double)range.last / painter->stride)};
}

/* The first column or row from `place` on that is drawn. */
static int next_stride(const Painter *painter, int place)
{
    return painter->stride * (int)ceil((double)place / painter->stride);
}

typedef struct Seen {
    Range across, down;
} Seen;

/* Pictures of tiles may reach out of their cells. */
static Seen seen_cells(const Painter *painter)
{
    const MapGrid *grid = &painter->map->grid;
    const CwMapLayer *layer = painter->layer;
    cpBB seen = painter->seen_px;
    cpVect reach = painter->map->tile_reach_px;
    double wide = grid->tile_width_px, high = grid->tile_height_px;
    return (Seen){range_of((seen.l - reach.x) / wide, (seen.r + reach.x) / wide, layer->column,
                           layer->column_count),
                  range_of((seen.b - reach.y) / high, (seen.t + reach.y) / high, layer->row,
                           layer->row_count)};
}

static void draw_tile_layer(const Painter *painter)
{
    if (painter->data->tile_count == 0) {
        return;
    }
    const CwMapLayer *layer = painter->layer;
    int stride = painter->stride;
    Seen seen = seen_cells(painter);
    int first_row = next_stride(painter, seen.down.first);
    int first_column = next_stride(painter, seen.across.first);
    for (int row = first_row; row <= seen.down.last; row += stride) {
        for (int column = first_column; column <= seen.across.last; column += stride) {
            uint32_t cell = map_cell(painter->data, column - layer->column, row - layer->row);
            if (cell != 0) {
                draw_cell(painter, cell, column, row);
            }
        }
    }
}

/* ---- image layers ---- */

static Seen seen_repeats(const Painter *painter)
{
    const MapLayerData *data = painter->data;
    const MapImage *image = data->image;
    double width = image->width_px, height = image->height_px;
    Seen seen = {{0, 0}, {0, 0}};
    if (data->repeats_x) {
        seen.across = range_of(painter->seen_px.l / width, painter->seen_px.r / width, -REPEATS_MAX,
                               2 * REPEATS_MAX);
    }
    if (data->repeats_y) {
        seen.down = range_of(painter->seen_px.b / height, painter->seen_px.t / height, -REPEATS_MAX,
                             2 * REPEATS_MAX);
    }
    return seen;
}

static void draw_image_layer(const Painter *painter)
{
    const MapLayerData *data = painter->data;
    const MapImage *image = data->image;
    int number = number_of(painter, image);
    if (number < 0) {
        return;
    }
    double metre_px = painter->map->pixels_per_metre;
    double width = image->width_px * (data->repeats_x ? painter->stride : 1.0);
    double height = image->height_px * (data->repeats_y ? painter->stride : 1.0);
    Seen seen = seen_repeats(painter);
    Range across = in_strides(painter, seen.across), down = in_strides(painter, seen.down);
    for (int y = down.first; y <= down.last; y++) {
        for (int x = across.first; x <= across.last; x++) {
            cpVect middle_m = to_world(painter, cpv((x + 0.5) * width, (y + 0.5) * height));
            CwSpriteDraw sprite = {.sprite = number,
                                   .x = middle_m.x,
                                   .y = middle_m.y,
                                   .width = width / metre_px,
                                   .height = height / metre_px,
                                   .tint = &painter->layer->tint};
            cw_draw_sprite(painter->list, &sprite);
        }
    }
}

/* ---- object layers ---- */

static bool sees(const Painter *painter, const CwMapObject *object)
{
    double reach_px = (object->width_m + object->height_m) * painter->map->pixels_per_metre;
    cpVect offset_m = painter->layer->offset_m; /* the object's place already contains it */
    cpVect middle_m = cpvsub(object->centre_m, offset_m);
    cpVect px = to_px(painter->map, middle_m);
    cpBB seen = painter->seen_px;
    return px.x + reach_px > seen.l && px.x - reach_px < seen.r && px.y + reach_px > seen.b &&
           px.y - reach_px < seen.t;
}

/* An object's place contains the layer's offset, so only the parallax is left. */
static cpVect object_shift(const Painter *painter)
{
    return cpvsub(painter->shift_m, painter->layer->offset_m);
}

static void draw_tile_object(const Painter *painter, const CwMapObject *object)
{
    const CwMap *map = painter->map;
    double metre_px = map->pixels_per_metre;
    cpVect middle_px = to_px(map, cpvsub(object->centre_m, painter->layer->offset_m));
    cpVect size_px = cpv(object->width_m * metre_px, object->height_m * metre_px);
    cpVect natural_px = map_tile_size_px(map, object->tile);
    cpVect offset_px = map->tilesets[object->tile.tileset].offset_px;
    cpVect scale = cpv(size_px.x / fmax(natural_px.x, 1.0), size_px.y / fmax(natural_px.y, 1.0));
    cpVect foot_px = cpv(middle_px.x - size_px.x / 2.0 + offset_px.x * scale.x,
                         middle_px.y + size_px.y / 2.0 + offset_px.y * scale.y);
    GridPicture picture = grid_picture(object->tile, foot_px, size_px);
    cpVect pivot_m = cpvadd(object->centre_m, object_shift(painter));
    draw_picture(painter, object->tile, &picture, pivot_m, -object->angle_rad);
}

/* Tiled gives the height of an em, the engine takes that of a line. */
static void draw_words(const Painter *painter, const CwMapObject *object)
{
    const CwMapText *text = object->text;
    double across = text->align == CW_ALIGN_CENTRE  ? 0.0
                    : text->align == CW_ALIGN_RIGHT ? 0.5
                                                    : -0.5;
    cpVect away = cpv(across * object->width_m, (0.5 - text->down) * object->height_m);
    cpVect at = cpvadd(cpvadd(object->centre_m, object_shift(painter)),
                       cpvrotate(away, cpvforangle(object->angle_rad)));
    CwColour colour = text->colour;
    colour.a = (uint8_t)(colour.a * painter->layer->tint.a / 255);
    CwTextDraw words = {.text = colour.a == 0 ? "" : text->text,
                        .face = text->bold ? CW_FACE_BOLD : CW_FACE_REGULAR,
                        .align = text->align,
                        .x = at.x,
                        .y = at.y,
                        .angle_rad = object->angle_rad,
                        .size = text->size_m * LINE_OF_EM,
                        .colour = colour,
                        .width = text->wrap ? object->width_m : 0.0,
                        .anchor = text->down == 0.0   ? CW_ANCHOR_TOP
                                  : text->down == 1.0 ? CW_ANCHOR_BOTTOM
                                                      : CW_ANCHOR_MIDDLE,
                        .is_translated = true};
    cw_draw_text(painter->list, &words);
}

static void draw_object(const Painter *painter, const CwMapObject *object)
{
    if (!object->visible || !sees(painter, object)) {
        return;
    }
    if (object->shape == CW_MAP_TILE) {
        draw_tile_object(painter, object);
    } else if (object->shape == CW_MAP_TEXT) {
        draw_words(painter, object);
    }
}

static void draw_object_layer(const Painter *painter)
{
    const CwMapLayer *layer = painter->layer;
    const MapDrawn *order = painter->data->order;
    for (int i = 0; i < layer->object_count; i++) {
        int index = layer->first_object + (order == NULL ? i : order[i].object);
        draw_object(painter, &painter->map->objects[index]);
    }
}

/* ---- layers ---- */

/* Tiled shifts a layer by (1 - parallax) of the way from the origin to the middle of the view. */
static Painter painter_of(CwDrawList *list, const CwMap *map, int index, double time_s)
{
    const CwMapLayer *layer = cw_map_layer(map, index);
    CwCamera camera = cw_draw_camera(list);
    CwWorldRect seen = cw_draw_visible_world(list);
    cpVect way = cpvsub(cpv(camera.x_m, camera.y_m), map->parallax_origin_m);
    cpVect shift = cpv(layer->offset_m.x + way.x * (1.0 - layer->parallax.x),
                       layer->offset_m.y + way.y * (1.0 - layer->parallax.y));
    double metre_px = map->pixels_per_metre;
    return (Painter){.list = list,
                     .map = map,
                     .layer = layer,
                     .data = &map->layers[index],
                     .time_ms = (int64_t)floor(cpfclamp(time_s, -1e12, 1e12) * 1000.0 + 1e-6),
                     .stride = 1,
                     .shift_m = shift,
                     .seen_px = {(seen.left_m - shift.x) * metre_px,
                                 (map->size_m.y - seen.top_m + shift.y) * metre_px,
                                 (seen.right_m - shift.x) * metre_px,
                                 (map->size_m.y - seen.bottom_m + shift.y) * metre_px}};
}

/* Estimates how many pictures of tiles, or repeats of a picture, are drawn. */
static double count_pictures(const Painter *painter)
{
    const MapLayerData *data = painter->data;
    bool is_tile_layer = painter->layer->kind == CW_MAP_TILE_LAYER;
    if (is_tile_layer ? data->tile_count == 0 : number_of(painter, data->image) < 0) {
        return 0.0;
    }
    Seen seen = is_tile_layer ? seen_cells(painter) : seen_repeats(painter);
    double count = (double)count_of(seen.across) * count_of(seen.down);
    return is_tile_layer ? fmin(count, data->tile_count) : count;
}

static void draw_layer(const Painter *painter)
{
    cw_draw_set_world(painter->list, 1.0);
    switch (painter->layer->kind) {
    case CW_MAP_TILE_LAYER:
        draw_tile_layer(painter);
        break;
    case CW_MAP_OBJECT_LAYER:
        draw_object_layer(painter);
        break;
    case CW_MAP_IMAGE_LAYER:
        draw_image_layer(painter);
        break;
    case CW_MAP_GROUP_LAYER:
        break;
    }
}

void cw_draw_map(CwDrawList *list, const CwMapDraw *draw)
{
    ASSERT_GIVEN(draw);
    ASSERT_GIVEN(draw->map);
    int first = draw->first < 0 ? 0 : draw->first, last = cw_map_layer_count(draw->map) - 1;
    double count = 0.0;
    last = draw->count <= last - draw->first ? draw->first + draw->count - 1 : last;
    for (int i = first; i <= last; i++) {
        Painter painter = painter_of(list, draw->map, i, draw->time_s);
        count += painter.layer->visible ? count_pictures(&painter) : 0.0;
    }
    for (int i = first; i <= last; i++) {
        Painter painter = painter_of(list, draw->map, i, draw->time_s);
        /* Cells that are hardly larger than a pixel need not be drawn one by one. */
        painter.stride = (int)ceil(sqrt(fmax(count / PICTURES_MAX, 1.0)));
        if (painter.layer->visible) {
            draw_layer(&painter);
        }
    }
}

/* ---- places ---- */

cpVect grid_cell_px(const MapGrid *grid, int column, int row)
{
    return cpv(column * grid->tile_width_px, row * grid->tile_height_px);
}

/* Like Tiled's CellRenderer: a mirror along the diagonal is a quarter turn and another mirror. */
GridPicture grid_picture(CwMapTile tile, cpVect foot_px, cpVect size_px)
{
    GridPicture picture = {.middle_px =
                               cpv(foot_px.x + size_px.x / 2.0, foot_px.y - size_px.y / 2.0),
                           .width_px = size_px.x,
                           .height_px = size_px.y,
                           .is_flipped_x = tile.flip_x,
                           .is_flipped_y = tile.flip_y};
    if (tile.flip_diagonal) {
        double half = (size_px.y - size_px.x) / 2.0;
        picture.turn_rad = CP_PI / 2.0;
        picture.is_flipped_x = tile.flip_y;
        picture.is_flipped_y = !tile.flip_x;
        picture.middle_px = cpvadd(picture.middle_px, cpv(half, half));
    }
    return picture;
}

cpVect grid_of_picture(const GridPicture *picture, cpVect size_px, cpVect at_px)
{
    cpVect away = cpv((at_px.x / size_px.x - 0.5) * picture->width_px,
                      (at_px.y / size_px.y + 0.5) * picture->height_px);
    away.x *= picture->is_flipped_x ? -1.0 : 1.0;
    away.y *= picture->is_flipped_y ? -1.0 : 1.0;
    return cpvadd(picture->middle_px, picture->turn_rad == 0.0 ? away : cpvperp(away));
}
