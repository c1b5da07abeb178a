/* Entities: the things of a game, each of a kind.
 *
 * A kind is a row of the game's const table: the data of its entities, and the functions that the
 * engine calls for them. An entity owns the bodies, shapes and joints that were added for it
 * (body.h); they are removed with it. Handles are plain values that you may keep in data and across
 * ticks. A handle is stale once its entity is destroyed. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/event.h"
#include "clockwork/field.h"
CW_C_BEGIN

typedef struct CwFrame CwFrame; /* see system.h */

enum { CW_PART_MAX = 8 }; /* parts of a kind */

/* One row of a game's const table of kinds. Any function may be NULL. The first seven functions run
 * inside ticks, or while a level is built, and may write only the world. A phase's function runs
 * for all live entities, in the order of CwEntity.index1, before the game's own systems. `args` is
 * a copy of what was passed to cw_world_spawn. */
typedef struct CwKind {
    const char *name;
    size_t size; /* bytes of an entity's data, which is all zeros at spawn */
    const CwField *fields;
    int field_count;
    void (*spawn)(CwWorld *world, CwEntity self, void *data, const void *args);
    void (*drive)(CwWorld *world, CwEntity self, void *data); /* pre_physics: forces and motors */
    void (*event)(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
    void (*post_physics)(CwWorld *world, CwEntity self, void *data); /* after poses and events */
    void (*tick)(CwWorld *world, CwEntity self, void *data);         /* game_logic */
    void (*animate)(CwWorld *world, CwEntity self, void *data);      /* animation */
    void (*destroy)(CwWorld *world, CwEntity self, void *data);

    /* Called in frame phases: early, update, pre_render (`late`), render (`draw`) and end_frame,
     * for the run's own world only. cw_world_draw (worlds.h) calls `draw` for any world. */
    void (*early)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*update)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*late)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*draw)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    void (*end_frame)(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
    const struct CwKind *parts[CW_PART_MAX + 1]; /* the kind's parts (see below) and a NULL */
    int every_hz; /* calls of `tick` per second, see CwSystem.every_hz; 0: in every tick. To spread
                     the load, different entities have their calls in different ticks */
    size_t view_bytes;   /* size of an entity's view memory, see cw_world_view */
    int collision_class; /* class of the shapes, a row of CwGame.content.collisions (body.h) */
} CwKind;

/* A part is a const row like a kind, with data, fields and functions that several kinds share.
 * Kinds name their parts:
 *
 *     static const CwKind HEALTH = {"health", sizeof(Health), .tick = health_tick};
 *     ... {"crate", sizeof(Crate), .parts = {&HEALTH}}
 *
 * A part's functions get the part's data. They are called before the kind's own functions, in the
 * order of `parts`; `destroy` is called in the reverse order. Each `spawn` gets the same args. The
 * kind's own `spawn` runs last, so it may change the data of the parts. The name of a part's field
 * is, for example, crate.health.points. A part can't have parts. */

enum { CW_SPAWN_ARGS_MAX = 256 }; /* bytes of `args` for a spawn */

/* Spawns an entity of kind number `kind` (its index in the game's table). While a level is built,
 * the entity exists at once. In a tick the handle is valid at once, but the entity appears in the
 * flush, the tick's last phase. `args` (args_bytes <= CW_SPAWN_ARGS_MAX) is copied; the kind's
 * `spawn` gets the copy, padded with zeros. With NULL and 0 it gets only zeros. */
CwEntity cw_world_spawn(CwWorld *world, int kind, const void *args, size_t args_bytes);

/* Destroys an entity with its bodies, shapes and joints in the tick's flush. A call from a `spawn`
 * during the flush takes effect in the next tick's flush. Stale handles are ignored. */
void cw_world_destroy(CwWorld *world, CwEntity entity);

/* True while the handle refers to a live entity, or to one that the flush will spawn. */
bool cw_world_alive(const CwWorld *world, CwEntity entity);

/* The entity's data, or its data of this part; NULL for a stale handle, or if its kind has no such
 * part. The data keeps its address while the entity lives. Frame phases use the const forms. */
void *cw_world_data(CwWorld *world, CwEntity entity);
const void *cw_world_data_const(const CwWorld *world, CwEntity entity);
void *cw_world_part(CwWorld *world, CwEntity entity, const CwKind *part);
const void *cw_world_part_const(const CwWorld *world, CwEntity entity, const CwKind *part);

/* View memory of the entity (CwKind.view_bytes) or of its part, for frame phases only. It is zero
 * at spawn, and freed one frame after the entity is gone. Ticks can't read it. An entity that still
 * exists after a rewind keeps this memory. NULL for a stale handle, a part that the kind lacks, or
 * 0 bytes. NULL, too, if memory is short; then the kind's frame functions are not called. */
void *cw_world_view(const CwWorld *world, CwEntity entity);
void *cw_world_part_view(const CwWorld *world, CwEntity entity, const CwKind *part);

/* Interpolates a CW_FIELD_LERP field of the entity or of its part to the frame's alpha, as
 * cw_world_pose does for a body. `value` points to the field in the entity's data. For an entity
 * that has just spawned it returns the current value. */
double cw_world_lerp(const CwWorld *world, CwEntity entity, const double *value, double alpha);
static inline cpVect cw_world_lerp_vect(const CwWorld *world, CwEntity entity, const cpVect *value,
                                        double alpha)
{
    return cpv(cw_world_lerp(world, entity, &value->x, alpha),
               cw_world_lerp(world, entity, &value->y, alpha));
}

/* Sets a CW_FIELD_LERP field in a tick without interpolation, as cw_world_teleport sets a body. */
void cw_world_lerp_teleport(CwWorld *world, CwEntity entity, double *value, double to,
                            CwTeleportMode mode);

/* Kind number of a live entity, -1 for a stale handle. */
int cw_world_kind(const CwWorld *world, CwEntity entity);

/* The live entity with the next higher index1 after `after`; at the end the zero handle, whose
 * index1 is 0. A zero `after` gives the first. _of visits only entities of kind number `kind`, and
 * _with only those that have this part:
 *
 *     CwEntity coin = {0};
 *     while ((coin = cw_world_next_of(world, KIND_COIN, coin)).index1 != 0) {...}
 *
 * The loop may destroy entities, the current one too; destroyed ones are skipped. Entities spawned
 * in a tick appear after its flush. Each loop looks at every slot of the world. */
CwEntity cw_world_next(const CwWorld *world, CwEntity after);
CwEntity cw_world_next_of(const CwWorld *world, int kind, CwEntity after);
CwEntity cw_world_next_with(const CwWorld *world, const CwKind *part, CwEntity after);
CW_C_END
