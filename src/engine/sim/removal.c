/* Removing bodies, shapes and joints: with their owner, or alone, in the tick's flush. */
#include "base/sort.h"
#include "sim/removal_index.h"

#include <chipmunk/chipmunk_structs.h>

static const uint64_t HASH_FACTOR = 0x9E3779B97F4A7C15; /* 2^64 / golden ratio */

static size_t slot_of(const CwWorld *world, const void *part)
{
    return (size_t)((uintptr_t)part * HASH_FACTOR >> (64 - world->removal_bits));
}

static size_t slot_after(const CwWorld *world, size_t slot)
{
    return (slot + 1) & (((size_t)1 << world->removal_bits) - 1);
}

/* A slot may name a place that another removal has by now, so the part is compared. */
static Removal *find_removal(const CwWorld *world, const void *part)
{
    if (world->removal_slots == NULL) {
        return NULL;
    }
    size_t slot = slot_of(world, part);
    for (; world->removal_slots[slot] != 0; slot = slot_after(world, slot)) {
        Removal *removal = &world->removals[world->removal_slots[slot] - 1];
        if (removal->part == part) {
            return removal;
        }
    }
    return NULL;
}

static void fill_slots(CwWorld *world, int begin, int end)
{
    for (int i = begin; i < end; i++) {
        const void *part = world->removals[i].part;
        if (part == NULL) { /* done: many of them would share one slot */
            continue;
        }
        size_t slot = slot_of(world, part);
        while (world->removal_slots[slot] != 0) {
            slot = slot_after(world, slot);
        }
        world->removal_slots[slot] = (uint32_t)i + 1;
    }
    world->removal_slots_used += end - begin;
}

static void free_slots(CwWorld *world)
{
    arena_free(world->removal_slots);
    world->removal_slots = NULL;
    world->removal_slots_used = 0;
}

/* Notes where the removals from `begin` to the last are. */
static void note_removals(CwWorld *world, int begin)
{
    int end = world->removal_count;
    if (world->removal_slots == NULL ||
        world->removal_slots_used + end - begin > 1 << (world->removal_bits - 1)) {
        free_slots(world);
        for (world->removal_bits = 2; 1 << (world->removal_bits - 2) < end; world->removal_bits++) {
        }
        world->removal_slots =
            arena_calloc((size_t)1 << world->removal_bits, sizeof *world->removal_slots);
        begin = 0;
    }
    fill_slots(world, begin, end);
}

/* At once while a level is built; in callbacks of a locked space when it is built. */
static void remove_later(CwWorld *world, PartType type, void *part)
{
    if (world->building && !cpSpaceIsLocked(world->space)) {
        remove_now(world, type, part);
        return;
    }
    if (find_removal(world, part) != NULL) {
        return;
    }
    world->removals = array_grow(world->removals, world->removal_count, &world->removal_capacity,
                                 sizeof *world->removals);
    world->removals[world->removal_count++] = (Removal){type, part, 0};
    note_removals(world, world->removal_count - 1);
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
    cpSpaceRemoveConstraint(world->space, constraint);
    part_owner_forget(world, constraint->userData);
    cpConstraintFree(constraint);
}

static void remove_shape(CwWorld *world, cpShape *shape)
{
    disown(world, cw_shape_owner(shape), shape);
    handlers_watch(world);
    world->shape_count--;
    space_remove_shape(world, shape);
    handlers_release(world);
    part_owner_forget(world, shape->userData);
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
    cpSpaceRemoveBody(world->space, body);
    cpBodyFree(body);
}

/* Handlers that are told of a pair's end may ask for what is going already. */
void remove_now(CwWorld *world, PartType type, void *part)
{
    switch (type) {
    case PART_CONSTRAINT:
        remove_constraint(world, part);
        break;
    case PART_SHAPE:
        remove_shape(world, part);
        break;
    case PART_BODY:
        remove_body(world, part);
        break;
    }
    Removal *removal = find_removal(world, part);
    if (removal != NULL) {
        removal->part = NULL;
    }
}

static void number_joint(CwWorld *world, cpConstraint *joint, uint64_t number)
{
    Removal *removal = find_removal(world, joint);
    if (removal != NULL) {
        removal->number = number;
    }
}

/* By the space's row, then by what sleeps; one between two sleepers keeps the later number. */
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

/* Numbers that say nothing of addresses, which go with how much memory this version takes. */
static void number_removals(CwWorld *world, int begin)
{
    int joint_count = 0;
    for (int i = begin; i < world->removal_count; i++) {
        Removal *removal = &world->removals[i];
        if (removal->part == NULL) {
            continue;
        }
        joint_count += removal->type == PART_CONSTRAINT;
        if (removal->type == PART_SHAPE) {
            removal->number = ((const cpShape *)removal->part)->hashid;
        } else if (removal->type == PART_BODY) {
            removal->number = (uintptr_t)((const cpBody *)removal->part)->userData;
        }
    }
    if (joint_count > 1) {
        number_joints(world);
    }
}

static int compare_removals(const void *x, const void *y)
{
    const Removal *a = x, *b = y;
    return a->type != b->type ? (a->type > b->type) - (a->type < b->type)
                              : (a->number > b->number) - (a->number < b->number);
}

/* Sorted first: handlers request removals in no stable order. More may come meanwhile. */
void removals_flush(CwWorld *world)
{
    for (int done = 0; done < world->removal_count;) {
        int count = world->removal_count;
        number_removals(world, done);
        sort_in_place(world->removals + done, (size_t)(count - done), sizeof *world->removals,
                      compare_removals);
        note_removals(world, done);
        for (; done < count; done++) {
            Removal removal = world->removals[done];
            if (removal.part != NULL) {
                remove_now(world, removal.type, removal.part);
            }
        }
    }
    world->removal_count = 0;
    free_slots(world);
}
