/* Snapshots: their size and buffer, and those that are refused. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

FIXTURE(.tear_down = sim_tear_down);

static CwSnapshot take(const CwWorld *world)
{
    CwSnapshot snapshot = {0};
    ck_assert(cw_world_snapshot(world, &snapshot));
    return snapshot;
}

TEST(a_snapshot_holds_what_is_used_and_keeps_its_buffer)
{
    sim_begin_scene("mixed");
    CwSnapshot snapshot = take(sim.world);
    ck_assert_uint_eq(snapshot.size, sim.world->arena->used_bytes);
    const void *buffer = snapshot.bytes;
    ck_assert(cw_world_snapshot(sim.world, &snapshot));
    ck_assert_ptr_eq(snapshot.bytes, buffer);
    cw_world_alloc(sim.world, 1000000);
    ck_assert(cw_world_snapshot(sim.world, &snapshot));
    ck_assert_uint_gt(snapshot.size, 1000000);
    cw_snapshot_free(&snapshot);
    ck_assert_ptr_null(snapshot.bytes);
    ck_assert_uint_eq(snapshot.size, 0);
}

TEST(a_snapshot_of_another_world_is_refused, .signal = SIGABRT)
{
    Sim a, b;
    sim_open_scene(&a, "mixed", 0);
    sim_open_scene(&b, "mixed", 1);
    CwSnapshot snapshot = take(a.world);
    cw_world_restore(b.world, &snapshot);
}

ABORTS(an_empty_snapshot_is_refused, cw_world_restore(sim_begin_scene("mixed"), &(CwSnapshot){0}))
