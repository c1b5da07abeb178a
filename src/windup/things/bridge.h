/* A bridge: planks hung in a chain between the two ends of its rectangle. One with a limit tears
 * where too much presses on it. */
#ifndef THINGS_BRIDGE_H
#define THINGS_BRIDGE_H

#include "things/thing.h"

enum { PLANKS_MAX = 40, HINGE_JOINTS = 3 };

typedef struct Bridge {
    Breakage breakage;
    double breaks_N; /* 0: never */
    double load_N;   /* what presses on it */
    cpConstraint *hinges[PLANKS_MAX + 1][HINGE_JOINTS];
    int plank_count;
    double plank_m;
    cpVect left_m, right_m; /* where it hangs */
    cpBody *planks[PLANKS_MAX];
} Bridge;

THING(bridge, Bridge);
extern const CwField bridge_fields[3];
void bridge_tick(CwWorld *world, CwEntity self, void *data);

#endif
