#include "paint/canvas.h"

#include <math.h>

static const float PI_F = 3.14159265358979F;
static const float SAME_PLACE_PX = 1 / 64.0F;
static const float SAME_PLACE_PART = 2e-6F; /* rounding error, as a share of a coordinate */
static const float AREA_MIN_PX2 = 1e-3F;
/* Half the thinnest line, so that its two faded sides never overlap. */
static const float THINNEST_PX = 0.55F;
static const float CHORD_ERROR_PX = 0.08F; /* largest error of a circle's polygon */
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

/* Twice the signed area, relative to the first corner for precision. */
static float doubled_area(const Outline *outline)
{
    float sum = 0;
    for (int i = 1; i + 1 < outline->count; i++) {
        vec2s a = glms_vec2_sub(outline->corners[i], outline->corners[0]);
        vec2s b = glms_vec2_sub(outline->corners[i + 1], outline->corners[0]);
        sum += glms_vec2_cross(a, b);
    }
    return sum;
}

/* Computes normals and bounds of the corners. */
static bool finish_outline(Outline *outline)
{
    while (outline->count > 1 &&
           same_place(outline->corners[outline->count - 1], outline->corners[0])) {
        outline->count--;
    }
    float area = outline->count < 3 ? 0 : doubled_area(outline);
    if (!(fabsf(area) > AREA_MIN_PX2)) {
        return false;
    }
    float side = area > 0 ? 1.0F : -1.0F;
    outline->low_px = outline->corners[0];
    outline->high_px = outline->corners[0];
    for (int i = 0; i < outline->count; i++) {
        vec2s corner = outline->corners[i];
        vec2s edge = glms_vec2_sub(outline->corners[(i + 1) % outline->count], corner);
        vec2s normal = glms_vec2_normalize((vec2s){{edge.y, -edge.x}});
        outline->normals[i] = glms_vec2_scale(normal, side);
        outline->low_px = glms_vec2_minv(outline->low_px, corner);
        outline->high_px = glms_vec2_maxv(outline->high_px, corner);
    }
    return true;
}

bool outline_polygon(const Viewport *viewport, const vec2s *corners, uint32_t count,
                     Outline *outline)
{
    outline->count = 0;
    outline->reach_px = 1;
    outline->opacity = 1;
    for (uint32_t i = 0; i < count && i < OUTLINE_CORNERS_MAX; i++) {
        add_corner(outline, viewport_pixel(viewport, corners[i]));
    }
    return finish_outline(outline);
}

/* Adds half a circle around `centre` (view points), from the direction `start_rad` on. */
static void add_cap(const Viewport *viewport, Outline *outline, const CapsuleCommand *cap,
                    float start_rad)
{
    float scale_px = (float)fmax(viewport->scale_x, viewport->scale_y);
    float radius_px = fmaxf(cap->radius * scale_px, THINNEST_PX);
    int steps = (int)ceilf(PI_F / (2 * sqrtf(2 * CHORD_ERROR_PX / radius_px)));
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
    add_cap(viewport, outline, &end, start_rad);
    end.a = capsule->b;
    add_cap(viewport, outline, &end, start_rad + PI_F);
    return finish_outline(outline);
}
