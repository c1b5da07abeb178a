/* Which systems of a game are on: its tick phases' in the world, others in the session. */
#pragma once

#include "clockwork/system.h"

struct CwSystemSet {
    const CwSystem *systems; /* the game's table */
    int count;
    bool of_ticks;
    uint64_t off; /* a bit each, by place in the table; 0: all are on */
};

/* With all on. */
CwSystemSet system_set(const CwSystem *systems, int count, bool of_ticks);
