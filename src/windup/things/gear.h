/* Gears: driven ones turn by the clock, free ones by what drives on them and by the teeth of their
 * neighbours. Circles that touch in Tiled mesh. What drives on one feels a rough rim, not the
 * single teeth. */
#ifndef THINGS_GEAR_H
#define THINGS_GEAR_H

#include "things/machine.h"

typedef struct Gear {
    Machine machine;
    cpBody *body;
    cpConstraint *axle; /* of a free one: its friction; stopped, it locks */
    double axle_Nm;
    cpVect centre_m;
    double radius_m; /* of the circle drawn in Tiled, in the middle of the teeth */
    int32_t tooth_count;
    double start_rad;   /* where its teeth fit those of its neighbours */
    double speed_radps; /* counter-clockwise */
    bool free;
} Gear;

THING(gear, Gear);
void gear_drive(CwWorld *world, CwEntity self, void *data);

#endif
