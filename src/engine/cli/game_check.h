/* What a game's table (CwGame) must hold before anything is done with it. cw_main asks first, so a
 * mistake is told in a game maker's words instead of crashing later or meaning something else.
 * Bindings, defaults and keys of config.ini are looked at where they are read (config_table.h). */
#ifndef CLI_GAME_CHECK_H
#define CLI_GAME_CHECK_H

#include "clockwork/game.h"

/* False with an error that names the row and what to do. */
bool game_check(const CwGame *game, CwError *error);

#endif
