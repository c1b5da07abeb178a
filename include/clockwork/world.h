/* The world: the state of a simulation, in one block of memory (the arena) at a fixed address.
 *
 * A tick is a pure function of (world, input). The arena holds the game's state, its entities, the
 * random stream, the event queue and all objects of Chipmunk, so a snapshot is one copy and a
 * restore is exact. The game uses Chipmunk's own API on plain pointers into the arena.
 *
 * Units are SI: metres, kilograms, seconds, radians; y points up. */
#pragma once

#include "clockwork/input.h"
#include "clockwork/rng.h"

#include <chipmunk/chipmunk.h>
CW_C_BEGIN

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

uint64_t cw_world_tick(const CwWorld *world);             /* ticks done since the level began */
double cw_world_dt_s(const CwWorld *world);               /* length of a tick, seconds */
double cw_world_time_s(const CwWorld *world);             /* tick / tick_rate */
int cw_world_substeps(const CwWorld *world);              /* physics steps in a tick, as set now */
const char *cw_world_level(const CwWorld *world);         /* the level's name in `clockwork play` */
cpSpace *cw_world_space(const CwWorld *world);            /* write it only in `start` and ticks */
CwWorld *cw_space_world(const cpSpace *space);            /* for callbacks of Chipmunk */
const CwInputFrame *cw_world_input(const CwWorld *world); /* player 0's input in this tick */
const CwInputFrame *cw_world_player_input(const CwWorld *world, int player); /* counts from 0 */
const CwTickInput *cw_world_tick_input(const CwWorld *world);                /* all players' */
CwRng *cw_world_rng(CwWorld *world);                            /* the simulation's random stream */
uint32_t cw_world_ms_to_ticks(const CwWorld *world, double ms); /* rounds; at least 1 if ms > 0 */

/* The game's state (CwGame.content.state_bytes), zero at the start. Frame phases call _const. */
void *cw_world_state(CwWorld *world);
const void *cw_world_state_const(const CwWorld *world);

/* The player's progress (CwGame.carry). In CwGame.start it holds the carry that the previous level
 * ended with, or else the saved one. Frame phases call _const. */
void *cw_world_carry(CwWorld *world);
const void *cw_world_carry_const(const CwWorld *world);

/* Allocates zeroed memory in the arena; cw_world_free or the end of the world frees it. */
void *cw_world_alloc(CwWorld *world, size_t bytes);
void cw_world_free(CwWorld *world, void *memory);

/* False with an error if the world uses more memory than simulation.arena_size allows. Code that
 * builds a level from a file calls this after each object, to name the object in its error. */
bool cw_world_check_memory(const CwWorld *world, CwError *error);

/* Hash of all that a later tick can read: bodies, shapes with their geometry, joints, contacts
 * (also of sleeping bodies and of pairs that just parted), fields of entities and of the game,
 * random numbers, the settings. After the same ticks it is the same on every machine. It omits data
 * that only frame phases read. It also omits Chipmunk's search trees: a difference there that
 * matters shows in a later hash. */
uint64_t cw_world_hash(const CwWorld *world);

/* ---- snapshots ---- */

/* A copy of a world, valid only in this process. Zero-initialise. It is for programs that run ticks
 * themselves, such as tests; history.h keeps many. Frame phases use cw_world_fork (worlds.h). */
typedef struct CwSnapshot {
    void *bytes;
    size_t size;
    size_t capacity;
} CwSnapshot;

/* Copies the world, between ticks; grows the snapshot's buffer if needed. False: out of memory. */
bool cw_world_snapshot(const CwWorld *world, CwSnapshot *snapshot);

/* Restores the world exactly, between ticks. The snapshot must be of the same world. */
void cw_world_restore(CwWorld *world, const CwSnapshot *snapshot);
void cw_snapshot_free(CwSnapshot *snapshot);

/* ---- timers ----
 *
 * A timer is a number in the game's own data: the ticks left, or the time since the last repeat.
 *
 *     thing->fuse = cw_timer_start(world, 2.5);
 *     ...
 *     if (cw_timer_ends(&thing->fuse)) explode                    in each tick
 *     if (cw_timer_repeat(world, &thing->beat, 0.04)) fire        in each tick
 *
 * List timers in a table of fields (field.h), so that hashes include them. */

/* Converts `seconds` to ticks: at least 1 for any time above 0. A timer of 0 doesn't run. */
static inline uint32_t cw_timer_start(const CwWorld *world, double seconds)
{
    return cw_world_ms_to_ticks(world, seconds * 1000);
}

/* Call once a tick. True in the tick in which the timer expires. */
static inline bool cw_timer_ends(uint32_t *timer)
{
    return *timer > 0 && --*timer == 0;
}

/* Call once a tick: true every `seconds`, in the nearest tick. `passed` begins with 0 and keeps the
 * exact remainder, so rounding errors do not add up. For example, at 60 ticks a second 0.04 s is
 * true 250 times in 10 s. A period below a tick is true in every tick; 0 or less is never true. */
bool cw_timer_repeat(const CwWorld *world, int64_t *passed, double seconds);
CW_C_END
