/* A tyre with teeth that gives way where it presses on something. Draws only. */
#ifndef BUGGY_TYRE_H
#define BUGGY_TYRE_H

#include "clockwork/clockwork.h"

/* How far a tyre is pressed in, and where. */
typedef struct Squash {
    double depth_m;
    double towards_rad; /* from the axle to what presses it, in the world */
} Squash;

#define SQUASH_MAX_M 0.13

/* The whole wheel, in world space. */
void tyre_draw(CwDrawList *list, CwTransform2 wheel, Squash squash);

#endif
