/* Contact and trigger events. collision_handlers.c records them; post_physics sorts them by stable
 * numbers (`separate` comes in the order of pointer hashes) and hands them to the entities. */
#include "base/sort.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

void events_record(CwWorld *world, int order, CwEvent event)
{
    EventQueue *queue = &world->pending;
    queue->items = array_grow(queue->items, queue->count, &queue->capacity, sizeof *queue->items);
    queue->items[queue->count++] = (RecordedEvent){.order = order, .event = event};
}

static void record(CwWorld *world, CwEventType solid, CwEventType sensor, const cpArbiter *arbiter)
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

void events_begin(CwWorld *world, const cpArbiter *arbiter)
{
    int count = world->pending.count;
    record(world, CW_EVENT_CONTACT_BEGIN, CW_EVENT_TRIGGER_ENTER, arbiter);
    if (world->pending.count > count) {
        world->pending.items[count].arbiter = arbiter;
    }
}

void events_end(CwWorld *world, const cpArbiter *arbiter)
{
    record(world, CW_EVENT_CONTACT_END, CW_EVENT_TRIGGER_EXIT, arbiter);
}

double arbiter_impulse(const cpArbiter *arbiter)
{
    double sum_Ns = 0;
    for (int i = 0; i < arbiter->count; i++) {
        sum_Ns += arbiter->contacts[i].jnAcc;
    }
    return sum_Ns;
}

/* Arbiters come from a pool: one not used in this substep may be another's, its shapes gone. */
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

/* Total: a pair begins and ends once a substep at most; a fenced body has its own order. */
static int compare_events(const void *left, const void *right)
{
    const RecordedEvent *x = left, *y = right;
    if (x->order != y->order) {
        return x->order > y->order ? 1 : -1;
    }
    if (x->event.shape_a != y->event.shape_a) {
        return x->event.shape_a > y->event.shape_a ? 1 : -1;
    }
    if (x->event.shape_b != y->event.shape_b) {
        return x->event.shape_b > y->event.shape_b ? 1 : -1;
    }
    return (x->event.type > y->event.type) - (x->event.type < y->event.type);
}

void events_sort(CwWorld *world)
{
    EventQueue *queue = &world->pending;
    sort_in_place(queue->items, (size_t)queue->count, sizeof *queue->items, compare_events);
}

static void publish(CwWorld *world, CwEvent *event)
{
    event->tick = world->tick;
    event->sequence = ++world->event_sequence;
    world->recent[event->sequence % RECENT_EVENT_COUNT] = *event;
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

/* Events that a handler causes are recorded for the next tick. */
void events_dispatch(CwWorld *world)
{
    if (world->broken) {
        return;
    }
    events_sort(world);
    EventQueue queue = world->pending;
    world->pending = world->dispatched;
    world->pending.count = 0;
    world->dispatched = queue;
    for (int i = 0; i < queue.count; i++) {
        CwEvent event = queue.items[i].event;
        publish(world, &event);
        entity_take_event(world, event.a, &event);
        CwEvent other = seen_from_b(&event);
        entity_take_event(world, other.a, &other);
    }
}

void cw_world_emit(CwWorld *world, uint32_t code, CwEntity a, cpVect point, double strength)
{
    CwEvent event = {
        .type = CW_EVENT_GAME, .code = code, .a = a, .point = point, .strength = strength};
    publish(world, &event);
}

const CwEvent *cw_world_event_after(const CwWorld *world, uint64_t after)
{
    if (after >= world->event_sequence) {
        return NULL;
    }
    uint64_t kept =
        world->event_sequence < RECENT_EVENT_COUNT ? 0 : world->event_sequence - RECENT_EVENT_COUNT;
    uint64_t wanted = (after < kept ? kept : after) + 1;
    return &world->recent[wanted % RECENT_EVENT_COUNT];
}
