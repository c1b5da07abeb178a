#include "sim/sim_settings.h"

#include "base/report.h"
#include "sim/breadcrumb.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define ROW(setting, its_scale, its_name, member, value, least, most, its_unit, only_integers)     \
    [setting] = {.name = #its_name,                                                                \
                 .unit = its_unit,                                                                 \
                 .low = least,                                                                     \
                 .high = most,                                                                     \
                 .scale = its_scale,                                                               \
                 .offset = offsetof(CwSimSettings, member),                                        \
                 .is_integer = only_integers},
#define ROW_WHOLE(setting, scale, name, member, value, low, high, unit, ...)                       \
    ROW(setting, scale, name, member, value, low, high, unit, true)
#define ROW_REAL(setting, scale, name, member, value, low, high, unit, ...)                        \
    ROW(setting, scale, name, member, value, low, high, unit, false)

static const struct {
    const char *name, *unit;
    double low, high, scale;
    size_t offset;
    bool is_integer;
} SETTING_ROWS[CW_SETTING_COUNT] = {SIM_SETTINGS(ROW_WHOLE, ROW_REAL)};

static const CwInputSetting FIRST = CW_SETTING_NONE + 1;

/* ---- values ---- */

double sim_settings_value(const CwSimSettings *settings, CwInputSetting setting)
{
    const void *at = (const char *)settings + SETTING_ROWS[setting].offset;
    return SETTING_ROWS[setting].is_integer ? *(const int32_t *)at : *(const double *)at;
}

bool sim_settings_equal(const CwSimSettings *a, const CwSimSettings *b)
{
    CwInputSetting setting = FIRST;
    while (setting < CW_SETTING_COUNT &&
           sim_settings_value(a, setting) == sim_settings_value(b, setting)) {
        setting++;
    }
    return setting == CW_SETTING_COUNT;
}

static void set_value(CwSimSettings *settings, CwInputSetting setting, double value)
{
    void *at = (char *)settings + SETTING_ROWS[setting].offset;
    if (SETTING_ROWS[setting].is_integer) {
        *(int32_t *)at = (int32_t)value;
    } else {
        *(double *)at = value;
    }
}

static int32_t to_command_value(const CwSimSettings *settings, CwInputSetting setting)
{
    return (int32_t)lround(sim_settings_value(settings, setting) * SETTING_ROWS[setting].scale);
}

static bool is_in_range(CwInputSetting setting, double value)
{
    return value >= SETTING_ROWS[setting].low && value <= SETTING_ROWS[setting].high &&
           (!SETTING_ROWS[setting].is_integer || value == floor(value));
}

bool sim_settings_set(CwSimSettings *settings, CwInputSetting setting, double value)
{
    bool is_valid = setting >= FIRST && setting < CW_SETTING_COUNT && is_in_range(setting, value);
    if (is_valid) {
        set_value(settings, setting, value);
    }
    return is_valid;
}

bool sim_settings_check(const CwSimSettings *settings, CwError *error)
{
    for (CwInputSetting i = FIRST; i < CW_SETTING_COUNT; i++) {
        double value = sim_settings_value(settings, i);
        if (!is_in_range(i, value)) {
            return cw_error_set(error, "%s is %g, must be %g..%g", SETTING_ROWS[i].name, value,
                                SETTING_ROWS[i].low, SETTING_ROWS[i].high);
        }
    }
    return true;
}

CwInputSetting sim_settings_find(const char *name)
{
    CwInputSetting setting = FIRST;
    while (setting < CW_SETTING_COUNT && strcmp(SETTING_ROWS[setting].name, name) != 0) {
        setting++;
    }
    return setting;
}

/* ---- at a tick ---- */

CwInputCommand sim_settings_next_command(const CwWorld *world, const CwSimSettings *wanted)
{
    for (CwInputSetting setting = FIRST; setting < CW_SETTING_COUNT; setting++) {
        int32_t value = to_command_value(wanted, setting);
        if (setting != CW_SETTING_TICK_RATE &&
            value != to_command_value(&world->settings, setting)) {
            return (CwInputCommand){.setting = setting, .value = value};
        }
    }
    return (CwInputCommand){.setting = CW_SETTING_NONE};
}

void sim_settings_copy_changes(CwSimSettings *settings, const CwSimSettings *previous,
                               const CwSimSettings *current, unsigned fixed)
{
    for (CwInputSetting i = FIRST; i < CW_SETTING_COUNT; i++) {
        bool is_fixed = i == CW_SETTING_TICK_RATE || (fixed & sim_settings_bit(i)) != 0;
        if (to_command_value(previous, i) != to_command_value(current, i) && !is_fixed) {
            set_value(settings, i, sim_settings_value(current, i));
        }
    }
}

static bool is_valid_command(CwInputCommand command)
{
    return command.setting >= FIRST && command.setting < CW_SETTING_COUNT &&
           command.setting != CW_SETTING_TICK_RATE &&
           is_in_range(command.setting, command.value / SETTING_ROWS[command.setting].scale);
}

bool sim_settings_can_apply(CwInputCommand command)
{
    return is_valid_command(command) || (command.setting == CW_SETTING_NONE && command.value == 0);
}

void sim_settings_apply_to_space(cpSpace *space, const CwSimSettings *settings,
                                 CwInputSetting setting)
{
    if (setting == CW_SETTING_GRAVITY) { /* wakes all bodies, so piles react */
        cpSpaceSetGravity(space, cpv(0, settings->gravity_mps2));
    } else if (setting == CW_SETTING_ITERATIONS) {
        cpSpaceSetIterations(space, settings->iterations);
    }
}

void sim_settings_apply_command(CwWorld *world)
{
    CwInputCommand command = world->input.command;
    CwSimSettings *settings = &world->settings;
    if (!is_valid_command(command)) {
        return;
    }
    set_value(settings, command.setting, command.value / SETTING_ROWS[command.setting].scale);
    if (command.setting != CW_SETTING_ITERATIONS || world->own_iterations == 0) {
        sim_settings_apply_to_space(world->space, settings, command.setting);
    }
}

/* ---- a level's own ---- */

unsigned sim_settings_apply_map(CwSimSettings *settings, const CwMap *map, unsigned fixed)
{
    unsigned named = 0;
    for (CwInputSetting i = FIRST; map != NULL && i < CW_SETTING_COUNT; i++) {
        double value = cw_map_number(map, NULL, SETTING_ROWS[i].name, NAN);
        if (!isnan(value) && !is_in_range(i, value)) {
            cw_map_warn(map, NULL, "%s is %g, which is ignored: make it %s%g to %g %s",
                        SETTING_ROWS[i].name, value,
                        SETTING_ROWS[i].is_integer ? "a whole number, " : "", SETTING_ROWS[i].low,
                        SETTING_ROWS[i].high, SETTING_ROWS[i].unit);
        } else if (!isnan(value)) {
            named |= sim_settings_bit(i);
            if ((fixed & sim_settings_bit(i)) == 0) {
                set_value(settings, i, value);
            }
        }
    }
    return named;
}

/* ---- for games ---- */

CwSimSettings cw_world_settings(const CwWorld *world)
{
    return world->settings;
}

void cw_world_set_substeps(CwWorld *world, int substeps)
{
    ASSERT_IN_TICK();
    ASSERT_NUMBER(substeps, substeps >= 0 && substeps <= CW_SIM_SUBSTEPS_MAX,
                  "set 1 to 16 substeps, or 0 for those of the settings");
    world->own_substeps = substeps;
}

void cw_world_set_iterations(CwWorld *world, int iterations)
{
    ASSERT_IN_TICK();
    ASSERT_NUMBER(iterations, iterations >= 0 && iterations <= CW_SIM_ITERATIONS_MAX,
                  "set 1 to 100 iterations, or 0 for those of the settings");
    world->own_iterations = iterations;
    cpSpaceSetIterations(world->space, iterations > 0 ? iterations : world->settings.iterations);
}
