/* Entities: the things of a game, each of a kind.
 *
 * A kind is a row of the game's const table: the data of its entities, and the functions that the
 * engine calls for them. An entity owns the bodies, shapes and joints that were added for it
 * (body.h); they go with it. Handles are plain values: keep them in data and across ticks, and ask
 * whether they are still valid. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/event.h"
#include "clockwork/field.h"

typedef struct CwFrame CwFrame; /* see system.h */

enum { CW_PART_MAX = 8 }; /* parts of one kind */

/* One row of a game's const table of kinds. Any function may be NULL. All but those of frame phases
 * run inside ticks, where only the world may be written. In its phase each is called for the live
 * entities in slot order, before the game's own systems. `args` is a copy of cw_world_spawn's. */
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
    /* Called in frame phases: early, update, pre_render (`late`), render (`draw`) and end_frame,
     * for the run's own world only. cw_world_draw calls `draw`, too. */
    void (*update)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*draw)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*destroy)(CwWorld *world, CwEntity self, void *data);

    void (*early)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*late)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*end_frame)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    const struct CwKind *parts[CW_PART_MAX + 1]; /* see below; the first NULL ends them */
    int every_hz; /* times a second that `tick` is called, see CwSystem.every_hz; the entities are
                     spread over the ticks. 0: in each tick */
    size_t view_bytes;   /* memory of an entity that belongs to the view, see cw_world_view */
    int collision_class; /* of its shapes, a row of CwGame.collisions (body.h) */
} CwKind;

/* A part is data, fields and functions that several kinds share: a const row like a kind, which
 * each kind that has it names:
 *
 *     static const CwKind HEALTH = {"health", sizeof(Health), .tick = health_tick};
 *     ... {"crate", sizeof(Crate), .parts = {&HEALTH}}
 *
 * A part's functions get the part's data. They are called before those of the kind, in the order of
 * the kind's list; `destroy` in the reverse order. `spawn` gets the same args, so the kind's own
 * spawn may set what the part begins with. Its fields are called crate.health.points. A part has no
 * parts of its own. */

enum { CW_SPAWN_ARGS_MAX = 256 }; /* bytes of args a spawn may carry */

/* Spawns an entity of kind number `kind` (its index in the game's table). While a level is being
 * built it exists at once; during a tick the handle is valid at once and the entity appears in the
 * tick's flush. `args` (args_bytes <= CW_SPAWN_ARGS_MAX) is copied. */
CwEntity cw_world_spawn(CwWorld *world, int kind, const void *args, size_t args_bytes);

/* Destroys an entity with its bodies, shapes and joints in the tick's flush; called by a `spawn` in
 * that flush, in the next one. Stale handles are ignored. */
void cw_world_destroy(CwWorld *world, CwEntity entity);

/* True while the handle refers to a live entity, or to one that the flush will spawn. */
bool cw_world_alive(const CwWorld *world, CwEntity entity);

/* The entity's data, NULL for a stale handle; stays at its address while the entity lives. Use the
 * second where the world is const, as in frame phases. */
void *cw_world_data(CwWorld *world, CwEntity entity);
const void *cw_world_data_const(const CwWorld *world, CwEntity entity);

/* The data that the entity has as this part; NULL when its kind has no such part, and for a stale
 * handle. It stays at its address while the entity lives. */
void *cw_world_part(CwWorld *world, CwEntity entity, const CwKind *part);
const void *cw_world_part_const(const CwWorld *world, CwEntity entity, const CwKind *part);

/* The entity's view memory of its kind (CwKind.view_bytes), and that of a part: zero when the
 * entity spawns, freed one frame after it is gone, never part of a tick, a hash or a recording. An
 * entity that still exists after a rewind keeps it; a different one in its slot starts with zeros.
 * For frame phases only. NULL for a stale handle, no such part or 0 bytes, and when memory is
 * refused; the functions of a kind are not called then. */
void *cw_world_view(const CwWorld *world, CwEntity entity);
void *cw_world_part_view(const CwWorld *world, CwEntity entity, const CwKind *part);

/* Interpolates a CW_FIELD_LERP field of the entity or of its part to the frame's alpha, as
 * cw_world_pose does for a body. `value` points to the field in the entity's data; in a cpVect to x
 * or y, or use the second. It lies between the last two ticks, or with alpha in (1,2) between the
 * last and the coming one. An entity that was just spawned has its current value. */
double cw_world_lerp(const CwWorld *world, CwEntity entity, const double *value, double alpha);

/* The same for a cpVect. */
static inline cpVect cw_world_lerp_vect(const CwWorld *world, CwEntity entity, const cpVect *value,
                                        double alpha)
{
    return cpv(cw_world_lerp(world, entity, &value->x, alpha),
               cw_world_lerp(world, entity, &value->y, alpha));
}

/* Sets such a field within a tick, as cw_world_teleport moves a body: without a streak. */
void cw_world_lerp_teleport(CwWorld *world, CwEntity entity, double *value, double to,
                            CwTeleportMode mode);

/* Kind number of a live entity, -1 for a stale handle. */
int cw_world_kind(const CwWorld *world, CwEntity entity);

/* The next live entity after `after` in slot order (zero handle: the first); zero: none. */
CwEntity cw_world_next(const CwWorld *world, CwEntity after);

/* The same among the entities of kind number `kind`:
 *
 *     CwEntity coin = {0};
 *     while ((coin = cw_world_next_of(world, KIND_COIN, coin)).index1 != 0) {...}
 *
 * Entities may be destroyed during the loop, the current one too; destroyed ones are skipped.
 * Spawns in a tick appear after its flush; spawns in `start` are visited. It scans every slot of
 * the world. */
CwEntity cw_world_next_of(const CwWorld *world, int kind, CwEntity after);

/* The same among the entities that have this part, of whatever kind. */
CwEntity cw_world_next_with(const CwWorld *world, const CwKind *part, CwEntity after);
