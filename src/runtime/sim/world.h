/* The members of a CwWorld, for the engine and the tests. They point only into the world's arena,
 * except for `session`, `desc` and the game's tables.
 *
 * world_open makes an empty world, the game's `start` fills it, and world_finish_building ends the
 * building. A tick is world_begin_tick, then the systems. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/entity.h"
#include "clockwork/settings.h"
#include "clockwork/system.h"
#include "clockwork/world.h"
#include "sim/arena.h"
#include "sim/flow.h"

/* Beyond this distance Chipmunk's numbers lose millimetres, so bodies there are put back. */
static const double FENCE_M = 20000.0;

/* Which of a game's systems are on. The world has a set for ticks, the session one for frames. */
struct CwSystemSet {
    const CwSystem *systems; /* the game's table */
    int count;
    bool is_for_ticks;
    uint64_t off; /* mask of systems that are off, by index in the table */
};

typedef struct WorldDesc {
    int slot; /* arena address slot */
    size_t arena_bytes;
    CwSimSettings settings; /* settings at the start */
    uint64_t seed;
    uint64_t salt;    /* mixed into the hash (SessionGuest); 0: none */
    int player_count; /* 0 means 1 */
    const CwKind *kinds;
    int kind_count;
    const uint32_t *collisions; /* CwGame.content.collisions */
    int collision_count;
    const CwSystem *systems; /* the game's */
    int system_count;
    CwKind state, carry; /* size and fields; the world makes the carry a part of the state */
    int event_limit;     /* CwGame.content.event_limit */
} WorldDesc;

typedef enum SlotState { SLOT_FREE, SLOT_PENDING, SLOT_ALIVE, SLOT_DYING } SlotState;

typedef enum ObjectType { OBJECT_CONSTRAINT, OBJECT_SHAPE, OBJECT_BODY } ObjectType;

/* An object of an entity: a body, a joint, or a shape on another entity's body. */
typedef struct Owned {
    struct Owned *next;
    ObjectType type;
    void *object;
} Owned;

/* The user data of a shape or joint is the index of its owner in `part_owners` + 1. Shapes of tiles
 * have a mark in the bits above (tile_ground.h). */
enum { OWNER_BITS = 24, OWNER_MASK = (1 << OWNER_BITS) - 1 };

typedef struct Removal {
    ObjectType type;
    void *object;    /* NULL: already removed */
    uint64_t number; /* order among removals of the type */
} Removal;

typedef struct EntitySlot {
    uint32_t generation;
    int kind;
    SlotState state;
    void *data;
    Owned *owned;
    void *spawn_args;    /* NULL once spawned */
    uint64_t view_stamp; /* see entity_data.h; no tick reads it */
} EntitySlot;

/* The first room for events that frame phases read. It grows instead of dropping an event of the
 * last ticks; a frame runs fewer than RECENT_TICKS. */
enum { RECENT_EVENTS_FIRST = 256, RECENT_TICKS = 10 };

/* An event from Chipmunk's callback, before sorting. */
typedef struct RecordedEvent {
    int64_t order; /* first sort key: the substep, -1 outside of physics; fenced bodies are last */
    const cpArbiter *arbiter; /* the pair of a contact that began in this tick; else NULL */
    CwEvent event;
} RecordedEvent;

/* A collision handler's own functions, which the engine has replaced for now. */
typedef struct WatchedHandler {
    cpCollisionHandler *handler;
    cpCollisionBeginFunc begin;
    cpCollisionPreSolveFunc pre_solve;
    cpCollisionPostSolveFunc post_solve;
    cpCollisionSeparateFunc separate;
} WatchedHandler;

typedef struct EventQueue {
    RecordedEvent *items;
    int count, capacity;
} EventQueue;

typedef struct SavedForce {
    cpBody *body;
    cpVect force;
    double torque;
} SavedForce;

/* A field of doubles or vectors, none of which may become NaN. */
typedef struct RealField {
    const CwField *field; /* NULL after the last */
    const CwKind *part;   /* the part that has the field; NULL: the kind itself, or the state */
    size_t offset, count; /* offset in the entity's data, and number of doubles */
} RealField;

struct CwWorld {
    Arena *arena;
    struct Session *session; /* session that runs the world; NULL: none, as in tests */
    WorldDesc desc;
    uint64_t tick;
    uint64_t transfer_tick; /* when another build's world came; 0: never. No tick reads it */
    double dt_s;
    cpTimestamp stamp;      /* the space's time stamp after its last step; only for an assertion */
    int shape_count;        /* number of shapes; no tick reads it */
    int substep;            /* current substep, for the order of events; -1 outside of physics */
    int substep_count;      /* substeps of the last tick; each tick sets it before it reads it */
    CwSimSettings settings; /* present settings, which the commands of ticks change */
    int32_t own_substeps, own_iterations; /* the game's overrides of settings; 0: none */
    bool is_building;
    bool is_in_tick;
    bool is_broken; /* a number is no longer finite, so no tick may follow */
    CwRng rng;
    CwTickInput input;
    CwFlow flow;         /* requests of this tick; no tick reads it */
    CwSystemSet systems; /* systems of tick phases; changes apply when a tick begins */
    cpSpace *space;
    void *state;
    RealField **kind_reals; /* fields that world_check reads: the state's, then each kind's */

    bool has_blended_fields; /* some kind has fields that pictures blend (entity_data.h) */
    uint64_t input_stamp;    /* hash of all input so far (entity_data.h); 0: no kind needs it */

    int spawn_depth; /* number of spawns that are nested now, while the level is built */
    EntitySlot *slots;
    int slot_count, slot_capacity;
    int first_free_slot;       /* no lower slot is free */
    uint32_t generation_floor; /* highest generation of dropped slots, from which new slots count */
    uint32_t *spawn_queue;     /* index1 of pending entities in order of spawning */
    int spawn_count, spawn_capacity;
    int dying_count;
    Removal **removals; /* for the flush; none between ticks */
    int removal_count, removal_capacity;
    cpHashSet *removal_set; /* removals by object */

    /* A row for each body, at its user data - 1. Poses are those after the last two ticks. */
    cpBody **bodies;
    CwEntity *body_owners;
    CwTransform2 *previous_poses, *current_poses;
    int body_count, body_capacity;
    int settled_body_count; /* bodies from this index on are newer than the last flush */
    CwEntity *part_owners;  /* owners of shapes and joints, at their user data - 1; zero: none */
    int part_owner_count, part_owner_capacity;
    uint32_t free_part_owner;   /* first free row + 1; its index1 leads to the next; 0: none */
    struct TileGround *grounds; /* solid tiles (tile_ground.h), the newest first */
    struct WorldTiles *tiles;   /* changed tiles; NULL: none has changed */
    SavedForce *saved_forces;   /* only within physics_step */
    int saved_force_capacity;
    struct Obstacle *obstacles; /* only within a mover's move */
    int obstacle_capacity;

    EventQueue pending;    /* recorded since the last dispatch */
    EventQueue dispatched; /* events that entities receive now */
    uint64_t event_sequence;
    CwEvent *recent; /* event n is at n % recent_capacity */
    uint32_t recent_capacity;

    WatchedHandler *watched; /* handlers_watch fills it, and handlers_release empties it */
    int watched_count, watched_capacity;
    WatchedHandler plain; /* Chipmunk's own default handler */
};

WorldDesc world_desc_default(void);

/* Opens an empty world and makes its arena current. NULL with an error. */
CwWorld *world_open(const WorldDesc *desc, CwError *error);
void world_close(CwWorld *world);

/* Ends building: flushes, and sets all poses to the places of the bodies. */
void world_finish_building(CwWorld *world);

/* Begins a tick with its input. Resets the floating-point mode, which libraries may change. */
void world_begin_tick(CwWorld *world, const CwTickInput *input);

/* False with an error: the arena is over its limit, or a body's or the game's number is invalid. */
bool world_check(const CwWorld *world, CwError *error);

/* Calls `work`, which builds the world or runs a tick. False with an error: memory or the work
 * limit is used up, or Chipmunk refused the results of an edit. Then only close or restore the
 * world. */
bool world_attempt(CwWorld *world, void (*work)(void *context), void *context, CwError *error);

/* Asserts that no tick runs. Worlds may only be copied and restored between ticks. */
void world_assert_between_ticks(const CwWorld *world);

/* ---- between the files of src/runtime/sim ---- */

void body_forget(CwWorld *world, cpBody *body);
void part_owner_forget(CwWorld *world, cpDataPointer user_data);
void disown(CwWorld *world, CwEntity owner, const void *object);
void remove_now(CwWorld *world, ObjectType type, void *object);
void removals_open(CwWorld *world);
void removals_flush(CwWorld *world);
void poses_snap(CwWorld *world, int first); /* bodies from `first` on are drawn without motion */
void poses_remember(CwWorld *world);
void poses_read(CwWorld *world);
void physics_step(CwWorld *world);
void space_step(cpSpace *space, double dt_s);          /* cpSpaceStep with the same bits, faster */
void body_update_position(cpBody *body, cpFloat dt_s); /* replaces Chipmunk's own */
void handlers_open(CwWorld *world);
void handlers_watch(CwWorld *world);   /* replaces the functions of all collision handlers */
void handlers_release(CwWorld *world); /* restores the functions */
void handlers_add_one_way(CwWorld *world);
bool one_way_passes(const cpShape *shape, cpVect normal);     /* `normal` points out of the shape */
void events_record(CwWorld *world, int order, CwEvent event); /* records for the next dispatch */
void events_add_impulses(CwWorld *world); /* adds a substep's impulses to new contacts' events */
void events_dispatch(CwWorld *world);
void events_sort(CwWorld *world); /* sorts pending events, for the world hash, too */
void entities_flush(CwWorld *world);
void tiles_flush(CwWorld *world); /* updates the shapes of changed tiles */
void entity_handle_event(CwWorld *world, CwEntity self, const CwEvent *event);
EntitySlot *entity_slot(const CwWorld *world, CwEntity entity);
/* Writes " of the ball (entity 3)" for messages, or "" for no entity. Returns `text`. */
const char *entity_words(const CwWorld *world, CwEntity entity, char *text, size_t size);

/* Each system entities_HOOK calls one hook of CwKind for all entities. */
#define ENTITY_HOOKS(TICK, FRAME)                                                                  \
    TICK(drive)                                                                                    \
    TICK(post_physics)                                                                             \
    TICK(tick) TICK(animate) FRAME(early) FRAME(update) FRAME(late) FRAME(draw) FRAME(end_frame)
CwTickFunction entities_drive, entities_post_physics, entities_tick, entities_animate;
CwFrameFunction entities_early, entities_update, entities_late, entities_draw, entities_end_frame;

/* Numbers for the overlay. */
typedef struct WorldCensus {
    int awake_count;  /* dynamic bodies that are simulated */
    int asleep_count; /* dynamic bodies that Chipmunk skips */
    int pair_count;   /* pairs of shapes that touch */
    int contact_count;
    int joint_count;
} WorldCensus;

WorldCensus world_census(const CwWorld *world);
