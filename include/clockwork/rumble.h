/* Rumble: a player's controller shakes. Asked for in frame phases, from events, so once. Off until
 * input.rumble = on; never from a watched recording or the title, and a menu or another window in
 * front ends it. */
#pragma once

#include "clockwork/system.h"

/* Shakes with the slow, strong motor and the fast, weak one, 0 to 1 each, for up to 10 s, in place
 * of what it does; the last call of a frame counts, and 0, 0 ends it. */
void cw_rumble(CwFrame *frame, int player, double strong, double weak, double seconds);
