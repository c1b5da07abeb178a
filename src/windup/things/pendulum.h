/* Pendulums: a bob on a rod that swings by the clock or, free, hangs there to be pushed. */
#ifndef THINGS_PENDULUM_H
#define THINGS_PENDULUM_H

#include "things/machine.h"

typedef struct Pendulum {
    Machine machine;
    cpBody *body;
    cpConstraint *axle; /* of a free one: stopped, it locks */
    cpVect pivot_m;
    double length_m;   /* to the middle of the bob */
    double bob_m;      /* its radius */
    double middle_rad; /* of its swing: 0 hangs straight down */
    double swing_rad;  /* to either side */
    double period_s;
    bool free;
} Pendulum;

THING(pendulum, Pendulum);
void pendulum_drive(CwWorld *world, CwEntity self, void *data);

#endif
