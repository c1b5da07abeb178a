/* Comfort as the settings have it: for frames of the game and for the engine's own screens. */
#ifndef SHELL_COMFORT_H
#define SHELL_COMFORT_H

#include "shell/config_table.h"

CwComfort comfort_of(const Config *config);

/* The game's colours, or others with more contrast. */
CwTheme comfort_theme(const CwGame *game, const Config *config);

#endif
