/* How the world sees every pair that begins and ends to touch, while all handlers are the game's.
 *
 * During a physics step, and while a shape is removed, ours stand in for `begin` and `separate` of
 * every handler that Chipmunk may call, and the default's solve calls; they record and go on to the
 * handler's own. Wildcard handlers are called by those. */
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>

static const WatchedHandler *watched_of(const CwWorld *world, const cpArbiter *arbiter)
{
    const WatchedHandler *watched = world->watched;
    while (watched->handler != arbiter->handler) {
        watched++;
    }
    return watched;
}

/* For a pair that begins while Chipmunk looks for no wildcard handlers. */
static void give_no_wildcards(cpArbiter *arbiter)
{
    if (arbiter->handlerA == NULL) {
        arbiter->handlerA = arbiter->handlerB = &cpCollisionHandlerDoNothing;
    }
}

static cpBool on_begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    CwWorld *world = cw_space_world(space);
    give_no_wildcards(arbiter);
    events_begin(world, arbiter);
    return watched_of(world, arbiter)->begin(arbiter, space, data);
}

static void on_separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    CwWorld *world = cw_space_world(space);
    events_end(world, arbiter);
    watched_of(world, arbiter)->separate(arbiter, space, data);
}

/* The default's own look for wildcard handlers of every pair in every step; these don't. */
static cpBool on_pre_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)arbiter, (void)space, (void)data;
    return cpTrue;
}

static void on_post_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)arbiter, (void)space, (void)data;
}

static WatchedHandler functions_of(cpCollisionHandler *handler)
{
    return (WatchedHandler){.handler = handler,
                            .begin = handler->beginFunc,
                            .pre_solve = handler->preSolveFunc,
                            .post_solve = handler->postSolveFunc,
                            .separate = handler->separateFunc};
}

/* From the start: else Chipmunk crashes on a pair whose wildcard handlers come later. */
void handlers_open(CwWorld *world)
{
    world->plain = functions_of(cpSpaceAddDefaultCollisionHandler(world->space));
}

static void watch(CwWorld *world, cpCollisionHandler *handler)
{
    world->watched = array_grow(world->watched, world->watched_count, &world->watched_capacity,
                                sizeof *world->watched);
    world->watched[world->watched_count++] = functions_of(handler);
    handler->beginFunc = on_begin;
    handler->separateFunc = on_separate;
}

/* Then no callback of a handler can bring the first wildcard one in the middle of a step. */
static bool has_plain_handlers(const CwWorld *world)
{
    const cpCollisionHandler *handler = &world->space->defaultHandler;
    const WatchedHandler *plain = &world->plain;
    return cpHashSetCount(world->space->collisionHandlers) == 0 &&
           handler->beginFunc == plain->begin && handler->preSolveFunc == plain->pre_solve &&
           handler->postSolveFunc == plain->post_solve && handler->separateFunc == plain->separate;
}

typedef struct HandlerWalk {
    CwWorld *world;
    bool has_wildcards;
} HandlerWalk;

static void visit_handler(void *item, void *context)
{
    cpCollisionHandler *handler = item;
    HandlerWalk *walk = context;
    if (handler->typeB == CP_WILDCARD_COLLISION_TYPE) {
        walk->has_wildcards = true;
        return;
    }
    watch(walk->world, handler);
}

void handlers_watch(CwWorld *world)
{
    HandlerWalk walk = {world, false};
    world->space->usesWildcards = !has_plain_handlers(world); /* saves looking for them */
    cpHashSetEach(world->space->collisionHandlers, visit_handler, &walk);
    cpCollisionHandler *handler = &world->space->defaultHandler;
    watch(world, handler);
    if (walk.has_wildcards) {
        return;
    }
    if (handler->preSolveFunc == world->plain.pre_solve) {
        handler->preSolveFunc = on_pre_solve;
    }
    if (handler->postSolveFunc == world->plain.post_solve) {
        handler->postSolveFunc = on_post_solve;
    }
}

/* Keeps functions that a callback has set in the meantime. */
void handlers_release(CwWorld *world)
{
    CW_ASSERT(world->watched_count == 0 ||
                  world->space->defaultHandler.beginFunc != world->plain.begin,
              "the first wildcard handler came in the middle of a step, which costs pairs their "
              "events: add it when the game or an entity begins");
    for (int i = 0; i < world->watched_count; i++) {
        const WatchedHandler *watched = &world->watched[i];
        cpCollisionHandler *handler = watched->handler;
        if (handler->beginFunc == on_begin) {
            handler->beginFunc = watched->begin;
        }
        if (handler->preSolveFunc == on_pre_solve) {
            handler->preSolveFunc = watched->pre_solve;
        }
        if (handler->postSolveFunc == on_post_solve) {
            handler->postSolveFunc = watched->post_solve;
        }
        if (handler->separateFunc == on_separate) {
            handler->separateFunc = watched->separate;
        }
    }
    world->watched_count = 0;
    world->space->usesWildcards = cpTrue;
}

/* ---- one way ---- */

static cpVect one_way_up(const cpShape *shape)
{
    cpVect turn = cpBodyGetRotation(cpShapeGetBody(shape)), up = cpvperp(turn);
    if (shape->klass->type != CP_SEGMENT_SHAPE) {
        return up;
    }
    cpVect along = cpvsub(cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape));
    cpVect normal = cpvrotate(cpvperp(cpvnormalize(along)), turn);
    return cpvdot(normal, up) < 0 ? cpvneg(normal) : normal;
}

bool one_way_passes(const cpShape *shape, cpVect normal)
{
    return cpvdot(normal, one_way_up(shape)) < 0.5; /* flatter than 60 degrees: from a side */
}

/* Ignores the pair until it has parted. */
static cpBool pass_one_way(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)space, (void)data;
    cpShape *shape, *other;
    cpArbiterGetShapes(arbiter, &shape, &other);
    return one_way_passes(shape, cpArbiterGetNormal(arbiter)) ? cpArbiterIgnore(arbiter) : cpTrue;
}

void handlers_add_one_way(CwWorld *world)
{
    cpSpaceAddWildcardHandler(world->space, CW_ONE_WAY)->preSolveFunc = pass_one_way;
}
