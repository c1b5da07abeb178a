/* Drives by itself: for demonstrations, tests and the title screen. It thinks ahead: in forks of
 * the world it tries its present plan and others.
 *
 * Reads only the world and keeps nothing (its plan is in the input, plan.h), so that a run it
 * drives is as repeatable as any. */
#ifndef WINDUP_BOT_H
#define WINDUP_BOT_H

#include "clockwork/clockwork.h"

/* CwGame.bot: the input of the coming tick. Not for ticks. */
void bot_drive(const CwWorld *world, CwInputFrame *input);

#endif
