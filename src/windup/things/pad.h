/* Spring pads: what rolls on one is thrown off along its normal, to a speed and not by it: hopping
 * on it adds nothing. */
#ifndef THINGS_PAD_H
#define THINGS_PAD_H

#include "things/machine.h"

typedef struct SpringPad {
    Machine machine;
    cpVect up; /* the way it throws */
    const CwMapObject *object;
    double speed_mps;
    uint32_t busy_ticks; /* until it can throw again */
    bool pressed;        /* by the buggy: it will be thrown */
} SpringPad;

THING(pad, SpringPad);
extern const CwField pad_fields[MACHINE_FIELD_COUNT + 2];
void pad_drive(CwWorld *world, CwEntity self, void *data);

#endif
