/* The shaking of controllers, which frames request (clockwork/input.h) and the loop applies. */
#pragma once

#include "frame/stage.h"

typedef struct Rumble {
    HostRumble asked[CW_PLAYER_MAX];
    bool is_asked[CW_PLAYER_MAX];
    bool shakes[CW_PLAYER_MAX]; /* may still be shaking */
} Rumble;

/* Applies the rumble requested since the last call, or stops it where it is not allowed. */
void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed);
