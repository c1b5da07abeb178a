/* Snapshots: a restored world goes on exactly as the first time, byte for byte, and less than a
 * whole snapshot does not. The scene has a stack that sleeps, a chain, a motor, springs, a
 * sensor, and things that are spawned, draw random numbers in events, and die. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

FIXTURE(.tear_down = sim_tear_down);

static CwSnapshot take(const CwWorld *world)
{
    CwSnapshot snapshot = {0};
    ck_assert(cw_world_snapshot(world, &snapshot));
    return snapshot;
}

/* The first byte in which two copies differ, -1 for none. */
static long first_difference(const CwSnapshot *a, const CwSnapshot *b)
{
    ck_assert_uint_eq(a->size, b->size);
    const char *x = a->bytes, *y = b->bytes;
    for (size_t i = 0; i < a->size; i++) {
        if (x[i] != y[i]) {
            return (long)i;
        }
    }
    return -1;
}

TEST(the_mixed_scene_sleeps_spawns_and_draws_numbers)
{
    sim_begin_scene("mixed");
    CwRng before = *cw_world_rng(sim.world);
    sim_run(&sim, 300);
    int asleep = 0, lucky = 0;
    for (int i = 0; i < sim.world->body_count; i++) {
        asleep += cpBodyIsSleeping(sim.world->bodies[i]);
    }
    for (CwEntity e = cw_world_next(sim.world, (CwEntity){0}); e.index1;
         e = cw_world_next(sim.world, e)) {
        const Thing *thing = cw_world_data(sim.world, e);
        lucky += cw_world_kind(sim.world, e) == SCENE_KIND_THING && thing->lucky > 0;
    }
    ck_assert_int_gt(asleep, 5);
    ck_assert_int_gt(lucky, 5);
    ck_assert_int_gt(sim.world->space->arbiters->num, 3);
    ck_assert_uint_ne(before.state, cw_world_rng(sim.world)->state);
}

TEST(ticks_after_a_restore_give_the_same_bytes)
{
    sim_begin_scene("mixed");
    sim_run(&sim, 150);
    CwSnapshot start = take(sim.world);
    sim_run(&sim, 300);
    CwSnapshot first = take(sim.world);
    uint64_t first_hash = cw_world_hash(sim.world);
    cw_world_restore(sim.world, &start);
    sim_run(&sim, 300);
    CwSnapshot second = take(sim.world);
    ck_assert_int_eq(first_difference(&first, &second), -1);
    ck_assert_uint_eq(cw_world_hash(sim.world), first_hash);
    cw_snapshot_free(&start);
    cw_snapshot_free(&first);
    cw_snapshot_free(&second);
}

TEST(a_snapshot_holds_what_is_used_and_keeps_its_buffer)
{
    sim_begin_scene("mixed");
    CwSnapshot snapshot = take(sim.world);
    ck_assert_uint_eq(snapshot.size, arena_used(sim.world->arena));
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

TEST(an_empty_snapshot_is_refused, .signal = SIGABRT)
{
    sim_begin_scene("mixed");
    cw_world_restore(sim.world, &(CwSnapshot){0});
}
