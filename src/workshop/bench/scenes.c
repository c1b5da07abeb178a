#include "bench/scenes.h"

#include "clockwork/body.h"
#include "sim/world.h"

#include <math.h>
#include <string.h>

enum { RAIN_COUNT = 1000, RAIN_COLUMNS = 40 };
enum { SPAWN_PERIOD_TICKS = 9, TYPE_THING = 1, SETTLE_STEPS = 60 };

static const double DENSITY_KGPM2 = 1.0;
static const double BOX_M = 0.5;
static const double LINK_M = 0.5;

static void add_shape(const SceneSite *site, CwEntity owner, cpShape *shape)
{
    cpShapeSetFriction(shape, 0.6);
    cpShapeSetElasticity(shape, 0.1);
    if (site->world != NULL) {
        cw_world_add_shape(site->world, owner, shape);
    } else {
        cpSpaceAddShape(site->space, shape);
    }
}

static void add_joint(const SceneSite *site, cpConstraint *joint)
{
    if (site->world != NULL) {
        cw_world_add_constraint(site->world, (CwEntity){0}, joint);
    } else {
        cpSpaceAddConstraint(site->space, joint);
    }
}

static cpBody *static_body(const SceneSite *site)
{
    return cpSpaceGetStaticBody(site->world != NULL ? cw_world_space(site->world) : site->space);
}

static void add_wall(const SceneSite *site, cpVect from_m, cpVect to_m)
{
    add_shape(site, (CwEntity){0}, cpSegmentShapeNew(static_body(site), from_m, to_m, 0.1));
}

static cpBody *put_thing(const SceneSite *site, CwEntity owner, const ThingDesc *desc)
{
    double side = desc->size_m, mass = DENSITY_KGPM2 * side * side;
    double moment = desc->round ? cpMomentForCircle(mass, 0, side / 2, cpvzero)
                                : cpMomentForBox(mass, side, side);
    cpBody *body = cpBodyNew(mass, moment);
    cpBodySetPosition(body, desc->at_m);
    cpBodySetVelocity(body, desc->velocity_mps);
    if (site->world != NULL) {
        cw_world_add_body(site->world, owner, body);
    } else {
        cpSpaceAddBody(site->space, body);
    }
    cpShape *shape = desc->round ? cpCircleShapeNew(body, side / 2, cpvzero)
                                 : cpBoxShapeNew(body, side, side, 0.01);
    cpShapeSetCollisionType(shape, TYPE_THING);
    if (desc->ghost) {
        cpShapeSetFilter(shape, CP_SHAPE_FILTER_NONE);
    }
    add_shape(site, owner, shape);
    return body;
}

/* Adds a thing, which gets an entity in a CwWorld. */
static cpBody *add_thing(const SceneSite *site, const ThingDesc *desc)
{
    if (site->world == NULL) {
        return put_thing(site, (CwEntity){0}, desc);
    }
    CwEntity entity = cw_world_spawn(site->world, SCENE_KIND_THING, desc, sizeof *desc);
    return ((const SceneThing *)cw_world_data(site->world, entity))->body;
}

/* ---- kinds ---- */

static void thing_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const ThingDesc *desc = args;
    SceneThing *thing = data;
    thing->life_ticks = desc->life_ticks;
    thing->body = put_thing(&(SceneSite){.world = world}, self, desc);
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

static void spawner_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    uint32_t *wait_ticks = data;
    if ((*wait_ticks)++ % SPAWN_PERIOD_TICKS != 0) {
        return;
    }
    CwRng *rng = cw_world_rng(world);
    double x_m = cw_rng_range(rng, -6, 6);
    double speed_mps = cw_rng_range(rng, -3, 3);
    ThingDesc desc = {.at_m = cpv(x_m, 7),
                      .velocity_mps = cpv(speed_mps, 0),
                      .size_m = 0.4,
                      .round = cw_rng_below(rng, 2) == 0,
                      .life_ticks = 60 + cw_rng_below(rng, 90)};
    cw_world_spawn(world, SCENE_KIND_THING, &desc, sizeof desc);
}

static const CwField thing_fields[] = {
    CW_FIELD(SceneThing, life_ticks),
    CW_FIELD(SceneThing, begins),
    CW_FIELD(SceneThing, ends),
    CW_FIELD(SceneThing, lucky),
};

static const CwField spawner_fields[] = {
    {.name = "wait_ticks", .type = CW_FIELD_U32, .offset = 0, .count = 1},
};

const CwKind scene_kinds[SCENE_KIND_COUNT] = {
    [SCENE_KIND_THING] = {.name = "thing",
                          .size = sizeof(SceneThing),
                          .fields = thing_fields,
                          .field_count = (int)CW_ARRAY_LENGTH(thing_fields),
                          .spawn = thing_spawn,
                          .tick = thing_tick,
                          .event = thing_event},
    [SCENE_KIND_SPAWNER] = {.name = "spawner",
                            .size = sizeof(uint32_t),
                            .fields = spawner_fields,
                            .field_count = (int)CW_ARRAY_LENGTH(spawner_fields),
                            .tick = spawner_tick},
};

/* ---- scenes ---- */

static void add_pyramid(const SceneSite *site, cpVect foot_m, int rows)
{
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < rows - row; i++) {
            cpVect at = cpv((i - (rows - row - 1) * 0.5) * BOX_M * 1.05, (row + 0.5) * BOX_M);
            add_thing(site, &(ThingDesc){.at_m = cpvadd(foot_m, at), .size_m = BOX_M - 0.02});
        }
    }
}

static void build_pyramid_20(const SceneSite *site)
{
    add_wall(site, cpv(-40, -0.1), cpv(40, -0.1));
    add_pyramid(site, cpvzero, 20);
}

static void build_pyramid_40(const SceneSite *site)
{
    add_wall(site, cpv(-40, -0.1), cpv(40, -0.1));
    add_pyramid(site, cpvzero, 40);
}

static void build_rain(const SceneSite *site)
{
    double half_m = (double)RAIN_COLUMNS * 0.3;
    add_wall(site, cpv(-half_m, 0), cpv(half_m, 0));
    add_wall(site, cpv(-half_m, 0), cpv(-half_m - 2, 40));
    add_wall(site, cpv(half_m, 0), cpv(half_m + 2, 40));
    for (int i = 0; i < RAIN_COUNT; i++) {
        int column = i % RAIN_COLUMNS, row = i / RAIN_COLUMNS;
        double stagger = row % 2 == 0 ? 0.0 : 0.17; /* prevents stable columns */
        cpVect at = cpv((column - (double)RAIN_COLUMNS / 2) * 0.58 + stagger, 1 + row * 0.6);
        add_thing(site, &(ThingDesc){.at_m = at, .size_m = 0.5, .round = true});
    }
}

static void add_chain(const SceneSite *site, cpVect top_m, int links)
{
    cpBody *above = static_body(site);
    for (int i = 0; i < links; i++) {
        cpVect joint_at = cpv(top_m.x + i * LINK_M, top_m.y);
        ThingDesc desc = {
            .at_m = cpvadd(joint_at, cpv(LINK_M / 2, 0)), .size_m = LINK_M / 2, .ghost = true};
        cpBody *link = add_thing(site, &desc);
        add_joint(site, cpPivotJointNew(above, link, joint_at));
        above = link;
    }
}

static void add_machine(const SceneSite *site)
{
    cpBody *wheel = add_thing(site, &(ThingDesc){.at_m = cpv(4, 1), .size_m = 1.2, .round = true});
    add_joint(site, cpPivotJointNew(static_body(site), wheel, cpv(4, 1)));
    add_joint(site, cpSimpleMotorNew(static_body(site), wheel, 4.0));
    cpBody *bob = add_thing(site, &(ThingDesc){.at_m = cpv(6, 3), .size_m = 0.5});
    add_joint(site, cpDampedSpringNew(static_body(site), bob, cpv(6, 6), cpvzero, 2, 40, 0.5));
    add_joint(site, cpDampedRotarySpringNew(static_body(site), bob, 0.5, 5, 0.1));
}

static void build_mixed(const SceneSite *site)
{
    add_wall(site, cpv(-8, 0), cpv(8, 0));
    add_wall(site, cpv(-8, 0), cpv(-8, 8));
    add_wall(site, cpv(8, 0), cpv(8, 8));
    cpShape *sensor = cpCircleShapeNew(static_body(site), 1.5, cpv(0, 2));
    cpShapeSetSensor(sensor, cpTrue);
    add_shape(site, (CwEntity){0}, sensor);
    add_pyramid(site, cpv(-5, 0.11), 6);
    add_wall(site, cpv(-20, 0), cpv(-12, 0));
    add_pyramid(site, cpv(-16, 0.11), 4); /* apart from the rest, so it falls asleep */
    add_chain(site, cpv(-2, 7), 8);
    add_machine(site);
    if (site->world != NULL) {
        cw_world_spawn(site->world, SCENE_KIND_SPAWNER, NULL, 0);
    }
}

static const Scene scenes[] = {
    {"pyramid-20", build_pyramid_20}, /* 210 boxes */
    {"pyramid-40", build_pyramid_40}, /* 820 boxes */
    {"rain", build_rain},             /* 1,000 circles */
    {"mixed", build_mixed},
};

const Scene *scene_find(const char *name)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(scenes); i++) {
        if (strcmp(scenes[i].name, name) == 0) {
            return &scenes[i];
        }
    }
    return NULL;
}

/* ---- a bare space ---- */

void bare_scene_step(const BareScene *bare)
{
    arena_make_current(bare->arena);
    cpSpaceStep(bare->space, 1.0 / SETTLE_STEPS);
}

bool bare_scene_open(BareScene *bare, const char *name, int slot, CwError *error)
{
    const WorldDesc usual = world_desc_default();
    bare->arena = arena_create(slot, usual.arena_bytes, error);
    if (bare->arena == NULL) {
        return false;
    }
    arena_make_current(bare->arena);
    bare->space = space_open(&usual.settings);
    cpSpaceSetSleepTimeThreshold(bare->space, INFINITY);
    scene_find(name)->build(&(SceneSite){.space = bare->space});
    for (int i = 0; i < SETTLE_STEPS; i++) {
        bare_scene_step(bare);
    }
    return true;
}

void bare_scene_close(BareScene *bare)
{
    arena_destroy(bare->arena);
}
