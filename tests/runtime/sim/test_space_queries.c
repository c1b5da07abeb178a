/* Chipmunk's queries with callbacks work in a protected world, and write nothing in any. */
#include "support/sim_world.h"

#include <chipmunk/chipmunk_structs.h>

static int seen;

static void see_point(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *data)
{
    seen++;
}

static void see_segment(cpShape *shape, cpVect point, cpVect normal, cpFloat alpha, void *data)
{
    seen++;
}

static void see_shape(cpShape *shape, void *data)
{
    seen++;
}

static void see_body(cpBody *body, void *data)
{
    seen++;
}

static void see_circle(cpVect at, cpFloat angle, cpFloat radius, cpSpaceDebugColor outline,
                       cpSpaceDebugColor fill, cpDataPointer data)
{
    seen++;
}

static cpSpaceDebugColor colour(cpShape *shape, cpDataPointer data)
{
    return (cpSpaceDebugColor){0};
}

FIXTURE(.tear_down = sim_tear_down);

static void ask_all(cpSpace *space)
{
    cpShapeFilter all = CP_SHAPE_FILTER_ALL;
    seen = 0;
    cpSpacePointQuery(space, cpv(0, 0), 0.1, all, see_point, NULL);
    cpSpaceSegmentQuery(space, cpv(-9, 0), cpv(9, 0), 0, all, see_segment, NULL);
    cpSpaceBBQuery(space, cpBBNew(-1, -1, 1, 1), all, see_shape, NULL);
    cpSpaceEachShape(space, see_shape, NULL);
    cpSpaceEachBody(space, see_body, NULL);
    cpSpaceDebugDrawOptions draw = {
        .drawCircle = see_circle, .colorForShape = colour, .flags = CP_SPACE_DEBUG_DRAW_SHAPES};
    cpSpaceDebugDraw(space, &draw);
    ck_assert_int_eq(seen, 6);
}

TEST(callback_queries_write_nothing_to_a_protected_world)
{
    CwWorld *world = sim_begin_physics(1, 0);
    sim_ball(&sim, (CwEntity){0}, 0, 0);
    sim_start(2);
    arena_protect(world->arena, true); /* a write would fault */
    ask_all(cw_world_space(world));
    ck_assert(!cpSpaceIsLocked(cw_world_space(world)));
    arena_protect(world->arena, false);
    ask_all(cw_world_space(world));
}

static void expect_locked(cpShape *shape, void *data)
{
    ck_assert(cpSpaceIsLocked(data));
    seen++;
}

TEST(a_query_in_a_tick_locks_its_space)
{
    CwWorld *world = sim_begin_physics(1, 0);
    sim_ball(&sim, (CwEntity){0}, 0, 0);
    sim_start(1);
    CwSnapshot snapshot = {0};
    arena_protect(world->arena, true);
    ck_assert(cw_world_snapshot(world, &snapshot));
    arena_protect(world->arena, false);
    cw_world_restore(world, &snapshot); /* was protected when it was taken */
    cw_snapshot_free(&snapshot);
    seen = 0;
    cpSpaceEachShape(world->space, expect_locked, world->space);
    ck_assert_int_eq(seen, 1);
}

TEST(a_space_outside_of_any_world_can_be_queried)
{
    CwWorld *world = sim_begin_physics(1, 0);
    cpSpace *space = cpSpaceInit(calloc(1, sizeof(cpSpace)));
    cpSpaceAddShape(space, cpCircleShapeNew(cpSpaceGetStaticBody(space), 1, cpvzero));
    seen = 0;
    cpSpaceEachShape(space, expect_locked, space);
    ck_assert_int_eq(seen, 1);
    cpSpaceDestroy(space);
    free(space);
    ck_assert(!cpSpaceIsLocked(world->space));
}
