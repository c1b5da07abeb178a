/* When the buggy is crushed: a machine presses it against something for a while. A hard landing
 * presses from one side only, a blow does not last. And what a squeeze may do to its speed. */
#ifndef BUGGY_CRUSH_H
#define BUGGY_CRUSH_H

#include "clockwork/clockwork.h"

/* Of the last tick. */
typedef struct Squeeze {
    double
        force_N; /* of a machine and of what presses against it, the smaller; 0: no machine does */
    double machine_mps; /* how fast the machines move where they touch it */
} Squeeze;

Squeeze crush_squeeze(const CwWorld *world, CwEntity entity);

#endif
