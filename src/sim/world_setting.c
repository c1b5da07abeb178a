#include "sim/world_setting.h"

#include <math.h>

static const double MICRO = 1e6;

/* What a command may set: what a recording's header may hold. */
static const struct {
    int32_t low, high;
} ranges[] = {
    [SETTING_SUBSTEPS] = {1, SIM_SUBSTEPS_MAX},
    [SETTING_ITERATIONS] = {1, SIM_ITERATIONS_MAX},
    [SETTING_GRAVITY] = {-SIM_GRAVITY_MAX_MPS2 * 1000000, SIM_GRAVITY_MAX_MPS2 * 1000000},
};
_Static_assert(ARRAY_LENGTH(ranges) == SETTING_COUNT, "a range for each setting");

static int32_t in_whole(const SimSettings *settings, InputSetting setting)
{
    switch (setting) {
    case SETTING_SUBSTEPS:
        return settings->substeps;
    case SETTING_ITERATIONS:
        return settings->iterations;
    case SETTING_GRAVITY:
        return (int32_t)lround(settings->gravity_mps2 * MICRO);
    case SETTING_NONE:
    case SETTING_COUNT:
        break;
    }
    return 0;
}

InputCommand setting_due(const World *world, const SimSettings *wanted)
{
    for (InputSetting setting = SETTING_NONE + 1; setting < SETTING_COUNT; setting++) {
        int32_t value = in_whole(wanted, setting);
        if (value != in_whole(&world->desc.settings, setting)) {
            return (InputCommand){.setting = setting, .value = value};
        }
    }
    return (InputCommand){.setting = SETTING_NONE};
}

static bool is_understood(InputCommand command)
{
    return command.setting > SETTING_NONE && command.setting < SETTING_COUNT &&
           command.value >= ranges[command.setting].low &&
           command.value <= ranges[command.setting].high;
}

void setting_apply(World *world)
{
    InputCommand command = world->input.command;
    SimSettings *settings = &world->desc.settings;
    if (!is_understood(command)) {
        return;
    }
    switch ((InputSetting)command.setting) {
    case SETTING_SUBSTEPS:
        settings->substeps = command.value;
        break;
    case SETTING_ITERATIONS:
        settings->iterations = command.value;
        cpSpaceSetIterations(world->space, command.value);
        break;
    case SETTING_GRAVITY: /* Chipmunk wakes who sleeps: a pile may no longer be at rest */
        settings->gravity_mps2 = command.value / MICRO;
        cpSpaceSetGravity(world->space, cpv(0, settings->gravity_mps2));
        break;
    case SETTING_NONE:
    case SETTING_COUNT:
        break;
    }
}
