/* The one world of a test of the simulation, closed with it. */
#ifndef TESTS_SUPPORT_SIM_WORLD_H
#define TESTS_SUPPORT_SIM_WORLD_H

#include "expect.h"
#include "sim_fixture.h"

extern Sim sim;

/* Each opens it, after closing the one before: by its desc, with kinds, with substeps and gravity,
 * with a scene in slot 0. */
CwWorld *sim_begin(const WorldDesc *desc);
CwWorld *sim_begin_kinds(const CwKind *kinds, int kind_count);
CwWorld *sim_begin_physics(int substeps, double gravity_mps2);
CwWorld *sim_begin_scene(const char *scene);

/* Finishes building, then ticks. */
void sim_start(int ticks);

/* Destroys an entity in the next tick. */
void sim_destroy(CwEntity entity);

/* A body by its number. */
cpBody *sim_body(int index);

void sim_tear_down(void);

#endif
