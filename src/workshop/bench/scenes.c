#include "bench/scenes.h"

#include <string.h>

enum { RAIN_COUNT = 1000, RAIN_COLUMNS = 40 };

static const double DENSITY_KGPM2 = 1.0;
static const double BOX_M = 0.5;

static cpShape *add_shape(CwWorld *world, CwEntity owner, cpShape *shape)
{
    cpShapeSetFriction(shape, 0.6);
    cpShapeSetElasticity(shape, 0.1);
    return cw_world_add_shape(world, owner, shape);
}

/* ---- things ---- */

static void thing_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const ThingDesc *desc = args;
    double side = desc->size_m, mass = DENSITY_KGPM2 * side * side;
    double moment = desc->is_round ? cpMomentForCircle(mass, 0, side / 2, cpvzero)
                                   : cpMomentForBox(mass, side, side);
    cpBody *body = cpBodyNew(mass, moment);
    cpBodySetPosition(body, desc->at_m);
    cpBodySetVelocity(body, desc->velocity_mps);
    *(SceneThing *)data =
        (SceneThing){.body = cw_world_add_body(world, self, body), .life_ticks = desc->life_ticks};
    add_shape(world, self,
              desc->is_round ? cpCircleShapeNew(body, side / 2, cpvzero)
                             : cpBoxShapeNew(body, side, side, 0.01));
}

static void thing_tick(CwWorld *world, CwEntity self, void *data)
{
    SceneThing *thing = data;
    if (thing->life_ticks > 0 && --thing->life_ticks == 0) {
        cw_world_destroy(world, self);
    }
}

static void thing_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    (void)self;
    SceneThing *thing = data;
    bool begins = event->type == CW_EVENT_CONTACT_BEGIN || event->type == CW_EVENT_TRIGGER_ENTER;
    thing->begins += begins;
    thing->ends += !begins;
    thing->lucky += cw_rng_below(cw_world_rng(world), 100);
}

static const CwField thing_fields[] = {CW_FIELD(SceneThing, life_ticks),
                                       CW_FIELD(SceneThing, begins), CW_FIELD(SceneThing, ends),
                                       CW_FIELD(SceneThing, lucky)};

const CwKind scene_thing = {.name = "thing",
                            .size = sizeof(SceneThing),
                            .fields = thing_fields,
                            .field_count = (int)CW_ARRAY_LENGTH(thing_fields),
                            .spawn = thing_spawn,
                            .tick = thing_tick,
                            .event = thing_event};

SceneThing *scene_add_thing(CwWorld *world, const ThingDesc *desc)
{
    return cw_world_data(world, cw_world_spawn(world, 0, desc, sizeof *desc));
}

/* ---- scenes ---- */

cpShape *scene_add_wall(CwWorld *world, cpVect from_m, cpVect to_m)
{
    cpBody *body = cpSpaceGetStaticBody(cw_world_space(world));
    return add_shape(world, (CwEntity){0}, cpSegmentShapeNew(body, from_m, to_m, 0.1));
}

void scene_add_pyramid(CwWorld *world, cpVect foot_m, int rows)
{
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < rows - row; i++) {
            cpVect at = cpv((i - (rows - row - 1) * 0.5) * BOX_M * 1.05, (row + 0.5) * BOX_M);
            at = cpvadd(foot_m, at);
            scene_add_thing(world, &(ThingDesc){.at_m = at, .size_m = BOX_M - 0.02});
        }
    }
}

static void build_rain(CwWorld *world)
{
    double half_m = (double)RAIN_COLUMNS * 0.3;
    scene_add_wall(world, cpv(-half_m, 0), cpv(half_m, 0));
    scene_add_wall(world, cpv(-half_m, 0), cpv(-half_m - 2, 40));
    scene_add_wall(world, cpv(half_m, 0), cpv(half_m + 2, 40));
    for (int i = 0; i < RAIN_COUNT; i++) {
        int column = i % RAIN_COLUMNS, row = i / RAIN_COLUMNS;
        double stagger = row % 2 == 0 ? 0.0 : 0.17; /* prevents stable columns */
        cpVect at = cpv((column - (double)RAIN_COLUMNS / 2) * 0.58 + stagger, 1 + row * 0.6);
        scene_add_thing(world, &(ThingDesc){.at_m = at, .size_m = 0.5, .is_round = true});
    }
}

void scene_build(CwWorld *world, const char *name)
{
    if (strcmp(name, "rain") == 0) {
        build_rain(world);
    } else {
        scene_add_wall(world, cpv(-40, -0.1), cpv(40, -0.1));
        scene_add_pyramid(world, cpvzero, 40);
    }
}
