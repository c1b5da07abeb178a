#include "scenes.h"

#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <string.h>

enum { SPAWN_PERIOD_TICKS = 9, CHAIN_LINKS = 8 };

static void spawner_tick(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    uint32_t *wait_ticks = data;
    if ((*wait_ticks)++ % SPAWN_PERIOD_TICKS == 0) {
        CwRng *rng = cw_world_rng(world);
        ThingDesc desc = {.at_m = cpv(cw_rng_range(rng, -6, 6), 7), .size_m = 0.4};
        desc.velocity_mps.x = cw_rng_range(rng, -3, 3);
        desc.is_round = cw_rng_below(rng, 2) == 0;
        desc.life_ticks = 60 + cw_rng_below(rng, 90);
        cw_world_spawn(world, SCENE_KIND_THING, &desc, sizeof desc);
    }
}

static const CwField spawner_fields[] = {
    {.name = "wait_ticks", .type = CW_FIELD_U32, .offset = 0, .count = 1},
};

const CwKind *scene_kinds(void)
{
    static CwKind kinds[SCENE_KIND_COUNT];
    kinds[SCENE_KIND_THING] = scene_thing;
    kinds[SCENE_KIND_SPAWNER] = (CwKind){.name = "spawner",
                                         .size = sizeof(uint32_t),
                                         .fields = spawner_fields,
                                         .field_count = 1,
                                         .tick = spawner_tick};
    return kinds;
}

static void add_joint(CwWorld *world, cpConstraint *joint)
{
    cw_world_add_constraint(world, (CwEntity){0}, joint);
}

static void add_chain(CwWorld *world, cpVect top_m)
{
    cpBody *above = cpSpaceGetStaticBody(world->space);
    for (int i = 0; i < CHAIN_LINKS; i++) {
        cpVect joint_at = cpv(top_m.x + i * 0.5, top_m.y);
        ThingDesc desc = {.at_m = cpvadd(joint_at, cpv(0.25, 0)), .size_m = 0.25};
        cpBody *link = scene_add_thing(world, &desc)->body;
        cpShapeSetFilter(link->shapeList, CP_SHAPE_FILTER_NONE);
        add_joint(world, cpPivotJointNew(above, link, joint_at));
        above = link;
    }
}

static void add_machine(CwWorld *world)
{
    cpBody *ground = cpSpaceGetStaticBody(world->space);
    ThingDesc wheel_desc = {.at_m = cpv(4, 1), .size_m = 1.2, .is_round = true};
    cpBody *wheel = scene_add_thing(world, &wheel_desc)->body;
    add_joint(world, cpPivotJointNew(ground, wheel, cpv(4, 1)));
    add_joint(world, cpSimpleMotorNew(ground, wheel, 4.0));
    cpBody *bob = scene_add_thing(world, &(ThingDesc){.at_m = cpv(6, 3), .size_m = 0.5})->body;
    add_joint(world, cpDampedSpringNew(ground, bob, cpv(6, 6), cpvzero, 2, 40, 0.5));
    add_joint(world, cpDampedRotarySpringNew(ground, bob, 0.5, 5, 0.1));
}

void scene_build_any(CwWorld *world, const char *name)
{
    if (strcmp(name, "mixed") != 0) {
        scene_build(world, name);
        return;
    }
    scene_add_wall(world, cpv(-8, 0), cpv(8, 0));
    scene_add_wall(world, cpv(-8, 0), cpv(-8, 8));
    scene_add_wall(world, cpv(8, 0), cpv(8, 8));
    cpShape *sensor = cpCircleShapeNew(cpSpaceGetStaticBody(world->space), 1.5, cpv(0, 2));
    cpShapeSetSensor(sensor, cpTrue);
    cw_world_add_shape(world, (CwEntity){0}, sensor);
    scene_add_pyramid(world, cpv(-5, 0.11), 6);
    scene_add_wall(world, cpv(-20, 0), cpv(-12, 0));
    scene_add_pyramid(world, cpv(-16, 0.11), 4); /* apart from the rest, so it falls asleep */
    add_chain(world, cpv(-2, 7));
    add_machine(world);
    cw_world_spawn(world, SCENE_KIND_SPAWNER, NULL, 0);
}
