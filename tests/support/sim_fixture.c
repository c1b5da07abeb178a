#include "sim_fixture.h"

#include "test.h"

WorldDesc sim_desc(void)
{
    WorldDesc desc = world_desc_default();
    desc.arena_bytes = (size_t)32 << 20;
    desc.settings.gravity_mps2 = 0;
    return desc;
}

void sim_open(Sim *sim, const WorldDesc *desc)
{
    *sim = (Sim){0};
    CwError error = {0};
    sim->world = world_open(desc, &error);
    ck_assert_msg(sim->world != NULL, "%s", error.text);
    for (int i = 0; i < world_system_count; i++) {
        sim_add_system(sim, &world_systems[i]);
    }
}

void sim_add_system(Sim *sim, const CwSystem *system)
{
    CwError error = {0};
    ck_assert_msg(schedule_add(&sim->schedule, system, &error), "%s", error.text);
}

void sim_open_scene(Sim *sim, const char *scene, int slot)
{
    WorldDesc desc = world_desc_default();
    desc.arena_bytes = (size_t)32 << 20;
    desc.slot = slot;
    desc.seed = 7;
    desc.kinds = scene_kinds;
    desc.kind_count = SCENE_KIND_COUNT;
    sim_open(sim, &desc);
    const Scene *found = scene_find(scene);
    ck_assert_ptr_nonnull(found);
    found->build(&(SceneSite){.world = sim->world});
    world_finish_building(sim->world);
}

bool sim_try_tick(Sim *sim, CwError *error)
{
    CwTickInput input = {0};
    world_begin_tick(sim->world, &input);
    schedule_run_tick(&sim->schedule, sim->world);
    return world_check(sim->world, error);
}

void sim_run(Sim *sim, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        CwError error = {0};
        ck_assert_msg(sim_try_tick(sim, &error), "%s", error.text);
    }
}

void sim_close(Sim *sim)
{
    world_close(sim->world);
    sim->world = NULL;
}

static cpBody *add(Sim *sim, CwEntity owner, cpVect at_m, double moment)
{
    cpBody *body = cpBodyNew(1, moment);
    cpBodySetPosition(body, at_m);
    return cw_world_add_body(sim->world, owner, body);
}

cpBody *sim_ball(Sim *sim, CwEntity owner, double x_m, double y_m)
{
    cpBody *body = add(sim, owner, cpv(x_m, y_m), cpMomentForCircle(1, 0, 0.5, cpvzero));
    cw_world_add_shape(sim->world, owner, cpCircleShapeNew(body, 0.5, cpvzero));
    return body;
}

cpBody *sim_box(Sim *sim, CwEntity owner, double x_m, double y_m)
{
    cpBody *body = add(sim, owner, cpv(x_m, y_m), cpMomentForBox(1, 1, 1));
    cw_world_add_shape(sim->world, owner, cpBoxShapeNew(body, 1, 1, 0));
    return body;
}

void sim_floor(Sim *sim)
{
    cpBody *body = cpSpaceGetStaticBody(sim->world->space);
    cw_world_add_shape(sim->world, (CwEntity){0},
                       cpSegmentShapeNew(body, cpv(-100, -1), cpv(100, -1), 1));
}
