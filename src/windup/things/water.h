/* Deep water: it lifts and slows whatever dips in, by the area that does, and wheels paddle in it.
 *
 * A shape's area under water is its outline cut by the four sides of the rectangle (Sutherland and
 * Hodgman). Lift acts at that area's centre; drag there too, solved implicitly, so that it can only
 * slow things down however thick the water. The waves are for the eye. */
#ifndef THINGS_WATER_H
#define THINGS_WATER_H

#include "things/thing.h"

typedef struct Water {
    cpBB box;
    double density; /* kg a square metre */
    bool holds_buggy;
} Water;

THING(water, Water);
extern const CwField water_fields[1];
void water_drive(CwWorld *world, CwEntity self, void *data);

#endif
