/* The settings of the simulation with their limits, one a row. Rows become keys of config.ini
 * (frame/config_table.h) and maps, fields of the hash, and numbers in a recording's header, in this
 * order. A new setting needs a row here, a member and a number in clockwork/settings.h, and a line
 * in setting_apply (world_setting.c). It changes the format of recordings.
 *
 *     WHOLE(setting, scale, name, member, default, low, high, unit, flags, documentation)  int32_t
 *     REAL (setting, scale, name, member, default, low, high, unit, flags, documentation)  double
 *
 * `scale` converts values to whole numbers for CwInputCommand; `member` is in CwSimSettings. */
#pragma once

#include "clockwork/settings.h"

/* clang-format off */
#define SIM_SETTINGS(WHOLE, REAL)                                                                  \
    WHOLE(CW_SETTING_TICK_RATE, 1, tick_rate, tick_rate, CW_SIM_TICK_RATE, 1, CW_SIM_TICK_RATE_MAX, "ticks/s",\
        KEY_SIMULATION | KEY_AT_LEVEL_START,                                                       \
        "Ticks of simulation in a second; a tick is the fixed timestep, 1/tick_rate seconds. A "   \
        "higher rate shortens the delay of input and makes collisions of fast bodies more exact; " \
        "CPU time grows in proportion. At about 30 and below, fast bodies pass through thin ones. "\
        "The picture is smooth at any rate (display.latency), but a run takes a slightly "         \
        "different course at each rate: times are comparable only at the same rate.")              \
    WHOLE(CW_SETTING_SUBSTEPS, 1, substeps, substeps, CW_SIM_SUBSTEPS, 1, CW_SIM_SUBSTEPS_MAX, "steps/tick",\
        KEY_SIMULATION,                                                                            \
        "Physics steps within one tick, each 1/(tick_rate * substeps) seconds. Raise it if fast "  \
        "bodies pass through others, or springs and chains stretch or shake. Input and game rules "\
        "keep their rate. The cost of physics grows in proportion.")                               \
    WHOLE(CW_SETTING_ITERATIONS, 1, iterations, iterations, CW_SIM_ITERATIONS, 1, CW_SIM_ITERATIONS_MAX,\
        "passes/step", KEY_SIMULATION,                                                             \
        "Passes of the solver over all contacts and joints in one physics step. Raise it if "      \
        "stacks sink and wobble or bridges sag: everything gets stiffer. Lower values are softer " \
        "and cheaper. If bodies pass through others, raise substeps instead.")                     \
    REAL(CW_SETTING_GRAVITY, 1e6, gravity, gravity_mps2, CW_SIM_GRAVITY_MPS2, -CW_SIM_GRAVITY_MAX_MPS2,\
        CW_SIM_GRAVITY_MAX_MPS2, "m/s2", KEY_SIMULATION,                                           \
        "Vertical acceleration of free bodies; negative pulls down. Stronger gravity loads "       \
        "stacks and joints more: raise iterations with it.")
/* clang-format on */
