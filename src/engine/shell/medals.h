/* How the medals of a game look: a cog wheel of their metal, with a star that has a point
 * more for each rank, so that it tells them apart without colour: three for the first. Names of
 * metals have their colour; others go from copper to gold by rank. */
#ifndef SHELL_MEDALS_H
#define SHELL_MEDALS_H

#include "clockwork/game.h"

/* Number 1..CwGame.medal_count; nothing for 0. In the points of the current space. */
void medal_draw(CwDrawList *list, const CwGame *game, int medal, CwPoint2 centre, double radius);

#endif
