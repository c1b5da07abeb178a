/* Windup, the game that ships with Clockwork: a clockwork buggy in levels full of machines. It
 * knows the public headers and Chipmunk. */
#pragma once

#include "clockwork/game.h"

extern const CwGame windup_game;

/* CwGame.start: builds the level; its error names the wrong object of the map (level.c). */
bool level_start(CwWorld *world, const CwMap *map, CwError *error);

/* CwGame.bot: fills the input of the coming tick. Not for ticks (bot.c). */
void bot_drive(const CwWorld *world, CwInputFrame *input);
