/* Rumble that frames ask for (clockwork/rumble.h), on its way to the host. The loop applies it once
 * a frame. */
#ifndef SHELL_RUMBLE_H
#define SHELL_RUMBLE_H

#include "clockwork/rumble.h"
#include "host/host.h"
#include "input/players.h"

typedef struct CwRumble {
    HostRumble asked[CW_PLAYER_MAX];
    bool is_asked[CW_PLAYER_MAX];
    bool shakes[CW_PLAYER_MAX]; /* perhaps still */
} Rumble;

/* Hands over what was asked for since the last call; where it is not allowed, the end of it. */
void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed);

#endif
