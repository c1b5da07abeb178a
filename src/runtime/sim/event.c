/* Records contact and trigger events, and lists contacts. Collision handlers record events, and the
 * post_physics phase sorts them and sends them to entities. They are sorted by stable numbers,
 * because Chipmunk calls `separate` in the order of pointer hashes. */
#include "base/array.h"
#include "sim/breadcrumb.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>
#include <string.h>

void events_record(CwWorld *world, int order, CwEvent event)
{
    EventQueue *queue = &world->pending;
    queue->items =
        arena_grow_array(queue->items, queue->count, &queue->capacity, sizeof *queue->items);
    queue->items[queue->count++] = (RecordedEvent){.order = order, .event = event};
}

static void record_pair(CwWorld *world, CwEventType solid, CwEventType sensor,
                        const cpArbiter *arbiter)
{
    const cpShape *a = arbiter->a, *b = arbiter->b;
    if (a->hashid > b->hashid) {
        a = arbiter->b;
        b = arbiter->a;
    }
    CwEntity owner_a = cw_shape_owner(a), owner_b = cw_shape_owner(b);
    if (owner_a.index1 == 0 && owner_b.index1 == 0) {
        return;
    }
    CwEvent event = {.type = a->sensor || b->sensor ? sensor : solid,
                     .a = owner_a,
                     .b = owner_b,
                     .shape_a = (uint32_t)a->hashid,
                     .shape_b = (uint32_t)b->hashid,
                     .type_a = a->type,
                     .type_b = b->type};
    if (arbiter->count > 0) {
        cpVect normal = arbiter->a == a ? arbiter->n : cpvneg(arbiter->n);
        cpVect point = cpvadd(arbiter->body_a->p, arbiter->contacts[0].r1);
        cpVect velocity_a = cpBodyGetVelocityAtWorldPoint(a->body, point);
        cpVect velocity_b = cpBodyGetVelocityAtWorldPoint(b->body, point);
        event.normal = normal;
        event.point = point;
        event.strength = fmax(0, cpvdot(cpvsub(velocity_a, velocity_b), normal));
    }
    events_record(world, world->substep, event);
}

static double arbiter_impulse(const cpArbiter *arbiter)
{
    double sum_Ns = 0;
    for (int i = 0; i < arbiter->count; i++) {
        sum_Ns += arbiter->contacts[i].jnAcc;
    }
    return sum_Ns;
}

/* Whether this substep has solved the event's pair. Chipmunk reuses arbiters for other pairs. */
static bool is_solved_pair(const CwWorld *world, const cpArbiter *arbiter, const CwEvent *event)
{
    if (arbiter == NULL || arbiter->stamp != world->space->stamp ||
        arbiter->state > CP_ARBITER_STATE_NORMAL) {
        return false;
    }
    cpHashValue a = arbiter->a->hashid, b = arbiter->b->hashid;
    return (a == event->shape_a && b == event->shape_b) ||
           (a == event->shape_b && b == event->shape_a);
}

void events_add_impulses(CwWorld *world)
{
    for (int i = 0; i < world->pending.count; i++) {
        RecordedEvent *item = &world->pending.items[i];
        if (is_solved_pair(world, item->arbiter, &item->event)) {
            item->event.impulse_Ns += arbiter_impulse(item->arbiter);
        }
    }
}

/* A total order, because a pair begins and ends at most once a substep. */
static int compare_events(const void *left, const void *right)
{
    const RecordedEvent *x = left, *y = right;
    const int64_t a[] = {x->order, x->event.shape_a, x->event.shape_b, x->event.type};
    const int64_t b[] = {y->order, y->event.shape_a, y->event.shape_b, y->event.type};
    int i = 0;
    while (i < 3 && a[i] == b[i]) {
        i++;
    }
    return (a[i] > b[i]) - (a[i] < b[i]);
}

void events_sort(CwWorld *world)
{
    EventQueue *queue = &world->pending;
    sort_in_place(queue->items, (size_t)queue->count, sizeof *queue->items, compare_events);
}

/* Doubles the room if the next event would replace one that no frame may have read yet. */
static void make_room_for_event(CwWorld *world)
{
    uint64_t next = world->event_sequence + 1;
    uint32_t old = world->recent_capacity, limit = (uint32_t)world->desc.event_limit;
    limit = limit > 0 ? limit : CW_EVENT_LIMIT;
    if (next <= old || old >= limit ||
        world->recent[next % old].tick + RECENT_TICKS < world->tick) {
        return;
    }
    uint32_t capacity = 2 * old < limit ? 2 * old : limit;
    CwEvent *items = arena_calloc(capacity, sizeof *items);
    for (uint64_t i = next - old; i < next; i++) {
        items[i % capacity] = world->recent[i % old];
    }
    arena_free(world->recent);
    world->recent = items;
    world->recent_capacity = capacity;
}

static void publish_event(CwWorld *world, CwEvent *event)
{
    make_room_for_event(world);
    event->tick = world->tick;
    event->sequence = ++world->event_sequence;
    world->recent[event->sequence % world->recent_capacity] = *event;
}

static CwEvent seen_from_b(const CwEvent *event)
{
    CwEvent other = *event;
    other.a = event->b;
    other.b = event->a;
    other.shape_a = event->shape_b;
    other.shape_b = event->shape_a;
    other.type_a = event->type_b;
    other.type_b = event->type_a;
    other.normal = cpvneg(event->normal);
    return other;
}

/* Sends events to entities. Events that this causes are recorded for the next tick. */
void events_dispatch(CwWorld *world)
{
    if (world->is_broken) {
        return;
    }
    events_sort(world);
    EventQueue queue = world->pending;
    world->pending = world->dispatched;
    world->pending.count = 0;
    world->dispatched = queue;
    for (int i = 0; i < queue.count; i++) {
        CwEvent event = queue.items[i].event;
        publish_event(world, &event);
        entity_handle_event(world, event.a, &event);
        CwEvent other = seen_from_b(&event);
        entity_handle_event(world, other.a, &other);
    }
}

void cw_world_emit(CwWorld *world, uint32_t code, CwEntity a, cpVect point, double strength)
{
    ASSERT_IN_TICK();
    CwEvent event = {
        .type = CW_EVENT_GAME, .code = code, .a = a, .point = point, .strength = strength};
    publish_event(world, &event);
}

const CwEvent *cw_world_event_after(const CwWorld *world, uint64_t after)
{
    if (after >= world->event_sequence) {
        return NULL;
    }
    uint64_t capacity = world->recent_capacity;
    uint64_t last_dropped = world->event_sequence < capacity ? 0 : world->event_sequence - capacity;
    uint64_t wanted = (after < last_dropped ? last_dropped : after) + 1;
    return &world->recent[wanted % capacity];
}

/* ---- collision handlers ----
 *
 * All handlers belong to the game, but the engine must see every pair that begins or ceases to
 * touch. So during a physics step, and while a shape is removed, it replaces `begin` and `separate`
 * of every handler that Chipmunk may call, and the default handler's solve functions. Its own
 * functions record the event and call the handler's, which call wildcard handlers. */

static const WatchedHandler *watched_of(const CwWorld *world, const cpArbiter *arbiter)
{
    const WatchedHandler *watched = world->watched;
    while (watched->handler != arbiter->handler) {
        watched++;
    }
    return watched;
}

static cpBool on_begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    CwWorld *world = cw_space_world(space);
    /* Chipmunk doesn't set these without usesWildcards. */
    if (arbiter->handlerA == NULL) {
        arbiter->handlerA = arbiter->handlerB = &cpCollisionHandlerDoNothing;
    }
    int count = world->pending.count;
    record_pair(world, CW_EVENT_CONTACT_BEGIN, CW_EVENT_TRIGGER_ENTER, arbiter);
    if (world->pending.count > count) {
        world->pending.items[count].arbiter = arbiter;
    }
    return watched_of(world, arbiter)->begin(arbiter, space, data);
}

static void on_separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    CwWorld *world = cw_space_world(space);
    record_pair(world, CW_EVENT_CONTACT_END, CW_EVENT_TRIGGER_EXIT, arbiter);
    watched_of(world, arbiter)->separate(arbiter, space, data);
}

static WatchedHandler functions_of(cpCollisionHandler *handler)
{
    return (WatchedHandler){.handler = handler,
                            .begin = handler->beginFunc,
                            .pre_solve = handler->preSolveFunc,
                            .post_solve = handler->postSolveFunc,
                            .separate = handler->separateFunc};
}

/* Enables wildcard handlers at the start: Chipmunk crashes on pairs that are older than that. */
void handlers_open(CwWorld *world)
{
    world->plain = functions_of(cpSpaceAddDefaultCollisionHandler(world->space));
}

static void watch_handler(CwWorld *world, cpCollisionHandler *handler)
{
    world->watched = arena_grow_array(world->watched, world->watched_count,
                                      &world->watched_capacity, sizeof *world->watched);
    world->watched[world->watched_count++] = functions_of(handler);
    handler->beginFunc = on_begin;
    handler->separateFunc = on_separate;
}

/* Whether no handler is the game's, so that no callback can add one in the middle of a step. */
static bool has_plain_handlers(const CwWorld *world)
{
    WatchedHandler now = functions_of(&world->space->defaultHandler);
    return cpHashSetCount(world->space->collisionHandlers) == 0 &&
           memcmp(&now, &world->plain, sizeof now) == 0;
}

static void watch_pair_handler(void *handler, void *world)
{
    if (((cpCollisionHandler *)handler)->typeB != CP_WILDCARD_COLLISION_TYPE) {
        watch_handler(world, handler);
    }
}

void handlers_watch(CwWorld *world)
{
    cpHashSet *handlers = world->space->collisionHandlers;
    world->space->usesWildcards = !has_plain_handlers(world); /* saves a search */
    cpHashSetEach(handlers, watch_pair_handler, world);
    bool has_wildcards = cpHashSetCount(handlers) > world->watched_count;
    cpCollisionHandler *handler = &world->space->defaultHandler;
    watch_handler(world, handler);
    if (has_wildcards) {
        return;
    }
    /* Chipmunk's defaults look for wildcard handlers of every pair in every step. */
    if (handler->preSolveFunc == world->plain.pre_solve) {
        handler->preSolveFunc = cpCollisionHandlerDoNothing.preSolveFunc;
    }
    if (handler->postSolveFunc == world->plain.post_solve) {
        handler->postSolveFunc = cpCollisionHandlerDoNothing.postSolveFunc;
    }
}

/* Restores the handlers' functions, except those that a callback has set meanwhile. */
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
        if (handler->preSolveFunc == cpCollisionHandlerDoNothing.preSolveFunc) {
            handler->preSolveFunc = watched->pre_solve;
        }
        if (handler->postSolveFunc == cpCollisionHandlerDoNothing.postSolveFunc) {
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
    return cpvdot(normal, one_way_up(shape)) < 0.5; /* over 60 degrees from up */
}

/* Ignores a pair until it parts if the other shape comes from a side that is open. */
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

/* ---- contacts of an entity ---- */

typedef struct ContactList {
    CwContact *items;
    int capacity;
    int count;       /* number of all contacts, including those beyond the capacity */
    double substeps; /* factor for impulses, which Chipmunk knows for one substep */
} ContactList;

static bool comes_before(const CwContact *x, const CwContact *y)
{
    return x->shape->hashid != y->shape->hashid ? x->shape->hashid < y->shape->hashid
                                                : x->other_shape->hashid < y->other_shape->hashid;
}

/* Inserts in the order of shape numbers. If the list is full, drops the last contact. */
static void insert_contact(ContactList *list, const CwContact *contact)
{
    int slot = list->count < list->capacity ? list->count : list->capacity;
    list->count++;
    for (; slot > 0 && comes_before(contact, &list->items[slot - 1]); slot--) {
        if (slot < list->capacity) {
            list->items[slot] = list->items[slot - 1];
        }
    }
    if (slot < list->capacity) {
        list->items[slot] = *contact;
    }
}

static CwContact contact_of(const cpArbiter *arbiter, bool is_body_a, double substeps)
{
    const cpShape *shape = is_body_a ? arbiter->a : arbiter->b;
    const cpShape *other = is_body_a ? arbiter->b : arbiter->a;
    return (CwContact){.other = cw_shape_owner(other),
                       .shape = (cpShape *)shape,
                       .other_shape = (cpShape *)other,
                       .point = cpvadd(arbiter->body_a->p, arbiter->contacts[0].r1),
                       .normal = is_body_a ? arbiter->n : cpvneg(arbiter->n),
                       .impulse_Ns = arbiter_impulse(arbiter) * substeps};
}

/* Adds the contacts of one shape of a body or, for `only` NULL, of all shapes of `owner` on it. */
static void add_contacts(ContactList *list, cpBody *body, const cpShape *only, CwEntity owner)
{
    CP_BODY_FOREACH_ARBITER(body, arbiter)
    {
        bool is_body_a = arbiter->body_a == body;
        const cpShape *shape = is_body_a ? arbiter->a : arbiter->b;
        if (only == NULL ? cw_entity_equal(cw_shape_owner(shape), owner) : shape == only) {
            CwContact contact = contact_of(arbiter, is_body_a, list->substeps);
            insert_contact(list, &contact);
        }
    }
}

int cw_world_contacts(const CwWorld *world, CwEntity entity, CwContact *contacts, int capacity)
{
    ContactList list = {contacts, capacity, 0, world->substep_count};
    const EntitySlot *slot = entity_slot(world, entity);
    for (const Owned *owned = slot == NULL ? NULL : slot->owned; owned != NULL;
         owned = owned->next) {
        const cpShape *shape = owned->object;
        if (owned->type == OBJECT_BODY) {
            add_contacts(&list, owned->object, NULL, entity);
        } else if (owned->type == OBJECT_SHAPE) {
            add_contacts(&list, shape->body, shape, entity);
        }
    }
    return list.count;
}
