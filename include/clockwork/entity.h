/* Entities: the things of a game, each of a kind.
 *
 * A kind is a row of the game's const table: what data its entities have and what is called for
 * them when. An entity owns the bodies and shapes that were added for it (body.h); they go with it.
 * Handles are plain values: keep them in data and across ticks, and ask whether they still hold. */
#ifndef CLOCKWORK_ENTITY_H
#define CLOCKWORK_ENTITY_H

#include "clockwork/event.h"
#include "clockwork/field.h"

#pragma GCC visibility push(default)

typedef struct Frame Frame; /* see system.h */

/* One row of a game's const table of kinds. Any function may be NULL. All but `draw` run inside
 * ticks, where only the world may be written. `args` is what world_spawn was given (a copy). */
typedef struct Kind {
    const char *name;
    size_t size; /* bytes of data an entity of this kind has; cleared at spawn */
    const Field *fields;
    int field_count;
    void (*spawn)(World *world, Entity self, void *data, const void *args);
    void (*drive)(World *world, Entity self, void *data); /* pre_physics: forces and motors */
    void (*tick)(World *world, Entity self, void *data);  /* game_logic */
    void (*event)(World *world, Entity self, void *data, const Event *event);
    void (*draw)(const World *world, Entity self, const void *data, Frame *frame);
    void (*destroy)(World *world, Entity self, void *data);
} Kind;

enum { SPAWN_ARGS_MAX = 256 }; /* bytes of args a spawn may carry */

/* Spawns an entity of kind number `kind` (its index in the game's table). While a level is being
 * built it exists at once; during a tick the handle is valid at once and the entity appears in the
 * tick's flush. `args` (args_bytes <= SPAWN_ARGS_MAX) is copied. */
Entity world_spawn(World *world, int kind, const void *args, size_t args_bytes);

/* Destroys an entity with its bodies, shapes and joints in the tick's flush. Stale handles are
 * ignored. */
void world_destroy(World *world, Entity entity);

/* True while the handle refers to an entity that is alive (also one whose spawn waits for the
 * flush). */
bool world_alive(const World *world, Entity entity);

/* The entity's data, NULL for a stale handle; stays at its address while the entity lives. Who may
 * not write the world reads it with the second. */
void *world_data(World *world, Entity entity);
const void *world_data_const(const World *world, Entity entity);

/* Kind number of a live entity, -1 for a stale handle. */
int world_kind(const World *world, Entity entity);

/* The next live entity after `after` in slot order (zero handle: the first); zero when there is
 * none. */
Entity world_next(const World *world, Entity after);

#pragma GCC visibility pop

#endif
