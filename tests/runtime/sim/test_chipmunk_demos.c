/* Demos of Chipmunk's work, pass the sync test and run the same at another address. */
#include "check/sync_test.h"
#include "support/expect.h"

#include <chipmunk/chipmunk_private.h>

enum { STICKY = 1, TICKS = 300, DEPTH = 8 };

static const CwEntity NOBODY = {0};

typedef struct DemoState {
    cpBody *bodies[2]; /* that the demo is about */
    int32_t found_count, slept_count;
} DemoState;

static const CwField state_fields[] = {CW_FIELD(DemoState, found_count),
                                       CW_FIELD(DemoState, slept_count)};
static const CwKind kinds[] = {{.name = "thing"}};

static DemoState *state_of(const cpSpace *space)
{
    return cw_world_state(cw_space_world(space));
}

static CwEntity thing(CwWorld *world)
{
    return cw_world_spawn(world, 0, NULL, 0);
}

static cpBody *add_ball(CwWorld *world, cpVect at, double radius_m)
{
    CwEntity owner = thing(world);
    cpBody *body = cpBodyNew(1, cpMomentForCircle(1, 0, radius_m, cpvzero));
    cpBodySetPosition(body, at);
    cw_world_add_body(world, owner, body);
    cpShape *shape = cw_world_add_shape(world, owner, cpCircleShapeNew(body, radius_m, cpvzero));
    cpShapeSetFriction(shape, 0.9);
    return body;
}

static cpBody *add_box(CwWorld *world, cpVect at, double width_m, double height_m)
{
    CwEntity owner = thing(world);
    cpBody *body = cpBodyNew(1, cpMomentForBox(1, width_m, height_m));
    cpBodySetPosition(body, at);
    cw_world_add_body(world, owner, body);
    cpShape *shape = cw_world_add_shape(world, owner, cpBoxShapeNew(body, width_m, height_m, 0));
    cpShapeSetFriction(shape, 0.7);
    return body;
}

static cpShape *add_wall(CwWorld *world, cpVect a, cpVect b)
{
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *shape = cw_world_add_shape(world, NOBODY, cpSegmentShapeNew(ground, a, b, 0.1));
    cpShapeSetFriction(shape, 1);
    return shape;
}

/* ---- surfaces that hold what touches them, by joints that come and go ---- */

static void stick(cpSpace *space, void *joint, void *data)
{
    cw_world_add_constraint(cw_space_world(space), NOBODY, joint);
    state_of(space)->found_count++;
}

static void begin_to_stick(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    if (cpArbiterGetUserData(arbiter) != NULL) {
        return;
    }
    cpBody *a, *b;
    cpArbiterGetBodies(arbiter, &a, &b);
    cpConstraint *joint = cpPivotJointNew(a, b, cpArbiterGetPointA(arbiter, 0));
    cpConstraintSetMaxForce(joint, 30);
    cpArbiterSetUserData(arbiter, joint);
    cpSpaceAddPostStepCallback(space, stick, joint, NULL);
}

static void come_off(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    cpConstraint *joint = cpArbiterGetUserData(arbiter);
    if (joint != NULL) {
        cw_world_remove_constraint(cw_space_world(space), joint);
        cpArbiterSetUserData(arbiter, NULL);
        state_of(space)->slept_count++;
    }
}

static void sticky_start(CwWorld *world, DemoState *demo)
{
    cpShapeSetCollisionType(add_wall(world, cpv(0, -9), cpv(0, 9)), STICKY);
    add_wall(world, cpv(-9, -9), cpv(9, -9));
    for (int i = 0; i < 8; i++) {
        cpBody *ball = add_ball(world, cpv(2, i), 0.3);
        cpBodySetVelocity(ball, cpv(-6, 0.5 * i));
        demo->bodies[i % 2] = ball;
    }
    cpCollisionHandler *handler = cpSpaceAddWildcardHandler(cw_world_space(world), STICKY);
    handler->postSolveFunc = begin_to_stick;
    handler->separateFunc = come_off;
}

static void pull_off(cpBody *body, void *side)
{
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC && body->p.y > *(const double *)side) {
        cpBodyApplyImpulseAtLocalPoint(body, cpv(30, 0), cpvzero);
    }
}

static void sticky_tick(CwWorld *world)
{
    if (cw_world_tick(world) == 60) {
        double middle_m = ((DemoState *)cw_world_state(world))->bodies[1]->p.y - 4;
        cpSpaceEachBody(cw_world_space(world), pull_off, &middle_m);
    }
}

static void sticky_check(const DemoState *demo)
{
    ck_assert_int_ge(demo->found_count, 8);
    ck_assert_int_ge(demo->slept_count, 2);
    ck_assert_double_gt(demo->bodies[1]->p.x, 1);
}

/* ---- a planet's gravity, by a velocity function of the bodies ---- */

static void fall_to_planet(cpBody *body, cpVect gravity, cpFloat damping, cpFloat dt)
{
    cpVect p = cpBodyGetPosition(body);
    double square = cpvlengthsq(p);
    cpVect pull = cpvmult(p, -60 / (square * sqrt(square)));
    cpBodyUpdateVelocity(body, pull, damping, dt);
}

static void planet_start(CwWorld *world, DemoState *demo)
{
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cpShape *planet = cw_world_add_shape(world, NOBODY, cpCircleShapeNew(ground, 1, cpvzero));
    cpShapeSetElasticity(planet, 0.8);
    for (int i = 0; i < 12; i++) {
        cpVect at = cpvmult(cpvforangle(i * 0.5), 3 + 0.4 * i);
        cpBody *box = add_box(world, at, 0.3, 0.3);
        cpBodySetVelocity(box, cpvmult(cpvperp(cpvnormalize(at)), sqrt(60 / cpvlength(at))));
        cpBodySetVelocityUpdateFunc(box, fall_to_planet);
        demo->bodies[i % 2] = box;
    }
}

static void planet_check(const DemoState *demo)
{
    ck_assert_double_eq_tol(cpvlength(demo->bodies[0]->p), 7, 0.8);
    ck_assert_double_eq_tol(cpvlength(demo->bodies[1]->p), 7.4, 0.8);
}

/* ---- a group that sleeps from the start until it is hit ---- */

static void sleep_start(CwWorld *world, DemoState *demo)
{
    add_wall(world, cpv(-9, 0), cpv(9, 0));
    cpBody *last = NULL;
    for (int i = 0; i < 5; i++) {
        cpBody *box = add_box(world, cpv(0, 0.6 + i), 1, 1);
        cpBodySleepWithGroup(box, last);
        last = box;
    }
    demo->bodies[0] = last;
    demo->bodies[1] = add_ball(world, cpv(-8, 4.6), 0.3);
    cpBodySetVelocity(demo->bodies[1], cpv(8, 4));
}

static void sleep_tick(CwWorld *world)
{
    DemoState *demo = cw_world_state(world);
    demo->slept_count += cpBodyIsSleeping(demo->bodies[0]);
}

static void sleep_check(const DemoState *demo)
{
    ck_assert_int_gt(demo->slept_count, 20);
    ck_assert_double_gt(cpvdist(demo->bodies[0]->p, cpv(0, 4.6)), 0.05);
}

/* ---- a chain that breaks under its load ---- */

static void break_now(cpSpace *space, void *joint, void *data)
{
    cpSpaceRemoveConstraint(space, joint);
    cpConstraintFree(joint);
}

/* Every other link has an owner, whose joints are the world's to remove. */
static void break_above_limit(cpConstraint *joint, cpSpace *space)
{
    if (cpConstraintGetImpulse(joint) < 60 * cpSpaceGetCurrentTimeStep(space)) {
        return;
    }
    state_of(space)->found_count++;
    if (cw_constraint_owner(joint).index1 != 0) {
        cw_world_remove_constraint(cw_space_world(space), joint);
    } else {
        cpSpaceAddPostStepCallback(space, break_now, joint, NULL);
    }
}

static void chain_start(CwWorld *world, DemoState *demo)
{
    for (int chain = 0; chain < 4; chain++) {
        cpBody *above = cpSpaceGetStaticBody(cw_world_space(world));
        for (int i = 0; i < 6; i++) {
            cpBody *link = add_box(world, cpv(2 * chain, -0.5 * i), 0.1, 0.4);
            cpConstraint *joint = cpPivotJointNew(above, link, cpv(2 * chain, 0.25 - 0.5 * i));
            cpConstraintSetPostSolveFunc(joint, break_above_limit);
            cw_world_add_constraint(world, i % 2 == 0 ? NOBODY : cw_body_owner(link), joint);
            above = link;
        }
        demo->bodies[0] = above;
    }
    demo->bodies[1] = add_ball(world, cpv(-6, -2), 0.5);
    cpBodySetVelocity(demo->bodies[1], cpv(25, 3));
}

static void chain_check(const DemoState *demo)
{
    ck_assert_int_ge(demo->found_count, 2);
    ck_assert_int_lt(demo->bodies[0]->space->constraints->num, 24);
}

/* ---- all of them ---- */

typedef struct Demo {
    const char *name;
    double gravity_mps2;
    void (*start)(CwWorld *world, DemoState *demo);
    void (*tick)(CwWorld *world); /* may be NULL */
    void (*check)(const DemoState *demo);
} Demo;

static const Demo demos[] = {
    {"sticky", -10, sticky_start, sticky_tick, sticky_check},
    {"planet", 0, planet_start, NULL, planet_check},
    {"sleep", -10, sleep_start, sleep_tick, sleep_check},
    {"chains", -10, chain_start, NULL, chain_check},
};

static const Demo *demo; /* that the test runs */
static CwSystem demo_system;
static CwGame game;
static Session session;

static bool start_demo(CwWorld *world, const CwMap *map, CwError *refusal)
{
    demo->start(world, cw_world_state(world));
    return true;
}

static void open_demo(int index, int slot, int substeps)
{
    demo = &demos[index];
    demo_system = (CwSystem){.name = "demo", .phase = CW_PHASE_PRE_PHYSICS, .tick = demo->tick};
    game = (CwGame){.id = "demo",
                    .content = {.kinds = kinds,
                                .kind_count = 1,
                                .systems = &demo_system,
                                .system_count = demo->tick != NULL,
                                .state_bytes = sizeof(DemoState),
                                .state_fields = state_fields,
                                .state_field_count = (int)CW_ARRAY_LENGTH(state_fields)},
                    .start = start_demo};
    SessionDesc desc = {.game = &game,
                        .settings = cw_sim_settings_default(),
                        .arena_bytes = (size_t)8 << 20,
                        .slot = slot,
                        .level = demo->name};
    desc.settings.gravity_mps2 = demo->gravity_mps2;
    desc.settings.substeps = substeps;
    EXPECT_OK(session_open(&session, &desc, &error));
}

static void close_demo(void)
{
    session_close(&session);
}

FIXTURE(.tear_down = close_demo, .timeout_s = 120);

static uint64_t play(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        CwTickInput input = {0};
        EXPECT_OK(session_tick(&session, &input, &error));
    }
    return cw_world_hash(session.world);
}

TEST(each_demo_works, .rounds = CW_ARRAY_LENGTH(demos))
{
    for (int substeps = 1; substeps <= 3; substeps += 2) {
        open_demo(_i, 0, substeps);
        play(TICKS);
        demo->check(cw_world_state(session.world));
        session_close(&session);
    }
}

TEST(each_demo_passes_the_sync_test, .rounds = CW_ARRAY_LENGTH(demos))
{
    open_demo(_i, 0, 2);
    SyncTest *test = sync_test_create(DEPTH, &error);
    sync_test_begin(test);
    for (int i = 0; i < TICKS; i++) {
        CwTickInput input = {0};
        EXPECT_OK(sync_test_before(test, session.world, &input, &error));
        EXPECT_OK(session_tick(&session, &input, &error));
        EXPECT_OK(sync_test_after(test, &session, &error));
    }
    sync_test_destroy(test);
}

TEST(each_demo_is_the_same_at_another_address, .rounds = CW_ARRAY_LENGTH(demos))
{
    open_demo(_i, 0, 1);
    uint64_t end = play(TICKS);
    session_close(&session);
    open_demo(_i, 5, 1);
    ck_assert_uint_eq(play(TICKS), end);
}
