/* Drives by itself: for demonstrations, tests and the title screen. Reads only the world and keeps
 * nothing, so that a run it drives is as repeatable as any. */
#ifndef GAME_BOT_H
#define GAME_BOT_H

#include "clockwork/clockwork.h"

/* CwGame.bot: the input of the coming tick. */
void bot_drive(const CwWorld *world, CwInputFrame *input);

#endif
