/* Events tell entities and frame phases what happened in a tick. Contacts, and triggers (overlaps
 * with a sensor), come from Chipmunk, in the same order in every run. A game emits events of its
 * own. CwKind.event receives the events about its entity, except those that the game emitted. Frame
 * phases receive all events of the frame's ticks, each once (CwFrame.events). */
#pragma once

#include "clockwork/world.h"
CW_C_BEGIN

/* The default of CwGame.content.event_limit, and its highest value. */
enum { CW_EVENT_LIMIT = 4096, CW_EVENT_LIMIT_MAX = 65536 };

/* The type of an event. */
typedef enum CwEventType {
    CW_EVENT_CONTACT_BEGIN, /* two solid shapes began to touch, at least one of them an entity's */
    CW_EVENT_CONTACT_END,
    CW_EVENT_TRIGGER_ENTER, /* two shapes began to overlap, at least one of them a sensor */
    CW_EVENT_TRIGGER_EXIT,
    CW_EVENT_FENCED, /* a body of `a` went beyond 20 km in x or y; it was stopped at 20 km */
    CW_EVENT_GAME,   /* emitted by the game, with its own `code` */
    CW_EVENT_TYPE_COUNT
} CwEventType;

/* Something that happened in a tick. It holds no pointers, because its shapes may be gone. */
typedef struct CwEvent {
    uint64_t tick;
    uint64_t sequence; /* number of the event in its world, from 1 */
    CwEventType type;
    uint32_t code;             /* CW_EVENT_GAME: the game's own number */
    CwEntity a, b;             /* owners of the shapes; in CwKind.event the entity is always `a` */
    uint32_t shape_a, shape_b; /* stable shape numbers, in order of creation */
    cpCollisionType type_a, type_b;
    cpVect point;    /* m, world */
    cpVect normal;   /* direction from a to b */
    double strength; /* closing speed along the normal, m/s; CW_EVENT_GAME: the game's own number */
    double impulse_Ns; /* CW_EVENT_CONTACT_BEGIN: impulse of all contact points along the normal, up
                          to the tick's end; 0 if a handler rejected the pair */
} CwEvent;

/* A contact of two solid shapes at the end of the last tick, seen from one of them. */
typedef struct CwContact {
    CwEntity other; /* owner of the other shape */
    cpShape *shape, *other_shape;
    cpVect point;      /* m, world; the first of at most two contact points */
    cpVect normal;     /* direction from `shape` to the other */
    double impulse_Ns; /* along the normal, of all contact points together. An estimate: the last
                          substep's impulse times the number of substeps. The force in N is
                          impulse_Ns / cw_world_dt_s */
} CwContact;

/* Lists an entity's contacts with solid shapes, sleeping ones too, sorted by shape number. Omits
 * sensors and pairs without a dynamic body. Returns the total, which can exceed `capacity`. */
int cw_world_contacts(const CwWorld *world, CwEntity entity, CwContact *contacts, int capacity);

/* Sends a CW_EVENT_GAME to frame phases. Entities don't get it. */
void cw_world_emit(CwWorld *world, uint32_t code, CwEntity a, cpVect point, double strength);

/* The oldest kept event with sequence > `after`, or NULL. The world always keeps the last 256
 * events. It also keeps the events of the last 10 ticks, at most CwGame.content.event_limit. */
const CwEvent *cw_world_event_after(const CwWorld *world, uint64_t after);
CW_C_END
