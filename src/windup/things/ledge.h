/* One-way ledges: solid for what comes down on them, air for what comes from below or from a side.
 *
 * They bear the buggy whole or not at all: while a part of it is below, its other parts pass too,
 * so it never hangs in one. What passes goes on passing until it has left; nothing jitters. */
#ifndef THINGS_LEDGE_H
#define THINGS_LEDGE_H

#include "things/thing.h"

typedef struct Ledge {
    const CwMapObject *object;
    const cpVect *corners_m; /* of its upper side; the map's */
    int corner_count;
    double friction;
} Ledge;

THING(ledge, Ledge);

#endif
