/* Crates: loose boxes to plough through. They burst when the buggy hits them hard, and wear out
 * when it grinds on them: no crate jams it for long. */
#include "game/things.h"

#include <math.h>

static const double MASS_KGPM2 = 8.0;
static const double BURST_MPS = 4.5; /* of closing speed */
static const double WEAR_MS = 700.0; /* of touch */

const Field crate_fields[CRATE_FIELD_COUNT] = {
    FIELD(Crate, touch_count),
    FIELD(Crate, worn_ticks),
};

void crate_spawn(World *world, Entity self, void *data, const void *args)
{
    Crate *crate = data;
    const FromMap *from = args;
    crate->width_m = from->object->width_m;
    crate->height_m = from->object->height_m;
    double usual_kg = MASS_KGPM2 * crate->width_m * crate->height_m;
    double mass_kg =
        cpfclamp(map_number(from->map, from->object, "mass_kg", usual_kg), 0.1, 10000.0);
    double moment = cpMomentForBox(mass_kg, crate->width_m, crate->height_m);

    crate->body = cpBodyNew(mass_kg, moment);
    cpBodySetPosition(crate->body, from->object->centre_m);
    cpBodySetAngle(crate->body, from->object->angle_rad);
    world_add_body(world, self, crate->body);

    double rounding_m = fmin(0.04, fmin(crate->width_m, crate->height_m) / 4.0);
    cpShape *shape = cpBoxShapeNew(crate->body, crate->width_m - 2.0 * rounding_m,
                                   crate->height_m - 2.0 * rounding_m, rounding_m);
    cpShapeSetFriction(shape,
                       cpfclamp(map_number(from->map, from->object, "friction", 0.3), 0.0, 10.0));
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CP_ALL_CATEGORIES));
    world_add_shape(world, self, shape);
}

static void burst(World *world, Entity self, const Crate *crate)
{
    world_emit(world, CUE_BURST, self, cpBodyGetPosition(crate->body), crate->width_m);
    world_destroy(world, self);
}

void crate_event(World *world, Entity self, void *data, const Event *event)
{
    Crate *crate = data;
    if (!entity_equal(event->b, run_of(world)->buggy)) {
        return;
    }
    if (event->type == EVENT_CONTACT_BEGIN) {
        crate->touch_count++;
        if (event->strength > BURST_MPS && world_alive(world, self)) {
            burst(world, self, crate);
        }
    } else if (event->type == EVENT_CONTACT_END) {
        crate->touch_count--;
    }
}

void crate_tick(World *world, Entity self, void *data)
{
    Crate *crate = data;
    crate->worn_ticks += crate->touch_count > 0 ? 1 : 0;
    if (crate->worn_ticks > world_ms_to_ticks(world, WEAR_MS) && world_alive(world, self)) {
        burst(world, self, crate);
    }
}

void crate_draw(const World *world, Entity self, const void *data, Frame *frame)
{
    (void)self;
    const Crate *crate = data;
    Transform2 pose = world_pose(world, crate->body, frame->alpha);
    draw_set_world(frame->draw, 1.0);
    draw_set_layer(frame->draw, LAYER_THINGS);
    draw_sprite(frame->draw, &(SpriteDraw){.sprite = SPRITE_CRATE,
                                           .x = pose.x_m,
                                           .y = pose.y_m,
                                           .width = crate->width_m,
                                           .height = crate->height_m,
                                           .angle_rad = pose.angle_rad});
}
