/* Oil: an area in which wheels have little grip. */
#include "game/buggy.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "things/things.h"

#include <math.h>

static const double REACH_M = 0.02; /* beyond the tread: a film that lies on the ground counts */

void oil_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    (void)self;
    Oil *oil = data;
    const FromMap *from = args;
    oil->object = from->object;
    oil->grip = cpfclamp01(cw_map_number(from->map, from->object, "grip", 0.15));
    int count = oil->object->corner_count;
    bool clockwise = cpAreaForPoly(count, oil->object->corners_m, 0.0) < 0.0;
    oil->corners_m = cw_world_alloc(world, (size_t)count * sizeof *oil->corners_m);
    for (int i = 0; i < count; i++) {
        oil->corners_m[i] = oil->object->corners_m[clockwise ? count - 1 - i : i];
    }
    oil->pieces = pieces_split(world, oil->corners_m, count);
}

/* Inside by the even-odd rule, or nearer to an edge than that. */
static bool reaches(const Oil *oil, cpVect place_m, double reach_m)
{
    bool inside = false;
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect a = oil->corners_m[i], b = oil->corners_m[(i + 1) % count];
        if (cpvdist(place_m, cpClosetPointOnSegment(place_m, a, b)) < reach_m) {
            return true;
        }
        if ((a.y > place_m.y) != (b.y > place_m.y) &&
            place_m.x < a.x + (b.x - a.x) * (place_m.y - a.y) / (b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

void oil_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    const Oil *oil = data;
    Buggy *buggy = buggy_of(world);
    for (int wheel = 0; buggy != NULL && wheel < WHEEL_COUNT; wheel++) {
        cpVect axle_m = cpBodyGetPosition(buggy->wheels[wheel]);
        if (reaches(oil, axle_m, WHEEL_RADIUS_M + REACH_M)) {
            buggy->grip[wheel] = fmin(buggy->grip[wheel], oil->grip);
        }
    }
}

/* A stroke along the upper edges, `lower_m` below them. */
static void draw_shine(const Oil *oil, CwDrawList *list, double lower_m, double width_m,
                       CwColour colour)
{
    int count = oil->object->corner_count;
    for (int i = 0; i < count; i++) {
        cpVect right = oil->corners_m[i], left = oil->corners_m[(i + 1) % count];
        cpVect along = cpvsub(right, left);
        double length_m = cpvlength(along);
        if (along.x < 0.5 * length_m || length_m < 0.2) {
            continue;
        }
        cpVect inset = cpvmult(along, 0.06 / length_m);
        CwPoint2 line[] = {{left.x + inset.x, left.y + inset.y - lower_m},
                           {right.x - inset.x, right.y - inset.y - lower_m}};
        cw_draw_polyline(list, line, 2, width_m, colour);
    }
}

void oil_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world;
    (void)self;
    const Oil *oil = data;
    CwDrawList *list = frame->draw;
    cw_draw_set_world(list, 1.0);
    cw_draw_set_layer(list, LAYER_OIL);
    pieces_draw(&oil->pieces, list, (CwColour){0x17, 0x10, 0x1c, 235});
    draw_shine(oil, list, 0.0, 0.1, (CwColour){0x17, 0x10, 0x1c, 255});
    draw_shine(oil, list, 0.0, 0.05, (CwColour){0x4b, 0x3f, 0x6e, 255});
    draw_shine(oil, list, -0.012, 0.02, (CwColour){0x9a, 0xd8, 0xd2, 190});
}
