#include "sim_world.h"

Sim sim;

WorldDesc sim_desc(void)
{
    WorldDesc desc = world_desc_default();
    desc.arena_bytes = (size_t)32 << 20;
    desc.settings.gravity_mps2 = 0;
    return desc;
}

void sim_open(Sim *of, const WorldDesc *desc)
{
    *of = (Sim){0};
    error = (CwError){0};
    of->world = world_open(desc, &error);
    EXPECT_OK(of->world != NULL);
    for (int i = 0; i < world_system_count; i++) {
        sim_add_system(of, &world_systems[i]);
    }
}

void sim_add_system(Sim *of, const CwSystem *system)
{
    error = (CwError){0};
    EXPECT_OK(schedule_add(&of->schedule, system, &error));
}

void sim_open_scene(Sim *of, const char *scene, int slot)
{
    WorldDesc desc = world_desc_default();
    desc.arena_bytes = (size_t)32 << 20;
    desc.slot = slot;
    desc.seed = 7;
    desc.kinds = scene_kinds();
    desc.kind_count = SCENE_KIND_COUNT;
    sim_open(of, &desc);
    scene_build_any(of->world, scene);
    world_finish_building(of->world);
}

bool sim_try_tick(Sim *of, CwError *cause)
{
    CwTickInput input = {0};
    world_begin_tick(of->world, &input);
    schedule_run_tick(&of->schedule, of->world);
    return world_check(of->world, cause);
}

void sim_run(Sim *of, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        error = (CwError){0};
        EXPECT_OK(sim_try_tick(of, &error));
    }
}

static void sim_close(Sim *of)
{
    world_close(of->world);
    of->world = NULL;
}

static cpBody *add_body(Sim *of, CwEntity owner, cpVect at_m, double moment)
{
    cpBody *body = cpBodyNew(1, moment);
    cpBodySetPosition(body, at_m);
    return cw_world_add_body(of->world, owner, body);
}

cpBody *sim_ball(Sim *of, CwEntity owner, double x_m, double y_m)
{
    cpBody *body = add_body(of, owner, cpv(x_m, y_m), cpMomentForCircle(1, 0, 0.5, cpvzero));
    cw_world_add_shape(of->world, owner, cpCircleShapeNew(body, 0.5, cpvzero));
    return body;
}

cpBody *sim_box(Sim *of, CwEntity owner, double x_m, double y_m)
{
    cpBody *body = add_body(of, owner, cpv(x_m, y_m), cpMomentForBox(1, 1, 1));
    cw_world_add_shape(of->world, owner, cpBoxShapeNew(body, 1, 1, 0));
    return body;
}

void sim_floor(Sim *of)
{
    cpBody *body = cpSpaceGetStaticBody(of->world->space);
    cw_world_add_shape(of->world, (CwEntity){0},
                       cpSegmentShapeNew(body, cpv(-100, -1), cpv(100, -1), 1));
}

/* ---- the one world of a test ---- */

CwWorld *sim_begin(const WorldDesc *desc)
{
    sim_close(&sim);
    sim_open(&sim, desc);
    return sim.world;
}

CwWorld *sim_begin_kinds(const CwKind *kinds, int kind_count)
{
    WorldDesc desc = sim_desc();
    desc.kinds = kinds;
    desc.kind_count = kind_count;
    return sim_begin(&desc);
}

CwWorld *sim_begin_physics(int substeps, double gravity_mps2)
{
    WorldDesc desc = sim_desc();
    desc.settings.substeps = substeps;
    desc.settings.gravity_mps2 = gravity_mps2;
    return sim_begin(&desc);
}

CwWorld *sim_begin_scene(const char *scene)
{
    sim_close(&sim);
    sim_open_scene(&sim, scene, 0);
    return sim.world;
}

void sim_start(int ticks)
{
    world_finish_building(sim.world);
    sim_run(&sim, ticks);
}

void sim_destroy(CwEntity entity)
{
    cw_world_destroy(sim.world, entity);
    sim_run(&sim, 1);
}

cpBody *sim_body(int index)
{
    return sim.world->bodies[index];
}

void sim_tear_down(void)
{
    sim_close(&sim);
}
