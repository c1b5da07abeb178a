/* The shapes under a pointer, for inspectors: by their geometry at the interpolated poses of the
 * picture. The space's queries would write its lock counter. */
#pragma once

#include "clockwork/world.h"

enum { PICK_MAX = 32 };

typedef struct Picked {
    CwEntity owner; /* its own, else its body's; zero: none */
    uint64_t body, shape;
    bool inside;    /* the place is in it, not only near */
    double area_m2; /* of its box */
} Picked;

/* Up to PICK_MAX shapes within `reach_m` of a place, the smallest first, one an entity, rather one
 * that the place is in; returns their number. `alpha`: the picture's. */
int world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha,
               Picked items[PICK_MAX]);
