/* Collision handlers are the game's: all sorts are called, and cost no pair its events. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

static int begun, solved, parted, told_begin, told_end;
static double told_impulse_Ns;

static cpBool count_begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    ck_assert_ptr_eq(cw_space_world(space), sim.world);
    begun++;
    return cpTrue;
}

static cpBool refuse(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    return count_begin(arbiter, space, data), cpFalse;
}

static void count_solved(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    ck_assert_ptr_eq(data, &solved);
    solved++;
}

static void count_parted(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    parted++;
}

static void listen(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    told_begin += event->type == CW_EVENT_CONTACT_BEGIN;
    told_end += event->type == CW_EVENT_CONTACT_END;
    told_impulse_Ns += event->impulse_Ns;
}

static const CwKind kinds[] = {{.name = "listener", .event = listen}};

static CwEntity hero;

SET_UP(.tear_down = sim_tear_down)
{
    begun = solved = parted = told_begin = told_end = 0;
    told_impulse_Ns = 0;
    cpSpaceSetGravity(sim_begin_kinds(kinds, 1)->space, cpv(0, -10));
    sim_floor(&sim);
    hero = cw_world_spawn(sim.world, 0, NULL, 0);
    cpShapeSetCollisionType(sim_ball(&sim, hero, 0, 0.52)->shapeList, 7);
}

static void count_all(cpCollisionHandler *handler)
{
    handler->beginFunc = count_begin;
    handler->postSolveFunc = count_solved;
    handler->separateFunc = count_parted;
    handler->userData = &solved;
}

TEST(handlers_of_every_sort_are_the_games_and_cost_no_events, .rounds = 3)
{
    cpSpace *space = sim.world->space;
    count_all(_i == 0   ? cpSpaceAddWildcardHandler(space, 7)
              : _i == 1 ? cpSpaceAddCollisionHandler(space, 7, 0)
                        : cpSpaceAddDefaultCollisionHandler(space));
    sim_start(20); /* the ball lands, rests ... */
    cpBodySetPosition(sim_body(0), cpv(0, 50));
    sim_run(&sim, 2); /* ... and is lifted off the floor */
    ck_assert_int_eq(begun, 1);
    ck_assert_int_gt(solved, 10);
    ck_assert_int_eq(parted, 1);
    ck_assert_int_eq(told_begin, 1);
    ck_assert_int_eq(told_end, 1);
}

TEST(a_handler_looks_between_ticks_as_the_game_set_it)
{
    cpCollisionHandler *handler = cpSpaceAddCollisionHandler(sim.world->space, 7, 0);
    count_all(handler);
    sim_start(10);
    ck_assert_ptr_eq(cpSpaceAddCollisionHandler(sim.world->space, 0, 7), handler);
    ck_assert(handler->beginFunc == count_begin && handler->separateFunc == count_parted);
    handler->beginFunc = refuse; /* counts from the next pair on */
    cpBodySetPosition(sim_body(0), cpv(0, 5));
    sim_run(&sim, 120);
    ck_assert_int_eq(begun, 2);
    ck_assert_double_lt(sim_body(0)->p.y, -1);
}

TEST(a_refused_pair_has_events_without_an_impulse)
{
    cpSpaceAddWildcardHandler(sim.world->space, 7)->beginFunc = refuse;
    sim_start(60);
    ck_assert_double_lt(sim_body(0)->p.y, -1);
    ck_assert_int_eq(told_begin, 1);
    ck_assert_int_eq(told_end, 1);
    ck_assert_double_eq(told_impulse_Ns, 0);
}

TEST(a_wildcard_handler_may_come_when_all_already_touches)
{
    sim_start(20);
    count_all(cpSpaceAddWildcardHandler(sim.world->space, 7));
    sim_run(&sim, 1);
    cpBodySetPosition(sim_body(0), cpv(0, 50));
    sim_run(&sim, 2);
    ck_assert_int_eq(parted, 1);
    ck_assert_int_eq(told_end, 1);
}

TEST(a_wildcard_handler_may_come_before_what_touches_is_removed)
{
    sim_start(20);
    count_all(cpSpaceAddWildcardHandler(sim.world->space, 7));
    cw_world_destroy(sim.world, hero);
    entities_flush(sim.world);
    ck_assert_int_eq(parted, 0); /* it came after the pair's last step */
    ck_assert_int_eq(sim.world->pending.count, 1);
}

static void add_wildcard_handler(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    cpBodyUpdateVelocity(body, gravity, damping, dt);
    count_all(cpSpaceAddWildcardHandler(cpBodyGetSpace(body), 7));
}

TEST(the_first_wildcard_handler_in_the_middle_of_a_step_aborts, .signal = SIGABRT)
{
    cpBodySetVelocityUpdateFunc(sim_body(0), add_wildcard_handler);
    sim_run(&sim, 1);
}

TEST(a_wildcard_handler_leaves_the_default_one_as_it_is)
{
    cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(sim.world->space);
    sim_start(1);
    count_all(handler);
    cpSpaceAddWildcardHandler(sim.world->space, 7);
    ck_assert(handler->beginFunc == count_begin && handler->separateFunc == count_parted);
}

static double landing_impulse(int substeps)
{
    set_up();
    sim.world->settings.substeps = substeps;
    cpBodySetPosition(sim_body(0), cpv(0, 3));
    world_finish_building(sim.world);
    while (told_begin == 0) {
        sim_run(&sim, 1);
    }
    return told_impulse_Ns;
}

TEST(the_impulse_of_a_landing_is_the_momentum_it_took)
{
    double before_mps = sqrt(2 * 10 * 2.5);
    ck_assert_double_eq_tol(landing_impulse(1), before_mps, 0.5);
    ck_assert_double_eq_tol(landing_impulse(8), before_mps, 0.5);
}
