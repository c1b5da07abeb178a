/* The data and functions of the machines that pull and hit: magnets and rotors. */
#ifndef THINGS_HAZARDS_H
#define THINGS_HAZARDS_H

#include "things/machine.h"

typedef struct Magnet {
    Machine machine; /* reversed it pushes */
    const CwMapObject *object;
    double reach_m;
    double pull_mps2; /* in its middle; falls evenly to nothing at its reach */
} Magnet;

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

/* "beam" and the like; -1 for another word. */
int rotor_look(const char *word);

enum { MAGNET_FIELD_COUNT = MACHINE_FIELD_COUNT, ROTOR_FIELD_COUNT = MACHINE_FIELD_COUNT + 1 };
extern const CwField magnet_fields[MAGNET_FIELD_COUNT];
extern const CwField rotor_fields[ROTOR_FIELD_COUNT];

/* CwKind.spawn, .drive, .tick and .draw of each; the args of spawns are FromMap. */
void magnet_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void rotor_spawn(CwWorld *world, CwEntity self, void *data, const void *args);

void magnet_drive(CwWorld *world, CwEntity self, void *data);
void rotor_drive(CwWorld *world, CwEntity self, void *data);

void rotor_tick(CwWorld *world, CwEntity self, void *data);

void magnet_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void rotor_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
