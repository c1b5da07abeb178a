/* Windup, the game that ships with Clockwork: a clockwork buggy drives through levels of machines
 * to the finish. This is all that main needs of it.
 *
 * The game knows the public headers and Chipmunk, and nothing else. */
#ifndef WINDUP_WINDUP_H
#define WINDUP_WINDUP_H

#include "clockwork/game.h"

extern const CwGame windup_game;

#endif
