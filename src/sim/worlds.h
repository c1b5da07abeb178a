/* The simulations that a game opened beside a session (clockwork/worlds.h): they end with its
 * level. Called by the session. */
#ifndef SIM_WORLDS_H
#define SIM_WORLDS_H

#include "sim/session.h"

void worlds_close_beside(Session *session);

/* Whether a run like that of `world` could begin on a level's file as it is now; its warnings wait
 * until it does. */
bool worlds_can_play(const CwWorld *world, const char *map_path, CwError *error);

#endif
