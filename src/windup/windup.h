/* Windup, the game that ships with Clockwork: a clockwork buggy drives through levels of machines
 * to the finish. This is all that main needs of it.
 *
 * The game knows the public headers and Chipmunk, and nothing else. */
#ifndef WINDUP_WINDUP_H
#define WINDUP_WINDUP_H

#include "clockwork/game.h"

/* From the least on; a level's map says how fast: bronze_s and so on. */
enum { MEDAL_COUNT = 4 };
extern const char *const windup_medals[MEDAL_COUNT];

/* Keys of its own in config.ini, for cw_config_real and the like. */
enum { CONFIG_FLASHES, CONFIG_COUNT };

extern const CwGame windup_game;

#endif
