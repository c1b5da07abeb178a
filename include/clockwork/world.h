/* The world: everything a tick reads or writes, in one arena at a fixed address.
 *
 * A tick is a pure function of (world, input). The arena holds the game's state, its entities, the
 * random stream, the event queue and all of Chipmunk, so a snapshot is one copy and a restore is
 * exact. Inside it the game uses Chipmunk's own API on plain pointers: create bodies, shapes and
 * joints with cpXxxNew, then hand them to world_add_body / _shape / _constraint, which put them
 * into the space, give bodies an interpolated pose, remember their owner, and remove and free them
 * when the owner is destroyed.
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
typedef struct Frame Frame;

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

/* ---- Fields: what the world hash, dumps and desync reports see of game data ---- */

typedef enum FieldType {
    FIELD_BOOL,
    FIELD_I32,
    FIELD_U32,
    FIELD_U64,
    FIELD_F64,
    FIELD_VECT,   /* cpVect */
    FIELD_ENTITY, /* Entity */
    FIELD_TYPE_COUNT
} FieldType;

/* One named field of a plain struct. Name every field that a tick reads; leave out padding and
 * pointers. */
typedef struct Field {
    const char *name;
    FieldType type;
    uint32_t offset;
    uint32_t count; /* elements, 1 for a scalar */
} Field;

/* FIELD(Car, FIELD_F64, fuel) describes car.fuel. */
#define FIELD(struct_type, field_type, member)                                                     \
    {                                                                                              \
        .name = #member, .type = (field_type), .offset = (uint32_t)offsetof(struct_type, member),  \
        .count = 1                                                                                 \
    }

/* ---- Events ---- */

typedef enum EventType {
    EVENT_CONTACT_BEGIN, /* two solid shapes of entities began to touch */
    EVENT_CONTACT_END,
    EVENT_TRIGGER_ENTER, /* one of the shapes is a sensor */
    EVENT_TRIGGER_EXIT,
    EVENT_FENCED, /* body of `a` left the world's fence and was put back at rest */
    EVENT_GAME,   /* emitted by the game: `code` is its own */
    EVENT_TYPE_COUNT
} EventType;

/* Something that happened in a tick. Holds ids only: the shapes may be gone when it is read. */
typedef struct Event {
    uint64_t tick;
    uint64_t sequence; /* counts every event of the world, from 1 */
    EventType type;
    uint32_t code;             /* EVENT_GAME: the game's own number */
    Entity a, b;               /* owners; an entity's own `event` call always sees itself as `a` */
    uint32_t shape_a, shape_b; /* stable shape numbers, in order of creation */
    cpCollisionType type_a, type_b;
    cpVect point;    /* m, world */
    cpVect normal;   /* from a to b */
    double strength; /* contacts: closing speed along the normal, m/s; EVENT_GAME: the game's own */
} Event;

/* ---- Entity kinds ---- */

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

/* The entity's data, NULL for a stale handle; stays at its address while the entity lives. */
void *world_data(const World *world, Entity entity);

/* Kind number of a live entity, -1 for a stale handle. */
int world_kind(const World *world, Entity entity);

/* The next live entity after `after` in slot order (zero handle: the first); zero when there is
 * none. */
Entity world_next(const World *world, Entity after);

/* ---- Bodies, shapes, joints and poses ---- */

/* Each puts a Chipmunk object into the space and returns it. `owner` may be the zero handle: then
 * the object lives as long as the world. A shape's owner is who gets its events. Joints go with
 * either of their bodies. Refuses by assertion what Chipmunk would abort on (no mass, non-finite
 * position). The user data of bodies and shapes and the default collision handler belong to the
 * world; never remove what was added with Chipmunk's own calls: destroy its owner. */
cpBody *world_add_body(World *world, Entity owner, cpBody *body);
cpShape *world_add_shape(World *world, Entity owner, cpShape *shape);
cpConstraint *world_add_constraint(World *world, cpConstraint *constraint);

/* Checks a polygon before it reaches Chipmunk: finite, at least 3 corners, area above 1e-6 m2, no
 * crossing edges. Winding is free. */
bool world_check_polygon(const cpVect *corners_m, int count, Error *error);

/* What the shapes of a polygon have in common. */
typedef struct PolygonDesc {
    double radius_m;
    double friction;
    double elasticity;
    cpCollisionType type;
    cpShapeFilter filter;
} PolygonDesc;

/* Adds convex shapes that cover a checked simple polygon (concave allowed) to `body`, all with what
 * `desc` says. Returns the number of pieces, 0 with `error` when the polygon is refused. */
int world_add_polygon(World *world, Entity owner, cpBody *body, const cpVect *corners_m, int count,
                      const PolygonDesc *desc, Error *error);

/* Where something is drawn: position of the body's centre of gravity frame and angle. */
typedef struct Transform2 {
    double x_m, y_m;
    double angle_rad;
} Transform2;

/* The drawn place of a body at alpha in [0,1] between the last two ticks: position linear, angle
 * the short way. A body that was just spawned, or teleported with a snap, is where it is. Static
 * bodies too. */
Transform2 world_pose(const World *world, const cpBody *body, double alpha);

typedef enum TeleportMode {
    TELEPORT_SNAP,       /* nothing is drawn between the old place and the new */
    TELEPORT_KEEP_MOTION /* the last tick's motion continues at the new place (wrap-around worlds)
                          */
} TeleportMode;

/* Moves a body within a tick without a streak between old and new place. */
void world_teleport(World *world, cpBody *body, Transform2 to, TeleportMode mode);

/* ---- The tick's surroundings ---- */

uint64_t world_tick(const World *world);           /* ticks done since the level began */
double world_dt_s(const World *world);             /* length of a tick, seconds */
double world_time_s(const World *world);           /* tick / tick_rate */
cpSpace *world_space(const World *world);          /* for queries; write only inside ticks */
const InputFrame *world_input(const World *world); /* this tick's input */
Rng *world_rng(World *world);                      /* the simulation's random stream */
void *world_state(const World *world); /* the game's state (Game.state_bytes), cleared at start */
uint32_t world_ms_to_ticks(const World *world,
                           double ms); /* rounds to nearest; at least 1 for any ms > 0 */

/* Memory inside the arena, cleared; freed with world_free or with the world. */
void *world_alloc(World *world, size_t bytes);
void world_free(World *world, void *memory);

/* False with an error when the world uses more memory than simulation.arena_size allows: what
 * builds a level from a file asks after each object and can say which one was too much. */
bool world_check_memory(const World *world, Error *error);

/* Tells the view of something the game did (an EVENT_GAME). Entities don't get it: they are in the
 * same tick and can be told directly. */
void world_emit(World *world, uint32_t code, Entity a, cpVect point, double strength);

/* Events for the view: the oldest kept event with sequence > `after`, or NULL. The world keeps the
 * last 256. */
const Event *world_event_after(const World *world, uint64_t after);

/* ---- Snapshots ---- */

/* A copy of a whole world, of one process only (it holds addresses). Zero-initialise; free with
 * snapshot_free. */
typedef struct Snapshot {
    void *bytes;
    size_t size;
    size_t capacity;
} Snapshot;

/* Copies the world between ticks. Grows the snapshot's buffer when needed; false when out of
 * memory. */
bool world_snapshot(const World *world, Snapshot *snapshot);

/* Puts a world back to exactly what it was. The snapshot must come from the same world, in the same
 * process. */
void world_restore(World *world, const Snapshot *snapshot);

void snapshot_free(Snapshot *snapshot);

/* Hash of all that a later tick can read, the same on every machine after the same ticks: bodies,
 * shapes with their geometry, joints, contacts (those of sleeping bodies and of pairs that just
 * parted too), entities' fields, random numbers, the game's fields, the settings. Left out are what
 * only the view reads, and the inside of Chipmunk's search trees: a difference there shows in the
 * first tick that it changes. */
uint64_t world_hash(const World *world);

#pragma GCC visibility pop

#endif
