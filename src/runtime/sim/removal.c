/* Removes bodies, shapes and joints in the tick's flush, alone or with their owner. */
#include "base/array.h"
#include "base/report.h"
#include "sim/tile_ground.h"
#include "sim/world_rows.h"

#include <chipmunk/chipmunk_structs.h>
#include <string.h>

static const uint64_t HASH_FACTOR = 0x9E3779B97F4A7C15; /* 2^64 / golden ratio */

/* ---- removing many shapes ----
 *
 * For each removed shape Chipmunk searches every cached contact of the space. A flush that removes
 * many shapes notes once, in scratch memory, which shapes touch. The result is the same as
 * Chipmunk's: contacts end in the order of the cache. Notes are only hints and are checked, because
 * the game's functions may change contacts in between. */

/* Numbers in a flush from which notes save time. */
enum { MANY_ENTITIES = 16, MANY_SHAPES = 32 };
/* If a shape has more contacts, a walk through all contacts is faster. */
enum { CONTACTS_MAX = 64 };

/* A contact in the list of one of its shapes. */
typedef struct ContactNote {
    cpArbiter *arbiter;
    uint32_t next1; /* index of the next note + 1; 0: the last one */
} ContactNote;

struct RemovalIndex {
    int removed;    /* shapes removed in this flush */
    bool has_ended; /* a contact ended, and is still in the space's array */
    ContactNote *notes;
    uint32_t note_count;
    uint32_t *firsts1; /* hash table from shape to first note + 1; NULL: no notes yet */
    int first_bits;
};

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

/* Makes the notes if there is memory. */
static void note_contacts(RemovalIndex *index, CwWorld *world)
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

/* Removes ended contacts from the array. Each step refills it, so its order doesn't matter. */
static void drop_ended(cpArray *arbiters)
{
    int left_count = 0;
    for (int i = 0; i < arbiters->num; i++) {
        cpArbiter *arbiter = arbiters->arr[i];
        arbiters->arr[i] = NULL;
        if (arbiter->contacts != NULL) {
            arbiters->arr[left_count++] = arbiter;
        }
    }
    arbiters->num = left_count;
}

void removal_index_end(CwWorld *world)
{
    if (world->removal_index != NULL && world->removal_index->has_ended) {
        drop_ended(world->space->arbiters);
    }
    world->removal_index = NULL;
    world->arena->scratch_bytes = 0;
}

/* The notes; NULL if they would save no time. */
static RemovalIndex *notes_of(CwWorld *world)
{
    RemovalIndex *index = world->removal_index;
    if (index == NULL) {
        return NULL;
    }
    index->removed++;
    bool is_large = index->removed > MANY_SHAPES || world->dying_count >= MANY_ENTITIES ||
                    (world->tiles != NULL && world->tiles->count >= MANY_ENTITIES);
    if (index->firsts1 == NULL && is_large) {
        note_contacts(index, world);
    }
    return index->firsts1 != NULL ? index : NULL;
}

typedef struct CachedContact {
    cpArbiter *arbiter;
    cpHashValue hash;
    unsigned int list, depth;
} CachedContact;

typedef struct CachedContacts {
    int count; /* above CONTACTS_MAX the list is incomplete */
    CachedContact items[CONTACTS_MAX];
} CachedContacts;

static bool locate_contact(const cpSpace *space, CachedContact *contact)
{
    const Set *set = arbiter_set(space);
    contact->hash =
        CP_HASH_PAIR((cpHashValue)contact->arbiter->a, (cpHashValue)contact->arbiter->b);
    contact->list = (unsigned int)(contact->hash % set->size);
    contact->depth = 0;
    const SetBin *bin = set->table[contact->list];
    for (; bin != NULL && bin->arbiter != contact->arbiter; bin = bin->next) {
        contact->depth++;
    }
    return bin != NULL;
}

static bool comes_before(const CachedContact *x, const CachedContact *y)
{
    return x->list != y->list ? x->list < y->list : x->depth < y->depth;
}

/* Adds a contact of the shape, unless it has left the cache or was added, in the cache's order. */
static void add_contact(CachedContacts *list, const cpSpace *space, const cpShape *shape,
                        cpArbiter *arbiter)
{
    CachedContact contact = {.arbiter = arbiter};
    if ((arbiter->a != shape && arbiter->b != shape) || list->count > CONTACTS_MAX) {
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].arbiter == arbiter) {
            return;
        }
    }
    if (!locate_contact(space, &contact) || list->count++ == CONTACTS_MAX) {
        return;
    }
    int slot = list->count - 1;
    for (; slot > 0 && comes_before(&contact, &list->items[slot - 1]); slot--) {
        list->items[slot] = list->items[slot - 1];
    }
    list->items[slot] = contact;
}

/* Adds the shape's contacts from the notes, and contacts of bodies that woke since. */
static void list_contacts(CachedContacts *list, const RemovalIndex *index, const cpSpace *space,
                          const cpShape *shape)
{
    uint32_t note1 = *first_of(index, shape);
    for (; note1 != 0; note1 = index->notes[note1 - 1].next1) {
        add_contact(list, space, shape, index->notes[note1 - 1].arbiter);
    }
    CP_BODY_FOREACH_ARBITER(shape->body, arbiter)
    {
        add_contact(list, space, shape, arbiter);
    }
}

/* Ends a contact. Without points it counts as ended; the pool initialises it before reuse. */
static void end_contact(RemovalIndex *index, cpSpace *space, const CachedContact *contact)
{
    cpArbiter *arbiter = contact->arbiter;
    if (arbiter->state != CP_ARBITER_STATE_CACHED) {
        arbiter->state = CP_ARBITER_STATE_INVALIDATED;
        arbiter->handler->separateFunc(arbiter, space, arbiter->handler->userData);
    }
    cpArbiterUnthread(arbiter);
    arbiter->contacts = NULL;
    index->has_ended = true;
    cpArrayPush(space->pooledArbiters, arbiter);
    const cpShape *pair[] = {arbiter->a, arbiter->b};
    cpHashSetRemove(space->cachedArbiters, contact->hash, pair);
}

/* Does the work of cpSpaceFilterArbiters. */
static void end_contacts(RemovalIndex *index, cpSpace *space, cpShape *shape)
{
    CachedContacts list = {.count = 0};
    list_contacts(&list, index, space, shape);
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

/* Does the work of cpSpaceRemoveShape. */
static void space_remove_shape(CwWorld *world, cpShape *shape)
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

/* ---- removals in a flush ---- */

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

/* Removes in the flush. While a level is built, removes at once, or, in a callback of the locked
 * space, when building ends. */
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
    ASSERT_GIVEN(constraint);
    CW_ASSERT(constraint->space == world->space, "remove a joint that this world has");
    remove_later(world, OBJECT_CONSTRAINT, constraint);
}

void cw_world_remove_shape(CwWorld *world, cpShape *shape)
{
    ASSERT_GIVEN(shape);
    CW_ASSERT(shape->space == world->space, "remove a shape that this world has");
    remove_later(world, OBJECT_SHAPE, shape);
}

void cw_world_remove_body(CwWorld *world, cpBody *body)
{
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
    space_remove_shape(world, shape);
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

/* Numbers joints in the space's order, then by sleeping bodies. A later number overrides. */
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

/* Numbers removals without using addresses, which differ between versions of the engine. */
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

/* Sorts removals first, because handlers request them in no stable order. Handlers may add more
 * during the flush. */
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
