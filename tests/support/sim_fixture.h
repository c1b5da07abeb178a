/* A world for tests of the simulation: opened with kinds, filled by the test, run tick by tick
 * through the real schedule with the engine's own systems. Everything that can fail fails the
 * test. */
#ifndef TESTS_SUPPORT_SIM_FIXTURE_H
#define TESTS_SUPPORT_SIM_FIXTURE_H

#include "bench/scenes.h"
#include "sim/schedule.h"
#include "sim/world.h"

typedef struct Sim {
    CwWorld *world;
    Schedule schedule;
} Sim;

/* A world of 32 MiB in slot 0 without kinds or gravity; change it, then sim_open. */
WorldDesc sim_desc(void);

void sim_open(Sim *sim, const WorldDesc *desc);

/* Adds a system after the engine's. */
void sim_add_system(Sim *sim, const CwSystem *system);

/* Opens a world with a scene of src/tools/bench/scenes.h in an address slot, gravity on, built. */
void sim_open_scene(Sim *sim, const char *scene, int slot);

/* Ticks without input; each must leave the world sound. */
void sim_run(Sim *sim, int ticks);

/* One tick; false with the reason when the world can't go on. */
bool sim_try_tick(Sim *sim, CwError *error);

void sim_close(Sim *sim);

/* A dynamic circle of 1 kg and 0.5 m radius, and a box of 1 kg and 1 m, at (x, y). */
cpBody *sim_ball(Sim *sim, CwEntity owner, double x_m, double y_m);
cpBody *sim_box(Sim *sim, CwEntity owner, double x_m, double y_m);

/* A static floor without an owner whose surface is at y = 0. */
void sim_floor(Sim *sim);

#endif
