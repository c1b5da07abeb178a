#include "sim/world_setting.h"

#include <math.h>

static const double MICRO = 1e6;

/* The values that a command may set: those that a recording's header may hold. */
static const struct {
    int32_t low, high;
} ranges[] = {
    [CW_SETTING_SUBSTEPS] = {1, CW_SIM_SUBSTEPS_MAX},
    [CW_SETTING_ITERATIONS] = {1, CW_SIM_ITERATIONS_MAX},
    [CW_SETTING_GRAVITY] = {-CW_SIM_GRAVITY_MAX_MPS2 * 1000000, CW_SIM_GRAVITY_MAX_MPS2 * 1000000},
};
_Static_assert(CW_ARRAY_LENGTH(ranges) == CW_SETTING_COUNT, "a range for each setting");

static int32_t in_whole(const CwSimSettings *settings, CwInputSetting setting)
{
    switch (setting) {
    case CW_SETTING_SUBSTEPS:
        return settings->substeps;
    case CW_SETTING_ITERATIONS:
        return settings->iterations;
    case CW_SETTING_GRAVITY:
        return (int32_t)lround(settings->gravity_mps2 * MICRO);
    case CW_SETTING_NONE:
    case CW_SETTING_COUNT:
        break;
    }
    return 0;
}

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

static bool is_understood(CwInputCommand command)
{
    return command.setting > CW_SETTING_NONE && command.setting < CW_SETTING_COUNT &&
           command.value >= ranges[command.setting].low &&
           command.value <= ranges[command.setting].high;
}

bool setting_is_possible(CwInputCommand command)
{
    return is_understood(command) || (command.setting == CW_SETTING_NONE && command.value == 0);
}

void setting_apply(CwWorld *world)
{
    CwInputCommand command = world->input.command;
    CwSimSettings *settings = &world->desc.settings;
    if (!is_understood(command)) {
        return;
    }
    switch ((CwInputSetting)command.setting) {
    case CW_SETTING_SUBSTEPS:
        settings->substeps = command.value;
        break;
    case CW_SETTING_ITERATIONS:
        settings->iterations = command.value;
        cpSpaceSetIterations(world->space, command.value);
        break;
    case CW_SETTING_GRAVITY: /* Chipmunk wakes who sleeps: a pile may no longer be at rest */
        settings->gravity_mps2 = command.value / MICRO;
        cpSpaceSetGravity(world->space, cpv(0, settings->gravity_mps2));
        break;
    case CW_SETTING_NONE:
    case CW_SETTING_COUNT:
        break;
    }
}
