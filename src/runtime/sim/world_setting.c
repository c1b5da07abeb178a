#include "sim/world_setting.h"

#include "base/assert_number.h"

#include <math.h>
#include <string.h>

/* The limits of settings.h, which also a recording's header has. */
static const struct {
    const char *name, *unit;
    double low, high;
    double scale; /* of a command's whole numbers */
} rows[] = {
    [CW_SETTING_NONE] = {"tick_rate", "ticks a second", 1, CW_SIM_TICK_RATE_MAX, 1},
    [CW_SETTING_SUBSTEPS] = {"substeps", "steps a tick", 1, CW_SIM_SUBSTEPS_MAX, 1},
    [CW_SETTING_ITERATIONS] = {"iterations", "passes a step", 1, CW_SIM_ITERATIONS_MAX, 1},
    [CW_SETTING_GRAVITY] = {"gravity", "m/s2", -CW_SIM_GRAVITY_MAX_MPS2, CW_SIM_GRAVITY_MAX_MPS2,
                            1e6},
};
_Static_assert(CW_ARRAY_LENGTH(rows) == CW_SETTING_COUNT, "a row for each setting");

/* ---- values ---- */

double setting_value(const CwSimSettings *settings, CwInputSetting setting)
{
    const double values[CW_SETTING_COUNT] = {[CW_SETTING_NONE] = settings->tick_rate,
                                             [CW_SETTING_SUBSTEPS] = settings->substeps,
                                             [CW_SETTING_ITERATIONS] = settings->iterations,
                                             [CW_SETTING_GRAVITY] = settings->gravity_mps2};
    return values[setting];
}

static void set_value(CwSimSettings *settings, CwInputSetting setting, double value)
{
    int32_t *const wholes[CW_SETTING_COUNT] = {[CW_SETTING_NONE] = &settings->tick_rate,
                                               [CW_SETTING_SUBSTEPS] = &settings->substeps,
                                               [CW_SETTING_ITERATIONS] = &settings->iterations};
    if (setting == CW_SETTING_GRAVITY) {
        settings->gravity_mps2 = value;
    } else {
        *wholes[setting] = (int32_t)value;
    }
}

static int32_t in_whole(const CwSimSettings *settings, CwInputSetting setting)
{
    return (int32_t)lround(setting_value(settings, setting) * rows[setting].scale);
}

static bool is_possible(CwInputSetting setting, double value)
{
    return value >= rows[setting].low && value <= rows[setting].high &&
           (setting == CW_SETTING_GRAVITY || value == floor(value));
}

bool setting_set(CwSimSettings *settings, CwInputSetting setting, double value)
{
    bool possible = setting < CW_SETTING_COUNT && is_possible(setting, value);
    if (possible) {
        set_value(settings, setting, value);
    }
    return possible;
}

bool settings_are_possible(const CwSimSettings *settings)
{
    CwInputSetting setting = 0;
    while (setting < CW_SETTING_COUNT && is_possible(setting, setting_value(settings, setting))) {
        setting++;
    }
    return setting == CW_SETTING_COUNT;
}

CwInputSetting setting_named(const char *name)
{
    CwInputSetting setting = 0;
    while (setting < CW_SETTING_COUNT && strcmp(rows[setting].name, name) != 0) {
        setting++;
    }
    return setting;
}

/* ---- at a tick ---- */

CwInputCommand setting_due(const CwWorld *world, const CwSimSettings *wanted)
{
    for (CwInputSetting setting = CW_SETTING_NONE + 1; setting < CW_SETTING_COUNT; setting++) {
        int32_t value = in_whole(wanted, setting);
        if (value != in_whole(&world->desc.settings, setting)) {
            return (CwInputCommand){.setting = setting, .value = value};
        }
    }
    return (CwInputCommand){.setting = CW_SETTING_NONE};
}

void settings_take_changes(CwSimSettings *settings, const CwSimSettings *before,
                           const CwSimSettings *now, unsigned fixed)
{
    for (CwInputSetting i = CW_SETTING_NONE + 1; i < CW_SETTING_COUNT; i++) {
        if (in_whole(before, i) != in_whole(now, i) && (fixed & setting_bit(i)) == 0) {
            set_value(settings, i, setting_value(now, i));
        }
    }
}

static bool is_understood(CwInputCommand command)
{
    return command.setting > CW_SETTING_NONE && command.setting < CW_SETTING_COUNT &&
           is_possible(command.setting, command.value / rows[command.setting].scale);
}

bool setting_is_possible(CwInputCommand command)
{
    return is_understood(command) || (command.setting == CW_SETTING_NONE && command.value == 0);
}

static void apply_iterations(CwWorld *world)
{
    int own = world->own_iterations;
    cpSpaceSetIterations(world->space, own > 0 ? own : world->desc.settings.iterations);
}

void setting_apply(CwWorld *world)
{
    CwInputCommand command = world->input.command;
    CwSimSettings *settings = &world->desc.settings;
    if (!is_understood(command)) {
        return;
    }
    set_value(settings, command.setting, command.value / rows[command.setting].scale);
    if (command.setting == CW_SETTING_GRAVITY) { /* Chipmunk wakes all: a pile may fall again */
        cpSpaceSetGravity(world->space, cpv(0, settings->gravity_mps2));
    } else if (command.setting == CW_SETTING_ITERATIONS) {
        apply_iterations(world);
    }
}

/* ---- a level's own ---- */

unsigned settings_take_map(CwSimSettings *settings, const CwMap *map, unsigned fixed)
{
    unsigned named = 0;
    for (CwInputSetting i = 0; map != NULL && i < CW_SETTING_COUNT; i++) {
        double value = cw_map_number(map, NULL, rows[i].name, NAN);
        if (!isnan(value) && !is_possible(i, value)) {
            cw_map_warn(map, NULL, "%s is %g, which is ignored: make it %s%g to %g %s",
                        rows[i].name, value, i == CW_SETTING_GRAVITY ? "" : "a whole number, ",
                        rows[i].low, rows[i].high, rows[i].unit);
        } else if (!isnan(value)) {
            named |= setting_bit(i);
            if ((fixed & setting_bit(i)) == 0) {
                set_value(settings, i, value);
            }
        }
    }
    return named;
}

/* ---- for games ---- */

CwSimSettings cw_world_settings(const CwWorld *world)
{
    return world->desc.settings;
}

void cw_world_set_substeps(CwWorld *world, int substeps)
{
    CW_ASSERT(arena_is_current(world->arena), "set substeps within a tick or start");
    ASSERT_NUMBER(substeps, substeps >= 0 && substeps <= CW_SIM_SUBSTEPS_MAX,
                  "set 1 to 16 substeps, or 0 for those of the settings");
    world->own_substeps = substeps;
}

void cw_world_set_iterations(CwWorld *world, int iterations)
{
    CW_ASSERT(arena_is_current(world->arena), "set iterations within a tick or start");
    ASSERT_NUMBER(iterations, iterations >= 0 && iterations <= CW_SIM_ITERATIONS_MAX,
                  "set 1 to 100 iterations, or 0 for those of the settings");
    world->own_iterations = iterations;
    apply_iterations(world);
}
