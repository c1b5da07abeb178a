/* Events: told in the order of stable numbers, to both owners, and the last 256 to the view. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

enum { LOG_MAX = 600 };

typedef struct Told {
    CwEntity self;
    CwEvent event;
} Told;

static Told told[LOG_MAX];
static int told_count;

static void listen(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    ck_assert_int_lt(told_count, LOG_MAX);
    told[told_count++] = (Told){self, *event};
}

static void avenge(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    listen(world, self, data, event);
    cw_world_destroy(world, event->b);
}

enum { KIND_LISTENER, KIND_AVENGER };

static const CwKind kinds[] = {
    [KIND_LISTENER] = {.name = "listener", .event = listen},
    [KIND_AVENGER] = {.name = "avenger", .event = avenge},
};

static CwWorld *world;

static void open_in_slot(int slot)
{
    told_count = 0;
    WorldDesc desc = sim_desc();
    desc.slot = slot;
    desc.kinds = kinds;
    desc.kind_count = (int)CW_ARRAY_LENGTH(kinds);
    world = sim_begin(&desc);
}

SET_UP(.tear_down = sim_tear_down)
{
    open_in_slot(0);
}

static CwEntity spawn(int kind)
{
    return cw_world_spawn(world, kind, NULL, 0);
}

/* A listener with a ball at (x, 0) that moves at `speed_mps`. */
static CwEntity spawn_ball(int kind, double x_m, double speed_mps)
{
    CwEntity entity = spawn(kind);
    cpBodySetVelocity(sim_ball(&sim, entity, x_m, 0), cpv(speed_mps, 0));
    return entity;
}

static CwEntity spawn_sensor(double x_m)
{
    CwEntity entity = spawn(KIND_LISTENER);
    cpShape *shape = cpCircleShapeNew(world->space->staticBody, 1, cpv(x_m, 0));
    cpShapeSetSensor(shape, cpTrue);
    cpShapeSetCollisionType(shape, 9);
    cw_world_add_shape(world, entity, shape);
    return entity;
}

static void expect_told(int count, int index, CwEventType type)
{
    ck_assert_int_eq(told_count, count);
    ck_assert_int_eq(told[index].event.type, type);
}

TEST(both_owners_are_told_with_their_roles_swapped)
{
    CwEntity left = spawn_ball(KIND_LISTENER, 0, 2), right = spawn_ball(KIND_LISTENER, 1.01, -1);
    sim_start(1);
    ck_assert_int_eq(told_count, 2);
    const CwEvent *a = &told[0].event, *b = &told[1].event;
    ck_assert(cw_entity_equal(told[0].self, left) && cw_entity_equal(told[1].self, right));
    ck_assert(cw_entity_equal(a->a, left) && cw_entity_equal(a->b, right));
    ck_assert(cw_entity_equal(b->a, right) && cw_entity_equal(b->b, left));
    ck_assert_int_eq(a->type, CW_EVENT_CONTACT_BEGIN);
    ck_assert_uint_eq(a->sequence, b->sequence);
    ck_assert_uint_eq(a->shape_a, b->shape_b);
    ck_assert_double_eq_tol(a->normal.x, 1, 1e-9);
    ck_assert_double_eq_tol(b->normal.x, -1, 1e-9);
    ck_assert_double_eq_tol(a->strength, 3, 1e-9);
    ck_assert_double_eq_tol(a->point.x, 0.5, 0.05);
    ck_assert_uint_eq(a->tick, cw_world_tick(world));
}

TEST(a_contact_that_parts_ends_once)
{
    spawn_ball(KIND_LISTENER, 0, 0);
    CwEntity mover = spawn_ball(KIND_LISTENER, 0.9, 0);
    sim_start(1);
    ck_assert_int_eq(told_count, 2);
    cw_world_teleport(world, sim_body(1), (CwTransform2){50, 0, 0}, CW_TELEPORT_SNAP);
    sim_run(&sim, 10);
    expect_told(4, 2, CW_EVENT_CONTACT_END);
    ck_assert(cw_entity_equal(told[2].event.b, mover));
}

TEST(a_sensor_tells_enter_and_exit)
{
    CwEntity zone = spawn_sensor(3);
    CwEntity ball = spawn_ball(KIND_LISTENER, 0, 10);
    sim_start(60);
    expect_told(4, 0, CW_EVENT_TRIGGER_ENTER);
    ck_assert_int_eq(told[2].event.type, CW_EVENT_TRIGGER_EXIT);
    ck_assert(cw_entity_equal(told[0].self, zone) && cw_entity_equal(told[1].self, ball));
    ck_assert_uint_eq(told[0].event.type_a, 9);
    ck_assert_uint_eq(told[1].event.type_b, 9);
    double in_ticks = (double)(told[2].event.tick - told[0].event.tick);
    ck_assert_double_eq_tol(in_ticks, 18, 2); /* 3 m at 10 m/s */
}

TEST(removing_a_shape_ends_its_contacts_in_the_next_tick)
{
    CwEntity stays = spawn_ball(KIND_LISTENER, 0, 0), goes = spawn_ball(KIND_LISTENER, 0.9, 0);
    sim_start(1);
    sim_destroy(goes); /* goes in this tick's flush */
    ck_assert_int_eq(told_count, 2);
    sim_run(&sim, 1);
    expect_told(3, 2, CW_EVENT_CONTACT_END); /* the dead one isn't told */
    ck_assert(cw_entity_equal(told[2].self, stays));
    ck_assert(cw_entity_equal(told[2].event.b, goes));
    ck_assert(!cw_world_alive(world, told[2].event.b));
}

TEST(contacts_that_ended_between_ticks_are_told_before_new_ones)
{
    spawn_ball(KIND_LISTENER, 0, 0);
    CwEntity goes = spawn_ball(KIND_LISTENER, 0.9, 0);
    spawn_ball(KIND_LISTENER, -3, 0);
    cpBody *third = sim_body(2);
    sim_start(1);
    sim_destroy(goes);
    told_count = 0;
    cw_world_teleport(world, third, (CwTransform2){-0.9, 0, 0}, CW_TELEPORT_SNAP);
    sim_run(&sim, 1);
    expect_told(3, 0, CW_EVENT_CONTACT_END);
    ck_assert_int_eq(told[1].event.type, CW_EVENT_CONTACT_BEGIN);
}

TEST(an_entity_destroyed_by_an_event_gets_no_more_events)
{
    spawn_ball(KIND_AVENGER, 0, 0);
    spawn_ball(KIND_LISTENER, 0.9, 0);
    sim_start(1);
    ck_assert_int_eq(told_count, 1);
    ck_assert_int_eq(world->body_count, 1);
}

TEST(shapes_without_owners_make_no_events)
{
    sim_ball(&sim, (CwEntity){0}, 0, 0);
    sim_ball(&sim, (CwEntity){0}, 0.9, 0);
    sim_start(3);
    ck_assert_uint_eq(world->event_sequence, 0);
}

TEST(an_owner_is_told_of_a_shape_without_an_owner)
{
    CwEntity ball = spawn_ball(KIND_LISTENER, 0, 0);
    sim_ball(&sim, (CwEntity){0}, 0.9, 0);
    sim_start(1);
    ck_assert_int_eq(told_count, 1);
    ck_assert(cw_entity_equal(told[0].self, ball));
    ck_assert_uint_eq(told[0].event.b.index1, 0);
}

/* Chipmunk ends contacts in the order of pointer hashes, which differs from slot to slot. */
static void part_a_row(int slot, uint32_t *order)
{
    open_in_slot(slot);
    for (int i = 0; i < 40; i++) {
        spawn_ball(KIND_LISTENER, i * 0.95, 0);
    }
    sim_start(1);
    told_count = 0;
    for (int i = 0; i < 40; i++) {
        cpBody *body = world->bodies[i];
        cw_world_teleport(world, body, (CwTransform2){i * 9.0, 0, 0}, CW_TELEPORT_SNAP);
    }
    sim_run(&sim, 1);
    ck_assert_int_eq(told_count, 2 * 39);
    for (int i = 0; i < told_count; i++) {
        order[i] = told[i].event.shape_a;
    }
}

TEST(the_order_is_that_of_stable_numbers_at_every_address)
{
    uint32_t first[2 * 39], again[2 * 39];
    part_a_row(0, first);
    for (int i = 2; i < told_count; i += 2) {
        ck_assert_uint_gt(told[i].event.shape_a, told[i - 2].event.shape_a);
        ck_assert_uint_gt(told[i].event.sequence, told[i - 2].event.sequence);
    }
    for (int slot = 1; slot < ARENA_SLOT_COUNT; slot += 9) {
        part_a_row(slot, again);
        ck_assert_mem_eq(first, again, sizeof first);
    }
}

static void emit_100(CwWorld *to)
{
    for (uint32_t i = 0; i < 100; i++) {
        cw_world_emit(to, i, (CwEntity){0}, cpv(i, 0), 2);
    }
}

static const CwSystem emitter = {.name = "emit", .phase = CW_PHASE_GAME_LOGIC, .tick = emit_100};

TEST(the_view_reads_every_event_once)
{
    sim_add_system(&sim, &emitter);
    world_finish_building(world);
    uint64_t seen = 0;
    for (int tick = 1; tick <= 5; tick++) {
        sim_run(&sim, 1);
        const CwEvent *event;
        for (uint32_t i = 0; (event = cw_world_event_after(world, seen)) != NULL; i++) {
            ck_assert_uint_eq(event->sequence, ++seen);
            ck_assert_uint_eq(event->code, i);
            ck_assert_int_eq(event->type, CW_EVENT_GAME);
            ck_assert_uint_eq(event->tick, (uint64_t)tick);
        }
        ck_assert_uint_eq(seen, (uint64_t)tick * 100);
    }
}

TEST(old_events_leave_and_the_last_256_stay)
{
    sim_add_system(&sim, &emitter);
    world_finish_building(world);
    ck_assert_ptr_null(cw_world_event_after(world, 0));
    world->desc.event_limit = 1;
    sim_run(&sim, 5);
    ck_assert_uint_eq(cw_world_event_after(world, 0)->sequence, 500 - 256 + 1);
    ck_assert_uint_eq(cw_world_event_after(world, 244)->sequence, 245);
    ck_assert_uint_eq(cw_world_event_after(world, 300)->sequence, 301);
    ck_assert_ptr_null(cw_world_event_after(world, 500));
    ck_assert_ptr_null(cw_world_event_after(world, 9999));
    ck_assert_ptr_null(cw_world_event_after(world, UINT64_MAX));
}

/* The emitter sends 100 a tick: 1,000 in the ticks that are kept. */
TEST(events_of_the_last_ticks_are_kept_up_to_the_limit)
{
    sim_add_system(&sim, &emitter);
    world_finish_building(world);
    sim_run(&sim, 200);
    ck_assert_uint_eq(world->recent_capacity, 2048);
    ck_assert_uint_eq(cw_world_event_after(world, 0)->sequence, 20000 - 2048 + 1);
    uint64_t seen = 20000 - 1000;
    for (const CwEvent *event; (event = cw_world_event_after(world, seen)) != NULL;) {
        ck_assert_uint_eq(event->sequence, ++seen);
        ck_assert_uint_eq(event->tick, (seen - 1) / 100 + 1);
    }
    ck_assert_uint_eq(seen, 20000);
}

TEST(emitted_events_are_for_the_view_only)
{
    CwEntity entity = spawn(KIND_LISTENER);
    world_finish_building(world);
    cw_world_emit(world, 4, entity, cpv(1, 2), 3);
    sim_run(&sim, 2);
    ck_assert_int_eq(told_count, 0);
    const CwEvent *event = cw_world_event_after(world, 0);
    ck_assert(cw_entity_equal(event->a, entity));
    ck_assert_double_eq(event->strength, 3);
}

TEST(a_body_that_leaves_the_fence_is_put_back_and_reported_once)
{
    CwEntity stray = spawn_ball(KIND_LISTENER, 19999, 900);
    world_finish_building(world);
    world->space->gravity = cpv(5, 0); /* pulls it outwards for ever */
    sim_run(&sim, 50);
    expect_told(1, 0, CW_EVENT_FENCED);
    ck_assert(cw_entity_equal(told[0].event.a, stray));
    ck_assert_double_le(sim_body(0)->p.x, 20000);
    ck_assert_uint_eq(cw_world_event_after(world, 0)->sequence, 1);
    ck_assert_ptr_null(cw_world_event_after(world, 1));
}

TEST(events_of_many_fenced_bodies_come_in_order)
{
    for (int i = 0; i < 30; i++) {
        CwEntity stray = spawn(KIND_LISTENER);
        cpBodySetVelocity(sim_ball(&sim, stray, i * 2, 19999.9), cpv(0, 9000));
    }
    sim_start(1);
    ck_assert_int_eq(told_count, 30);
    for (int i = 0; i < 30; i++) {
        ck_assert_uint_eq(told[i].self.index1, (uint32_t)i + 1);
    }
}
