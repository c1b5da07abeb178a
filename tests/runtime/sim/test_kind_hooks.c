/* Hooks of kinds: their phase and order, and for whom when entities come and go meanwhile. */
#include "support/call_log.h"
#include "support/sim_world.h"

enum { KIND_FULL, KIND_PLAIN, KIND_COUNT };

static CwEntity entities[8];
static void (*while_called)(CwWorld *world, CwEntity self); /* in post_physics; may be NULL */

static void spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    sim_ball(&sim, self, 0, 0);
}

static void drive(CwWorld *world, CwEntity self, void *data)
{
    note('d');
}

static void event(CwWorld *world, CwEntity self, void *data, const CwEvent *what)
{
    note('e');
}

static void post_physics(CwWorld *world, CwEntity self, void *data)
{
    note('p');
    if (while_called != NULL) {
        while_called(world, self);
    }
}

static void tick(CwWorld *world, CwEntity self, void *data)
{
    note('t');
}

static void animate(CwWorld *world, CwEntity self, void *data)
{
    note('a');
}

static void update(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    ck_assert_double_eq(frame->dt_s, 0.25);
    note('u');
}

static const CwKind kinds[KIND_COUNT] = {
    [KIND_FULL] = {.name = "full",
                   .spawn = spawn,
                   .drive = drive,
                   .event = event,
                   .post_physics = post_physics,
                   .tick = tick,
                   .animate = animate,
                   .update = update},
    [KIND_PLAIN] = {.name = "plain", .tick = tick},
};

static CwWorld *world;

SET_UP(.tear_down = sim_tear_down)
{
    memset(called, 0, sizeof called);
    while_called = NULL;
    world = sim_begin_kinds(kinds, KIND_COUNT);
}

static void populate(const int *of_kinds, int count)
{
    for (int i = 0; i < count; i++) {
        entities[i] = cw_world_spawn(world, of_kinds[i], NULL, 0);
    }
}

TEST(each_hook_is_called_in_its_phase_for_every_entity)
{
    populate((int[]){KIND_FULL, KIND_FULL}, 2);
    sim_start(1);
    ck_assert_str_eq(called, "ddeeppttaa"); /* the balls touch: e */
}

static void note_phase(CwWorld *at)
{
    note('-');
}

TEST(the_games_systems_of_a_phase_come_after_the_hooks)
{
    sim_add_system(&sim, &(CwSystem){"own", CW_PHASE_POST_PHYSICS, .tick = note_phase});
    sim_add_system(&sim, &(CwSystem){"own", CW_PHASE_ANIMATION, .tick = note_phase});
    populate((int[]){KIND_FULL}, 1);
    sim_start(1);
    ck_assert_str_eq(called, "dp-ta-");
}

TEST(update_is_called_in_frames_and_not_in_ticks)
{
    populate((int[]){KIND_FULL, KIND_PLAIN, KIND_FULL}, 3);
    world_finish_building(world);
    CwFrame frame = {.dt_s = 0.25};
    schedule_run_phase(&sim.schedule, CW_PHASE_UPDATE, world, &frame);
    ck_assert_str_eq(called, "uu");
    schedule_run_phase(&sim.schedule, CW_PHASE_RENDER, world, &frame);
    ck_assert_str_eq(called, "uu");
}

static void replace_last(CwWorld *at, CwEntity self)
{
    if (cw_entity_equal(self, entities[0])) {
        cw_world_destroy(at, entities[2]);
        cw_world_spawn(at, KIND_FULL, NULL, 0);
    }
}

TEST(a_hook_s_victims_are_called_no_more_and_its_spawns_from_the_next_tick_on)
{
    populate((int[]){KIND_FULL, KIND_PLAIN, KIND_FULL}, 3);
    while_called = replace_last;
    sim_start(1);
    ck_assert_str_eq(called, "ddeeptta"); /* t: the first and the plain one */
    while_called = NULL;
    memset(called, 0, sizeof called);
    sim_run(&sim, 1);
    ck_assert_str_eq(called, "ddeeepptttaa");
}

TEST(a_broken_world_calls_none)
{
    populate((int[]){KIND_FULL}, 1);
    world_finish_building(world);
    world->is_broken = true;
    CwError failure = {0};
    ck_assert(!sim_try_tick(&sim, &failure));
    ck_assert_str_eq(called, "");
}

static const int mixed[] = {KIND_PLAIN, KIND_FULL, KIND_PLAIN, KIND_FULL, KIND_PLAIN};

static CwEntity next_plain(CwEntity after)
{
    return cw_world_next_of(world, KIND_PLAIN, after);
}

TEST(next_of_meets_one_kind_in_slot_order)
{
    populate(mixed, 5);
    CwEntity entity = {0};
    for (int i = 0; i < 5; i += 2) {
        entity = next_plain(entity);
        ck_assert(cw_entity_equal(entity, entities[i]));
    }
    ck_assert_uint_eq(next_plain(entity).index1, 0);
    ck_assert(cw_entity_equal(cw_world_next_of(world, KIND_FULL, entities[2]), entities[3]));
}

TEST(entities_destroyed_during_a_walk_are_skipped)
{
    populate(mixed, 5);
    world_finish_building(world);
    CwEntity entity = next_plain((CwEntity){0});
    cw_world_destroy(world, entity);
    cw_world_destroy(world, entities[2]);
    ck_assert(cw_entity_equal(next_plain(entity), entities[4]));
    sim_run(&sim, 1);
    ck_assert(cw_entity_equal(next_plain(entity), entities[4])); /* stale by now */
}

TEST(entities_spawned_during_a_walk_are_met_after_the_flush_and_in_start_at_once)
{
    populate(mixed, 5);
    CwEntity at_once = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    ck_assert(cw_entity_equal(next_plain(entities[4]), at_once));
    world_finish_building(world);
    CwEntity later = cw_world_spawn(world, KIND_PLAIN, NULL, 0);
    ck_assert_uint_eq(next_plain(at_once).index1, 0);
    sim_run(&sim, 1);
    ck_assert(cw_entity_equal(next_plain(at_once), later));
}

ABORTS(the_way_through_no_kind_aborts, cw_world_next_of(world, KIND_COUNT, (CwEntity){0}))
