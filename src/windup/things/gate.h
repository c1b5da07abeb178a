/* Gates: checkpoints and the finish. Sensors that notice the buggy. */
#ifndef THINGS_GATE_H
#define THINGS_GATE_H

#include "things/thing.h"

typedef struct Gate {
    cpVect foot_m; /* middle of the lower edge */
    double width_m, height_m;
} Gate;

THING(checkpoint, Gate);
THING(finish, Gate);
extern const CwField gate_fields[3];
void checkpoint_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void finish_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);

#endif
