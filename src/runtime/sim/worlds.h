/* The engine's calls for worlds beside the run's, which end with their level, and for simulating
 * other ticks in place of a session's world. The game's calls are in clockwork/worlds.h. */
#pragma once

#include "sim/session.h"

void worlds_close_beside(Session *session);

/* State that other ticks must not change, and the arena that was current. */
typedef struct Aside {
    Arena *current;
    bool profile;
} Aside;

/* Between these calls, other ticks may run in place of the session's world. False: no memory for
 * the world's copy. */

bool worlds_put_aside(Session *session, Aside *aside, CwError *error);
void worlds_take_up(Session *session, const Aside *aside);
