/* The state and rules of a race, a level's run: where it starts, when its clock runs, what a
 * checkpoint, the finish and trouble mean. Gates, pickups, machines and the buggy call in here. */
#pragma once

#include "clockwork/clockwork.h"
#include "common/landscape.h"
#include "common/numbers.h"

#define FALL_MS 1000.0 /* after a fall, until it goes back by itself */

/* Below this the buggy has fallen out of its level, whose bottom is at 0. */
#define FALL_LIMIT_M (-4.0)

enum { CHECKPOINT_MAX = CW_SPLIT_MAX };

/* Why the buggy drives no further until time is turned back, or it goes back to its checkpoint. */
typedef enum Trouble { TROUBLE_NONE, TROUBLE_FELL, TROUBLE_CRUSHED } Trouble;

/* The state of a race: cw_world_state. */
typedef struct Race {
    CwEntity buggy;
    cpBody *chassis;     /* the buggy's; NULL: the level has none (yet) */
    CwEntity checkpoint; /* the last one passed; zero: none yet */
    cpVect start_m;      /* where the buggy's wheels stand */
    cpVect respawn_m;
    cpVect size_m;         /* of the level */
    const Landscape *land; /* where it lies, NULL: nowhere; this and the next are for the eye */
    double night;          /* 0: day, 1: night */
    double finish_x_m;
    uint64_t start_tick; /* of the first input: clock and machines run from there on; 0: not yet */
    bool finished;
    uint64_t finish_tick;
    uint32_t respawn_count;
    uint32_t checkpoints_passed;
    uint32_t cog_count, cogs_taken;
    uint32_t trouble;      /* a Trouble */
    uint64_t trouble_tick; /* when it came */
    double machine_J;      /* all work that machines ever did on what moves, less what they took */
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

/* Ticks from the first input to the finish: waiting costs, standing at the start doesn't. */
uint64_t race_ticks(const CwWorld *world);

/* CW_PHASE_INPUT: starts the clock at the first input. */
void race_start_clock(CwWorld *world);

/* The buggy passed `gate`, whose foot is on `ground_m`. True when it is further than the last. */
bool race_pass_checkpoint(CwWorld *world, CwEntity gate, cpVect ground_m);

void race_finish(CwWorld *world, CwEntity gate, cpVect at_m);

/* It fell or was crushed, and ignores input. The first trouble counts, none after the finish. */
void race_into_trouble(CwWorld *world, Trouble trouble);

/* True when it fell a second ago: it goes back to the checkpoint by itself. */
bool race_has_fallen(const CwWorld *world);

/* False when finished or in trouble: input is ignored. */
bool race_is_driven(const CwWorld *world);

/* How far along the level the buggy is: 0 at the start, 1 at the finish. */
double race_progress(const CwWorld *world);

enum { CONTACTS_MAX = 32 };

/* The first contacts of an entity in the last tick, as many as there is room for. */
static inline int race_contacts(const CwWorld *world, CwEntity entity,
                                CwContact contacts[CONTACTS_MAX])
{
    int count = cw_world_contacts(world, entity, contacts, CONTACTS_MAX);
    return count < CONTACTS_MAX ? count : CONTACTS_MAX;
}

/* Names of medals, the least first; a level's map says how fast: bronze_s and so on. */
enum { MEDAL_COUNT = 4 };
extern const char *const windup_medals[MEDAL_COUNT];

/* CwGame.probe. */
CwProbe race_probe(const CwWorld *world);
