/* Windup, the game that ships with Clockwork: a clockwork buggy crosses hills, a bridge and a
 * see-saw to the finish. This is all that main and the tests need of it.
 *
 * The game knows the public headers and Chipmunk, and nothing else. */
#ifndef GAME_WINDUP_H
#define GAME_WINDUP_H

#include "clockwork/game.h"

/* From the least on; a level's map says how fast: bronze_s and so on. */
enum { MEDAL_COUNT = 4 };
extern const char *const windup_medals[MEDAL_COUNT];

/* Keys of its own in config.ini, for cw_config_real and the like. */
enum { CONFIG_FLASHES, CONFIG_COUNT };

extern const CwGame windup_game;

#endif
