#include "sim/removal_index.h"

#include "sim/arbiter_set.h"

#include <string.h>

/* From how many on in a flush the notes pay. */
enum { MANY_ENTITIES = 16, MANY_PARTS = 32, MANY_MISSES = 32 };
/* A shape that touches more is worth a walk through all contacts. */
enum { CONTACTS_MAX = 64 };

static const uint64_t HASH_FACTOR = 0x9E3779B97F4A7C15; /* 2^64 / golden ratio */

/* The place of an item in its array of the space. */
typedef struct ItemPlace {
    const void *item; /* NULL: free */
    uint32_t at;
    uint32_t joint; /* its number; for other items the number behind the last */
} ItemPlace;

/* A contact in the list of one of its two shapes. */
typedef struct ContactNote {
    cpArbiter *arbiter;
    uint32_t next1; /* 0: the last */
} ContactNote;

struct RemovalIndex {
    int removed; /* parts of this flush */
    int missed;  /* notes that were missing or no longer true */
    bool built;

    ItemPlace *places; /* by address */
    int place_bits;
    cpConstraint **before; /* joint n has 2n before it in the list of its a, 2n + 1 in that of b */

    ContactNote *notes;
    uint32_t *firsts1; /* by the address of a shape */
    int first_bits;
};

/* ---- notes ---- */

static size_t slot_of(const void *item, int bits)
{
    return (size_t)(((uintptr_t)item >> 3) * HASH_FACTOR >> (64 - bits));
}

static int bits_for(size_t count)
{
    int bits = 4;
    while ((size_t)1 << bits < count) {
        bits++;
    }
    return bits;
}

static ItemPlace *slot_for(const RemovalIndex *index, const void *item)
{
    size_t mask = ((size_t)1 << index->place_bits) - 1;
    size_t slot = slot_of(item, index->place_bits);
    while (index->places[slot].item != NULL && index->places[slot].item != item) {
        slot = (slot + 1) & mask;
    }
    return &index->places[slot];
}

/* NULL when nothing is noted. */
static ItemPlace *find(const RemovalIndex *index, const void *item)
{
    ItemPlace *place = slot_for(index, item);
    return place->item == NULL ? NULL : place;
}

static void note_places(RemovalIndex *index, const cpArray *array, uint32_t first_joint, int step)
{
    for (int i = 0; i < array->num; i++) {
        uint32_t joint = first_joint + (uint32_t)(i * step);
        *slot_for(index, array->arr[i]) = (ItemPlace){array->arr[i], (uint32_t)i, joint};
    }
}

static cpConstraint **next_of(cpConstraint *joint, const cpBody *body)
{
    return joint->a == body ? &joint->next_a : &joint->next_b;
}

static cpConstraint **before_of(const RemovalIndex *index, const ItemPlace *place,
                                const cpConstraint *joint, const cpBody *body)
{
    return &index->before[2 * (size_t)place->joint + (joint->a != body)];
}

static void note_follower(const RemovalIndex *index, cpConstraint *joint, const cpBody *body)
{
    const cpConstraint *next = *next_of(joint, body);
    const ItemPlace *place = next == NULL ? NULL : find(index, next);
    if (place != NULL) {
        *before_of(index, place, next, body) = joint;
    }
}

static void note_contact_of(RemovalIndex *index, cpArbiter *arbiter, const cpShape *shape,
                            uint32_t note)
{
    uint32_t *first1 = &index->firsts1[slot_of(shape, index->first_bits)];
    index->notes[note] = (ContactNote){arbiter, *first1};
    *first1 = note + 1;
}

typedef struct ContactWalk {
    RemovalIndex *index;
    uint32_t count;
} ContactWalk;

static void note_contact(void *item, void *context)
{
    cpArbiter *arbiter = item;
    ContactWalk *walk = context;
    note_contact_of(walk->index, arbiter, arbiter->a, walk->count++);
    note_contact_of(walk->index, arbiter, arbiter->b, walk->count++);
}

/* False where there is no room. */
static bool take_memory(RemovalIndex *index, CwWorld *world)
{
    const cpSpace *space = world->space;
    size_t items = (size_t)(space->dynamicBodies->num + space->staticBodies->num +
                            space->arbiters->num + space->constraints->num);
    size_t contacts = (size_t)cpHashSetCount(space->cachedArbiters);
    size_t joints = (size_t)space->constraints->num + 1;
    index->place_bits = bits_for(2 * items);
    index->first_bits = bits_for(contacts);
    size_t places_bytes = sizeof(ItemPlace) << index->place_bits;
    size_t before_bytes = 2 * joints * sizeof(cpConstraint *);
    size_t firsts_bytes = sizeof(uint32_t) << index->first_bits;
    size_t notes_bytes = 2 * contacts * sizeof(ContactNote);
    char *memory =
        arena_take_scratch(world->arena, places_bytes + before_bytes + firsts_bytes + notes_bytes);
    if (memory == NULL) {
        return false;
    }
    memset(memory, 0, places_bytes + before_bytes + firsts_bytes);
    index->places = (ItemPlace *)(void *)memory;
    index->before = (cpConstraint **)(void *)(memory + places_bytes);
    index->firsts1 = (uint32_t *)(void *)(memory + places_bytes + before_bytes);
    index->notes = (ContactNote *)(void *)(memory + places_bytes + before_bytes + firsts_bytes);
    return true;
}

static void build(RemovalIndex *index, CwWorld *world)
{
    const cpSpace *space = world->space;
    index->missed = 0;
    index->built = take_memory(index, world);
    if (!index->built) {
        return;
    }
    const cpArray *joints = space->constraints;
    note_places(index, joints, 0, 1);
    note_places(index, space->dynamicBodies, (uint32_t)joints->num, 0);
    note_places(index, space->staticBodies, (uint32_t)joints->num, 0);
    note_places(index, space->arbiters, (uint32_t)joints->num, 0);
    for (int i = 0; i < joints->num; i++) {
        cpConstraint *joint = joints->arr[i];
        note_follower(index, joint, joint->a);
        note_follower(index, joint, joint->b);
    }
    cpHashSetEach(space->cachedArbiters, note_contact, &(ContactWalk){index, 0});
}

void removal_index_begin(CwWorld *world)
{
    world->removal_index = arena_take_scratch(world->arena, sizeof *world->removal_index);
    if (world->removal_index != NULL) {
        *world->removal_index = (RemovalIndex){0};
    }
}

void removal_index_end(CwWorld *world)
{
    world->removal_index = NULL;
    arena_drop_scratch(world->arena);
}

/* The notes, where it is worth having some; else NULL. */
static RemovalIndex *notes_of(CwWorld *world)
{
    RemovalIndex *index = world->removal_index;
    if (index == NULL) {
        return NULL;
    }
    index->removed++;
    bool many = index->removed > MANY_PARTS || world->dying_count >= MANY_ENTITIES;
    if (index->built ? index->missed > MANY_MISSES : many) {
        build(index, world);
    }
    return index->built ? index : NULL;
}

/* As cpArrayDeleteObj. */
static void delete_item(RemovalIndex *index, cpArray *array, void *item)
{
    const ItemPlace *place = find(index, item);
    if (place == NULL || place->at >= (uint32_t)array->num || array->arr[place->at] != item) {
        index->missed++;
        cpArrayDeleteObj(array, item);
        return;
    }
    void *last = array->arr[--array->num];
    array->arr[place->at] = last;
    array->arr[array->num] = NULL;
    ItemPlace *moved = find(index, last);
    if (moved != NULL) {
        moved->at = place->at;
    }
}

/* ---- contacts ---- */

/* A cached contact, and where the cache's own walk meets it. */
typedef struct Met {
    cpArbiter *arbiter;
    cpHashValue hash;
    unsigned int list, depth;
} Met;

typedef struct MetList {
    int count; /* more than CONTACTS_MAX: too many */
    Met items[CONTACTS_MAX];
} MetList;

static bool locate(const cpSpace *space, Met *met)
{
    const Set *set = arbiter_set(space);
    met->hash = CP_HASH_PAIR((cpHashValue)met->arbiter->a, (cpHashValue)met->arbiter->b);
    met->list = (unsigned int)(met->hash % set->size);
    met->depth = 0;
    const SetBin *bin = set->table[met->list];
    for (; bin != NULL && bin->arbiter != met->arbiter; bin = bin->next) {
        met->depth++;
    }
    return bin != NULL;
}

static bool comes_before(const Met *x, const Met *y)
{
    return x->list != y->list ? x->list < y->list : x->depth < y->depth;
}

/* Adds a contact of the shape that is in the cache, once, in the order of the cache. */
static void meet(MetList *list, const cpSpace *space, const cpShape *shape, cpArbiter *arbiter)
{
    Met met = {.arbiter = arbiter};
    if ((arbiter->a != shape && arbiter->b != shape) || list->count > CONTACTS_MAX) {
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].arbiter == arbiter) {
            return;
        }
    }
    if (!locate(space, &met) || list->count++ == CONTACTS_MAX) {
        return;
    }
    int slot = list->count - 1;
    for (; slot > 0 && comes_before(&met, &list->items[slot - 1]); slot--) {
        list->items[slot] = list->items[slot - 1];
    }
    list->items[slot] = met;
}

/* Meets contacts that were cached when the notes were made, and those of bodies that woke since. */
static void meet_all(MetList *list, const RemovalIndex *index, const cpSpace *space,
                     const cpShape *shape)
{
    uint32_t note1 = index->firsts1[slot_of(shape, index->first_bits)];
    for (; note1 != 0; note1 = index->notes[note1 - 1].next1) {
        meet(list, space, shape, index->notes[note1 - 1].arbiter);
    }
    CP_BODY_FOREACH_ARBITER(shape->body, arbiter)
    {
        meet(list, space, shape, arbiter);
    }
}

/* Contacts that were solved in the last step are in the array, too. */
static bool is_listed(const cpSpace *space, const cpArbiter *arbiter)
{
    return arbiter->stamp == space->stamp && arbiter->contacts != NULL;
}

static void end_contact(RemovalIndex *index, cpSpace *space, const Met *met)
{
    cpArbiter *arbiter = met->arbiter;
    if (arbiter->state != CP_ARBITER_STATE_CACHED) {
        arbiter->state = CP_ARBITER_STATE_INVALIDATED;
        arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
    }
    cpArbiterUnthread(arbiter);
    if (is_listed(space, arbiter)) {
        delete_item(index, space->arbiters, arbiter);
    }
    cpArrayPush(space->pooledArbiters, arbiter);
    const cpShape *pair[] = {arbiter->a, arbiter->b};
    cpHashSetRemove(space->cachedArbiters, met->hash, pair);
}

/* As cpSpaceFilterArbiters. */
static void end_contacts(RemovalIndex *index, cpSpace *space, cpShape *shape)
{
    MetList list = {.count = 0};
    meet_all(&list, index, space, shape);
    if (list.count > CONTACTS_MAX) {
        cpSpaceFilterArbiters(space, shape->body, shape);
        return;
    }
    cpSpaceLock(space);
    for (int i = 0; i < list.count; i++) {
        end_contact(index, space, &list.items[i]);
    }
    cpSpaceUnlock(space, cpTrue);
}

void space_remove_shape(CwWorld *world, cpShape *shape)
{
    cpSpace *space = world->space;
    RemovalIndex *index = notes_of(world);
    if (index == NULL) {
        cpSpaceRemoveShape(space, shape);
        return;
    }
    bool is_static = cpBodyGetType(shape->body) == CP_BODY_TYPE_STATIC;
    if (is_static) {
        cpBodyActivateStatic(shape->body, shape);
    } else {
        cpBodyActivate(shape->body);
    }
    cpBodyRemoveShape(shape->body, shape);
    end_contacts(index, space, shape);
    cpSpatialIndexRemove(is_static ? space->staticShapes : space->dynamicShapes, shape,
                         shape->hashid);
    shape->space = NULL;
    shape->hashid = 0;
}

/* ---- bodies and joints ---- */

void space_remove_body(CwWorld *world, cpBody *body)
{
    cpSpace *space = world->space;
    RemovalIndex *index = notes_of(world);
    if (index == NULL) {
        cpSpaceRemoveBody(space, body);
        return;
    }
    cpBodyActivate(body);
    delete_item(index, cpSpaceArrayForBodyType(space, cpBodyGetType(body)), body);
    body->space = NULL;
}

/* Nothing but what is in the space's array is looked at: `before` may be long gone. */
static bool precedes(const RemovalIndex *index, const cpArray *joints, cpConstraint *before,
                     const cpBody *body, const cpConstraint *joint)
{
    const ItemPlace *place = before == NULL ? NULL : find(index, before);
    return place != NULL && place->at < (uint32_t)joints->num && joints->arr[place->at] == before &&
           (before->a == body || before->b == body) && *next_of(before, body) == joint;
}

/* As cpBodyRemoveConstraint. */
static void unlink_joint(RemovalIndex *index, const cpArray *joints, cpBody *body,
                         cpConstraint *joint)
{
    const ItemPlace *place = find(index, joint);
    cpConstraint *before = place == NULL ? NULL : *before_of(index, place, joint, body);
    cpConstraint *next = *next_of(joint, body);
    if (body->constraintList == joint) {
        body->constraintList = next;
        before = NULL;
    } else if (precedes(index, joints, before, body, joint)) {
        *next_of(before, body) = next;
    } else {
        index->missed++;
        cpBodyRemoveConstraint(body, joint);
        return;
    }
    const ItemPlace *after = next == NULL ? NULL : find(index, next);
    if (after != NULL) {
        *before_of(index, after, next, body) = before;
    }
}

void space_remove_constraint(CwWorld *world, cpConstraint *joint)
{
    cpSpace *space = world->space;
    RemovalIndex *index = notes_of(world);
    if (index == NULL) {
        cpSpaceRemoveConstraint(space, joint);
        return;
    }
    cpBodyActivate(joint->a);
    cpBodyActivate(joint->b);
    delete_item(index, space->constraints, joint);
    unlink_joint(index, space->constraints, joint->a, joint);
    unlink_joint(index, space->constraints, joint->b, joint);
    joint->space = NULL;
}
