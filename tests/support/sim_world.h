/* A world for tests of the simulation, run tick by tick through the real schedule. Everything that
 * can fail fails the test. */
#pragma once

#include "expect.h"
#include "scenes.h"
#include "sim/schedule.h"
#include "sim/world.h"

typedef struct Sim {
    CwWorld *world;
    Schedule schedule;
} Sim;

/* A world of 32 MiB in slot 0 without kinds or gravity; change it, then sim_open. */
WorldDesc sim_desc(void);

void sim_open(Sim *of, const WorldDesc *desc);
void sim_add_system(Sim *of, const CwSystem *system);

/* Opens a world with a scene in an address slot, gravity on, built. */
void sim_open_scene(Sim *of, const char *scene, int slot);

/* Ticks without input; each must leave the world sound. */
void sim_run(Sim *of, int ticks);

/* One tick; false with the reason when the world can't go on. */
bool sim_try_tick(Sim *of, CwError *error);

/* A dynamic circle of 1 kg and 0.5 m radius, and a box of 1 kg and 1 m, at (x, y). */
cpBody *sim_ball(Sim *of, CwEntity owner, double x_m, double y_m);
cpBody *sim_box(Sim *of, CwEntity owner, double x_m, double y_m);

/* A static floor without an owner whose surface is at y = 0. */
void sim_floor(Sim *of);

/* ---- the one world of a test, closed with it ---- */

extern Sim sim;

/* Each opens it, after closing the one before: by its desc, with kinds, with substeps and gravity,
 * with a scene in slot 0. */
CwWorld *sim_begin(const WorldDesc *desc);
CwWorld *sim_begin_kinds(const CwKind *kinds, int kind_count);
CwWorld *sim_begin_physics(int substeps, double gravity_mps2);
CwWorld *sim_begin_scene(const char *scene);
void sim_start(int ticks);
void sim_destroy(CwEntity entity);
cpBody *sim_body(int index);

void sim_tear_down(void);
