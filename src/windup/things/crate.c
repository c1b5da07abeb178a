#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double MASS_KGPM2 = 8.0;
static const double FRICTION = 0.3;
static const double BURST_MPS = 4.5; /* closing speed */
static const double WEAR_MS = 700.0; /* time of touch */

const CwField crate_fields[] = {
    CW_FIELD(Crate, touch_count),
    CW_FIELD(Crate, worn_ticks),
    CW_FIELD_BODY(Crate, body, "body"),
    CW_FIELD_OBJECT(Crate, object),
};

const ThingClass crate_class = {
    .shape = CW_MAP_RECT,
    .most = 1000,
    .properties = {LIMITS("mass_kg", 0.0, 10000.0)}}; /* 0: as light as possible */

void crate_spawn(CwWorld *world, CwEntity self, Crate *crate, const CwMapObject *object)
{
    crate->object = object;
    double usual_kg = MASS_KGPM2 * object->width_m * object->height_m;
    double mass_kg = fmax(0.1, cw_property_number(object->properties, "mass_kg", usual_kg));
    double moment = cpMomentForBox(mass_kg, object->width_m, object->height_m);

    crate->body = cpBodyNew(mass_kg, moment);
    thing_add_body(world, self, crate->body, object->centre_m, object->angle_rad);
    cpShape *shape = thing_box(crate->body, object->width_m, object->height_m, 0.04);
    thing_add_shape(world, self, shape, FRICTION, FILTER_LOOSE);
}

static void burst(CwWorld *world, CwEntity self, const Crate *crate)
{
    cw_world_emit(world, CUE_BURST, self, cpBodyGetPosition(crate->body), crate->object->width_m);
    cw_world_destroy(world, self);
}

void crate_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Crate *crate = data;
    if (!is_of_buggy(world, event)) {
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

void crate_draw(const CwWorld *world, const Crate *crate, CwFrame *frame)
{
    CwTransform2 pose = cw_world_pose(world, crate->body, frame->alpha);
    sprite_draw(frame->draw, SPRITE_CRATE, pose,
                (CwPoint2){crate->object->width_m, crate->object->height_m});
}
