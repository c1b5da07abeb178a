/* Removing bodies, shapes and joints: with their owner, or alone, in the tick's flush. */
#include "sim/removal_index.h"

#include <chipmunk/chipmunk_structs.h>

/* While a level is built there is no flush to wait for. */
static void remove_later(CwWorld *world, PartType type, void *part)
{
    if (world->building && !cpSpaceIsLocked(world->space)) {
        remove_now(world, type, part);
        return;
    }
    for (int i = 0; i < world->removal_count; i++) {
        if (world->removals[i].part == part) {
            return;
        }
    }
    world->removals = array_grow(world->removals, world->removal_count, &world->removal_capacity,
                                 sizeof *world->removals);
    world->removals[world->removal_count++] = (Removal){type, part};
}

void cw_world_remove_constraint(CwWorld *world, cpConstraint *constraint)
{
    CW_ASSERT(constraint->space == world->space, "remove a joint that this world has");
    remove_later(world, PART_CONSTRAINT, constraint);
}

void cw_world_remove_shape(CwWorld *world, cpShape *shape)
{
    CW_ASSERT(shape->space == world->space, "remove a shape that this world has");
    remove_later(world, PART_SHAPE, shape);
}

void cw_world_remove_body(CwWorld *world, cpBody *body)
{
    CW_ASSERT(body->space == world->space && body != world->space->staticBody,
              "remove a body that was added to this world");
    remove_later(world, PART_BODY, body);
}

static void remove_constraint(CwWorld *world, cpConstraint *constraint)
{
    disown(world, cw_constraint_owner(constraint), constraint);
    space_remove_constraint(world, constraint);
    cpConstraintFree(constraint);
}

static void remove_shape(CwWorld *world, cpShape *shape)
{
    disown(world, cw_shape_owner(shape), shape);
    handlers_watch(world);
    world->shape_count--;
    space_remove_shape(world, shape);
    handlers_release(world);
    cpShapeFree(shape);
}

/* Joints go with either of their bodies. */
static void remove_body(CwWorld *world, cpBody *body)
{
    while (body->constraintList != NULL) {
        remove_now(world, PART_CONSTRAINT, body->constraintList);
    }
    while (body->shapeList != NULL) {
        remove_now(world, PART_SHAPE, body->shapeList);
    }
    disown(world, cw_body_owner(body), body);
    body_forget(world, body);
    space_remove_body(world, body);
    cpBodyFree(body);
}

void remove_now(CwWorld *world, PartType type, void *part)
{
    for (int i = 0; i < world->removal_count; i++) {
        if (world->removals[i].part == part) {
            world->removals[i].part = NULL;
        }
    }
    switch (type) {
    case PART_CONSTRAINT:
        remove_constraint(world, part);
        return;
    case PART_SHAPE:
        remove_shape(world, part);
        return;
    case PART_BODY:
        remove_body(world, part);
        return;
    }
}

static int compare_places(const void *x, const void *y)
{
    uintptr_t a = (uintptr_t)((const Removal *)x)->part, b = (uintptr_t)((const Removal *)y)->part;
    return (a > b) - (a < b);
}

/* By their places in the arena, as the order in which handlers are told of a pair's end, and then
 * ask, is no order; they may ask for more. */
void removals_flush(CwWorld *world)
{
    for (int done = 0; done < world->removal_count;) {
        int count = world->removal_count;
        arena_qsort(world->removals + done, (size_t)(count - done), sizeof *world->removals,
                    compare_places);
        for (; done < count; done++) {
            Removal removal = world->removals[done];
            if (removal.part != NULL) {
                remove_now(world, removal.type, removal.part);
            }
        }
    }
    world->removal_count = 0;
}
