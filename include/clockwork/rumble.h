/* Rumble: a player's controller shakes.
 *
 * Asked for in frame phases, from events: a rewind, a seek or a tick that is simulated again shakes
 * nothing. It is off until the player says input.rumble = on, and never comes from a recording that
 * is watched, the title's backdrop or while a menu or another window is in front, which end it. */
#pragma once

#include "clockwork/system.h"

/* Shakes the player's controller with its slow, strong motor and its fast, weak one, each 0 to 1,
 * for up to 10 s. Instead of what it does now; the last call of a frame counts, 0, 0 is the end. A
 * player without one feels nothing. */
void cw_rumble(CwFrame *frame, int player, double strong, double weak, double seconds);
