#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <math.h>

static const double HOVER_M = 0.08;
static const double HOVER_S = 1.6;
static const double UNDER_HUD = 0.3; /* share of the view's height */
static const CwColour GLOW = {0xff, 0xf2, 0xb8, 170};

const CwField pickup_fields[] = {CW_FIELD(Pickup, wind_J)};

/* A round sensor in the middle of the rectangle. */
static void spawn_pickup(CwWorld *world, CwEntity self, Pickup *pickup, const CwMapObject *object)
{
    pickup->centre_m = object->centre_m;
    pickup->size_m = fmin(object->width_m, object->height_m);
    cpShape *shape = cpCircleShapeNew(cpSpaceGetStaticBody(cw_world_space(world)),
                                      pickup->size_m / 2.0, pickup->centre_m);
    thing_add_sensor(world, self, shape);
}

const ThingClass key_class = {.shape = CW_MAP_RECT, .most = 100};
const ThingClass cog_class = {.shape = CW_MAP_RECT, .most = 100};

void key_spawn(CwWorld *world, CwEntity self, Pickup *key, const CwMapObject *object)
{
    key->wind_J = WIND_KEY_J;
    spawn_pickup(world, self, key, object);
}

void cog_spawn(CwWorld *world, CwEntity self, Pickup *cog, const CwMapObject *object)
{
    spawn_pickup(world, self, cog, object);
    race_of(world)->cog_count++;
}

/* Whether the buggy takes it now: only once, although several shapes may come in one tick. */
static bool is_taken(CwWorld *world, CwEntity self, const CwEvent *event)
{
    if (!thing_is_entered(world, event) || !cw_world_alive(world, self) || !race_is_driven(world)) {
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
        race_of(world)->cogs_taken++;
        cw_world_emit(world, CUE_COG, self, cog->centre_m, cog->size_m);
    }
}

static void draw_pickup(const Pickup *pickup, int sprite, double turn_rad, CwFrame *frame)
{
    double phase = 2.0 * CP_PI * frame->sim_s / HOVER_S + pickup->centre_m.x;
    sprite_draw(frame->draw, sprite,
                (CwTransform2){pickup->centre_m.x, pickup->centre_m.y + HOVER_M * sin(phase),
                               turn_rad * sin(phase / 2.0)},
                (CwPoint2){pickup->size_m, 0.0});
}

void key_draw(const CwWorld *world, const Pickup *key, CwFrame *frame)
{
    (void)world;
    draw_pickup(key, SPRITE_KEY, 0.4, frame);
}

void cog_draw(const CwWorld *world, const Pickup *cog, CwFrame *frame)
{
    (void)world;
    /* above the HUD's upper edge */
    double off_m = cw_draw_visible_world(frame->draw).top_m - cog->centre_m.y;
    bool at_edge = off_m < UNDER_HUD * frame->camera->height_m;
    cw_draw_set_layer(frame->draw, at_edge ? LAYER_ABOVE_HUD : LAYER_THINGS);
    cw_draw_set_lit(frame->draw, true);
    sprite_glow(frame->draw, to_point(cog->centre_m), 2.6 * cog->size_m, GLOW);
    draw_pickup(cog, SPRITE_COG, 1.2, frame);
    cw_draw_set_lit(frame->draw, false);
}
