/* The engine's own calls for worlds beside the run's (clockwork/worlds.h has the game's):
 * simulations that a game opened end with its level, and other ticks run in the place of a
 * session's world. */
#pragma once

#include "sim/session.h"

void worlds_close_beside(Session *session);

/* Whether a run like that of `world` could begin on a level's file as it is now; its warnings wait
 * until it does. */
bool worlds_can_play(const CwWorld *world, const char *map_path, CwError *error);

/* The session's state that they must not change, and the arena that was current. */
typedef struct Aside {
    Arena *current;
    bool profile;
} Aside;

/* Between these two any ticks may run in the place of the session's world, which is afterwards what
 * it was. False, with nothing begun, when memory for its copy is refused. */
bool worlds_put_aside(Session *session, Aside *aside, CwError *error);
void worlds_take_up(Session *session, const Aside *aside);
