#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <math.h>

static const double REACH_M = 0.02; /* reach beyond the tread: a film on the ground counts */

const ThingClass oil_class = {.shape = CW_MAP_RECT,
                              .other_shape = CW_MAP_POLYGON,
                              .most = 100,
                              .properties = {PROPERTY(Oil, grip, "grip", 0.15, 0.0, 1.0)}};

void oil_spawn(CwWorld *world, CwEntity self, Oil *oil, const CwMapObject *object)
{
    (void)self;
    oil->object = object;
    oil->corners_m = polygon_copy(world, object);
}

/* Whether a place is inside, or nearer to an edge than `reach_m`. */
static bool reaches(const Oil *oil, cpVect place_m, double reach_m)
{
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect a = oil->corners_m[i], b = oil->corners_m[(i + 1) % count];
        if (cpvdist(place_m, cpClosetPointOnSegment(place_m, a, b)) < reach_m) {
            return true;
        }
    }
    return polygon_contains(oil->corners_m, count, place_m);
}

void oil_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const Oil *oil = data;
    Buggy *buggy = buggy_of(world);
    for (int wheel = 0; wheel < WHEEL_COUNT; wheel++) {
        cpVect axle_m = cpBodyGetPosition(buggy->wheels[wheel]);
        if (reaches(oil, axle_m, WHEEL_RADIUS_M + REACH_M)) {
            buggy->grip[wheel] = fmin(buggy->grip[wheel], oil->grip);
        }
    }
}

static const CwColour FILM = {0x17, 0x10, 0x1c, 255};

/* Draws round ends, and drops along the lower side, of irregular sizes. */
static void draw_rim(const Oil *oil, CwDrawList *list)
{
    const double step_m = 0.23;
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect a = oil->corners_m[i], b = oil->corners_m[(i + 1) % count];
        draw_line(list, to_point(a), to_point(b), 0.08, FILM);
        double length_m = b.x > a.x ? cpvdist(a, b) : 0.0;
        for (double at_m = 0.0; at_m < length_m; at_m += step_m) {
            cpVect place = cpvlerp(a, b, at_m / length_m);
            double size = fabs(sin(7.3 * place.x + 3.1 * place.y));
            cw_draw_circle(list, to_point(place), 0.04 + 0.05 * size, FILM);
        }
    }
}

/* Draws the sky's reflection on the upper edges: a stroke with dashes of light. */
static void draw_shine(const Oil *oil, CwDrawList *list)
{
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect right = oil->corners_m[i], left = oil->corners_m[(i + 1) % count];
        cpVect along = cpvsub(right, left);
        double length_m = cpvlength(along);
        if (along.x < 0.5 * length_m || length_m < 0.2) {
            continue;
        }
        draw_line(list, to_point(left), to_point(right), 0.05, (CwColour){0x5a, 0x4a, 0x86, 255});
        for (double at_m = 0.2; at_m + 0.5 < length_m; at_m += 0.9) {
            cpVect from = cpvlerp(left, right, at_m / length_m);
            cpVect to = cpvlerp(left, right, (at_m + 0.35) / length_m);
            draw_line(list, (CwPoint2){from.x, from.y + 0.015}, (CwPoint2){to.x, to.y + 0.015},
                      0.025, (CwColour){0xa8, 0xe6, 0xde, 220});
        }
    }
}

void oil_draw(const CwWorld *world, const Oil *oil, CwFrame *frame)
{
    (void)world;
    if (!object_is_seen(frame, oil->object, 0.2)) {
        return;
    }
    cw_draw_set_layer(frame->draw, LAYER_OIL);
    polygon_draw(frame->draw, oil->corners_m, oil->object->corner_count, FILM);
    draw_rim(oil, frame->draw);
    draw_shine(oil, frame->draw);
}
