#include "things/kinds.h"

#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static const double CORE_M = 0.6; /* nearer to the middle the pull fades again */
static const double FRICTION = 1.0;
static const double RING_S = 0.9; /* time that a drawn ring takes from the rim to the face */
static const double RING_WIDTH_M = 0.07;
static const double RING_ALPHA = 230.0;
static const double RING_FADE = 1.0 / 6.0; /* share of the way, at its end, on which a ring fades */

const ThingClass magnet_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {MACHINE_PROPERTIES(Magnet), PROPERTY(Magnet, reach_m, "radius", 5.0, 0.5, 50.0),
                   PROPERTY(Magnet, pull_mps2, "pull", 30.0, 0.0, 200.0)}};

void magnet_spawn(CwWorld *world, CwEntity self, Magnet *magnet, const CwMapObject *object)
{
    (void)magnet;
    machine_add_shape(world, self, thing_fixed_polygon(world, object->corners_m, 4), FRICTION);
}

/* A cpSpaceBodyIteratorFunc. */
static void pull_body(cpBody *body, void *context)
{
    const Magnet *magnet = context;
    cpVect way = cpvsub(magnet->machine.object->centre_m, body->p);
    if (fabs(way.x) >= magnet->reach_m || cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) {
        return; /* most bodies are far away */
    }
    double distance_m = cpvlength(way);
    double near = 1.0 - distance_m / magnet->reach_m;
    if (near <= 0.0 || distance_m <= 0.0) {
        return;
    }
    CwWorld *world = cw_space_world(cpBodyGetSpace(body));
    double change_mps = magnet->machine.way * magnet->pull_mps2 * near *
                        fmin(1.0, distance_m / CORE_M) * cw_world_dt_s(world);
    cpVect change = cpvmult(way, change_mps / distance_m);
    machine_push(world, body, cpvadd(cpBodyGetVelocity(body), change));
}

void magnet_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Magnet *magnet = data;
    machine_advance(world, &magnet->machine);
    if (machine_is_on(world, &magnet->machine)) {
        cpSpaceEachBody(cw_world_space(world), pull_body, magnet);
    }
}

/* Draws rings that run inwards (reversed: outwards), brighter where the pull is stronger. */
static void draw_field(const Magnet *magnet, CwFrame *frame)
{
    enum { RINGS = 4, CORNERS = 33 };
    for (int ring = 0; ring < RINGS; ring++) {
        double age = magnet->machine.way * frame->sim_s / (4.0 * RING_S) + ring / 4.0;
        double near = age - floor(age);
        CwPoint2 points[CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            cpVect way = cpvforangle(TURN_RAD * i / ((double)CORNERS - 1.0));
            points[i] = to_point(cpvadd(magnet->machine.object->centre_m,
                                        cpvmult(way, magnet->reach_m * (1.0 - near))));
        }
        double alpha = RING_ALPHA * near * fmin(1.0, (1.0 - near) / RING_FADE);
        CwColour colour = {0x68, 0xbc, 0xb3, (uint8_t)alpha};
        cw_draw_polyline(frame->draw, points, CORNERS, RING_WIDTH_M, colour);
    }
}

void magnet_draw(const CwWorld *world, const Magnet *magnet, CwFrame *frame)
{
    const CwMapObject *object = magnet->machine.object;
    if (!object_is_seen(frame, object, magnet->reach_m)) {
        return;
    }
    if (machine_is_on(world, &magnet->machine)) {
        draw_field(magnet, frame);
    }
    sprite_draw(frame->draw, SPRITE_MAGNET,
                (CwTransform2){object->centre_m.x, object->centre_m.y, object->angle_rad},
                (CwPoint2){object->width_m, object->height_m});
}
