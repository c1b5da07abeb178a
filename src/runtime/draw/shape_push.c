#include "base/report.h"
#include "draw/draw_list.h"

#include <math.h>

static const double DEFAULT_MITRE_LIMIT = 4;
static const double TILE_LEAST_POINTS = 4;

/* ---- fills ---- */

/* Maps the current space, from `origin`, to a fill's x and y. */
typedef struct SpaceMap {
    CwPoint2 origin;
    double x_x, x_y, y_x, y_y;
} SpaceMap;

/* Maps the view to a fill. Subtracts the origins first, so that far places keep their digits. */
static FillMap map_from_view(const CwDrawList *list, const SpaceMap *space)
{
    const mat3s *to_view = &list->state.to_view;
    double area = (double)to_view->m00 * to_view->m11 - (double)to_view->m10 * to_view->m01;
    double x_x = to_view->m11 / area, x_y = -to_view->m10 / area;
    double y_x = -to_view->m01 / area, y_y = to_view->m00 / area;
    double off_x = list->state.origin.x - space->origin.x - x_x * to_view->m20 - x_y * to_view->m21;
    double off_y = list->state.origin.y - space->origin.y - y_x * to_view->m20 - y_y * to_view->m21;
    return (FillMap){.x = space->x_x * off_x + space->x_y * off_y,
                     .x_x = space->x_x * x_x + space->x_y * y_x,
                     .x_y = space->x_x * x_y + space->x_y * y_y,
                     .y = space->y_x * off_x + space->y_y * off_y,
                     .y_x = space->y_x * x_x + space->y_y * y_x,
                     .y_y = space->y_x * x_y + space->y_y * y_y};
}

static bool is_finite_map(const FillMap *map)
{
    return isfinite(map->x + map->x_x + map->x_y) && isfinite(map->y + map->y_x + map->y_y);
}

static void take_stops(CwDrawList *list, const CwGradient *gradient, ShapeFill *fill)
{
    float before = 0;
    fill->stop_count = gradient->stop_count > CW_STOPS_MAX ? CW_STOPS_MAX : gradient->stop_count;
    if (gradient->stop_count > CW_STOPS_MAX) {
        draw_mistake(list, "a gradient has more than CW_STOPS_MAX stops; only the first are drawn");
    }
    for (int i = 0; i < fill->stop_count; i++) {
        double at = gradient->stops[i].at;
        before = at >= 1 ? 1 : at > (double)before ? (float)at : before;
        fill->stops[i] = (FillStop){before, draw_list_tinted(list, gradient->stops[i].colour)};
    }
}

/* A gradient without a distance between its stops is one colour. */
static bool take_gradient(CwDrawList *list, const CwGradient *gradient, ShapeFill *fill)
{
    double x = gradient->to.x - gradient->from.x, y = gradient->to.y - gradient->from.y;
    double square = x * x + y * y, length = sqrt(square);
    if (gradient->stops == NULL || gradient->stop_count < 1) {
        draw_mistake(list, "a gradient without stops is left out; give it at least one, and "
                           "their number in stop_count");
        return false;
    }
    take_stops(list, gradient, fill);
    fill->kind = gradient->radial ? FILL_RADIAL : FILL_LINEAR;
    if (length == 0) {
        draw_mistake(list, "a gradient goes from one place to the same one, so only its last "
                           "colour is seen; give `from` and `to` different places");
    }
    if (length == 0 || fill->stop_count == 1) {
        fill->kind = FILL_COLOUR;
        fill->colour = fill->stops[fill->stop_count - 1].colour;
        return true;
    }
    SpaceMap space = {gradient->from, x / square, y / square, 0, 0};
    if (gradient->radial) {
        space = (SpaceMap){gradient->from, 1 / length, 0, 0, 1 / length};
    }
    fill->map = map_from_view(list, &space);
    return is_finite_map(&fill->map);
}

/* Doubles a tile's side until it is long enough to be seen. */
static double visible_side(double side, double least)
{
    for (int i = 0; i < 64 && fabs(side) < least; i++) {
        side *= 2;
    }
    return side;
}

static bool take_sprite(const CwDrawList *list, const CwSpriteDraw *sprite, ShapeFill *fill)
{
    CwPoint2 size = draw_list_sprite(list, sprite, &fill->from, &fill->to);
    double least = TILE_LEAST_POINTS / list->state.unit_points;
    size = (CwPoint2){visible_side(size.x, least), visible_side(size.y, least)};
    double up = list->state.space == CW_SPACE_WORLD ? 1 : -1;
    double cosine = cos(sprite->angle_rad), sine = sin(sprite->angle_rad);
    SpaceMap space = {.origin = {sprite->x, sprite->y},
                      .x_x = cosine / size.x,
                      .x_y = up * sine / size.x,
                      .y_x = sine / fabs(size.y),
                      .y_y = -up * cosine / fabs(size.y)};
    fill->kind = FILL_PICTURE;
    fill->sprite = sprite->sprite;
    fill->colour = draw_list_tinted(list, sprite->tint == NULL ? WHITE : *sprite->tint);
    fill->map = map_from_view(list, &space);
    fill->map.x += 0.5; /* from the middle of the tile to its corner */
    fill->map.y += 0.5;
    fill->map.x -= floor(fill->map.x);
    fill->map.y -= floor(fill->map.y);
    return is_finite_map(&fill->map);
}

static bool take_paint(CwDrawList *list, const CwPaint *paint, ShapeFill *fill)
{
    *fill = (ShapeFill){.kind = FILL_COLOUR, .colour = draw_list_tinted(list, paint->colour)};
    if (paint->sprite != NULL) {
        return take_sprite(list, paint->sprite, fill);
    }
    return paint->gradient == NULL || take_gradient(list, paint->gradient, fill);
}

/* ---- pushing ---- */

static bool can_draw(CwDrawList *list, const CwPoint2 *corners, int count, const CwPaint *paint)
{
    bool can = corners != NULL && paint != NULL && count > 0 && count <= CW_SHAPE_CORNERS_MAX;
    if (!can) {
        draw_mistake(list, "a shape without paint or corners, or with more than "
                           "CW_SHAPE_CORNERS_MAX, is left out; give it both, or split it");
    }
    return can;
}

/* Pushes a shape; `shape` has all but corners and paint. */
static void push_shape(CwDrawList *list, const CwPoint2 *corners, const CwPaint *paint,
                       ShapeCommand shape)
{
    shape.first_corner = list->corner_count;
    shape.fill = list->fill_count;
    if (draw_reserve((void **)&list->fills, &list->fill_capacity, (uint64_t)list->fill_count + 1,
                     sizeof *list->fills) &&
        take_paint(list, paint, &list->fills[shape.fill]) &&
        draw_list_take_corners(list, corners, (int)shape.corner_count)) {
        list->fill_count++;
        draw_list_push(list, DRAW_SHAPE)->shape = shape;
    }
}

void cw_draw_shape(CwDrawList *list, const CwPoint2 *corners, int count, const CwPaint *paint)
{
    if (can_draw(list, corners, count < 3 ? 0 : count, paint)) {
        push_shape(list, corners, paint, (ShapeCommand){.corner_count = (uint32_t)count});
    }
}

void cw_draw_shape_rect(CwDrawList *list, CwPoint2 top_left, CwPoint2 size, const CwPaint *paint)
{
    double right = top_left.x + size.x;
    double bottom = top_left.y + (list->state.space == CW_SPACE_WORLD ? -size.y : size.y);
    if (size.x > 0 && size.y > 0) {
        const CwPoint2 corners[] = {
            top_left, {right, top_left.y}, {right, bottom}, {top_left.x, bottom}};
        cw_draw_shape(list, corners, 4, paint);
    } else if (size.x < 0 || size.y < 0) {
        draw_mistake(list, DRAW_NEGATIVE_SIZE);
    }
}

void cw_draw_shape_circle(CwDrawList *list, CwPoint2 place, double radius, const CwPaint *paint)
{
    if (radius != 0) {
        cw_draw_stroke(list, &(CwStroke){.points = &place, .count = 1, .width = 2 * radius}, paint);
    }
}

void cw_draw_stroke(CwDrawList *list, const CwStroke *stroke, const CwPaint *paint)
{
    ASSERT_GIVEN(stroke);
    float width = (float)stroke->width * list->state.unit_points;
    if (!can_draw(list, stroke->points, stroke->count, paint)) {
        return;
    }
    if (stroke->width <= 0) {
        draw_mistake(list, "a stroke without a width is left out; give it one above 0");
    }
    if (!(width > 0) || !draw_is_drawable((vec2s){{width, 0}})) {
        return;
    }
    double limit = stroke->mitre_limit > 0 ? stroke->mitre_limit : DEFAULT_MITRE_LIMIT;
    push_shape(list, stroke->points, paint,
               (ShapeCommand){.corner_count = (uint32_t)stroke->count,
                              .width = width,
                              .mitre_limit = (float)fmin(limit, 100),
                              .cap = stroke->cap,
                              .join = stroke->join,
                              .closed = stroke->closed});
}
