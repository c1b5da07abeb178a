/* Magnets: while one is on, all that moves within its reach is pulled towards it, or pushed away by
 * one that was reversed. Nearer is stronger; as with gravity, weight makes no difference. */
#ifndef THINGS_MAGNET_H
#define THINGS_MAGNET_H

#include "things/machine.h"

typedef struct Magnet {
    Machine machine; /* reversed it pushes */
    const CwMapObject *object;
    double reach_m;
    double pull_mps2; /* in its middle; falls evenly to nothing at its reach */
} Magnet;

THING(magnet, Magnet);
void magnet_drive(CwWorld *world, CwEntity self, void *data);

#endif
