/* A see-saw: a beam on a pivot that tips under the buggy and comes back when it has gone. */
#include "common/numbers.h"
#include "common/sprites.h"
#include "things/things.h"

#include <math.h>

static const double MASS_KGPM2 = 26.0;
static const double RETURN_NMPRAD = 420.0;
static const double RETURN_DAMPING_NMSPRAD = 160.0;
static const double PIVOT_HEIGHT_M = 1.2; /* of its picture, whose axle is 0.10 below the top */

static void add_beam(CwWorld *world, CwEntity self, Seesaw *seesaw, double angle_rad)
{
    double mass_kg = MASS_KGPM2 * seesaw->width_m * seesaw->height_m;
    seesaw->beam = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, seesaw->width_m, seesaw->height_m));
    cpBodySetPosition(seesaw->beam, seesaw->pivot_m);
    cpBodySetAngle(seesaw->beam, angle_rad);
    cw_world_add_body(world, self, seesaw->beam);
    double rounding_m = fmin(0.05, fmin(seesaw->width_m, seesaw->height_m) / 4.0);
    cpShape *shape = cpBoxShapeNew(seesaw->beam, seesaw->width_m - 2.0 * rounding_m,
                                   seesaw->height_m - 2.0 * rounding_m, rounding_m);
    cpShapeSetFriction(shape, 1.0);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, CATEGORY_PLANK, CATEGORY_THING));
    cw_world_add_shape(world, self, shape);
}

void seesaw_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Seesaw *seesaw = data;
    const FromMap *from = args;
    const CwMapObject *object = from->object;
    seesaw->pivot_m = object->centre_m;
    seesaw->width_m = object->width_m;
    seesaw->height_m = object->height_m;
    add_beam(world, self, seesaw, object->angle_rad);

    double tilt_rad = cpfclamp(cw_map_number(from->map, object, "tilt", 0.3), 0.05, 1.0);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpPivotJointNew(ground, seesaw->beam, seesaw->pivot_m));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpRotaryLimitJointNew(ground, seesaw->beam, -tilt_rad, tilt_rad));
    /* a spring's rest angle is of a against b */
    cw_world_add_constraint(world, (CwEntity){0},
                            cpDampedRotarySpringNew(ground, seesaw->beam, -object->angle_rad,
                                                    RETURN_NMPRAD, RETURN_DAMPING_NMSPRAD));
}

void seesaw_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Seesaw *seesaw = data;
    CwTransform2 pose = cw_world_pose(world, seesaw->beam, frame->alpha);
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    cw_draw_sprite(frame->draw,
                   &(CwSpriteDraw){.sprite = SPRITE_PIVOT,
                                   .x = seesaw->pivot_m.x,
                                   .y = seesaw->pivot_m.y + 0.10 - PIVOT_HEIGHT_M / 2.0});
    cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_SEESAW,
                                                .x = pose.x_m,
                                                .y = pose.y_m,
                                                .width = seesaw->width_m,
                                                .height = seesaw->height_m,
                                                .angle_rad = pose.angle_rad});
}
