/* The state and rules of a race, a level's run: its start, its clock, checkpoints, the finish and
 * trouble. Gates, pickups, machines and the buggy call in here. */
#pragma once

#include "clockwork/clockwork.h"
#include "common/numbers.h"

#define BACK_MS 700.0 /* time from the trouble to the respawn */
#define HELD_MS 300.0 /* time after it in which a held pedal does nothing */

/* A buggy below this height has fallen out of its level, whose bottom is at 0. */
#define FALL_LIMIT_M (-4.0)

enum { CHECKPOINT_MAX = CW_SPLIT_MAX };

typedef struct Landscape Landscape; /* common/landscape.h */

/* The reason why the buggy is a wreck until time is turned back, or it respawns at its checkpoint:
 * pressed by a machine, out of the level, cut by a saw, or stuck without energy. */
typedef enum Trouble {
    TROUBLE_NONE,
    TROUBLE_FELL,
    TROUBLE_CRUSHED,
    TROUBLE_SAWN,
    TROUBLE_RUN_DOWN,
    TROUBLE_COUNT
} Trouble;

/* The state of a race: cw_world_state. */
typedef struct Race {
    CwEntity buggy;
    cpBody *chassis;     /* the buggy's; NULL: no buggy (yet) */
    CwEntity checkpoint; /* last checkpoint passed; zero: none yet */
    cpVect start_m;      /* place under the buggy's wheels */
    cpVect respawn_m;
    cpVect size_m;           /* size of the level */
    const Landscape *land;   /* the level's place; for the eye */
    double night;            /* 0: day, 1: night; for the eye */
    const struct Soil *soil; /* things/ground.h; for the eye */
    double finish_x_m;
    uint64_t start_tick; /* first input, from which clock and machines run; 0: not yet */
    bool finished;
    uint64_t finish_tick;
    uint32_t respawn_count;
    uint32_t checkpoints_passed;
    uint32_t cog_count, cogs_taken;
    uint32_t trouble;      /* a Trouble */
    uint64_t trouble_tick; /* tick of the trouble */
    double machine_J;      /* all work that machines ever did, less the work they took */
} Race;

enum { RACE_FIELD_COUNT = 16 };
extern const CwField race_fields[RACE_FIELD_COUNT];

static inline Race *race_of(CwWorld *world)
{
    return cw_world_state(world);
}

static inline const Race *race_of_const(const CwWorld *world)
{
    return cw_world_state_const(world);
}

/* Ticks from the first input to the finish: standing at the start is free. */
uint64_t race_ticks(const CwWorld *world);

/* Starts the clock at the first input, in CW_PHASE_INPUT. */
void race_start_clock(CwWorld *world);

/* Notes that the buggy passed `gate`, with its foot on `ground_m`. True if it was the furthest. */
bool race_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m);

void race_finish(CwWorld *world, CwEntity gate, cpVect at_m);

/* Makes the buggy a wreck that ignores input. The first trouble counts, none after the finish. */
void race_cause_trouble(CwWorld *world, Trouble trouble);

/* True if the last trouble is at least `ms` ago. A wreck respawns after BACK_MS. */
bool race_is_past(const CwWorld *world, double ms);

/* False when finished or in trouble: input is ignored. */
bool race_is_driven(const CwWorld *world);

/* The buggy's place along the level: 0 at the start, 1 at the finish. */
double race_progress(const CwWorld *world);

enum { CONTACTS_MAX = 32 };

/* The first contacts of an entity in the last tick, as many as fit. */
static inline int race_contacts(const CwWorld *world, CwEntity entity,
                                CwContact contacts[CONTACTS_MAX])
{
    int count = cw_world_contacts(world, entity, contacts, CONTACTS_MAX);
    return count < CONTACTS_MAX ? count : CONTACTS_MAX;
}

/* Names of medals, the least first: bronze is for finishing, a level's map gives the limits of the
 * others: silver_s and so on. */
enum { MEDAL_COUNT = 4 };
extern const char *const windup_medals[MEDAL_COUNT];

/* Returns the state of the run; CwGame.probe. */
CwProbe race_probe(const CwWorld *world);
