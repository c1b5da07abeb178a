/* The engine's calls for worlds beside the run's (clockwork/worlds.h has the game's): they end with
 * their level; and other ticks in the place of a session's world. */
#pragma once

#include "sim/session.h"

void worlds_close_beside(Session *session);

/* The session's state that they must not change, and the arena that was current. */
typedef struct Aside {
    Arena *current;
    bool profile;
} Aside;

/* In between, ticks may run in place of the session's world. False: no memory for its copy. */
bool worlds_put_aside(Session *session, Aside *aside, CwError *error);
void worlds_take_up(Session *session, const Aside *aside);
