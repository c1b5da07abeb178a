/* Entities: the things of a game, each of a kind.
 *
 * A kind is a row of the game's const table: what data its entities have and what is called for
 * them when. An entity owns the bodies, shapes and joints that were added for it (body.h); they go
 * with it. Handles are plain values: keep them in data and across ticks, and ask whether they still
 * hold. */
#pragma once

#include "clockwork/event.h"
#include "clockwork/field.h"

#pragma GCC visibility push(default)

typedef struct CwFrame CwFrame; /* see system.h */

/* One row of a game's const table of kinds. Any function may be NULL. All but `update` and `draw`
 * run inside ticks, where only the world may be written. In its phase each is called for the live
 * entities in slot order, before the game's own systems of that phase. `args` is what
 * cw_world_spawn was given (a copy). */
typedef struct CwKind {
    const char *name;
    size_t size; /* bytes of data an entity of this kind has; cleared at spawn */
    const CwField *fields;
    int field_count;
    void (*spawn)(CwWorld *world, CwEntity self, void *data, const void *args);
    void (*drive)(CwWorld *world, CwEntity self, void *data); /* pre_physics: forces and motors */
    void (*event)(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
    void (*post_physics)(CwWorld *world, CwEntity self, void *data); /* after poses and events */
    void (*tick)(CwWorld *world, CwEntity self, void *data);         /* game_logic */
    void (*animate)(CwWorld *world, CwEntity self, void *data);      /* animation */
    /* Frame phases of the same names; of the run's world, not of others beside it. `draw` is called
     * by cw_world_draw, too. */
    void (*update)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*draw)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*destroy)(CwWorld *world, CwEntity self, void *data);
} CwKind;

enum { CW_SPAWN_ARGS_MAX = 256 }; /* bytes of args a spawn may carry */

/* Spawns an entity of kind number `kind` (its index in the game's table). While a level is being
 * built it exists at once; during a tick the handle is valid at once and the entity appears in the
 * tick's flush. `args` (args_bytes <= CW_SPAWN_ARGS_MAX) is copied. */
CwEntity cw_world_spawn(CwWorld *world, int kind, const void *args, size_t args_bytes);

/* Destroys an entity with its bodies, shapes and joints in the tick's flush; asked for by a `spawn`
 * in that flush, in the next one. Stale handles are ignored. */
void cw_world_destroy(CwWorld *world, CwEntity entity);

/* True while the handle refers to an entity that is alive (also one whose spawn waits for the
 * flush). */
bool cw_world_alive(const CwWorld *world, CwEntity entity);

/* The entity's data, NULL for a stale handle; stays at its address while the entity lives. Who may
 * not write the world reads it with the second. */
void *cw_world_data(CwWorld *world, CwEntity entity);
const void *cw_world_data_const(const CwWorld *world, CwEntity entity);

/* Kind number of a live entity, -1 for a stale handle. */
int cw_world_kind(const CwWorld *world, CwEntity entity);

/* The next live entity after `after` in slot order (zero handle: the first); zero when there is
 * none. */
CwEntity cw_world_next(const CwWorld *world, CwEntity after);

/* The same among the entities of kind number `kind`:
 *
 *     CwEntity coin = {0};
 *     while ((coin = cw_world_next_of(world, KIND_COIN, coin)).index1 != 0) {...}
 *
 * Entities may be destroyed during the loop, the current one too; destroyed ones are skipped.
 * Spawns in a tick appear after its flush; spawns in `start` are visited. Costs a look at every
 * slot of the world. */
CwEntity cw_world_next_of(const CwWorld *world, int kind, CwEntity after);

#pragma GCC visibility pop
