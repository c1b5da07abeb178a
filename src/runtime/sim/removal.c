/* Removes bodies, shapes and joints in the tick's flush, alone or with their owner. */
#include "base/array.h"
#include "base/report.h"
#include "sim/breadcrumb.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>

static cpBool is_of_object(const void *object, const void *removal)
{
    return ((const Removal *)removal)->object == object;
}

static void *make_removal(const void *object, void *type)
{
    Removal *removal = arena_calloc(1, sizeof *removal);
    *removal = (Removal){*(ObjectType *)type, (void *)(uintptr_t)object, 0};
    return removal;
}

void removals_open(CwWorld *world)
{
    world->removal_set = cpHashSetNew(0, is_of_object);
}

/* Finds an object's pending removal. */
static Removal *find_removal(const CwWorld *world, const void *object)
{
    return (Removal *)(uintptr_t)cpHashSetFind(world->removal_set, (cpHashValue)object, object);
}

/* Removes an object in the flush. While a level is built, removes it at once unless the space is
 * locked, as in a callback. */
static void remove_later(CwWorld *world, ObjectType type, void *object)
{
    if (world->is_building && !cpSpaceIsLocked(world->space)) {
        remove_now(world, type, object);
        return;
    }
    if (find_removal(world, object) != NULL) {
        return;
    }
    world->removals = arena_grow_array(world->removals, world->removal_count,
                                       &world->removal_capacity, sizeof *world->removals);
    world->removals[world->removal_count++] = (Removal *)(uintptr_t)cpHashSetInsert(
        world->removal_set, (cpHashValue)object, object, make_removal, &type);
}

void cw_world_remove_constraint(CwWorld *world, cpConstraint *constraint)
{
    ASSERT_IN_TICK();
    ASSERT_GIVEN(constraint);
    CW_ASSERT(constraint->space == world->space, "remove a joint that this world has");
    remove_later(world, OBJECT_CONSTRAINT, constraint);
}

void cw_world_remove_shape(CwWorld *world, cpShape *shape)
{
    ASSERT_IN_TICK();
    ASSERT_GIVEN(shape);
    CW_ASSERT(shape->space == world->space, "remove a shape that this world has");
    remove_later(world, OBJECT_SHAPE, shape);
}

void cw_world_remove_body(CwWorld *world, cpBody *body)
{
    ASSERT_IN_TICK();
    ASSERT_GIVEN(body);
    CW_ASSERT(body->space == world->space && body != world->space->staticBody,
              "remove a body that was added to this world");
    remove_later(world, OBJECT_BODY, body);
}

static void remove_constraint(CwWorld *world, cpConstraint *constraint)
{
    disown(world, cw_constraint_owner(constraint), constraint);
    cpSpaceRemoveConstraint(world->space, constraint);
    part_owner_forget(world, constraint->userData);
    cpConstraintFree(constraint);
}

static void remove_shape(CwWorld *world, cpShape *shape)
{
    disown(world, cw_shape_owner(shape), shape);
    handlers_watch(world);
    world->shape_count--;
    cpSpaceRemoveShape(world->space, shape);
    handlers_release(world);
    part_owner_forget(world, shape->userData);
    cpShapeFree(shape);
}

/* Removes a body and the joints on it. */
static void remove_body(CwWorld *world, cpBody *body)
{
    while (body->constraintList != NULL) {
        remove_now(world, OBJECT_CONSTRAINT, body->constraintList);
    }
    while (body->shapeList != NULL) {
        remove_now(world, OBJECT_SHAPE, body->shapeList);
    }
    disown(world, cw_body_owner(body), body);
    body_forget(world, body);
    cpSpaceRemoveBody(world->space, body);
    cpBodyFree(body);
}

/* Removes an object, and cancels its pending removal, which a handler may have requested. */
void remove_now(CwWorld *world, ObjectType type, void *object)
{
    switch (type) {
    case OBJECT_CONSTRAINT:
        remove_constraint(world, object);
        break;
    case OBJECT_SHAPE:
        remove_shape(world, object);
        break;
    case OBJECT_BODY:
        remove_body(world, object);
        break;
    }
    Removal *removal =
        (Removal *)(uintptr_t)cpHashSetRemove(world->removal_set, (cpHashValue)object, object);
    if (removal != NULL) {
        removal->object = NULL;
    }
}

static void number_joint(CwWorld *world, cpConstraint *joint, uint64_t number)
{
    Removal *removal = find_removal(world, joint);
    if (removal != NULL) {
        removal->number = number;
    }
}

/* Numbers joints in the order of the space, then of sleeping bodies. Later numbers override. */
static void number_joints(CwWorld *world)
{
    const cpArray *awake = world->space->constraints, *islands = world->space->sleepingComponents;
    uint64_t number = 0;
    for (int i = 0; i < awake->num; i++) {
        number_joint(world, awake->arr[i], number++);
    }
    for (int i = 0; i < islands->num; i++) {
        for (const cpBody *body = islands->arr[i]; body != NULL; body = body->sleeping.next) {
            cpConstraint *joint = body->constraintList;
            for (; joint != NULL; joint = joint->a == body ? joint->next_a : joint->next_b) {
                number_joint(world, joint, number++);
            }
        }
    }
}

/* Numbers removals, because addresses differ between versions of the engine. */
static void number_removals(CwWorld *world, int begin)
{
    int joint_count = 0;
    for (int i = begin; i < world->removal_count; i++) {
        Removal *removal = world->removals[i];
        if (removal->object == NULL) {
            continue;
        }
        joint_count += removal->type == OBJECT_CONSTRAINT;
        if (removal->type == OBJECT_SHAPE) {
            removal->number = ((const cpShape *)removal->object)->hashid;
        } else if (removal->type == OBJECT_BODY) {
            removal->number = (uintptr_t)((const cpBody *)removal->object)->userData;
        }
    }
    if (joint_count > 1) {
        number_joints(world);
    }
}

static int compare_removals(const void *x, const void *y)
{
    const Removal *a = *(Removal *const *)x, *b = *(Removal *const *)y;
    return a->type != b->type ? (a->type > b->type) - (a->type < b->type)
                              : (a->number > b->number) - (a->number < b->number);
}

/* Removes in a stable order. Handlers request removals in none, and may do so during the flush. */
void removals_flush(CwWorld *world)
{
    for (int done = 0; done < world->removal_count;) {
        int count = world->removal_count;
        number_removals(world, done);
        sort_in_place(world->removals + done, (size_t)(count - done), sizeof *world->removals,
                      compare_removals);
        for (; done < count; done++) {
            const Removal *removal = world->removals[done];
            if (removal->object != NULL) {
                remove_now(world, removal->type, removal->object);
            }
        }
    }
    for (int i = 0; i < world->removal_count; i++) {
        arena_free(world->removals[i]);
    }
    world->removal_count = 0;
}
