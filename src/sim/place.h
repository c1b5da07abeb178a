/* Where the program is: the system and the entity whose code runs, and the tick. A crash report
 * says so (host/crash_signals.h), which can't ask anybody: hence, beside the current arena, the one
 * mutable global outside src/host, of each thread. Whoever calls a game's code notes it here and
 * puts back what was there, as a frame may run other worlds; nothing else reads it. */
#ifndef SIM_PLACE_H
#define SIM_PLACE_H

#include "clockwork/entity.h"
#include "clockwork/system.h"

typedef struct PlaceEntity {
    const CwKind *kind; /* NULL: none */
    uint32_t number;    /* index1 of its handle */
} PlaceEntity;

typedef struct Place {
    const CwSystem *system; /* NULL: none */
    const char *function;   /* of the game's table or of the system, NULL: the one it is for */
    PlaceEntity entity;
    uint64_t tick;
    const char *recording; /* file that the run goes to; NULL: none */
} Place;

extern _Thread_local Place current_place;

/* Notes an entity and returns the one before, to be put back: one may spawn another. */
static inline PlaceEntity place_enter(const CwKind *kind, uint32_t number)
{
    PlaceEntity before = current_place.entity;
    current_place.entity = (PlaceEntity){kind, number};
    return before;
}

/* Writes lines for a person, with an end of line each, and returns their length; safe in a signal
 * handler. `denied` is what could not be written or read, NULL for nothing of that sort. */
size_t place_describe(char *text, size_t size, const void *denied);

#endif
