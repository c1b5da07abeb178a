/* Events: what happened in a tick, for entities and for the view. Contacts and triggers come from
 * Chipmunk, sorted, the same in every run; a game adds its own. Entities receive their own events
 * in post_physics (CwKind.event). Frame phases receive a frame's (CwFrame.events), each once. */
#pragma once

#include "clockwork/world.h"

/* The sorts of events. */
typedef enum CwEventType {
    CW_EVENT_CONTACT_BEGIN, /* two solid shapes began to touch, at least one of them an entity's */
    CW_EVENT_CONTACT_END,
    CW_EVENT_TRIGGER_ENTER, /* one of the shapes is a sensor */
    CW_EVENT_TRIGGER_EXIT,
    CW_EVENT_FENCED, /* body of `a` was more than 20 km from the origin in x or y, and was put back
                        there at rest */
    CW_EVENT_GAME,   /* emitted by the game: `code` is its own */
    CW_EVENT_TYPE_COUNT
} CwEventType;

/* Something that happened in a tick. Holds ids only: the shapes may be gone when it is read. */
typedef struct CwEvent {
    uint64_t tick;
    uint64_t sequence; /* counts every event of the world, from 1 */
    CwEventType type;
    uint32_t code;             /* CW_EVENT_GAME: the game's own number */
    CwEntity a, b;             /* owners; an entity's own `event` call always sees itself as `a` */
    uint32_t shape_a, shape_b; /* stable shape numbers, in order of creation */
    cpCollisionType type_a, type_b;
    cpVect point;  /* m, world */
    cpVect normal; /* from a to b */
    double
        strength; /* contacts: closing speed along the normal, m/s; CW_EVENT_GAME: the game's own */
    double impulse_Ns; /* CW_EVENT_CONTACT_BEGIN: along the normal, of all contact points until the
                          tick's end; 0 if a handler rejected the pair */
} CwEvent;

/* Two solid shapes that touch at the end of the last tick, as one of them sees it. */
typedef struct CwContact {
    CwEntity other; /* owner of the other shape */
    cpShape *shape, *other_shape;
    cpVect point;      /* m, world; the first of at most two */
    cpVect normal;     /* from `shape` to the other */
    double impulse_Ns; /* along the normal, of all contact points; with substeps the last one's
                          times their number. Divided by the tick's length: the force in N */
} CwContact;

/* Lists the solid shapes that touch an entity now, also sleeping ones. Leaves out sensors and pairs
 * without a dynamic body. In the order of the shapes' numbers; returns how many there are, perhaps
 * more than `capacity`. */
int cw_world_contacts(const CwWorld *world, CwEntity entity, CwContact *contacts, int capacity);

/* Tells the view of something the game did (a CW_EVENT_GAME). Entities don't get it. */
void cw_world_emit(CwWorld *world, uint32_t code, CwEntity a, cpVect point, double strength);

/* Events for the view: the oldest kept with sequence > `after`, or NULL. The last 256 are kept. */
const CwEvent *cw_world_event_after(const CwWorld *world, uint64_t after);
