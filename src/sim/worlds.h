/* The simulations that a game opened beside a session (clockwork/worlds.h): they end with its
 * level. Called by the session. */
#ifndef SIM_WORLDS_H
#define SIM_WORLDS_H

#include "sim/session.h"

void worlds_close_beside(Session *session);

#endif
