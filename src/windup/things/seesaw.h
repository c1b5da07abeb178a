/* A see-saw: a beam on a pivot that tips under the buggy and comes back when it has gone. */
#ifndef THINGS_SEESAW_H
#define THINGS_SEESAW_H

#include "things/thing.h"

typedef struct Seesaw {
    cpBody *beam;
    const CwMapObject *object;
} Seesaw;

THING(seesaw, Seesaw);

#endif
