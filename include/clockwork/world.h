/* The world: everything a tick reads or writes, in one arena at a fixed address.
 *
 * A tick is a pure function of (world, input). The arena holds the game's state, its entities, the
 * random stream, the event queue and all of Chipmunk, so a snapshot is one copy and a restore is
 * exact. Inside it the game uses Chipmunk's own API on plain pointers.
 *
 * This header has the world itself and the handles that all others speak of: entity.h has what
 * lives in it, body.h and polygon.h its bodies, shapes and joints, field.h what its hash sees,
 * event.h what happened, snapshot.h and history.h its past.
 *
 * Units are SI: metres, kilograms, seconds, radians; y points up. */
#ifndef CLOCKWORK_WORLD_H
#define CLOCKWORK_WORLD_H

#include "clockwork/base.h"
#include "clockwork/input.h"
#include "clockwork/rng.h"

#include <chipmunk/chipmunk.h>

#pragma GCC visibility push(default)

typedef struct World World;

/* A handle to an entity. The zero handle is none; a handle to a destroyed entity never becomes
 * valid again. */
typedef struct Entity {
    uint32_t index1;     /* slot + 1 */
    uint32_t generation; /* of the slot */
} Entity;

static inline bool entity_equal(Entity a, Entity b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

uint64_t world_tick(const World *world);           /* ticks done since the level began */
double world_dt_s(const World *world);             /* length of a tick, seconds */
double world_time_s(const World *world);           /* tick / tick_rate */
cpSpace *world_space(const World *world);          /* for queries; write only inside ticks */
const InputFrame *world_input(const World *world); /* this tick's input */
Rng *world_rng(World *world);                      /* the simulation's random stream */
uint32_t world_ms_to_ticks(const World *world,
                           double ms); /* rounds to nearest; at least 1 for any ms > 0 */

/* The game's state (Game.state_bytes), cleared at start; the second for who may not write it. */
void *world_state(World *world);
const void *world_state_const(const World *world);

/* Memory inside the arena, cleared; freed with world_free or with the world. */
void *world_alloc(World *world, size_t bytes);
void world_free(World *world, void *memory);

/* False with an error when the world uses more memory than simulation.arena_size allows: what
 * builds a level from a file asks after each object and can say which one was too much. */
bool world_check_memory(const World *world, Error *error);

/* Hash of all that a later tick can read, the same on every machine after the same ticks: bodies,
 * shapes with their geometry, joints, contacts (those of sleeping bodies and of pairs that just
 * parted too), entities' fields, random numbers, the game's fields, the settings. Left out are what
 * only the view reads, and the inside of Chipmunk's search trees: a difference there shows in the
 * first tick that it changes. */
uint64_t world_hash(const World *world);

#pragma GCC visibility pop

#endif
