#include "draw/shape_rings.h"

#include <math.h>

static const float PI_F = 3.14159265358979F;
static const float SAME_PLACE = 1e-4F;
static const float GROW_PX = 0.5F;
static const float MITRE_MAX = 2.5F;       /* of what a polygon grows by at an acute corner */
static const float CHORD_ERROR_PX = 0.04F; /* how far an arc's polygon may be off */
enum { ARC_STEPS_MAX = 512 };

static int without_doubles(const vec2s *corners, uint32_t count, vec2s *to, bool closed)
{
    int kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || glms_vec2_distance(corners[i], to[kept - 1]) > SAME_PLACE) {
            to[kept++] = corners[i];
        }
    }
    while (closed && kept > 1 && glms_vec2_distance(to[kept - 1], to[0]) <= SAME_PLACE) {
        kept--;
    }
    return kept;
}

/* ---- Polygons ---- */

/* Outward, where the ring winds as a piece does. */
static vec2s normal_of(const vec2s *ring, int count, int corner)
{
    vec2s edge = glms_vec2_sub(ring[(corner + 1) % count], ring[corner]);
    return glms_vec2_scale(glms_vec2_normalize((vec2s){{edge.y, -edge.x}}), GROW_PX);
}

static void grow(Raster *raster, const vec2s *ring, int count, int corner)
{
    vec2s a = ring[corner], b = ring[(corner + 1) % count];
    vec2s normal = normal_of(ring, count, corner);
    vec2s before = normal_of(ring, count, (corner + count - 1) % count);
    vec2s beside[] = {a, glms_vec2_add(a, normal), glms_vec2_add(b, normal), b};
    raster_add_piece(raster, beside, 4);
    if (glms_vec2_cross(before, normal) > 0) {
        float bend = 1 + glms_vec2_dot(before, normal) / (GROW_PX * GROW_PX);
        vec2s point = glms_vec2_scale(glms_vec2_add(before, normal),
                                      1 / fmaxf(bend, 2 / (MITRE_MAX * MITRE_MAX)));
        vec2s mitre[] = {a, glms_vec2_add(a, before), glms_vec2_add(a, point),
                         glms_vec2_add(a, normal)};
        raster_add_piece(raster, mitre, 4);
    }
}

static void add_polygon(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                        const vec2s *corners)
{
    vec2s ring[CW_SHAPE_CORNERS_MAX];
    int count = without_doubles(corners, shape->corner_count, ring, true);
    for (int i = 0; i < count; i++) {
        ring[i] = viewport_pixel(viewport, ring[i]);
    }
    if (count >= 3) {
        raster_add_piece(raster, ring, count); /* now it winds as pieces do */
        for (int i = 0; i < count; i++) {
            grow(raster, ring, count, i);
        }
    }
}

/* ---- Strokes ---- */

typedef struct Stroker {
    Raster *raster;
    const Viewport *viewport;
    const ShapeCommand *shape;
    float half;
    vec2s points[CW_SHAPE_CORNERS_MAX];
    int count;
    vec2s piece[ARC_STEPS_MAX + 2]; /* scratch, view points */
} Stroker;

static void add_piece(Stroker *stroker, int count)
{
    for (int i = 0; i < count; i++) {
        stroker->piece[i] = viewport_pixel(stroker->viewport, stroker->piece[i]);
    }
    raster_add_piece(stroker->raster, stroker->piece, count);
}

/* Half the width to the left of a direction. */
static vec2s side_of(const Stroker *stroker, vec2s direction)
{
    return glms_vec2_scale((vec2s){{-direction.y, direction.x}}, stroker->half);
}

/* A slice around a place, from one arm on by an angle; the arms are half a width long. */
static void add_slice(Stroker *stroker, vec2s centre, vec2s arm, float angle_rad)
{
    float scale = (float)fmax(stroker->viewport->scale_x, stroker->viewport->scale_y);
    float radius_px = fmaxf(stroker->half * scale, 0.25F);
    float step_rad = 2 * sqrtf(2 * CHORD_ERROR_PX / radius_px);
    int steps = (int)fminf(ceilf(fabsf(angle_rad) / step_rad) + 1, ARC_STEPS_MAX);
    stroker->piece[0] = centre;
    for (int i = 0; i <= steps; i++) {
        vec2s turned = glms_vec2_rotate(arm, angle_rad * (float)i / (float)steps);
        stroker->piece[i + 1] = glms_vec2_add(centre, turned);
    }
    add_piece(stroker, steps + 2);
}

static void add_wedge(Stroker *stroker, vec2s corner, const vec2s *outer, int count)
{
    stroker->piece[0] = corner;
    for (int i = 0; i < count; i++) {
        stroker->piece[i + 1] = glms_vec2_add(corner, outer[i]);
    }
    add_piece(stroker, count + 1);
}

/* Fills the gap on the outer side of a corner. */
static void add_join(Stroker *stroker, vec2s corner, vec2s before, vec2s after)
{
    float bend = glms_vec2_cross(before, after), cosine = glms_vec2_dot(before, after);
    float outer = bend > 0 ? -1.0F : 1.0F;
    vec2s from = glms_vec2_scale(side_of(stroker, before), outer);
    vec2s to = glms_vec2_scale(side_of(stroker, after), outer);
    float limit = stroker->shape->mitre_limit;
    if (stroker->shape->join == CW_JOIN_ROUND) {
        add_slice(stroker, corner, from, atan2f(bend, cosine));
    } else if (stroker->shape->join == CW_JOIN_MITRE && 2 <= limit * limit * (1 + cosine)) {
        vec2s point = glms_vec2_scale(glms_vec2_add(from, to), 1 / (1 + cosine));
        add_wedge(stroker, corner, (vec2s[]){from, point, to}, 3);
    } else {
        add_wedge(stroker, corner, (vec2s[]){from, to}, 2);
    }
}

static void add_box(Stroker *stroker, vec2s a, vec2s b, vec2s side)
{
    stroker->piece[0] = glms_vec2_add(a, side);
    stroker->piece[1] = glms_vec2_add(b, side);
    stroker->piece[2] = glms_vec2_sub(b, side);
    stroker->piece[3] = glms_vec2_sub(a, side);
    add_piece(stroker, 4);
}

/* `out` leads away from the line. */
static void add_cap(Stroker *stroker, vec2s end, vec2s out)
{
    vec2s side = side_of(stroker, out);
    switch (stroker->shape->cap) {
    case CW_CAP_ROUND:
        add_slice(stroker, end, side, -PI_F);
        break;
    case CW_CAP_SQUARE:
        add_box(stroker, end, glms_vec2_add(end, glms_vec2_scale(out, stroker->half)), side);
        break;
    case CW_CAP_BUTT:
        break;
    }
}

static vec2s direction(const Stroker *stroker, int from)
{
    vec2s to = stroker->points[(from + 1) % stroker->count];
    return glms_vec2_normalize(glms_vec2_sub(to, stroker->points[from]));
}

static void add_stroke(Stroker *stroker, bool closed)
{
    const vec2s *points = stroker->points;
    int count = stroker->count, segments = closed ? count : count - 1;
    for (int i = 0; i < segments; i++) {
        vec2s way = direction(stroker, i);
        add_box(stroker, points[i], points[(i + 1) % count], side_of(stroker, way));
        if (i > 0 || closed) {
            add_join(stroker, points[i], direction(stroker, (i + count - 1) % count), way);
        }
    }
    if (!closed) {
        add_cap(stroker, points[0], glms_vec2_negate(direction(stroker, 0)));
        add_cap(stroker, points[count - 1], direction(stroker, count - 2));
    }
}

/* A circle or an upright square. */
static void add_dot(Stroker *stroker)
{
    const vec2s right = {{1, 0}};
    add_cap(stroker, stroker->points[0], right);
    add_cap(stroker, stroker->points[0], glms_vec2_negate(right));
}

void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners)
{
    if (shape->width == 0) {
        add_polygon(raster, viewport, shape, corners);
        return;
    }
    Stroker stroker;
    stroker.raster = raster;
    stroker.viewport = viewport;
    stroker.shape = shape;
    stroker.half = shape->width / 2;
    stroker.count = without_doubles(corners, shape->corner_count, stroker.points, shape->closed);
    if (stroker.count == 1) {
        add_dot(&stroker);
    } else {
        add_stroke(&stroker, shape->closed && stroker.count > 2);
    }
}

float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape)
{
    float scale = (float)fmax(viewport->scale_x, viewport->scale_y);
    float corner = shape->join == CW_JOIN_MITRE ? fmaxf(shape->mitre_limit, 1.5F) : 1.5F;
    return shape->width == 0 ? MITRE_MAX : shape->width / 2 * scale * corner + 1;
}
