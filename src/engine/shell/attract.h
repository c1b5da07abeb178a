/* What plays behind the title: the game's bundled recordings, one after the other.
 *
 * The loop asks for the next one and plays it; it owns the recording that was handed out last. */
#ifndef SHELL_ATTRACT_H
#define SHELL_ATTRACT_H

#include "clockwork/replay.h"
#include "sim/levels.h"

/* Zero-initialise; give back with attract_end. */
typedef struct Attract {
    int next;                      /* of the levels */
    CwReplayFile *replay, *before; /* the one before may still be played */
} Attract;

/* The next recording there is in `folder`, LEVEL.cwr, in the order of the levels and from the start
 * again; the one before stays until the next call. NULL where there is none (no folder, too: NULL
 * or ""). */
const CwReplayFile *attract_next(Attract *attract, const Levels *levels, const char *folder);

void attract_end(Attract *attract);

#endif
