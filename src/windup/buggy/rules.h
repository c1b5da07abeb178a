/* A run: its state and its rules, that is where it starts, when its clock runs, what a checkpoint
 * and the finish mean, respawning. Gates, pickups, machines and the buggy call in here. */
#ifndef BUGGY_RULES_H
#define BUGGY_RULES_H

#include "buggy/place.h"
#include "clockwork/clockwork.h"

/* Below this the buggy has fallen out of its level, whose bottom is at 0. */
#define FALL_LIMIT_M (-4.0)

enum { CHECKPOINT_MAX = CW_SPLIT_MAX };

/* Why the buggy drives no further until time is turned back, or it goes back to its checkpoint. */
typedef enum Trouble { TROUBLE_NONE, TROUBLE_FELL, TROUBLE_CRUSHED } Trouble;

/* The state of a run: cw_world_state. */
typedef struct Run {
    CwEntity buggy;
    CwEntity checkpoint; /* the last one passed; zero: none yet */
    cpVect start_m;      /* where the buggy's wheels stand */
    cpVect respawn_m;
    cpVect size_m;      /* of the level */
    const Place *place; /* where it lies, NULL: nowhere; this and the next two are for the eye */
    Weather weather;
    double night; /* 0: day, 1: night */
    double finish_x_m;
    uint64_t start_tick; /* of the first input: clock and machines run from there on; 0: not yet */
    bool finished;
    uint64_t finish_tick;
    uint32_t respawn_count;
    uint32_t checkpoints_passed;
    uint32_t cog_count, cogs_taken;
    uint32_t trouble; /* a Trouble */
    double machine_J; /* all work that machines ever did on what moves, less what they took */
} Run;

enum { RUN_FIELD_COUNT = 15 };
extern const CwField run_fields[RUN_FIELD_COUNT];

static inline Run *run_of(CwWorld *world)
{
    return cw_world_state(world);
}

static inline const Run *run_of_const(const CwWorld *world)
{
    return cw_world_state_const(world);
}

/* The time of the run: ticks since the first input, up to the finish. Waiting for a machine is
 * never free, and standing at the start costs nothing. */
uint64_t run_ticks(const CwWorld *world);

/* CW_PHASE_INPUT: starts the clock at the first input. */
void run_start_clock(CwWorld *world);

/* Puts the buggy back to the last checkpoint, at rest. */
void run_respawn(CwWorld *world);

/* The buggy passed checkpoint `gate`, whose foot stands on `ground_m`; one further back than the
 * last changes nothing. */
void run_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m);

void run_finish(CwWorld *world, CwEntity gate, cpVect at_m);

/* It fell out of the level or was crushed: it stands idle from now on. The first trouble counts,
 * and none after the finish. */
void run_into_trouble(CwWorld *world, Trouble trouble);

/* False when finished or in trouble: nobody drives. */
bool run_is_driven(const CwWorld *world);

/* How far along the level the buggy is: 0 at the start, 1 at the finish. */
double run_progress(const CwWorld *world);

/* CwGame.probe. */
CwProbe run_probe(const CwWorld *world);

#endif
