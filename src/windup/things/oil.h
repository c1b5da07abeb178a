/* Oil: an area in which wheels have little grip. */
#ifndef THINGS_OIL_H
#define THINGS_OIL_H

#include "things/polygon.h"
#include "things/thing.h"

typedef struct Oil {
    const CwMapObject *object;
    double grip;
    cpVect *corners_m; /* counter-clockwise */
    Pieces pieces;
} Oil;

THING(oil, Oil);
void oil_drive(CwWorld *world, CwEntity self, void *data);

#endif
