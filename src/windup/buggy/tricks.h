/* Tricks: flips, wheelies, clean landings and near misses earn points and, in expert handling, wind
 * the mainspring. No hash covers them: in the usual handling no tick reads them. */
#pragma once

#include "clockwork/clockwork.h"

typedef enum TrickKind {
    TRICK_FLIP,
    TRICK_WHEELIE,
    TRICK_LANDING,
    TRICK_MISS,
    TRICK_COUNT
} TrickKind;

typedef struct Trick {
    TrickKind kind;
    uint32_t points;
    uint64_t tick; /* when it was done; 0: never */
} Trick;

typedef struct Tricks {
    double turned_rad;          /* since the wheels left the ground, backwards positive */
    double wheelie_m;           /* of the present wheelie, on ground where none paid yet */
    bool endangered;            /* something fast is near and has not touched the buggy */
    bool touched;               /* by a machine, in this tick */
    double paid_m[TRICK_COUNT]; /* how far along the level each kind has paid: a place pays once */
    Trick last;
} Tricks;

typedef struct Buggy Buggy;

/* After the physics of a tick; `landed`: cleanly, in this tick. */
void tricks_tick(CwWorld *world, Buggy *buggy, bool landed);

/* CwGame.style_limit: a medal's points grow with the level's length. The best has none. */
int64_t tricks_limit(const CwMap *map, int medal);
