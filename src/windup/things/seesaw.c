#include "things/seesaw.h"

#include "common/sprites.h"

#include <math.h>

static const double MASS_KGPM2 = 26.0;
static const double RETURN_NMPRAD = 420.0;
static const double RETURN_DAMPING_NMSPRAD = 160.0;
static const double PIVOT_HEIGHT_M = 1.2; /* of its picture, whose axle is 0.10 below the top */

const ThingClass seesaw_class = {
    .shape = CW_MAP_RECT, .most = 100, .properties = {LIMITS("tilt", 0.05, 1.0)}};

static void add_beam(CwWorld *world, CwEntity self, Seesaw *seesaw, double angle_rad)
{
    double mass_kg = MASS_KGPM2 * seesaw->width_m * seesaw->height_m;
    seesaw->beam = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, seesaw->width_m, seesaw->height_m));
    thing_add_body(world, self, seesaw->beam, seesaw->pivot_m, angle_rad);
    thing_add_shape(world, self, thing_box(seesaw->beam, seesaw->width_m, seesaw->height_m), 1.0,
                    FILTER_HANGING);
}

void seesaw_spawn(CwWorld *world, CwEntity self, Seesaw *seesaw, const FromMap *from)
{
    const CwMapObject *object = from->object;
    seesaw->pivot_m = object->centre_m;
    seesaw->width_m = object->width_m;
    seesaw->height_m = object->height_m;
    add_beam(world, self, seesaw, object->angle_rad);

    double tilt_rad = cw_map_number(from->map, object, "tilt", 0.3);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    thing_join(world, cpPivotJointNew(ground, seesaw->beam, seesaw->pivot_m));
    thing_join(world, cpRotaryLimitJointNew(ground, seesaw->beam, -tilt_rad, tilt_rad));
    /* a spring's rest angle is of a against b */
    thing_join(world, cpDampedRotarySpringNew(ground, seesaw->beam, -object->angle_rad,
                                              RETURN_NMPRAD, RETURN_DAMPING_NMSPRAD));
}

void seesaw_draw(const CwWorld *world, const Seesaw *seesaw, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, seesaw->beam, frame->alpha);
    sprite_draw(
        frame->draw, SPRITE_PIVOT,
        (CwTransform2){seesaw->pivot_m.x, seesaw->pivot_m.y + 0.10 - PIVOT_HEIGHT_M / 2.0, 0.0},
        NATURAL);
    sprite_draw(frame->draw, SPRITE_SEESAW, pose, (CwPoint2){seesaw->width_m, seesaw->height_m});
}
