/* A run: its state and its rules, that is where it starts, what a checkpoint and the finish mean,
 * respawning. Gates and the buggy call in here. */
#ifndef GAME_RULES_H
#define GAME_RULES_H

#include "clockwork/clockwork.h"

/* How high above its level's bottom the world ends for the buggy. */
#define FALL_LIMIT_M (-4.0)

/* The state of a run: cw_world_state. */
typedef struct Run {
    CwEntity buggy;
    CwEntity checkpoint; /* the last one passed; zero: none yet */
    cpVect start_m;      /* where the buggy's wheels stand */
    cpVect respawn_m;
    cpVect size_m; /* of the level */
    double finish_x_m;
    bool finished;
    uint64_t finish_tick;
    uint32_t respawn_count;
} Run;

enum { RUN_FIELD_COUNT = 9 };
extern const CwField run_fields[RUN_FIELD_COUNT];

static inline Run *run_of(CwWorld *world)
{
    return cw_world_state(world);
}

static inline const Run *run_of_const(const CwWorld *world)
{
    return cw_world_state_const(world);
}

/* Puts the buggy back to the last checkpoint, at rest. */
void run_respawn(CwWorld *world);

/* The buggy passed checkpoint `gate`, whose foot stands on `ground_m`; one further back than the
 * last changes nothing. */
void run_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m);

void run_finish(CwWorld *world, CwEntity gate, cpVect at_m);

/* CwGame.probe. */
CwProbe run_probe(const CwWorld *world);

#endif
