/* The ghost: another run of the level, driving along half transparent, its clock started with ours.
 *
 * Its recording is simulated once, beside the world, some ticks in each of the level's first
 * frames; what is kept are places, a tick each, so it costs a picture nothing but drawing and goes
 * backwards with a rewind. It lives in View. A recording that does not play as it was recorded is
 * no ghost. */
#ifndef VIEW_GHOST_H
#define VIEW_GHOST_H

#include "clockwork/clockwork.h"

enum { GHOST_TICKS_MAX = 60 * 120, GHOST_PARTS = 3 };

/* The pose of the chassis or a wheel. */
typedef struct GhostPart {
    float x_m, y_m, angle_rad;
} GhostPart;

typedef struct Ghost {
    bool looked_for;
    CwSim *sim; /* while it is simulated; is closed with its level, and frees what follows */
    CwReplayFile *replay;
    int tick_count; /* known so far, of the run's time; 0: there is no ghost */
    CwRunTime time; /* with its splits */
    GhostPart track[GHOST_TICKS_MAX][GHOST_PARTS];
} Ghost;

/* CW_PHASE_UPDATE: finds the ghost in a level's first frames. */
void ghost_update(const CwWorld *world, CwFrame *frame);

/* CW_PHASE_RENDER */
void ghost_draw(const CwWorld *world, CwFrame *frame);

/* Ours minus the ghost's time at checkpoint number `passed`, from 1, in seconds; false when the
 * ghost has none. */
bool ghost_split_s(const Ghost *ghost, const CwWorld *world, uint32_t passed, uint64_t ticks,
                   double *behind_s);

#endif
