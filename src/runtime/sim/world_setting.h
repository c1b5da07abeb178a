/* Settings of the simulation: those that a map names for its level, and those that change at a
 * tick, by its CwTickInput, so recordings, rewinds and repetitions have them too. A playback asks
 * setting_due once a tick; setting_apply, the first system of every tick, does it. Knows neither
 * configuration nor clock. */
#pragma once

#include "clockwork/map.h"
#include "sim/world.h"

/* In masks of settings. */
enum { SETTINGS_ALL = (1 << CW_SETTING_COUNT) - 1 };
static inline unsigned setting_bit(CwInputSetting setting)
{
    return 1u << setting;
}

/* By the name that config.ini and maps use; CW_SETTING_COUNT: there is none. */
CwInputSetting setting_named(const char *name);

double setting_value(const CwSimSettings *settings, CwInputSetting setting);

/* False: there is no such setting, or the value is out of its limits. */
bool setting_set(CwSimSettings *settings, CwInputSetting setting, double value);

/* False with an error where one is out of its limits. */
bool settings_check(const CwSimSettings *settings, CwError *error);

/* Lays the map's own over them but for those of the mask `fixed`. Returns which ones the map
 * names; one out of range is a warning and ignored. */
unsigned settings_take_map(CwSimSettings *settings, const CwMap *map, unsigned fixed);

/* Takes what changed between two configurations, but for the mask `fixed` and the tick rate. */
void settings_take_changes(CwSimSettings *settings, const CwSimSettings *before,
                           const CwSimSettings *now, unsigned fixed);

/* One step towards `wanted`; none when it is there. Leaves the tick rate out. */
CwInputCommand setting_due(const CwWorld *world, const CwSimSettings *wanted);

/* Whether a command is one that the engine gives: a setting with a value in its range, or none. */
bool setting_is_possible(CwInputCommand command);

/* Does what the tick's command says; what is out of range changes nothing. */
void setting_apply(CwWorld *world);
