/* Settings of the simulation that change at a tick.
 *
 * They arrive like all that a tick reads, in its CwTickInput, so recordings, rewinds and
 * repetitions have them too. A playback asks setting_due once a tick for what the world lacks of
 * the settings in force; the system setting_apply, the first of every tick, puts it into the world.
 * Knows neither the configuration nor a clock. */
#pragma once

#include "sim/world.h"

/* The command that brings the world one step nearer to `wanted`; none when it is there. The tick
 * rate is fixed when a world starts and not looked at. */
CwInputCommand setting_due(const CwWorld *world, const CwSimSettings *wanted);

/* Whether a command is one that the engine gives: a setting with a value in its range, or none. */
bool setting_is_possible(CwInputCommand command);

/* Does what the tick's command says; a game's own world may be told anything, and what is out of
 * range changes nothing. */
void setting_apply(CwWorld *world);
