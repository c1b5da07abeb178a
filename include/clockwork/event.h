/* Events: what happened in a tick, for entities and for the view.
 *
 * Contacts and triggers come from Chipmunk, sorted so that they are the same in every run; a game
 * adds its own. Entities get theirs in post_physics (Kind.event, entity.h), the view gets all of a
 * frame's (Frame.events, system.h). */
#ifndef CLOCKWORK_EVENT_H
#define CLOCKWORK_EVENT_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

typedef enum EventType {
    EVENT_CONTACT_BEGIN, /* two solid shapes of entities began to touch */
    EVENT_CONTACT_END,
    EVENT_TRIGGER_ENTER, /* one of the shapes is a sensor */
    EVENT_TRIGGER_EXIT,
    EVENT_FENCED, /* body of `a` left the world's fence and was put back at rest */
    EVENT_GAME,   /* emitted by the game: `code` is its own */
    EVENT_TYPE_COUNT
} EventType;

/* Something that happened in a tick. Holds ids only: the shapes may be gone when it is read. */
typedef struct Event {
    uint64_t tick;
    uint64_t sequence; /* counts every event of the world, from 1 */
    EventType type;
    uint32_t code;             /* EVENT_GAME: the game's own number */
    Entity a, b;               /* owners; an entity's own `event` call always sees itself as `a` */
    uint32_t shape_a, shape_b; /* stable shape numbers, in order of creation */
    cpCollisionType type_a, type_b;
    cpVect point;    /* m, world */
    cpVect normal;   /* from a to b */
    double strength; /* contacts: closing speed along the normal, m/s; EVENT_GAME: the game's own */
} Event;

/* Tells the view of something the game did (an EVENT_GAME). Entities don't get it: they are in the
 * same tick and can be told directly. */
void world_emit(World *world, uint32_t code, Entity a, cpVect point, double strength);

/* Events for the view: the oldest kept event with sequence > `after`, or NULL. The world keeps the
 * last 256. */
const Event *world_event_after(const World *world, uint64_t after);

#pragma GCC visibility pop

#endif
