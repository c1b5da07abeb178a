/* Decor: pictures of the level that touch nothing, near or far. */
#ifndef THINGS_DECOR_H
#define THINGS_DECOR_H

#include "things/thing.h"

/* For drawing; a tick reads none of it. */
typedef struct Decor {
    const CwMapObject *object;
    int sprite;
    double turn_radps;
} Decor;

THING(decor, Decor);

#endif
