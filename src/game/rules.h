/* The rules of a run: where it starts, what a checkpoint and the finish mean, respawning. The
 * state is Run (windup.h); gates and the buggy call in here. */
#ifndef GAME_RULES_H
#define GAME_RULES_H

#include "game/windup.h"

/* Puts the buggy back to the last checkpoint, at rest. */
void run_respawn(CwWorld *world);

/* The buggy passed checkpoint `gate`, whose foot stands on `ground_m`; one further back than the
 * last changes nothing. */
void run_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m);

void run_finish(CwWorld *world, CwEntity gate, cpVect at_m);

#endif
