/* The world: everything a tick reads or writes, in one arena at a fixed address.
 *
 * A tick is a pure function of (world, input). The arena holds the game's state, its entities, the
 * random stream, the event queue and all of Chipmunk, so a snapshot is one copy and a restore is
 * exact. The game uses Chipmunk's own API on plain pointers into the arena.
 *
 * Units are SI: metres, kilograms, seconds, radians; y points up. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "clockwork/rng.h"

#include <chipmunk/chipmunk.h>

/* A world. The engine creates it and hands it to the functions of a game. */
typedef struct CwWorld CwWorld;

/* A handle to an entity. Zero: none. A handle to a destroyed entity never becomes valid again. */
typedef struct CwEntity {
    uint32_t index1;     /* slot + 1 */
    uint32_t generation; /* generation of the slot */
} CwEntity;

/* Whether two handles name the same entity. */
static inline bool cw_entity_equal(CwEntity a, CwEntity b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

uint64_t cw_world_tick(const CwWorld *world);     /* ticks done since the level began */
double cw_world_dt_s(const CwWorld *world);       /* length of a tick, seconds */
double cw_world_time_s(const CwWorld *world);     /* tick / tick_rate */
int cw_world_substeps(const CwWorld *world);      /* current physics steps in a tick */
const char *cw_world_level(const CwWorld *world); /* name of the level, as `play` takes it */
cpSpace *cw_world_space(const CwWorld *world);    /* write only inside ticks */
CwWorld *cw_space_world(const cpSpace *space);    /* a callback gets its space */
const CwInputFrame *cw_world_input(const CwWorld *world); /* player 0's input in this tick */
const CwInputFrame *cw_world_player_input(const CwWorld *world, int player); /* counts from 0 */
const CwTickInput *cw_world_tick_input(const CwWorld *world);                /* all players' */
CwRng *cw_world_rng(CwWorld *world);                            /* the simulation's random stream */
uint32_t cw_world_ms_to_ticks(const CwWorld *world, double ms); /* nearest; at least 1 if ms > 0 */

/* The game's state (CwGame.content.state_bytes), zero at the start; use the const form in frame
 * phases. */
void *cw_world_state(CwWorld *world);
const void *cw_world_state_const(const CwWorld *world);

/* Memory inside the arena, zeroed; freed with cw_world_free or with the world. */
void *cw_world_alloc(CwWorld *world, size_t bytes);
void cw_world_free(CwWorld *world, void *memory);

/* False with an error when the world uses more memory than simulation.arena_size allows: code that
 * builds a level from a file calls it after each object, so that its error can name the object. */
bool cw_world_check_memory(const CwWorld *world, CwError *error);

/* Hash of all that a later tick can read, the same on every machine after the same ticks: bodies,
 * shapes with their geometry, joints, contacts (those of sleeping bodies and of pairs that just
 * parted too), entities' fields, random numbers, the game's fields, the settings. It omits data
 * that only frame phases read, and the inside of Chipmunk's search trees: a difference there shows
 * in the first tick that it affects. */
uint64_t cw_world_hash(const CwWorld *world);
