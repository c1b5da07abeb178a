#include "paint/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Areas in a row. An edge at the right side writes the two areas after the last pixel. */
static int stride_of(const Raster *raster)
{
    return raster->right - raster->left + 2;
}

static int words_of(const Raster *raster)
{
    return stride_of(raster) / 64 + 1;
}

void raster_begin(Raster *raster, int left, int top, int right, int bottom)
{
    raster->left = left;
    raster->top = top;
    raster->right = right;
    raster->bottom = bottom;
    raster->edge_count = 0;
    raster->low_y = INFINITY;
    raster->high_y = -INFINITY;
    raster->row_count = 0;
}

/* ---- edges ---- */

/* Adds an edge. Level edges bound no area; edges beyond the right side affect no pixel. */
static void add_edge(Raster *raster, double upper[2], double lower[2], float winding)
{
    double width = raster->right - raster->left;
    if (!(upper[1] < lower[1]) || (upper[0] >= width && lower[0] >= width)) {
        return;
    }
    if (!draw_reserve((void **)&raster->edges, &raster->edge_capacity,
                      (uint64_t)raster->edge_count + 1, sizeof *raster->edges)) {
        return;
    }
    raster->edges[raster->edge_count++] = (RasterEdge){
        upper[0], upper[1], lower[1], (lower[0] - upper[0]) / (lower[1] - upper[1]), winding};
}

static bool cut_edge(double upper[2], double lower[2], double x, double cut[2])
{
    if ((upper[0] < x) == (lower[0] < x)) {
        return false;
    }
    double way = (x - upper[0]) / (lower[0] - upper[0]);
    cut[0] = x;
    cut[1] = upper[1] + (lower[1] - upper[1]) * way;
    return true;
}

/* Moves an edge beyond the left side to that side: it winds around all pixels of its rows. */
static void add_from_left(Raster *raster, double upper[2], double lower[2], float winding)
{
    double width = raster->right - raster->left, cut[2];
    if (upper[0] < 0 && lower[0] < 0) {
        upper[0] = lower[0] = 0;
    }
    if (cut_edge(upper, lower, width, cut)) {
        bool is_leaving = upper[0] < width;
        add_edge(raster, is_leaving ? upper : cut, is_leaving ? cut : lower, winding);
    } else {
        add_edge(raster, upper, lower, winding);
    }
}

/* Adds a line of a ring; the caller closes the ring. */
static void add_line(Raster *raster, vec2s from, vec2s to)
{
    bool down = from.y < to.y;
    vec2s high = down ? from : to, low = down ? to : from;
    double upper[2] = {(double)high.x - raster->left, (double)high.y - raster->top};
    double lower[2] = {(double)low.x - raster->left, (double)low.y - raster->top};
    double cut[2];
    float winding = down ? 1.0F : -1.0F;
    raster->low_y = smaller(raster->low_y, upper[1]);
    raster->high_y = larger(raster->high_y, lower[1]);
    if (!cut_edge(upper, lower, 0, cut)) {
        add_from_left(raster, upper, lower, winding);
        return;
    }
    double again[2] = {cut[0], cut[1]};
    if (upper[0] < 0) {
        upper[0] = 0;
        add_edge(raster, upper, cut, winding);
        add_from_left(raster, again, lower, winding);
    } else {
        lower[0] = 0;
        add_from_left(raster, upper, cut, winding);
        add_edge(raster, again, lower, winding);
    }
}

/* ---- areas ---- */

static void touch_pixels(uint64_t *touched, int from, int to)
{
    for (int word = from / 64; word <= to / 64; word++) {
        uint64_t first = word == from / 64 ? ~0ULL << from % 64 : ~0ULL;
        uint64_t last = word == to / 64 ? ~0ULL >> (63 - to % 64) : ~0ULL;
        touched[word] |= first & last;
    }
}

/* Adds the part of an edge in one row, `height` high, between two places in the row. */
static void add_area(float *areas, uint64_t *touched, double from, double to, float height)
{
    float low = (float)smaller(from, to), high = (float)larger(from, to);
    int first = (int)low, end = (int)ceilf(high);
    float low_part = low - (float)first;
    if (end <= first + 1) { /* in one pixel */
        float middle = 0.5F * (low + high) - (float)first;
        areas[first] += height - height * middle;
        areas[first + 1] += height * middle;
        touch_pixels(touched, first, first + 1);
        return;
    }
    float step = 1 / (high - low);
    float high_part = high - (float)end + 1;
    float begin_area = 0.5F * step * (1 - low_part) * (1 - low_part);
    float end_area = 0.5F * step * high_part * high_part;
    touch_pixels(touched, first, end);
    areas[first] += height * begin_area;
    areas[end] += height * end_area;
    if (end == first + 2) {
        areas[first + 1] += height * (1 - begin_area - end_area);
        return;
    }
    float second = step * (1.5F - low_part);
    areas[first + 1] += height * (second - begin_area);
    for (int x = first + 2; x < end - 1; x++) {
        areas[x] += height * step;
    }
    float last = second + (float)(end - first - 3) * step;
    areas[end - 1] += height * (1 - last - end_area);
}

static void add_edge_areas(Raster *raster, const RasterEdge *edge, int y)
{
    double width = raster->right - raster->left;
    int first = (int)larger(y, floor(edge->upper_y));
    int end = (int)smaller(y + raster->row_count, ceil(edge->lower_y));
    for (int row = first; row < end; row++) {
        double from_y = larger(row, edge->upper_y), to_y = smaller(row + 1, edge->lower_y);
        double from = edge->upper_x + (from_y - edge->upper_y) * edge->slope;
        double to = edge->upper_x + (to_y - edge->upper_y) * edge->slope;
        add_area(raster->areas + (ptrdiff_t)(row - y) * stride_of(raster),
                 raster->touched + (ptrdiff_t)(row - y) * words_of(raster),
                 smaller(larger(from, 0), width), smaller(larger(to, 0), width),
                 (float)(to_y - from_y) * edge->winding);
    }
}

/* ---- runs ---- */

/* Adds a run after those of a row, which end before `end`; returns the new end. */
static RasterRun *add_run(RasterRun *begin, RasterRun *end, int from, int to, float area)
{
    float covered = fabsf(area) < 1 ? fabsf(area) : 1;
    int opacity = (int)(covered * 255 + 0.5F);
    if (from >= to || opacity == 0) {
        return end;
    }
    if (end > begin && end[-1].to == from && end[-1].opacity == opacity) {
        end[-1].to = to;
        return end;
    }
    *end = (RasterRun){from, to, opacity};
    return end + 1;
}

static void collect_row(Raster *raster, int row)
{
    int left = raster->left, right = raster->right, from = left, words = words_of(raster);
    float *areas = raster->areas + (ptrdiff_t)row * stride_of(raster);
    uint64_t *touched = raster->touched + (ptrdiff_t)row * words;
    RasterRun *begin = raster->runs + raster->run_count, *end = begin;
    float area = 0;
    for (int word = 0; word < words; word++) {
        uint64_t bits = touched[word];
        touched[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            int x = word * 64 + __builtin_ctzll(bits), to = left + x;
            end = add_run(begin, end, from, to < right ? to : right, area);
            area += areas[x];
            areas[x] = 0;
            from = to;
        }
    }
    end = add_run(begin, end, from, right, area);
    raster->run_count += (uint32_t)(end - begin);
}

static bool reserve_clear(void **array, uint32_t *capacity, uint64_t needed, size_t element_bytes)
{
    uint32_t before = *capacity;
    if (!draw_reserve(array, capacity, needed, element_bytes)) {
        return false;
    }
    memset((char *)*array + before * element_bytes, 0, (*capacity - before) * element_bytes);
    return true;
}

static bool reserve(Raster *raster)
{
    uint64_t pixels = (uint64_t)RASTER_ROWS * (uint64_t)stride_of(raster);
    uint64_t words = (uint64_t)RASTER_ROWS * (uint64_t)words_of(raster);
    return reserve_clear((void **)&raster->areas, &raster->area_capacity, pixels, sizeof(float)) &&
           reserve_clear((void **)&raster->touched, &raster->touched_capacity, words,
                         sizeof(uint64_t)) &&
           draw_reserve((void **)&raster->runs, &raster->run_capacity, pixels,
                        sizeof *raster->runs);
}

bool raster_next_band(Raster *raster)
{
    int height = raster->bottom - raster->top;
    int end = (int)smaller(height, ceil(raster->high_y));
    int y = raster->row_count == 0 ? (int)larger(0, smaller(floor(raster->low_y), height))
                                   : raster->y - raster->top + raster->row_count;
    if (raster->edge_count == 0 || y >= end || raster->right <= raster->left || !reserve(raster)) {
        return false;
    }
    raster->y = y + raster->top;
    raster->row_count = end - y < RASTER_ROWS ? end - y : RASTER_ROWS;
    raster->run_count = 0;
    for (uint32_t i = 0; i < raster->edge_count; i++) {
        const RasterEdge *edge = &raster->edges[i];
        if (edge->lower_y > y && edge->upper_y < y + raster->row_count) {
            add_edge_areas(raster, edge, y);
        }
    }
    for (int row = 0; row < raster->row_count; row++) {
        raster->row_runs[row] = raster->run_count;
        collect_row(raster, row);
    }
    raster->row_runs[raster->row_count] = raster->run_count;
    return true;
}

void raster_free(Raster *raster)
{
    free(raster->edges);
    free(raster->runs);
    free(raster->areas);
    free(raster->touched);
    *raster = (Raster){0};
}

static const float PI_F = 3.14159265358979F;
static const float SAME_PLACE = 1e-4F;
static const float GROW_PX = 0.5F;
static const float MITRE_MAX = 2.5F;       /* limit on the growth of a polygon at an acute corner */
static const float SHORT_PX = 0.25F;       /* an edge this short may vanish in a bend */
static const float CHORD_ERROR_PX = 0.04F; /* largest error of an arc's polygon */
enum { ARC_STEPS_MAX = 512 };

static int without_doubles(const vec2s *corners, uint32_t count, vec2s *to, bool closed)
{
    int copied = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (copied == 0 || glms_vec2_distance(corners[i], to[copied - 1]) > SAME_PLACE) {
            to[copied++] = corners[i];
        }
    }
    while (closed && copied > 1 && glms_vec2_distance(to[copied - 1], to[0]) <= SAME_PLACE) {
        copied--;
    }
    return copied;
}

/* ---- rings, corner by corner ---- */

typedef struct Ring {
    Raster *raster;
    vec2s first, last;
    bool has_begun;
} Ring;

static void ring_to(Ring *ring, vec2s corner_px)
{
    if (ring->has_begun) {
        add_line(ring->raster, ring->last, corner_px);
    } else {
        ring->first = corner_px;
        ring->has_begun = true;
    }
    ring->last = corner_px;
}

static void ring_close(Ring *ring)
{
    if (ring->has_begun) {
        add_line(ring->raster, ring->last, ring->first);
        ring->has_begun = false;
    }
}

/* ---- polygons ---- */

/* The outward unit normal of the edge from a corner on, times `side`: 1 for a positive area. */
static vec2s normal_of(const vec2s *ring, int count, int corner, float side)
{
    vec2s edge = glms_vec2_sub(ring[(corner + 1) % count], ring[corner]);
    return glms_vec2_scale(glms_vec2_normalize((vec2s){{edge.y, -edge.x}}), side);
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

/* Twice the signed area, relative to the first corner for precision. */
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
    vec2s before = normal_of(ring, count, count - 1, side * GROW_PX);
    for (int i = 0; i < count; i++) {
        vec2s after = normal_of(ring, count, i, side * GROW_PX);
        grow_corner(&grown, ring[i], before, after, side);
        before = after;
    }
    ring_close(&grown);
}

/* ---- strokes ---- */

/* Walks along one side of a line and back along the other. */
typedef struct Stroker {
    Ring ring;
    const Viewport *viewport;
    const ShapeCommand *shape;
    float half, half_px;
    vec2s points[CW_SHAPE_CORNERS_MAX];
    int count;
} Stroker;

/* Continues the ring to a place; view points. */
static void stroke_to(Stroker *stroker, vec2s place, vec2s away)
{
    ring_to(&stroker->ring, viewport_pixel(stroker->viewport, glms_vec2_add(place, away)));
}

/* Half the width to the left of a direction. */
static vec2s side_of(const Stroker *stroker, vec2s direction)
{
    return glms_vec2_scale((vec2s){{-direction.y, direction.x}}, stroker->half);
}

/* Adds an arc around a place, from one arm on by an angle; arms are half a width long. */
static void add_arc(Stroker *stroker, vec2s centre, vec2s arm, float angle_rad)
{
    float radius_px = fmaxf(stroker->half_px, 0.25F);
    float step_rad = 2 * sqrtf(2 * CHORD_ERROR_PX / radius_px);
    int steps = (int)fminf(ceilf(fabsf(angle_rad) / step_rad) + 1, ARC_STEPS_MAX);
    for (int i = 0; i <= steps; i++) {
        stroke_to(stroker, centre, glms_vec2_rotate(arm, angle_rad * (float)i / (float)steps));
    }
}

/* Segments overlap on the inner side of a corner; a joint fills the gap on the outer side. */
static void add_joint(Stroker *stroker, vec2s corner, vec2s before, vec2s after)
{
    float bend = glms_vec2_cross(before, after), cosine = glms_vec2_dot(before, after);
    vec2s from = side_of(stroker, before), to = side_of(stroker, after);
    vec2s point = glms_vec2_scale(glms_vec2_add(from, to), 1 / fmaxf(1 + cosine, 1e-6F));
    float limit = stroker->shape->mitre_limit;
    bool is_inner = bend > 0;
    if (is_inner && bend * stroker->half_px < SHORT_PX * (1 + cosine)) {
        stroke_to(stroker, corner, point);
        return;
    }
    if (!is_inner && stroker->shape->join == CW_JOIN_ROUND) {
        add_arc(stroker, corner, from, -fabsf(atan2f(bend, cosine))); /* half a turn, too */
        return;
    }
    stroke_to(stroker, corner, from);
    if (is_inner) {
        stroke_to(stroker, corner, glms_vec2_zero());
    } else if (stroker->shape->join == CW_JOIN_MITRE && 2 <= limit * limit * (1 + cosine)) {
        stroke_to(stroker, corner, point);
    }
    stroke_to(stroker, corner, to);
}

/* Adds a cap; `out` leads away from the line. */
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

static void add_stroke(Stroker *stroker, bool closed)
{
    add_side(stroker, closed); /* the other side, backwards */
    for (int i = 0, j = stroker->count - 1; i < j; i++, j--) {
        vec2s point = stroker->points[i];
        stroker->points[i] = stroker->points[j];
        stroker->points[j] = point;
    }
    add_side(stroker, closed);
    ring_close(&stroker->ring);
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
    if (stroker.count > 1) {
        add_stroke(&stroker, shape->closed && stroker.count > 2);
    } else if (shape->cap != CW_CAP_BUTT) { /* a dot */
        add_cap(&stroker, stroker.points[0], (vec2s){{1, 0}});
        add_cap(&stroker, stroker.points[0], (vec2s){{-1, 0}});
        ring_close(&stroker.ring);
    }
}

float shape_rings_reach_px(const Viewport *viewport, const ShapeCommand *shape)
{
    float scale = (float)fmax(viewport->scale_x, viewport->scale_y);
    float corner = shape->join == CW_JOIN_MITRE ? fmaxf(shape->mitre_limit, 1.5F) : 1.5F;
    return shape->width == 0 ? MITRE_MAX : shape->width / 2 * scale * corner + 1;
}

/* ---- outlines ---- */

static const float SAME_PLACE_PX = 1 / 64.0F;
static const float SAME_PLACE_PART = 2e-6F; /* rounding error, as a share of a coordinate */
static const float AREA_MIN_PX2 = 1e-3F;
/* Half the thinnest line, so that its two faded sides never overlap. */
static const float THINNEST_PX = 0.55F;
static const float CIRCLE_ERROR_PX = 0.08F; /* largest error of a circle's polygon */
enum { CAP_STEPS_MAX = OUTLINE_CORNERS_MAX / 2 - 1 };

static bool same_place(vec2s a, vec2s b)
{
    float far = fmaxf(fabsf(a.x), fabsf(a.y));
    float near = SAME_PLACE_PX + far * SAME_PLACE_PART;
    return fabsf(a.x - b.x) < near && fabsf(a.y - b.y) < near;
}

static void add_corner(Outline *outline, vec2s corner)
{
    if (outline->count == 0 || !same_place(outline->corners[outline->count - 1], corner)) {
        outline->corners[outline->count++] = corner;
    }
}

static bool finish_outline(Outline *outline)
{
    while (outline->count > 1 &&
           same_place(outline->corners[outline->count - 1], outline->corners[0])) {
        outline->count--;
    }
    float area = outline->count < 3 ? 0 : area_of(outline->corners, outline->count);
    if (!(fabsf(area) > AREA_MIN_PX2)) {
        return false;
    }
    float side = area > 0 ? 1.0F : -1.0F;
    outline->low_px = outline->high_px = outline->corners[0];
    for (int i = 0; i < outline->count; i++) {
        vec2s corner = outline->corners[i];
        outline->normals[i] = normal_of(outline->corners, outline->count, i, side);
        outline->low_px = glms_vec2_minv(outline->low_px, corner);
        outline->high_px = glms_vec2_maxv(outline->high_px, corner);
    }
    return true;
}

bool outline_polygon(const Viewport *viewport, const vec2s *ring, uint32_t count, Outline *outline)
{
    outline->count = 0;
    outline->reach_px = 1;
    outline->opacity = 1;
    for (uint32_t i = 0; i < count && i < OUTLINE_CORNERS_MAX; i++) {
        add_corner(outline, viewport_pixel(viewport, ring[i]));
    }
    return finish_outline(outline);
}

/* Adds half a circle around `centre` (view points), from the direction `start_rad` on. */
static void add_half_circle(const Viewport *viewport, Outline *outline, const CapsuleCommand *cap,
                            float start_rad)
{
    float scale_px = (float)fmax(viewport->scale_x, viewport->scale_y);
    float radius_px = fmaxf(cap->radius * scale_px, THINNEST_PX);
    int steps = (int)ceilf(PI_F / (2 * sqrtf(2 * CIRCLE_ERROR_PX / radius_px)));
    steps = steps < 2 ? 2 : steps > CAP_STEPS_MAX ? CAP_STEPS_MAX : steps;
    for (int i = 0; i <= steps; i++) {
        float angle_rad = start_rad + PI_F * (float)i / (float)steps;
        vec2s away = {{cosf(angle_rad) * cap->radius, sinf(angle_rad) * cap->radius}};
        add_corner(outline, viewport_pixel(viewport, glms_vec2_add(cap->a, away)));
    }
}

bool outline_capsule(const Viewport *viewport, const CapsuleCommand *capsule, Outline *outline)
{
    float thinnest = THINNEST_PX / (float)fmin(viewport->scale_x, viewport->scale_y);
    outline->count = 0;
    outline->reach_px = 0.5F;
    outline->opacity = fminf(1, capsule->radius / thinnest);
    CapsuleCommand end = *capsule;
    end.radius = fmaxf(capsule->radius, thinnest);
    vec2s along = glms_vec2_sub(capsule->b, capsule->a);
    float start_rad = atan2f(along.y, along.x) + PI_F / 2;
    add_half_circle(viewport, outline, &end, start_rad);
    end.a = capsule->b;
    add_half_circle(viewport, outline, &end, start_rad + PI_F);
    return finish_outline(outline);
}
