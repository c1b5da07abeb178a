/* Crates: loose boxes to plough through. They burst when the buggy hits them hard, and wear out
 * when it grinds on them: no crate jams it for long. */
#include "common/numbers.h"
#include "common/run.h"
#include "common/sprites.h"
#include "things/things.h"

#include <math.h>

static const double MASS_KGPM2 = 8.0;
static const double BURST_MPS = 4.5; /* of closing speed */
static const double WEAR_MS = 700.0; /* of touch */

const CwField crate_fields[CRATE_FIELD_COUNT] = {
    CW_FIELD(Crate, touch_count),
    CW_FIELD(Crate, worn_ticks),
};

void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Crate *crate = data;
    const FromMap *from = args;
    crate->width_m = from->object->width_m;
    crate->height_m = from->object->height_m;
    double usual_kg = MASS_KGPM2 * crate->width_m * crate->height_m;
    double mass_kg =
        cpfclamp(cw_map_number(from->map, from->object, "mass_kg", usual_kg), 0.1, 10000.0);
    double moment = cpMomentForBox(mass_kg, crate->width_m, crate->height_m);

    crate->body = cpBodyNew(mass_kg, moment);
    cpBodySetPosition(crate->body, from->object->centre_m);
    cpBodySetAngle(crate->body, from->object->angle_rad);
    cw_world_add_body(world, self, crate->body);

    double rounding_m = fmin(0.04, fmin(crate->width_m, crate->height_m) / 4.0);
    cpShape *shape = cpBoxShapeNew(crate->body, crate->width_m - 2.0 * rounding_m,
                                   crate->height_m - 2.0 * rounding_m, rounding_m);
    cpShapeSetFriction(
        shape, cpfclamp(cw_map_number(from->map, from->object, "friction", 0.3), 0.0, 10.0));
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CP_ALL_CATEGORIES));
    cw_world_add_shape(world, self, shape);
}

static void burst(CwWorld *world, CwEntity self, const Crate *crate)
{
    cw_world_emit(world, CUE_BURST, self, cpBodyGetPosition(crate->body), crate->width_m);
    cw_world_destroy(world, self);
}

void crate_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Crate *crate = data;
    if (!cw_entity_equal(event->b, run_of(world)->buggy)) {
        return;
    }
    if (event->type == CW_EVENT_CONTACT_BEGIN) {
        crate->touch_count++;
        if (event->strength > BURST_MPS && cw_world_alive(world, self)) {
            burst(world, self, crate);
        }
    } else if (event->type == CW_EVENT_CONTACT_END) {
        crate->touch_count--;
    }
}

void crate_tick(CwWorld *world, CwEntity self, void *data)
{
    Crate *crate = data;
    crate->worn_ticks += crate->touch_count > 0 ? 1 : 0;
    if (crate->worn_ticks > cw_world_ms_to_ticks(world, WEAR_MS) && cw_world_alive(world, self)) {
        burst(world, self, crate);
    }
}

void crate_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    const Crate *crate = data;
    CwTransform2 pose = cw_world_pose(world, crate->body, frame->alpha);
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = SPRITE_CRATE,
                                                .x = pose.x_m,
                                                .y = pose.y_m,
                                                .width = crate->width_m,
                                                .height = crate->height_m,
                                                .angle_rad = pose.angle_rad});
}
