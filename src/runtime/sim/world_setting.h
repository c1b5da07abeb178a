/* Applies simulation settings from maps and from config.ini.
 *
 * A change from config.ini goes into a tick's CwTickInput, so recordings, rewinds and repeated
 * ticks have it too. A playback asks setting_due once a tick; setting_apply, the first system of
 * every tick, applies it. It knows neither the configuration nor a clock. */
#pragma once

#include "clockwork/map.h"
#include "sim/world.h"

enum { SETTINGS_ALL = (1 << CW_SETTING_COUNT) - 1 };
static inline unsigned setting_bit(CwInputSetting setting)
{
    return 1u << setting;
}

/* Finds a setting by its name in config.ini and maps; CW_SETTING_COUNT: there is none. */
CwInputSetting setting_named(const char *name);

double setting_value(const CwSimSettings *settings, CwInputSetting setting);

/* False: no such setting, or the value is out of range. */
bool setting_set(CwSimSettings *settings, CwInputSetting setting, double value);

/* False with an error if a value is out of range. */
bool settings_check(const CwSimSettings *settings, CwError *error);

/* Overrides settings with the map's, except those in the mask `fixed`. Returns a mask of the
 * settings that the map names. A value out of range is reported and ignored. */
unsigned settings_take_map(CwSimSettings *settings, const CwMap *map, unsigned fixed);

/* Copies what changed between two configurations, except the tick rate and the mask `fixed`. */
void settings_take_changes(CwSimSettings *settings, const CwSimSettings *before,
                           const CwSimSettings *now, unsigned fixed);

/* The next command that leads to `wanted`; CW_SETTING_NONE if there is nothing to do. Ignores the
 * tick rate. */
CwInputCommand setting_due(const CwWorld *world, const CwSimSettings *wanted);

/* Whether a command names no setting, or one with a value in range. */
bool setting_is_possible(CwInputCommand command);

/* Applies the tick's command. A value out of range changes nothing. */
void setting_apply(CwWorld *world);
