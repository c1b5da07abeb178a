/* Settings of the simulation: the part of config.ini that ticks read. The tick rate is fixed for a
 * world; the other settings may change at a tick (CwInputCommand).
 *
 * A run takes its settings from these sources; later ones override earlier ones:
 * CwGame.menu.defaults; config.ini and the player's file; the map's properties tick_rate, substeps,
 * iterations and gravity; --config and --set; cw_flow_restart_with. A replay keeps its own. */
#pragma once

#include "clockwork/base.h"
CW_C_BEGIN

typedef struct CwWorld CwWorld; /* see world.h */

/* The settings that a tick reads. */
typedef struct CwSimSettings {
    int32_t tick_rate;   /* Hz: the fixed timestep is 1 / tick_rate */
    int32_t substeps;    /* physics steps in a tick */
    int32_t iterations;  /* passes of the solver in a physics step */
    double gravity_mps2; /* vertical; negative pulls down */
} CwSimSettings;

/* Numbers of the settings in recordings: never reuse one. */
typedef enum CwInputSetting {
    CW_SETTING_NONE,
    CW_SETTING_SUBSTEPS,
    CW_SETTING_ITERATIONS,
    CW_SETTING_GRAVITY,   /* in a CwInputCommand: whole micrometres/s2 */
    CW_SETTING_TICK_RATE, /* never changes at a tick */
    CW_SETTING_COUNT
} CwInputSetting;

/* Upper limits. The lower limits are 1, and for gravity -CW_SIM_GRAVITY_MAX_MPS2. */
enum {
    CW_SIM_TICK_RATE_MAX = 1000,
    CW_SIM_SUBSTEPS_MAX = 16,
    CW_SIM_ITERATIONS_MAX = 100,
    CW_SIM_GRAVITY_MAX_MPS2 = 1000
};

/* The defaults. */
enum { CW_SIM_TICK_RATE = 60, CW_SIM_SUBSTEPS = 1, CW_SIM_ITERATIONS = 10 };
#define CW_SIM_GRAVITY_MPS2 (-9.81)
static inline CwSimSettings cw_sim_settings_default(void)
{
    CwSimSettings settings = {CW_SIM_TICK_RATE, CW_SIM_SUBSTEPS, CW_SIM_ITERATIONS,
                              CW_SIM_GRAVITY_MPS2};
    return settings;
}

/* The world's current settings, without the overrides of the calls below. */
CwSimSettings cw_world_settings(const CwWorld *world);

/* Override the settings from the next physics step on; 0 removes the override. Call them in a tick
 * or in `start`. An override is state of the world: hashed, rewound and replayed. The run keeps its
 * rank, because the override is a rule of the game. For gravity use cpSpaceSetGravity. */
void cw_world_set_substeps(CwWorld *world, int substeps);     /* 0 to CW_SIM_SUBSTEPS_MAX */
void cw_world_set_iterations(CwWorld *world, int iterations); /* 0 to CW_SIM_ITERATIONS_MAX */
CW_C_END
