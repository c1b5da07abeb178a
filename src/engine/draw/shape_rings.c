#include "draw/shape_rings.h"

#include <math.h>

static const float PI_F = 3.14159265358979F;
static const float SAME_PLACE = 1e-4F;
static const float GROW_PX = 0.5F;
static const float MITRE_MAX = 2.5F;       /* of what a polygon grows by at an acute corner */
static const float SHORT_PX = 0.25F;       /* of an edge that may be lost in a bend */
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

/* ---- Rings, corner by corner ---- */

typedef struct Ring {
    Raster *raster;
    vec2s first, last;
    bool begun;
} Ring;

static void ring_to(Ring *ring, vec2s corner_px)
{
    if (ring->begun) {
        raster_add_line(ring->raster, ring->last, corner_px);
    } else {
        ring->first = corner_px;
        ring->begun = true;
    }
    ring->last = corner_px;
}

static void ring_close(Ring *ring)
{
    if (ring->begun) {
        raster_add_line(ring->raster, ring->last, ring->first);
        ring->begun = false;
    }
}

/* ---- Polygons ---- */

/* To the side that is outward of a ring whose area is positive. */
static vec2s normal_of(const vec2s *ring, int count, int corner, float side)
{
    vec2s edge = glms_vec2_sub(ring[(corner + 1) % count], ring[corner]);
    return glms_vec2_scale(glms_vec2_normalize((vec2s){{edge.y, -edge.x}}), side * GROW_PX);
}

static void grow_corner(Ring *grown, vec2s corner, vec2s before, vec2s after, float side)
{
    float bend = side * glms_vec2_cross(before, after) / (GROW_PX * GROW_PX);
    float opened = 1 + glms_vec2_dot(before, after) / (GROW_PX * GROW_PX);
    float least = 2 / (MITRE_MAX * MITRE_MAX);
    vec2s point = glms_vec2_scale(glms_vec2_add(before, after), 1 / fmaxf(opened, least));
    if (opened >= least && (bend >= 0 || -bend * GROW_PX < SHORT_PX * opened)) {
        ring_to(grown, glms_vec2_add(corner, point));
        return;
    }
    ring_to(grown, glms_vec2_add(corner, before));
    ring_to(grown, bend > 0 ? glms_vec2_add(corner, point) : corner);
    ring_to(grown, glms_vec2_add(corner, after));
}

/* Relative to the first corner, for precision. */
static float area_of(const vec2s *ring, int count)
{
    float area = 0;
    for (int i = 1; i + 1 < count; i++) {
        area +=
            glms_vec2_cross(glms_vec2_sub(ring[i], ring[0]), glms_vec2_sub(ring[i + 1], ring[0]));
    }
    return area;
}

static void add_polygon(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                        const vec2s *corners)
{
    vec2s ring[CW_SHAPE_CORNERS_MAX];
    int count = without_doubles(corners, shape->corner_count, ring, true);
    for (int i = 0; i < count; i++) {
        ring[i] = viewport_pixel(viewport, ring[i]);
    }
    if (count < 3) {
        return;
    }
    Ring grown = {.raster = raster};
    float side = area_of(ring, count) < 0 ? -1.0F : 1.0F;
    vec2s before = normal_of(ring, count, count - 1, side);
    for (int i = 0; i < count; i++) {
        vec2s after = normal_of(ring, count, i, side);
        grow_corner(&grown, ring[i], before, after, side);
        before = after;
    }
    ring_close(&grown);
}

/* ---- Strokes ---- */

/* Walks along one side of a line and back along the other. */
typedef struct Stroker {
    Ring ring;
    const Viewport *viewport;
    const ShapeCommand *shape;
    float half, half_px;
    vec2s points[CW_SHAPE_CORNERS_MAX];
    int count;
} Stroker;

/* So far away from a place; view points. */
static void stroke_to(Stroker *stroker, vec2s place, vec2s away)
{
    ring_to(&stroker->ring, viewport_pixel(stroker->viewport, glms_vec2_add(place, away)));
}

/* Half the width to the left of a direction, where it walks. */
static vec2s side_of(const Stroker *stroker, vec2s direction)
{
    return glms_vec2_scale((vec2s){{-direction.y, direction.x}}, stroker->half);
}

/* Around a place, from one arm on by an angle; the arms are half a width long. */
static void add_arc(Stroker *stroker, vec2s centre, vec2s arm, float angle_rad)
{
    float radius_px = fmaxf(stroker->half_px, 0.25F);
    float step_rad = 2 * sqrtf(2 * CHORD_ERROR_PX / radius_px);
    int steps = (int)fminf(ceilf(fabsf(angle_rad) / step_rad) + 1, ARC_STEPS_MAX);
    for (int i = 0; i <= steps; i++) {
        stroke_to(stroker, centre, glms_vec2_rotate(arm, angle_rad * (float)i / (float)steps));
    }
}

/* On the inner side of a corner segments overlap; on the outer one their gap is filled. */
static void add_joint(Stroker *stroker, vec2s corner, vec2s before, vec2s after)
{
    float bend = glms_vec2_cross(before, after), cosine = glms_vec2_dot(before, after);
    vec2s from = side_of(stroker, before), to = side_of(stroker, after);
    vec2s point = glms_vec2_scale(glms_vec2_add(from, to), 1 / fmaxf(1 + cosine, 1e-6F));
    float limit = stroker->shape->mitre_limit;
    bool inner = bend > 0;
    if (inner && bend * stroker->half_px < SHORT_PX * (1 + cosine)) {
        stroke_to(stroker, corner, point);
        return;
    }
    if (!inner && stroker->shape->join == CW_JOIN_ROUND) {
        add_arc(stroker, corner, from, -fabsf(atan2f(bend, cosine))); /* half a turn, too */
        return;
    }
    stroke_to(stroker, corner, from);
    if (inner) {
        stroke_to(stroker, corner, glms_vec2_zero());
    } else if (stroker->shape->join == CW_JOIN_MITRE && 2 <= limit * limit * (1 + cosine)) {
        stroke_to(stroker, corner, point);
    }
    stroke_to(stroker, corner, to);
}

/* `out` leads away from the line. */
static void add_cap(Stroker *stroker, vec2s end, vec2s out)
{
    vec2s side = side_of(stroker, out), ahead = glms_vec2_scale(out, stroker->half);
    switch (stroker->shape->cap) {
    case CW_CAP_ROUND:
        add_arc(stroker, end, side, -PI_F);
        break;
    case CW_CAP_SQUARE:
        stroke_to(stroker, end, glms_vec2_add(ahead, side));
        stroke_to(stroker, end, glms_vec2_sub(ahead, side));
        break;
    case CW_CAP_BUTT:
        stroke_to(stroker, end, side);
        stroke_to(stroker, end, glms_vec2_negate(side));
        break;
    }
}

static vec2s direction(const Stroker *stroker, int from)
{
    vec2s to = stroker->points[(from + 1) % stroker->count];
    return glms_vec2_normalize(glms_vec2_sub(to, stroker->points[from % stroker->count]));
}

static void add_side(Stroker *stroker, bool closed)
{
    int count = stroker->count, end = closed ? count + 1 : count - 1;
    vec2s before = direction(stroker, 0);
    for (int i = 1; i < end; i++) {
        vec2s after = direction(stroker, i);
        add_joint(stroker, stroker->points[i % count], before, after);
        before = after;
    }
    if (closed) {
        ring_close(&stroker->ring);
    } else {
        add_cap(stroker, stroker->points[count - 1], before);
    }
}

static void turn_round(Stroker *stroker)
{
    for (int i = 0, j = stroker->count - 1; i < j; i++, j--) {
        vec2s point = stroker->points[i];
        stroker->points[i] = stroker->points[j];
        stroker->points[j] = point;
    }
}

static void add_stroke(Stroker *stroker, bool closed)
{
    add_side(stroker, closed);
    turn_round(stroker);
    add_side(stroker, closed);
    ring_close(&stroker->ring);
}

static void add_dot(Stroker *stroker)
{
    const vec2s right = {{1, 0}};
    if (stroker->shape->cap != CW_CAP_BUTT) {
        add_cap(stroker, stroker->points[0], right);
        add_cap(stroker, stroker->points[0], glms_vec2_negate(right));
        ring_close(&stroker->ring);
    }
}

void shape_rings_add(Raster *raster, const Viewport *viewport, const ShapeCommand *shape,
                     const vec2s *corners)
{
    if (shape->width == 0) {
        add_polygon(raster, viewport, shape, corners);
        return;
    }
    Stroker stroker;
    stroker.ring = (Ring){.raster = raster};
    stroker.viewport = viewport;
    stroker.shape = shape;
    stroker.half = shape->width / 2;
    stroker.half_px = stroker.half * (float)fmax(viewport->scale_x, viewport->scale_y);
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
