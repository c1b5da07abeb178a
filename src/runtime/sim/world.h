/* The inside of a CwWorld, for the engine and the tests. All that it points to lies in its arena.
 *
 * world_open builds an empty one, the game's `start` fills it, world_finish_building ends that;
 * each tick is world_begin_tick and the systems of world_systems. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/entity.h"
#include "clockwork/polygon.h"
#include "clockwork/settings.h"
#include "clockwork/snapshot.h"
#include "clockwork/system.h"
#include "sim/arena.h"
#include "sim/flow.h"

/* Beyond the fence Chipmunk loses the millimetres; a body that gets there is put back at rest. */
static const double FENCE_M = 20000.0;

/* The systems of a game that are on: tick phases' in the world, others' in the session. */
struct CwSystemSet {
    const CwSystem *systems; /* the game's table */
    int count;
    bool of_ticks;
    uint64_t off; /* a bit each, by place in the table; 0: all are on */
};

typedef struct WorldDesc {
    int slot; /* arena address slot */
    size_t arena_bytes;
    CwSimSettings settings; /* the world's own copy */
    uint64_t seed;
    uint64_t salt;    /* is mixed into the hash (session_guest.h); 0: nothing */
    int player_count; /* 0 means 1 */
    const CwKind *kinds;
    int kind_count;
    const uint32_t *collisions; /* CwGame.content.collisions */
    int collision_count;
    const CwSystem *systems; /* the game's */
    int system_count;
    size_t state_bytes;
    const CwField *state_fields;
    int state_field_count;
} WorldDesc;

typedef enum SlotState { SLOT_FREE, SLOT_PENDING, SLOT_ALIVE, SLOT_DYING } SlotState;

typedef enum PartType { PART_CONSTRAINT, PART_SHAPE, PART_BODY } PartType;

/* A part that dies with its entity: a body, a shape on somebody else's body, a joint. */
typedef struct Owned {
    struct Owned *next;
    PartType type;
    void *part;
} Owned;

typedef struct RemovalIndex RemovalIndex; /* removal.c */

typedef struct Removal {
    PartType type;
    void *part;      /* NULL: removed before its turn */
    uint64_t number; /* order among parts of its type */
} Removal;

typedef struct EntitySlot {
    uint32_t generation;
    int kind;
    SlotState state;
    void *data;
    Owned *owned;
    void *spawn_args;    /* until it is spawned */
    uint64_t view_stamp; /* see entity_data.h; no tick reads it */
} EntitySlot;

enum { RECENT_EVENT_COUNT = 256 }; /* kept for the view */

/* An event as Chipmunk's callback recorded it. */
typedef struct RecordedEvent {
    int64_t order; /* first key: the substep, or -1 between ticks; fenced bodies come last */
    const cpArbiter *arbiter; /* contact that began in this tick */
    CwEvent event;
} RecordedEvent;

/* A handler's own functions, while event functions replace them. */
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

struct CwWorld {
    Arena *arena;
    struct Session *session; /* session that runs the world; NULL: the opener does */
    WorldDesc desc;
    uint64_t tick;
    uint64_t carried_tick; /* first tick after another build's; 0: none. No tick reads it */
    double dt_s;
    cpTimestamp stamp; /* the space's time stamp after its last step; no tick reads it */
    int shape_count;   /* shapes added and not removed; no tick reads it */
    int substep;       /* current substep, for the order of events; -1 outside physics */
    int substep_count; /* substeps of the last tick; no tick reads it before its own */
    int32_t own_substeps, own_iterations; /* overrides by the game; 0: the settings */
    bool building;
    bool broken; /* a number stopped being finite: the world must not go on */
    CwRng rng;
    CwTickInput input;
    CwFlow flow;         /* requests of this tick; no tick reads it */
    CwSystemSet systems; /* systems of tick phases; settled when a tick begins */
    cpSpace *space;
    void *state;

    bool blends_fields;   /* some kind has fields that pictures blend, see entity_data.h */
    uint64_t input_stamp; /* hash of all input so far; 0: no kind needs it, see entity_data.h */

    EntitySlot *slots;
    int slot_count, slot_capacity;
    int first_free_slot;       /* no lower slot is free */
    uint32_t generation_floor; /* no slot after the last one has had a higher generation */
    uint32_t *spawn_queue;     /* index1 of pending entities in order of spawning */
    int spawn_count, spawn_capacity;
    int dying_count;
    Removal **removals; /* removals for the flush; none between ticks */
    int removal_count, removal_capacity;
    cpHashSet *removal_set;      /* removals by part */
    RemovalIndex *removal_index; /* index of the flush under way; NULL outside */

    /* A row a body, by its user data - 1; poses: at the ends of the last two ticks. */
    cpBody **bodies;
    CwEntity *body_owners;
    CwTransform2 *previous_poses, *current_poses;
    int body_count, body_capacity;
    int settled_body_count; /* later bodies were made since the last flush */
    CwEntity *part_owners;  /* owners of shapes and joints, by their user data - 1; 0: nobody */
    int part_owner_count, part_owner_capacity;
    uint32_t free_part_owner; /* a row + 1 whose index1 is the next free one; 0: none */
    SavedForce *saved_forces;
    int saved_force_capacity;

    EventQueue pending;    /* recorded by Chipmunk's callbacks since the last dispatch */
    EventQueue dispatched; /* being handed out */
    uint64_t event_sequence;
    CwEvent recent[RECENT_EVENT_COUNT];

    WatchedHandler *watched; /* none outside of steps and removals */
    int watched_count, watched_capacity;
    WatchedHandler plain; /* Chipmunk's own default handler */
};

WorldDesc world_desc_default(void);

/* Opens an empty world, now the thread's current one. NULL: settings or memory are refused. */
CwWorld *world_open(const WorldDesc *desc, CwError *error);
void world_close(CwWorld *world);

/* Makes this world's arena serve Chipmunk on the calling thread. */
void world_make_current(CwWorld *world);

/* Ends building: everything spawned exists, poses are where the bodies are. */
void world_finish_building(CwWorld *world);

/* Latches the input, and resets floating point, which a library may have changed. */
void world_begin_tick(CwWorld *world, const CwTickInput *input);

/* False: the arena is over its limit, or a number of a body or of the game is not finite. */
bool world_check(const CwWorld *world, CwError *error);

/* Calls `work`, which builds the world or runs a tick. False: cut short for memory, or because
 * Chipmunk refuses an edit's results; then the world may only be closed or restored. */
bool world_attempt(CwWorld *world, void (*work)(void *context), void *context, CwError *error);

/* The fingerprint of this build's physics: the hash of a fixed second with a stack, joints,
 * springs, motors and trigonometry. Programs that share it compute the same; replays carry their
 * recorder's. Removals and sleep are not in it: changes to those raise the rules' version. Takes
 * some ms in a world of its own in a free slot. 0 with an error: no memory for it. */
uint64_t fingerprint_compute(int slot, CwError *error);

/* A world may be copied and put back between ticks only. */
void world_assert_between_ticks(const CwWorld *world);

/* Write-protects the world outside ticks, changes by hand and restores, to catch a view that
 * reaches into the simulation. */
void world_protect(CwWorld *world, bool read_only);

/* The engine's own systems, to be registered before the game's. */
extern const CwSystem world_systems[];
extern const int world_system_count;

/* True when this system of the engine calls a function that the kind has. */
bool world_system_calls(const CwSystem *system, const CwKind *kind);

/* ---- between the files of src/runtime/sim ---- */

void body_forget(CwWorld *world, cpBody *body);
void part_owner_forget(CwWorld *world, cpDataPointer user_data);
void disown(CwWorld *world, CwEntity owner, const void *part); /* the owner stays */
void remove_now(CwWorld *world, PartType type, void *part);
void removals_open(CwWorld *world);
void removals_flush(CwWorld *world);
void removal_index_begin(CwWorld *world); /* called around the removals of a flush */
void removal_index_end(CwWorld *world);
void poses_snap(CwWorld *world, int first); /* no motion is drawn of poses from `first` on */
void poses_remember(CwWorld *world);
void poses_read(CwWorld *world);
void physics_step(CwWorld *world);
void body_update_position(cpBody *body, cpFloat dt_s); /* replaces Chipmunk's own */
bool gravity_is_sane(cpVect gravity_mps2);
cpSpace *space_open(const CwSimSettings *settings); /* uses the current arena; for benchmarks too */
void handlers_open(CwWorld *world);
void handlers_watch(
    CwWorld *world); /* records every begin and end, also of pairs with other handlers */
void handlers_release(CwWorld *world); /* gives handlers their functions back */
void handlers_add_one_way(CwWorld *world);
bool one_way_passes(const cpShape *shape, cpVect normal);     /* `normal` leaves the shape */
void events_record(CwWorld *world, int order, CwEvent event); /* records for the next dispatch */
void events_add_impulses(CwWorld *world); /* adds a substep's impulses to contacts that began */
void events_dispatch(CwWorld *world);
void events_sort(CwWorld *world); /* sorts events of the next dispatch, for the world hash */
void entities_flush(CwWorld *world);
void entity_take_event(CwWorld *world, CwEntity self, const CwEvent *event);
EntitySlot *entity_slot(const CwWorld *world, CwEntity entity);
/* " of the ball (entity 3)" for messages, "" of none; returns `text`. */
const char *entity_words(const CwWorld *world, CwEntity entity, char *text, size_t size);

/* Makes room for one more element; the old array goes back to the arena. */
void *array_grow(void *array, int count, int *capacity, size_t element_bytes);

/* Hooks of CwKind that a system of the engine calls for all entities: entities_drive and so on. */
#define TICK_HOOKS(X) X(drive) X(post_physics) X(tick) X(animate)
#define FRAME_HOOKS(X) X(early) X(update) X(late) X(draw) X(end_frame)
#define DECLARE_TICK_HOOK(hook) void entities_##hook(CwWorld *world);
#define DECLARE_FRAME_HOOK(hook) void entities_##hook(const CwWorld *world, CwFrame *frame);
TICK_HOOKS(DECLARE_TICK_HOOK)
FRAME_HOOKS(DECLARE_FRAME_HOOK)

/* Counts for people, which the overlay shows. */
typedef struct WorldCensus {
    int awake_count;  /* dynamic bodies that move or may */
    int asleep_count; /* dynamic bodies that Chipmunk leaves alone */
    int pair_count;   /* pairs of shapes that touch */
    int contact_count;
    int joint_count;
} WorldCensus;

WorldCensus world_census(const CwWorld *world);
