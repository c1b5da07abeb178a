/* Many removed in one flush give, bit for bit, what Chipmunk's own calls give. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_private.h>

enum { BALL_COUNT = 400, COLUMNS = 20, AFTER_TICKS = 40 };

static CwWorld *world;
static uint64_t parted; /* which pairs ended, in which order */
static bool meddle;
static int slept;

static void note(uint64_t number)
{
    parted = (parted ^ number) * 0x100000001B3;
}

static void note_parted(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    note(arbiter->a->hashid);
    note(arbiter->b->hashid);
    note(cpArbiterIsRemoval(arbiter));
}

static void rejoin(cpConstraint *joint, cpBody *to)
{
    cpBody *body = joint->b;
    cpSpaceRemoveConstraint(world->space, joint);
    cpConstraintFree(joint);
    cw_world_add_constraint(world, (CwEntity){0}, cpPivotJointNew(to, body, cpvzero));
}

/* Wakes, puts to sleep what touches nothing (all else Chipmunk wants asleep together), joins anew
 * and adds, while others wait to be removed. */
static void ball_destroy(CwWorld *of, CwEntity self, void *data)
{
    const cpSpace *space = of->space;
    if (!meddle || self.index1 % 7 != 0 || space->dynamicBodies->num < 30) {
        return;
    }
    cpBody *newest = space->dynamicBodies->arr[space->dynamicBodies->num - 1];
    if (self.index1 % 2 == 0 && space->sleepingComponents->num > 0) {
        cpBodyActivate(space->sleepingComponents->arr[0]);
    } else if (newest->arbiterList == NULL) {
        cpBodySleep(newest);
        slept++;
    }
    cpConstraint *joint = space->constraints->num > 0 ? space->constraints->arr[0] : NULL;
    if (joint != NULL && cw_constraint_owner(joint).index1 == 0) {
        rejoin(joint, space->staticBody);
    }
    sim_ball(&sim, (CwEntity){0}, 100 + self.index1 * 2.0, 0);
}

static const CwKind kinds[] = {{.name = "ball", .destroy = ball_destroy}};

static void add_ball(int i)
{
    CwEntity self = cw_world_spawn(world, 0, NULL, 0);
    double x_m = i % COLUMNS * 1.01 + i / COLUMNS % 2 * 0.3;
    if (i % 9 == 0) { /* a peg, on the ground's body */
        cw_world_add_shape(
            world, self,
            cpCircleShapeNew(world->space->staticBody, 0.5, cpv(x_m, 0.4 + i / COLUMNS)));
        return;
    }
    cpBody *body = sim_ball(&sim, self, x_m, 0.4 + i / COLUMNS);
    cpShapeSetFriction(body->shapeList, 0.7);
    cpShapeSetSensor(body->shapeList, i % 11 == 0);
    if (i % 4 == 0) {
        CwEntity owner = i % 8 == 0 ? self : (CwEntity){0};
        cw_world_add_constraint(
            world, owner,
            cpSlideJointNew(world->space->staticBody, body, cpv(x_m, 30), cpvzero, 0, 60));
    }
}

SET_UP(.tear_down = sim_tear_down)
{
    world = sim_begin_kinds(kinds, 1);
    cpSpaceSetGravity(world->space, cpv(0, -10));
    sim_floor(&sim);
    for (int i = 0; i < BALL_COUNT; i++) {
        add_ball(i);
    }
    cpSpaceAddWildcardHandler(world->space, 0)->separateFunc = note_parted;
}

/* Destroys every `nth` in one flush, runs on and returns a digest of the whole world. */
static uint64_t destroy_every(uint32_t nth)
{
    parted = 1;
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        if (e.index1 % nth == 0) {
            cw_world_destroy(world, e);
        }
    }
    entities_flush(world);
    CP_BODY_FOREACH_CONSTRAINT(world->space->staticBody, joint)
    {
        note((uintptr_t)joint);
    }
    for (int i = 0; i < AFTER_TICKS; i++) {
        note(cw_world_hash(world));
        sim_run(&sim, 1);
    }
    return parted;
}

/* With Chipmunk's own calls where all scratch memory is taken. */
static void compare(uint32_t nth)
{
    CwSnapshot before = {0};
    ck_assert(cw_world_snapshot(world, &before));
    uint64_t by_notes = destroy_every(nth);
    cw_world_restore(world, &before);
    while (arena_take_scratch(world->arena, 64) != NULL) {
    }
    ck_assert_uint_eq(destroy_every(nth), by_notes);
    cw_snapshot_free(&before);
}

TEST(notes_change_nothing, .rounds = 4)
{
    meddle = _i >= 2;
    sim_start(100);
    compare(_i % 2 == 0 ? 1 : 3);
    ck_assert(!meddle || slept > 0);
}

TEST(notes_do_not_change_sleeping_bodies, .rounds = 4)
{
    meddle = _i >= 2;
    world->space->sleepTimeThreshold = 0.05;
    world->space->idleSpeedThreshold = 0.5;
    sim_start(200);
    ck_assert_int_gt(world->space->sleepingComponents->num, 0);
    compare(_i % 2 == 0 ? 1 : 3);
}
