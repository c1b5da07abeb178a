/* Settings of the simulation: all that a tick reads of config.ini.
 *
 * One struct, wherever they go: the configuration reads them, a world keeps its own copy, a
 * recording holds them and plays under them. A tick rate holds from the start of a world to its
 * end; the others may change at a tick (InputCommand, input.h). */
#ifndef CLOCKWORK_SETTINGS_H
#define CLOCKWORK_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

typedef struct SimSettings {
    int32_t tick_rate;   /* Hz: the fixed timestep is 1 / tick_rate */
    int32_t substeps;    /* physics steps in a tick */
    int32_t iterations;  /* passes of the solver in a physics step */
    double gravity_mps2; /* along y: negative pulls down */
} SimSettings;

/* Limits: 1 to these; gravity as far up as down. */
enum {
    SIM_TICK_RATE_MAX = 1000,
    SIM_SUBSTEPS_MAX = 16,
    SIM_ITERATIONS_MAX = 100,
    SIM_GRAVITY_MAX_MPS2 = 1000
};

/* Defaults, under which times count as best times. */
enum { SIM_TICK_RATE = 60, SIM_SUBSTEPS = 1, SIM_ITERATIONS = 10 };
#define SIM_GRAVITY_MPS2 (-9.81)

static inline SimSettings sim_settings_default(void)
{
    return (SimSettings){.tick_rate = SIM_TICK_RATE,
                         .substeps = SIM_SUBSTEPS,
                         .iterations = SIM_ITERATIONS,
                         .gravity_mps2 = SIM_GRAVITY_MPS2};
}

static inline bool sim_settings_equal(const SimSettings *a, const SimSettings *b)
{
    return a->tick_rate == b->tick_rate && a->substeps == b->substeps &&
           a->iterations == b->iterations && a->gravity_mps2 == b->gravity_mps2;
}

#pragma GCC visibility pop

#endif
