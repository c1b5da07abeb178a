/* Checks a game's table (CwGame) at the start of the program, so that a mistake is reported in a
 * game maker's words instead of crashing later. Bindings, defaults and keys of config.ini are
 * checked where they are read (config_table.h). */
#ifndef CLI_GAME_CHECK_H
#define CLI_GAME_CHECK_H

#include "clockwork/game.h"

/* False with an error that names the row and what to do. */
bool game_check(const CwGame *game, CwError *error);

#endif
