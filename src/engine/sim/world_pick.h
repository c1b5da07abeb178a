/* The shapes under a pointer, for inspectors.
 *
 * Reads the shapes' own geometry at their bodies' interpolated poses, as the picture shows them,
 * and not the space's queries, which write its lock counter. Writes nothing. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/world.h"

enum { PICK_MAX = 32 };

/* A shape, as fields name it. */
typedef struct Picked {
    CwEntity owner; /* its own, else its body's; zero: none */
    uint64_t body, shape;
    bool inside;    /* the place is in it, not only near */
    double area_m2; /* of its box */
} Picked;

/* Puts up to PICK_MAX shapes that are no further than `reach_m` from a place, the smallest first;
 * of each entity one, rather one that the place is in, then the smallest; returns their number.
 * `alpha` is that of the picture. */
int world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha,
               Picked items[PICK_MAX]);
