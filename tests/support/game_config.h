/* The settings of a game as no file or assignment changed them. */
#pragma once

#include "frame/config.h"

/* Fills `config` and returns its table, which holds until the next call; fails the test when the
 * game's own table is refused. */
ConfigTable *game_config(Config *config, const CwGame *game);

/* What config_print prints or, of no config, config_print_defaults; the caller frees it. */
char *printed_config(const ConfigTable *table, const Config *config);
