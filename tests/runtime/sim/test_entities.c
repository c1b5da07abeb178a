/* Entities: handles that never come back to life, spawns and destroys that wait for the flush. */
#include "support/call_log.h"
#include "support/sim_world.h"

enum { KIND_PROBE, KIND_PARENT, KIND_MAYFLY, KIND_KILLER, KIND_COUNT };

typedef struct ProbeData {
    int number;
    CwEntity child;
} ProbeData;

static void probe_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    note('s');
    ((ProbeData *)data)->number = *(const int *)args;
}

static void probe_tick(CwWorld *world, CwEntity self, void *data)
{
    note('t');
}

static void probe_destroy(CwWorld *world, CwEntity self, void *data)
{
    note('d');
}

static void parent_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    int number = 77;
    ((ProbeData *)data)->child = cw_world_spawn(world, KIND_PROBE, &number, sizeof number);
}

static void mayfly_tick(CwWorld *world, CwEntity self, void *data)
{
    note('m');
    cw_world_destroy(world, self);
    cw_world_destroy(world, self);
    int number = 5;
    cw_world_spawn(world, KIND_PROBE, &number, sizeof number);
}

static void killer_destroy(CwWorld *world, CwEntity self, void *data)
{
    note('k');
    cw_world_destroy(world, ((ProbeData *)data)->child);
}

static const CwKind kinds[KIND_COUNT] = {
    [KIND_PROBE] = {.name = "probe",
                    .size = sizeof(ProbeData),
                    .spawn = probe_spawn,
                    .tick = probe_tick,
                    .destroy = probe_destroy},
    [KIND_PARENT] = {.name = "parent", .size = sizeof(ProbeData), .spawn = parent_spawn},
    [KIND_MAYFLY] = {.name = "mayfly", .tick = mayfly_tick},
    [KIND_KILLER] = {.name = "killer", .size = sizeof(ProbeData), .destroy = killer_destroy},
};

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    memset(called, 0, sizeof called);
    world = sim_begin_kinds(kinds, KIND_COUNT);
}

static CwEntity spawn(int kind, int number)
{
    return cw_world_spawn(world, kind, &number, sizeof number);
}

TEST(a_tick_spawns_in_its_flush_with_a_handle_valid_at_once)
{
    world_finish_building(world);
    CwEntity entity = spawn(KIND_PROBE, 4);
    ck_assert(cw_world_alive(world, entity));
    ck_assert_ptr_nonnull(cw_world_data(world, entity));
    ck_assert_str_eq(called, "");
    ck_assert_uint_eq(cw_world_next(world, (CwEntity){0}).index1, 0);
    sim_run(&sim, 1);
    ck_assert_str_eq(called, "s");
    sim_run(&sim, 1);
    ck_assert_str_eq(called, "st");
    ck_assert_int_eq(((ProbeData *)cw_world_data(world, entity))->number, 4);
}

TEST(a_spawn_within_a_spawn_appears_in_the_same_flush)
{
    world_finish_building(world);
    CwEntity parent = cw_world_spawn(world, KIND_PARENT, NULL, 0);
    sim_run(&sim, 1);
    const ProbeData *data = cw_world_data(world, parent);
    ck_assert_str_eq(called, "s");
    ck_assert_int_eq(((ProbeData *)cw_world_data(world, data->child))->number, 77);
}

TEST(destroying_waits_for_the_flush)
{
    CwEntity entity = spawn(KIND_PROBE, 1);
    world_finish_building(world);
    cw_world_destroy(world, entity);
    cw_world_destroy(world, entity);
    ck_assert(!cw_world_alive(world, entity));
    ck_assert_ptr_nonnull(cw_world_data(world, entity));
    sim_run(&sim, 1);
    ck_assert_str_eq(called, "sd");
    ck_assert_ptr_null(cw_world_data(world, entity));
    ck_assert_int_eq(cw_world_kind(world, entity), -1);
}

TEST(an_entity_destroyed_before_its_flush_never_appears)
{
    world_finish_building(world);
    CwEntity entity = spawn(KIND_PROBE, 1);
    cw_world_destroy(world, entity);
    sim_run(&sim, 2);
    ck_assert_str_eq(called, "");
    ck_assert(!cw_world_alive(world, entity));
}

TEST(an_entity_may_destroy_itself_in_its_tick)
{
    CwEntity mayfly = cw_world_spawn(world, KIND_MAYFLY, NULL, 0);
    sim_start(2);
    ck_assert_str_eq(called, "mst");
    ck_assert(!cw_world_alive(world, mayfly));
}

TEST(a_destroy_may_destroy_another_in_the_same_flush)
{
    CwEntity victim = spawn(KIND_PROBE, 1);
    CwEntity killer = cw_world_spawn(world, KIND_KILLER, NULL, 0);
    ((ProbeData *)cw_world_data(world, killer))->child = victim;
    world_finish_building(world);
    sim_destroy(killer);
    ck_assert_str_eq(called, "stkd");
    ck_assert(!cw_world_alive(world, victim));
    ck_assert_int_eq(world->dying_count, 0);
}

TEST(a_handle_never_becomes_valid_again)
{
    world_finish_building(world);
    CwEntity past[100];
    for (int i = 0; i < 100; i++) {
        past[i] = spawn(KIND_PROBE, i);
        ck_assert_uint_eq(past[i].index1, 1); /* the slot is taken again */
        cw_world_destroy(world, past[i]);
        sim_run(&sim, 1);
    }
    CwEntity now = spawn(KIND_PROBE, 100);
    for (int i = 0; i < 100; i++) {
        ck_assert(!cw_world_alive(world, past[i]));
        ck_assert(!cw_entity_equal(past[i], now));
    }
}

TEST(stale_and_absurd_handles_are_ignored_everywhere)
{
    CwEntity gone = spawn(KIND_PROBE, 1);
    cw_world_destroy(world, gone);
    world_finish_building(world);
    const CwEntity none[] = {gone, {0}, {99, 1}, {UINT32_MAX, 1}, {INT32_MAX, 7}, {1, 0}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(none); i++) {
        ck_assert(!cw_world_alive(world, none[i]));
        ck_assert_ptr_null(cw_world_data(world, none[i]));
        ck_assert_int_eq(cw_world_kind(world, none[i]), -1);
        ck_assert_uint_eq(cw_world_next(world, none[i]).index1, 0);
        ck_assert_uint_eq(cw_world_next_of(world, KIND_PROBE, none[i]).index1, 0);
        cw_world_destroy(world, none[i]);
        cw_world_emit(world, 1, none[i], cpvzero, 0);
    }
    sim_run(&sim, 2);
}

TEST(slots_of_the_dead_at_the_end_are_dropped_and_their_handles_stay_dead)
{
    CwEntity all[5];
    for (int i = 0; i < 5; i++) {
        all[i] = spawn(KIND_PROBE, i);
    }
    world_finish_building(world);
    cw_world_destroy(world, all[1]);
    cw_world_destroy(world, all[3]);
    sim_destroy(all[4]);
    ck_assert_int_eq(world->slot_count, 3);
    ck_assert_uint_eq(world->generation_floor, all[4].generation);
    ck_assert_uint_eq(spawn(KIND_PROBE, 0).index1, all[1].index1);
    CwEntity again = spawn(KIND_PROBE, 0);
    ck_assert_uint_eq(again.index1, all[3].index1);
    ck_assert(!cw_entity_equal(again, all[3]));
    ck_assert(!cw_world_alive(world, all[3]));
    ck_assert(!cw_world_alive(world, all[4]));
}

TEST(data_stays_where_it_is_while_thousands_are_spawned)
{
    CwEntity first = spawn(KIND_PROBE, 42);
    ProbeData *data = cw_world_data(world, first);
    memset(called, 0, sizeof called);
    for (int i = 0; i < 3000; i++) {
        spawn(KIND_KILLER, i);
    }
    world_finish_building(world);
    ck_assert_ptr_eq(cw_world_data(world, first), data);
    ck_assert_int_eq(data->number, 42);
}

ABORTS(a_spawn_of_no_kind_aborts, cw_world_spawn(world, KIND_COUNT, NULL, 0))

ABORTS(too_many_args_abort,
       cw_world_spawn(world, KIND_PROBE, (char[CW_SPAWN_ARGS_MAX + 1]){0}, CW_SPAWN_ARGS_MAX + 1))
