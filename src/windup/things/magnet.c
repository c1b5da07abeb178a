/* Magnets: while one is on, all that moves within its reach is pulled towards it, or pushed away by
 * one that was reversed. Nearer is stronger; as with gravity, weight makes no difference. */
#include "things/hazards.h"

#include "common/sprites.h"
#include "things/seen.h"

#include <math.h>

static const double CORE_M = 0.6; /* nearer to the middle than this the pull fades again */
static const double RING_S = 0.9; /* from the rim of its reach to its face, for the eye */

const CwField magnet_fields[MAGNET_FIELD_COUNT] = {MACHINE_FIELDS(Magnet)};

void magnet_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Magnet *magnet = data;
    const FromMap *from = args;
    machine_spawn(world, &magnet->machine, from);
    magnet->object = from->object;
    magnet->reach_m = cw_map_number(from->map, from->object, "radius", 5.0);
    magnet->pull_mps2 = cw_map_number(from->map, from->object, "pull", 30.0);
    cpShape *shape = cpPolyShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), 4,
                                    from->object->corners_m, cpTransformIdentity, 0.0);
    machine_add_shape(world, self, shape, 1.0);
}

/* cpSpaceBodyIteratorFunc. */
static void pull(cpBody *body, void *context)
{
    const Magnet *magnet = context;
    if (cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) {
        return;
    }
    CwWorld *world = cw_space_world(cpBodyGetSpace(body));
    cpVect way = cpvsub(magnet->object->centre_m, cpBodyGetPosition(body));
    double distance_m = cpvlength(way);
    double near = 1.0 - distance_m / magnet->reach_m;
    if (near <= 0.0 || distance_m <= 0.0) {
        return;
    }
    double change_mps = magnet->machine.way * magnet->pull_mps2 * near *
                        fmin(1.0, distance_m / CORE_M) * cw_world_dt_s(world);
    cpVect before_mps = cpBodyGetVelocity(body);
    cpVect after_mps = cpvadd(before_mps, cpvmult(way, change_mps / distance_m));
    cpBodySetVelocity(body, after_mps);
    machine_did_work(world, 0.5 * cpBodyGetMass(body) *
                                (cpvlengthsq(after_mps) - cpvlengthsq(before_mps)));
}

void magnet_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Magnet *magnet = data;
    machine_advance(world, &magnet->machine);
    if (machine_is_on(world, &magnet->machine)) {
        cpSpaceEachBody(cw_world_space(world), pull, magnet);
    }
}

static void draw_ring(CwDrawList *list, cpVect centre_m, double radius_m, CwColour colour)
{
    enum { CORNERS = 33 };
    CwPoint2 points[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        cpVect rim = cpvmult(cpvforangle(2.0 * CP_PI * i / ((double)CORNERS - 1.0)), radius_m);
        points[i] = (CwPoint2){centre_m.x + rim.x, centre_m.y + rim.y};
    }
    cw_draw_polyline(list, points, CORNERS, 0.07, colour);
}

/* Rings that run inwards, outwards from a reversed one, brighter where the pull is stronger. */
static void draw_field(const CwWorld *world, const Magnet *magnet, CwFrame *frame)
{
    double time_s = cw_world_time_s(world) + (frame->alpha - 1.0) * cw_world_dt_s(world);
    for (int i = 0; i < 4; i++) {
        double age = magnet->machine.way * time_s / (4.0 * RING_S) + i / 4.0;
        double near = age - floor(age);
        CwColour colour = {0x68, 0xbc, 0xb3, (uint8_t)(230.0 * near * fmin(1.0, 6.0 - 6.0 * near))};
        draw_ring(frame->draw, magnet->object->centre_m, magnet->reach_m * (1.0 - near), colour);
    }
}

void magnet_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Magnet *magnet = data;
    const CwMapObject *object = magnet->object;
    if (!object_is_seen(frame, object, magnet->reach_m)) {
        return;
    }
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    if (machine_is_on(world, &magnet->machine)) {
        draw_field(world, magnet, frame);
    }
    cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_MAGNET,
                                                .x = object->centre_m.x,
                                                .y = object->centre_m.y,
                                                .width = object->width_m,
                                                .height = object->height_m,
                                                .angle_rad = object->angle_rad});
}
