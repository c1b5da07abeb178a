#include "sim_world.h"

Sim sim;

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
