#include "things/kinds.h"

#include "common/sprites.h"

static const double MASS_KGPM2 = 26.0;
static const double RETURN_NMPRAD = 420.0;
static const double RETURN_DAMPING_NMSPRAD = 160.0;
static const double PIVOT_HEIGHT_M = 1.2; /* the picture's; its axle is 0.10 below the top */

const CwField seesaw_fields[] = {CW_FIELD_BODY(Seesaw, beam, "beam"),
                                 CW_FIELD_OBJECT(Seesaw, object)};

const ThingClass seesaw_class = {
    .shape = CW_MAP_RECT, .most = 100, .properties = {LIMITS("tilt", 0.05, 1.0)}};

void seesaw_spawn(CwWorld *world, CwEntity self, Seesaw *seesaw, const CwMapObject *object)
{
    double width_m = object->width_m, height_m = object->height_m;
    double mass_kg = MASS_KGPM2 * width_m * height_m;
    double tilt_rad = cw_property_number(object->properties, "tilt", 0.3);
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpBody *beam = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, width_m, height_m));
    seesaw->object = object;
    seesaw->beam = thing_add_body(world, self, beam, object->centre_m, object->angle_rad);
    thing_add_shape(world, self, thing_box(beam, width_m, height_m, 0.05), 1.0, FILTER_HANGING);
    thing_join(world, cpPivotJointNew(ground, beam, object->centre_m));
    thing_join(world, cpRotaryLimitJointNew(ground, beam, -tilt_rad, tilt_rad));
    /* a spring's rest angle is that of a against b */
    thing_join(world, cpDampedRotarySpringNew(ground, beam, -object->angle_rad, RETURN_NMPRAD,
                                              RETURN_DAMPING_NMSPRAD));
}

void seesaw_draw(const CwWorld *world, const Seesaw *seesaw, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, seesaw->beam, frame->alpha);
    sprite_draw(frame->draw, SPRITE_PIVOT,
                (CwTransform2){seesaw->object->centre_m.x,
                               seesaw->object->centre_m.y + 0.10 - PIVOT_HEIGHT_M / 2.0, 0.0},
                NATURAL);
    sprite_draw(frame->draw, SPRITE_SEESAW, pose,
                (CwPoint2){seesaw->object->width_m, seesaw->object->height_m});
}
