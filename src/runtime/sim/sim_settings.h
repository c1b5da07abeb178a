/* The settings of the simulation, with their limits, and how maps, config.ini and ticks set them.
 * This module knows neither the configuration nor a clock.
 *
 * A change is a command in a tick's input, so recordings, rewinds and repeated ticks have it, too.
 * A playback gets it from sim_settings_next_command once a tick. sim_settings_apply_command, the
 * first system of every tick, applies it.
 *
 * Rows become keys of config.ini (frame/config.h) and properties of maps, fields of the hash, and
 * numbers in a recording's header, in this order. A new setting needs a row here, and in
 * clockwork/settings.h a number, a member, a default and a limit. If Chipmunk's space keeps the
 * value, it also needs a line in sim_settings_apply_to_space. It changes the format of recordings.
 *
 *     WHOLE(setting, scale, name, member, default, low, high, unit, flags, documentation)  int32_t
 *     REAL (setting, scale, name, member, default, low, high, unit, flags, documentation)  double
 *
 * `scale` converts values to whole numbers for CwInputCommand. `member` is in CwSimSettings. */
#pragma once

#include "clockwork/map.h"
#include "sim/world.h"

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
        "Physics steps within one tick, each 1/(tick_rate * substeps) seconds long. Raise it if "  \
        "fast bodies pass through others, or springs and chains stretch or shake. Input and game " \
        "rules keep their rate. The cost of physics grows in proportion.")                         \
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

enum { SIM_SETTINGS_ALL = (1 << CW_SETTING_COUNT) - 1 };
static inline unsigned sim_settings_bit(CwInputSetting setting)
{
    return 1u << setting;
}

/* Finds a setting by its name in config.ini and maps. CW_SETTING_COUNT: there is none. */
CwInputSetting sim_settings_find(const char *name);

double sim_settings_value(const CwSimSettings *settings, CwInputSetting setting);
bool sim_settings_equal(const CwSimSettings *a, const CwSimSettings *b);

/* False: no such setting, or the value is out of range. */
bool sim_settings_set(CwSimSettings *settings, CwInputSetting setting, double value);

/* False with an error if a value is out of range. */
bool sim_settings_check(const CwSimSettings *settings, CwError *error);

/* Overrides settings, except those in the mask `fixed`, with the map's. Returns a mask of the
 * settings that the map names. A value out of range is reported and ignored. */
unsigned sim_settings_apply_map(CwSimSettings *settings, const CwMap *map, unsigned fixed);

/* Copies settings that changed, except the tick rate and those in the mask `fixed`. */
void sim_settings_copy_changes(CwSimSettings *settings, const CwSimSettings *previous,
                               const CwSimSettings *current, unsigned fixed);

/* The next command on the way to `wanted`, except the tick rate; CW_SETTING_NONE: none is left. */
CwInputCommand sim_settings_next_command(const CwWorld *world, const CwSimSettings *wanted);

/* Whether a command is valid: empty, or a setting with a value in range. */
bool sim_settings_can_apply(CwInputCommand command);

/* Puts a setting into the space if the space keeps it. */
void sim_settings_apply_to_space(cpSpace *space, const CwSimSettings *settings,
                                 CwInputSetting setting);

/* Applies the tick's command. A value out of range changes nothing. */
void sim_settings_apply_command(CwWorld *world);
