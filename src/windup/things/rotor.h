/* Rotating hazards: beams, saws and hammers that nothing stops. The body is the pivot's; its shapes
 * lie along the rectangle as it was drawn. Deadly ones end the drive of a chassis that touches them
 * while they turn; the others only hit. */
#ifndef THINGS_ROTOR_H
#define THINGS_ROTOR_H

#include "things/machine.h"

typedef enum RotorLook { ROTOR_BEAM, ROTOR_SAW, ROTOR_HAMMER, ROTOR_LOOK_COUNT } RotorLook;

typedef struct Rotor {
    Machine machine;
    const CwMapObject *object;
    RotorLook look;
    double speed_radps; /* counter-clockwise */
    double pivot;       /* where on its length, 0 left to 1 right */
    cpVect pivot_m;
    bool deadly;
    cpBody *body;
} Rotor;

THING(rotor, Rotor);
extern const CwField rotor_fields[MACHINE_FIELD_COUNT + 1];
void rotor_drive(CwWorld *world, CwEntity self, void *data);
void rotor_tick(CwWorld *world, CwEntity self, void *data);

#endif
