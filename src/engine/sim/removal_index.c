#include "sim/removal_index.h"

#include "sim/world_rows.h"

#include <string.h>

/* From how many on in a flush the notes pay. */
enum { MANY_ENTITIES = 16, MANY_SHAPES = 32 };
/* A shape that touches more is worth a walk through all contacts. */
enum { CONTACTS_MAX = 64 };

static const uint64_t HASH_FACTOR = 0x9E3779B97F4A7C15; /* 2^64 / golden ratio */

/* A contact in the list of one of its two shapes. */
typedef struct ContactNote {
    cpArbiter *arbiter;
    uint32_t next1; /* 0: the last */
} ContactNote;

struct RemovalIndex {
    int removed; /* shapes of this flush */
    bool ended;  /* a contact, which is still in the space's array */
    ContactNote *notes;
    uint32_t note_count;
    uint32_t *firsts1; /* by the address of a shape; NULL: nothing is noted yet */
    int first_bits;
};

/* ---- notes ---- */

static uint32_t *first_of(const RemovalIndex *index, const cpShape *shape)
{
    return &index->firsts1[((uintptr_t)shape >> 3) * HASH_FACTOR >> (64 - index->first_bits)];
}

static void note_contact_of(RemovalIndex *index, cpArbiter *arbiter, const cpShape *shape)
{
    uint32_t *first1 = first_of(index, shape);
    index->notes[index->note_count++] = (ContactNote){arbiter, *first1};
    *first1 = index->note_count;
}

static void note_contact(void *item, void *context)
{
    cpArbiter *arbiter = item;
    note_contact_of(context, arbiter, arbiter->a);
    note_contact_of(context, arbiter, arbiter->b);
}

/* Notes nothing where there is no room. */
static void build(RemovalIndex *index, CwWorld *world)
{
    cpHashSet *cache = world->space->cachedArbiters;
    size_t contacts = (size_t)cpHashSetCount(cache);
    for (index->first_bits = 4; (size_t)1 << index->first_bits < contacts; index->first_bits++) {
    }
    size_t firsts_bytes = sizeof(uint32_t) << index->first_bits;
    char *memory =
        arena_take_scratch(world->arena, firsts_bytes + 2 * contacts * sizeof(ContactNote));
    if (memory != NULL) {
        index->firsts1 = (uint32_t *)(void *)memory;
        memset(index->firsts1, 0, firsts_bytes);
        index->notes = (ContactNote *)(void *)(memory + firsts_bytes);
        cpHashSetEach(cache, note_contact, index);
    }
}

void removal_index_begin(CwWorld *world)
{
    world->removal_index = arena_take_scratch(world->arena, sizeof *world->removal_index);
    if (world->removal_index != NULL) {
        *world->removal_index = (RemovalIndex){0};
    }
}

/* Ended contacts leave the array, whose order matters to nothing: each step fills it. */
static void drop_ended(cpArray *arbiters)
{
    int kept = 0;
    for (int i = 0; i < arbiters->num; i++) {
        cpArbiter *arbiter = arbiters->arr[i];
        arbiters->arr[i] = NULL;
        if (arbiter->contacts != NULL) {
            arbiters->arr[kept++] = arbiter;
        }
    }
    arbiters->num = kept;
}

void removal_index_end(CwWorld *world)
{
    if (world->removal_index != NULL && world->removal_index->ended) {
        drop_ended(world->space->arbiters);
    }
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
    bool many = index->removed > MANY_SHAPES || world->dying_count >= MANY_ENTITIES;
    if (index->firsts1 == NULL && many) {
        build(index, world);
    }
    return index->firsts1 != NULL ? index : NULL;
}

/* ---- contacts ---- */

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
    uint32_t note1 = *first_of(index, shape);
    for (; note1 != 0; note1 = index->notes[note1 - 1].next1) {
        meet(list, space, shape, index->notes[note1 - 1].arbiter);
    }
    CP_BODY_FOREACH_ARBITER(shape->body, arbiter)
    {
        meet(list, space, shape, arbiter);
    }
}

/* A pooled contact is made anew before it is used again; without points it is known as ended. */
static void end_contact(RemovalIndex *index, cpSpace *space, const Met *met)
{
    cpArbiter *arbiter = met->arbiter;
    if (arbiter->state != CP_ARBITER_STATE_CACHED) {
        arbiter->state = CP_ARBITER_STATE_INVALIDATED;
        arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
    }
    cpArbiterUnthread(arbiter);
    arbiter->contacts = NULL;
    index->ended = true;
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
