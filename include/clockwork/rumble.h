/* Rumble: a player's controller shakes. Request it once in a frame phase, when an event happens. It
 * works only with input.rumble = on, and not in a watched recording or on the title. A menu or
 * another window stops it. */
#pragma once

#include "clockwork/system.h"

/* Shakes the controller with its slow, strong motor and its fast, weak one, 0 to 1 each, for up to
 * 10 s. Replaces the current rumble; the last call of a frame wins, and 0, 0 ends it. */
void cw_rumble(CwFrame *frame, int player, double strong, double weak, double seconds);
