/* The values of --hold and --tap, in the names of a game's actions. */
#ifndef CLI_SCRIPT_OPTION_H
#define CLI_SCRIPT_OPTION_H

#include "clockwork/game.h"
#include "input/input_script.h"

/* Adds "ACTION[+ACTION...]" and "ACTION@HZ" to a script; "2:ACTION" is the second player's. False
 * with an error that names the actions there are. */
bool script_option_hold(InputScript *script, const CwGame *game, const char *text, CwError *error);
bool script_option_tap(InputScript *script, const CwGame *game, const char *text, CwError *error);

#endif
