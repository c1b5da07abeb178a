/* Settings of the simulation that change at a tick, by its CwTickInput, so recordings, rewinds and
 * repetitions have them too. A playback asks setting_due once a tick; setting_apply, the first
 * system of every tick, does it. Knows neither configuration nor clock. */
#pragma once

#include "sim/world.h"

/* One step towards `wanted`; none when it is there. Leaves the tick rate out. */
CwInputCommand setting_due(const CwWorld *world, const CwSimSettings *wanted);

/* Whether a command is one that the engine gives: a setting with a value in its range, or none. */
bool setting_is_possible(CwInputCommand command);

/* Does what the tick's command says; what is out of range changes nothing. */
void setting_apply(CwWorld *world);
