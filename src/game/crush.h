/* When the buggy is crushed: a machine presses it against something for a while. A hard landing
 * presses from one side only, a blow does not last. */
#ifndef GAME_CRUSH_H
#define GAME_CRUSH_H

#include "clockwork/clockwork.h"

/* The force that squeezes an entity between a machine and what it is pressed against, newtons: the
 * smaller of the two; 0 where no machine presses. Of the last tick. */
double crush_force_N(const CwWorld *world, CwEntity entity);

#endif
