/* What the buggy takes with it: keys that wind its mainspring, and brass cogs. */
#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/run.h"
#include "common/sprites.h"
#include "things/sensor.h"
#include "things/things.h"

#include <math.h>

static const double HOVER_M = 0.08;
static const double HOVER_S = 1.6;

const CwField pickup_fields[PICKUP_FIELD_COUNT] = {CW_FIELD(Pickup, wind_J)};

/* A round sensor in the middle of the rectangle. */
static void spawn(CwWorld *world, CwEntity self, Pickup *pickup, const CwMapObject *object)
{
    pickup->centre_m = object->centre_m;
    pickup->size_m = fmin(object->width_m, object->height_m);
    cpShape *shape = cpCircleShapeNew(cpSpaceGetStaticBody(cw_world_space(world)),
                                      pickup->size_m / 2.0, pickup->centre_m);
    add_sensor(world, self, shape);
}

void key_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Pickup *key = data;
    const FromMap *from = args;
    double share = cw_map_number(from->map, from->object, "wind", WIND_KEY_J / SPRING_FULL_J);
    key->wind_J = SPRING_FULL_J * cpfclamp01(share);
    spawn(world, self, key, from->object);
}

void cog_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const FromMap *from = args;
    spawn(world, self, data, from->object);
    run_of(world)->cog_count++;
}

/* True when the buggy takes it, which it does once: several of its shapes may come in one tick. */
static bool is_taken(CwWorld *world, CwEntity self, const CwEvent *event)
{
    if (event->type != CW_EVENT_TRIGGER_ENTER || !cw_world_alive(world, self) ||
        !cw_entity_equal(event->b, run_of(world)->buggy) || !run_is_driven(world)) {
        return false;
    }
    cw_world_destroy(world, self);
    return true;
}

void key_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Pickup *key = data;
    if (is_taken(world, self, event)) {
        mainspring_wind(&buggy_of(world)->spring, key->wind_J);
        cw_world_emit(world, CUE_KEY, self, key->centre_m, key->wind_J);
    }
}

void cog_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Pickup *cog = data;
    if (is_taken(world, self, event)) {
        run_of(world)->cogs_taken++;
        cw_world_emit(world, CUE_COG, self, cog->centre_m, cog->size_m);
    }
}

static void draw(const CwWorld *world, const Pickup *pickup, int sprite, double turn_rad,
                 CwFrame *frame)
{
    double time_s = cw_world_time_s(world) + (frame->alpha - 1.0) * cw_world_dt_s(world);
    double phase = 2.0 * CP_PI * time_s / HOVER_S + pickup->centre_m.x;
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    cw_draw_sprite(frame->draw, &(CwSpriteDraw){.sprite = sprite,
                                                .x = pickup->centre_m.x,
                                                .y = pickup->centre_m.y + HOVER_M * sin(phase),
                                                .width = pickup->size_m,
                                                .angle_rad = turn_rad * sin(phase / 2.0)});
}

void key_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    draw(world, data, SPRITE_KEY, 0.4, frame);
}

void cog_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)self;
    draw(world, data, SPRITE_COG, 1.2, frame);
}
