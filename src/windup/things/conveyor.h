/* Conveyor belts: a loop round two rollers that takes along what lies on it, to the right on top.
 */
#ifndef THINGS_CONVEYOR_H
#define THINGS_CONVEYOR_H

#include "things/machine.h"

typedef struct Conveyor {
    Machine machine;
    cpShape *shape;
    const CwMapObject *object;
    double reach_m; /* from the centre to the axles of the rollers at its ends */
    double roller_m;
    double speed_mps; /* to the right on top */
} Conveyor;

THING(conveyor, Conveyor);
void conveyor_drive(CwWorld *world, CwEntity self, void *data);

#endif
