/* Games: bytes choose what a game does in its ticks and what its maker does between them.
 *
 * The inputs of the ticks carry the game's acts, so a tick stays a function of (world, input). It
 * notes what it did and what the engine told it. A plain model of arrays takes the notes of every
 * new tick and knows from them what must exist. Each other path to a tick, through forks, seeks,
 * repeats, twins, snapshots and recordings, must give the same notes and the same world hash. */
#include "clockwork/timer.h"
#include "clockwork/worlds.h"
#include "fuzz/support/input.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/world_edit.h"
#include "sim/world_fields.h"

#include <chipmunk/chipmunk_structs.h>
#include <xxhash.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS_MAX = 240, NOTES_MAX = 8192, ENTITIES_MAX = 32, PARTS_MAX = 512, EVENTS_MAX = 256 };
enum { ACTS_A_PLAYER = 10, PLAYERS = 2, ACTS_MAX = ACTS_A_PLAYER * PLAYERS, AHEAD_MAX = 6 };
enum { BALL, BOX, SENSOR, PAIR, GHOST, KIND_COUNT };

/* From where the game acts: systems, hooks of an entity, callbacks of a pair of shapes in a locked
 * space (those of its end in no particular order), and after the step. */
enum { IN_INPUT, IN_PRE, IN_POST, IN_LOGIC, SYSTEM_COUNT };
enum { ON_SPAWN = SYSTEM_COUNT, ON_DRIVE, ON_EVENT, ON_POST, ON_TICK, ON_ANIMATE, ON_DESTROY };
enum {
    AT_BEGIN = ON_DESTROY + 1,
    AT_PRE_SOLVE,
    AT_POST_SOLVE,
    AT_SEPARATE,
    AFTER_STEP,
    PLACE_COUNT
};

typedef enum What {
    NOTE_SPAWN,   /* kind */
    NOTE_DESTROY, /* asked for */
    NOTE_HOOK,    /* place */
    NOTE_EVENT,   /* sequence, own shape, other shape */
    NOTE_EMIT,    /* code */
    NOTE_TIMER,   /* ticks */
    NOTE_RING,
    NOTE_SYSTEM,  /* place */
    NOTE_ENABLE,  /* place, on */
    NOTE_BODY,    /* number; `who` is the owner, here and below */
    NOTE_SHAPE,   /* number, number of its body, type */
    NOTE_JOINT,   /* number, numbers of its bodies */
    NOTE_REMOVE,  /* type of part, number: asked for */
    NOTE_CONTACT, /* own shape, other shape */
    NOTE_FLUSH    /* what follows is of the flush */
} What;

typedef struct Note {
    uint32_t what;
    CwEntity who;
    uint32_t n[3];
} Note;

static struct {
    Note notes[NOTES_MAX];
    int count, acts;
    uint64_t digest; /* of all notes, in any order, as callbacks of pairs that part have none */
} tick_log;

static void note(Note it)
{
    CW_ASSERT(tick_log.count < NOTES_MAX, "raise NOTES_MAX");
    tick_log.notes[tick_log.count++] = it;
    tick_log.digest += XXH3_64bits(&it, sizeof it);
}

/* ---- the game ---- */

typedef struct State {
    uint32_t calls[PLACE_COUNT]; /* in this tick */
    uint32_t ids;                /* of bodies and joints so far */
    uint32_t variant;            /* of the handlers */
    uint32_t separate_count;
    CwEntity last; /* spawned */
    double luck;
    void *blocks[4];
} State;

typedef struct Thing {
    uint32_t calls[PLACE_COUNT];
    uint32_t timer;
    double luck;
    CwEntity mate;
} Thing;

typedef struct Act {
    int what, place, arg;
    uint32_t nth; /* call of the place in this tick */
} Act;

static Act act_of(const CwWorld *world, int index)
{
    const uint8_t *v =
        &cw_world_player_input(world, index / ACTS_A_PLAYER)->value[index % ACTS_A_PLAYER * 3];
    int place = v[1] % PLACE_COUNT;
    uint32_t nth = place < SYSTEM_COUNT ? 1 : 1u + v[1] / PLACE_COUNT;
    return (Act){.what = v[0], .place = place, .arg = v[2], .nth = nth};
}

/* Bodies and joints carry their numbers in places where they change next to nothing. */
static uint32_t body_id(const cpBody *body)
{
    bool dynamic = cpBodyGetType((cpBody *)(uintptr_t)body) == CP_BODY_TYPE_DYNAMIC;
    return (uint32_t)lround(1e6 * (dynamic ? body->m - 1 : body->w));
}

static uint32_t joint_id(const cpConstraint *joint)
{
    return (uint32_t)(joint->maxForce - 1e4);
}

static void add_shape(CwWorld *world, CwEntity owner, cpBody *body, int kind)
{
    double x_m = body->shapeList == NULL ? 0 : 0.3;
    bool box = kind == BOX || kind == PAIR;
    cpShape *shape =
        box ? cpBoxShapeNew(body, 0.8, 0.8, 0.01) : cpCircleShapeNew(body, 0.4, cpv(x_m, 0));
    cpShapeSetSensor(shape, kind == SENSOR);
    cpShapeSetCollisionType(shape, (cpCollisionType)kind + 1);
    cpShapeSetFriction(shape, 0.7);
    cpShapeSetElasticity(shape, 0.2);
    cw_world_add_shape(world, owner, shape);
    note((Note){NOTE_SHAPE, owner, {(uint32_t)shape->hashid, body_id(body), (uint32_t)kind + 1}});
}

static cpBody *add_body(CwWorld *world, CwEntity owner, int kind, cpVect at)
{
    State *state = cw_world_state(world);
    uint32_t id = ++state->ids;
    cpBody *body = kind == SENSOR ? cpBodyNewKinematic() : cpBodyNew(1 + id * 1e-6, 0.1);
    cpBodySetPosition(body, at);
    cpBodySetAngularVelocity(body, kind == SENSOR ? id * 1e-6 : 0);
    note((Note){NOTE_BODY, owner, {id}});
    cw_world_add_body(world, owner, body);
    add_shape(world, owner, body, kind);
    return body;
}

static void add_joint(CwWorld *world, CwEntity owner, cpBody *bodies[2], int type)
{
    State *state = cw_world_state(world);
    cpBody *a = bodies[0], *b = bodies[1];
    cpConstraint *joint = type % 3 == 0   ? cpPivotJointNew(a, b, cpBodyGetPosition(a))
                          : type % 3 == 1 ? cpDampedSpringNew(a, b, cpvzero, cpvzero, 1, 20, 1)
                                          : cpSimpleMotorNew(a, b, 2);
    cpConstraintSetMaxForce(joint, 1e4 + ++state->ids);
    cpConstraintSetCollideBodies(joint, type % 2 == 0);
    cw_world_add_constraint(world, owner, joint);
    note((Note){NOTE_JOINT, owner, {state->ids, body_id(a), body_id(b)}});
}

static double dice(CwWorld *world, double low, double high)
{
    return cw_rng_range(cw_world_rng(world), low, high);
}

typedef struct Pick {
    int index;
    cpBody *body;
} Pick;

static void pick_if(cpBody *body, void *data)
{
    Pick *pick = data;
    pick->body = cw_body_index(body) == pick->index ? body : pick->body;
}

static cpBody *pick_body(const CwWorld *world, int n)
{
    int count = cw_world_poses(world, 0, NULL, 0);
    Pick pick = {count == 0 ? -1 : n % count, NULL};
    cpSpaceEachBody(cw_world_space(world), pick_if, &pick);
    return pick.body;
}

static int count_entities(const CwWorld *world)
{
    int count = 0;
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        count++;
    }
    return count;
}

static CwEntity pick_entity(const CwWorld *world, int n)
{
    CwEntity entity = {0};
    for (int count = count_entities(world), i = count == 0 ? -1 : n % count; i >= 0; i--) {
        entity = cw_world_next(world, entity);
    }
    return entity;
}

static void spawn(CwWorld *world, int kind, cpVect at)
{
    if (count_entities(world) < ENTITIES_MAX) {
        CwEntity entity = cw_world_spawn(world, kind, &at, sizeof at);
        note((Note){NOTE_SPAWN, entity, {(uint32_t)kind}});
        ((State *)cw_world_state(world))->last = entity;
    }
}

static void destroy(CwWorld *world, CwEntity entity)
{
    if (cw_world_alive(world, entity)) {
        cw_world_destroy(world, entity);
        CW_ASSERT(!cw_world_alive(world, entity), "what dies is no longer alive");
        note((Note){NOTE_DESTROY, entity, {0}});
    }
}

static void remove_part(CwWorld *world, PartType type, void *part)
{
    if (part == NULL) {
        return;
    }
    uint32_t number = type == PART_BODY    ? body_id(part)
                      : type == PART_SHAPE ? (uint32_t)((cpShape *)part)->hashid
                                           : joint_id(part);
    note((Note){NOTE_REMOVE, {0}, {type, number}});
    if (type == PART_BODY) {
        cw_world_remove_body(world, part);
    } else if (type == PART_SHAPE) {
        cw_world_remove_shape(world, part);
    } else {
        cw_world_remove_constraint(world, part);
    }
}

static void after_step(cpSpace *space, void *key, void *data);
static cpBool begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data);

static cpBool refuse(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)begin(arbiter, space, data);
    return cpFalse;
}

enum { DO_NOTHING, DO_SPAWN, DO_SPAWN_MORE, DO_DESTROY, DO_DESTROY_SELF, DO_DESTROY_KIND };
enum { DO_REMOVE_BODY = 6, DO_REMOVE_SHAPE, DO_REMOVE_JOINT, DO_TELEPORT, DO_THROW, DO_WAKE };
enum { DO_EMIT = 12, DO_TIMER, DO_DRAW, DO_ENABLE, DO_MEMORY };
/* In a locked space these wait until the step is over. */
enum { DO_LATER = 17, DO_ADD_SHAPE = DO_LATER, DO_ADD_JOINT, DO_ADD_BODY, DO_SLEEP, DO_HANDLER };
enum { DO_COUNT = DO_HANDLER + 1 };

static void enable(CwWorld *world, int place, bool on);

/* Chipmunk aborts where others are put to sleep by hand. */
static bool is_apart(const cpBody *body)
{
    return body->m < INFINITY && body->sleeping.root == NULL && body->arbiterList == NULL &&
           body->constraintList == NULL;
}

/* With a body, another one and an owner, where the space is not locked. */
static void act_unlocked(CwWorld *world, int what, int arg, CwEntity self)
{
    State *state = cw_world_state(world);
    cpBody *bodies[2] = {pick_body(world, arg), pick_body(world, arg / 3)};
    CwEntity owner = arg % 3 == 0 ? (CwEntity){0} : arg % 3 == 1 ? self : pick_entity(world, arg);
    if (!cw_world_alive(world, owner)) {
        owner = (CwEntity){0};
    }
    bool few = state->ids < 60 || cw_world_poses(world, 0, NULL, 0) < 60;
    if (what == DO_ADD_BODY && few) {
        add_body(world, owner, arg % 3, cpv(dice(world, -5, 5), 6));
    } else if (what == DO_ADD_SHAPE && bodies[0] != NULL && few && dice(world, 0, 1) < 0.6) {
        add_shape(world, owner, bodies[0], arg % 4);
    } else if (what == DO_ADD_JOINT && bodies[0] != bodies[1] && few &&
               (bodies[0]->m < INFINITY || bodies[1]->m < INFINITY)) {
        add_joint(world, owner, bodies, arg);
    } else if (what == DO_SLEEP && bodies[0] != NULL && is_apart(bodies[0])) {
        cpBodySleep(bodies[0]);
    } else if (what == DO_HANDLER) {
        state->variant = (uint32_t)arg;
        cpSpaceAddCollisionHandler(cw_world_space(world), BALL + 1, BOX + 1)->beginFunc =
            arg % 3 == 0 ? refuse : begin;
    }
}

static void act_on_body(CwWorld *world, int what, int arg, cpBody *body)
{
    if (body == NULL) {
        return;
    }
    bool dynamic = body->m < INFINITY;
    CwTransform2 to = {dice(world, -6, 6), dynamic && arg % 32 == 31 ? 3e4 : arg % 8, arg};
    switch (what) {
    case DO_REMOVE_BODY:
        remove_part(world, PART_BODY, body);
        break;
    case DO_REMOVE_SHAPE:
        remove_part(world, PART_SHAPE, body->shapeList);
        break;
    case DO_REMOVE_JOINT:
        remove_part(world, PART_CONSTRAINT, body->constraintList);
        break;
    case DO_TELEPORT:
        if (!cpSpaceIsLocked(cw_world_space(world))) {
            cw_world_teleport(world, body, to,
                              arg % 2 == 0 ? CW_TELEPORT_SNAP : CW_TELEPORT_KEEP_MOTION);
        }
        break;
    case DO_THROW:
        cpBodyApplyImpulseAtLocalPoint(body, cpv(to.x_m, arg % 16), cpv(0, 0.1));
        break;
    case DO_WAKE:
        cpBodyActivate(body);
        break;
    }
}

static void start_timer(CwWorld *world, CwEntity entity, int arg)
{
    Thing *thing = cw_world_data(world, entity);
    if (thing != NULL && cw_world_alive(world, entity)) {
        thing->timer = cw_timer_start(world, arg * 0.01);
        note((Note){NOTE_TIMER, entity, {thing->timer}});
    }
}

static void act(CwWorld *world, const Act *it, CwEntity self)
{
    State *state = cw_world_state(world);
    int arg = it->arg, what = it->what % DO_COUNT;
    cpSpace *space = cw_world_space(world);
    tick_log.acts++;
    if (what >= DO_LATER && cpSpaceIsLocked(space)) {
        uintptr_t packed = (uintptr_t)what << 8 | (uintptr_t)arg;
        cpSpaceAddPostStepCallback(space, after_step, (void *)(packed + 1), (void *)packed);
    } else if (what >= DO_LATER) {
        act_unlocked(world, what, arg, self);
    } else if (what >= DO_REMOVE_BODY && what <= DO_WAKE) {
        act_on_body(world, what, arg, pick_body(world, arg));
    } else if (what == DO_SPAWN || what == DO_SPAWN_MORE) {
        for (int i = what == DO_SPAWN ? 1 : arg % 8; i > 0; i--) {
            spawn(world, arg % KIND_COUNT, cpv(dice(world, -5, 5), dice(world, 0, 5)));
        }
    } else if (what == DO_DESTROY || what == DO_DESTROY_SELF) {
        destroy(world, what == DO_DESTROY_SELF ? self
                       : arg % 2 == 0          ? state->last
                                               : pick_entity(world, arg));
    } else if (what == DO_DESTROY_KIND) {
        for (CwEntity e = {0}; (e = cw_world_next_of(world, arg % KIND_COUNT, e)).index1 != 0;) {
            destroy(world, e);
        }
    } else if (what == DO_EMIT) {
        cw_world_emit(world, (uint32_t)arg, self, cpvzero, 1);
        note((Note){NOTE_EMIT, self, {(uint32_t)arg}});
    } else if (what == DO_TIMER) {
        start_timer(world, pick_entity(world, arg), arg);
    } else if (what == DO_DRAW) {
        state->luck += dice(world, -arg, arg);
    } else if (what == DO_ENABLE) {
        enable(world, 1 + arg % (SYSTEM_COUNT - 1), arg % 2 == 0);
    } else if (what == DO_MEMORY) {
        cw_world_free(world, state->blocks[arg % 4]);
        state->blocks[arg % 4] = arg % 8 < 4 ? cw_world_alloc(world, (size_t)arg * 8) : NULL;
    }
}

/* What the input has for this call of the place. */
static void come_to(CwWorld *world, int place, CwEntity self)
{
    State *state = cw_world_state(world);
    uint32_t nth = ++state->calls[place];
    for (int i = 0; i < ACTS_MAX; i++) {
        Act it = act_of(world, i);
        if (it.what != DO_NOTHING && it.place == place && it.nth == nth) {
            act(world, &it, self);
        }
    }
}

static void after_step(cpSpace *space, void *key, void *data)
{
    (void)key;
    CwWorld *world = cw_space_world(space);
    come_to(world, AFTER_STEP, (CwEntity){0});
    act_unlocked(world, (int)((uintptr_t)data >> 8), (int)((uintptr_t)data & 255), (CwEntity){0});
}

static CwEntity owner_in(cpArbiter *arbiter)
{
    CP_ARBITER_GET_SHAPES(arbiter, a, b)
    CwEntity owner = cw_shape_owner(a);
    return owner.index1 != 0 ? owner : cw_shape_owner(b);
}

static cpBool begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    come_to(cw_space_world(space), AT_BEGIN, owner_in(arbiter));
    return cpTrue;
}

static cpBool pre_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    State *state = cw_world_state(cw_space_world(space));
    come_to(cw_space_world(space), AT_PRE_SOLVE, owner_in(arbiter));
    return state->variant % 5 != 1;
}

static void post_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    come_to(cw_space_world(space), AT_POST_SOLVE, owner_in(arbiter));
}

/* Counts, removes and destroys only: that is the same in any order. */
static void separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    CwWorld *world = cw_space_world(space);
    State *state = cw_world_state(world);
    state->separate_count++;
    for (int i = 0; i < ACTS_MAX; i++) {
        Act it = act_of(world, i);
        CP_ARBITER_GET_SHAPES(arbiter, a, b)
        if (it.what != DO_NOTHING && it.place == AT_SEPARATE && it.what % 2 == 0) {
            destroy(world, it.arg % 2 == 0 ? cw_shape_owner(a) : cw_shape_owner(b));
        } else if (it.what != DO_NOTHING && it.place == AT_SEPARATE && b->type != 0) {
            remove_part(world, PART_SHAPE, b);
        }
    }
}

static void come_to_hook(CwWorld *world, CwEntity self, void *data, int place)
{
    Thing *thing = data;
    thing->calls[place]++;
    note((Note){NOTE_HOOK, self, {(uint32_t)place}});
    come_to(world, place, self);
}

static void on_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const cpVect *at = args;
    Thing *thing = data;
    const State *state = cw_world_state_const(world);
    int kind = cw_world_kind(world, self);
    thing->luck = dice(world, -1, 1);
    thing->mate = pick_entity(world, kind);
    come_to_hook(world, self, data, ON_SPAWN);
    if (kind == GHOST) {
        start_timer(world, self, 20);
        return;
    }
    cpBody *bodies[2] = {add_body(world, self, kind, *at), NULL};
    if (kind == PAIR) {
        bodies[1] = add_body(world, self, BALL, cpvadd(*at, cpv(0.9, 0)));
        add_joint(world, thing->luck < 0 ? self : (CwEntity){0}, bodies, (int)state->ids);
    }
}

#define HOOK(name, place)                                                                          \
    static void name(CwWorld *world, CwEntity self, void *data)                                    \
    {                                                                                              \
        come_to_hook(world, self, data, place);                                                    \
    }
HOOK(on_drive, ON_DRIVE)
HOOK(on_post, ON_POST)
HOOK(on_animate, ON_ANIMATE)
HOOK(on_destroy, ON_DESTROY)

static void on_tick(CwWorld *world, CwEntity self, void *data)
{
    Thing *thing = data;
    bool rings = cw_timer_ends(&thing->timer);
    come_to_hook(world, self, data, ON_TICK);
    if (rings) {
        note((Note){NOTE_RING, self, {0}});
        destroy(world, cw_world_kind(world, self) == GHOST ? self : thing->mate);
    }
}

static void on_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Thing *thing = data;
    thing->luck += event->strength + event->impulse_Ns;
    note((Note){NOTE_EVENT, self, {(uint32_t)event->sequence, event->shape_a, event->shape_b}});
    come_to_hook(world, self, data, ON_EVENT);
}

static void come_to_system(CwWorld *world, int place)
{
    note((Note){NOTE_SYSTEM, {0}, {(uint32_t)place}});
    come_to(world, place, pick_entity(world, place));
}

static void in_input(CwWorld *world)
{
    State *state = cw_world_state(world);
    memset(state->calls, 0, sizeof state->calls);
    tick_log.count = tick_log.acts = 0;
    tick_log.digest = 0;
    come_to_system(world, IN_INPUT);
}

#define SYSTEM(name, place)                                                                        \
    static void name(CwWorld *world)                                                               \
    {                                                                                              \
        come_to_system(world, place);                                                              \
    }
SYSTEM(in_pre, IN_PRE)
SYSTEM(in_post, IN_POST)
SYSTEM(in_logic, IN_LOGIC)

static void before_flush(CwWorld *world)
{
    CwContact contacts[64];
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        int count = cw_world_contacts(world, e, contacts, 64);
        for (int i = 0; i < count && i < 64; i++) {
            uint32_t own = (uint32_t)contacts[i].shape->hashid;
            note((Note){NOTE_CONTACT, e, {own, (uint32_t)contacts[i].other_shape->hashid}});
        }
    }
    note((Note){NOTE_FLUSH, {0}, {0}});
}

static void after_flush(CwWorld *world);

static const CwSystem systems[] = {
    [IN_INPUT] = {.name = "input", .phase = CW_PHASE_INPUT, .tick = in_input},
    [IN_PRE] = {.name = "pre", .phase = CW_PHASE_PRE_PHYSICS, .tick = in_pre},
    [IN_POST] = {.name = "post", .phase = CW_PHASE_POST_PHYSICS, .tick = in_post},
    [IN_LOGIC] = {.name = "logic", .phase = CW_PHASE_GAME_LOGIC, .tick = in_logic},
    {.name = "before_flush", .phase = CW_PHASE_ANIMATION, .tick = before_flush},
    {.name = "after_flush", .phase = CW_PHASE_FLUSH, .tick = after_flush},
};

static void enable(CwWorld *world, int place, bool on)
{
    cw_world_enable_system(world, systems[place].name, on);
    CW_ASSERT(cw_world_system_enabled(world, systems[place].name) == on, "switch it");
    note((Note){NOTE_ENABLE, {0}, {(uint32_t)place, on}});
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpace *space = cw_world_space(world);
    cpBody *ground = cpSpaceGetStaticBody(space);
    cpShape *floor = cw_world_add_shape(world, (CwEntity){0},
                                        cpSegmentShapeNew(ground, cpv(-9, -1), cpv(9, -1), 0.2));
    note((Note){NOTE_SHAPE, {0}, {(uint32_t)floor->hashid, 0, 0}});
    cpShapeSetFriction(floor, 0.7);
    cpCollisionHandler *pair = cpSpaceAddCollisionHandler(space, BALL + 1, BOX + 1);
    pair->beginFunc = begin;
    pair->preSolveFunc = pre_solve;
    pair->postSolveFunc = post_solve;
    pair->separateFunc = separate;
    cpCollisionHandler *any = cpSpaceAddWildcardHandler(space, SENSOR + 1);
    any->beginFunc = begin;
    any->separateFunc = separate;
    for (int i = 0; i < 6; i++) {
        spawn(world, i % KIND_COUNT, cpv(dice(world, -4, 4), i * 0.5));
    }
    return true;
}

static const CwField state_fields[] = {
    CW_FIELD_ARRAY(State, calls), CW_FIELD(State, ids),  CW_FIELD(State, variant),
    CW_FIELD(State, last),        CW_FIELD(State, luck), CW_FIELD(State, separate_count)};
static const CwField thing_fields[] = {CW_FIELD_ARRAY(Thing, calls), CW_FIELD(Thing, timer),
                                       CW_FIELD(Thing, luck), CW_FIELD(Thing, mate)};

#define KIND(title)                                                                                \
    {                                                                                              \
        .name = title, .size = sizeof(Thing), .fields = thing_fields,                              \
        .field_count = (int)CW_ARRAY_LENGTH(thing_fields), .spawn = on_spawn, .drive = on_drive,   \
        .event = on_event, .post_physics = on_post, .tick = on_tick, .animate = on_animate,        \
        .destroy = on_destroy                                                                      \
    }
static const CwKind kinds[] = {KIND("ball"), KIND("box"), KIND("sensor"), KIND("pair"),
                               KIND("ghost")};

static const CwGame game = {.id = "fuzz",
                            .rules_version = 1,
                            .action_count = CW_ACTION_MAX,
                            .player_count = PLAYERS,
                            .kinds = kinds,
                            .kind_count = KIND_COUNT,
                            .systems = systems,
                            .system_count = (int)CW_ARRAY_LENGTH(systems),
                            .state_bytes = sizeof(State),
                            .state_fields = state_fields,
                            .state_field_count = (int)CW_ARRAY_LENGTH(state_fields),
                            .start = start};

/* ---- the model ---- */

typedef enum Life { GONE, PENDING, ALIVE } Life;

typedef struct Slot {
    CwEntity self;
    Life life;
    uint32_t kind, timer;
    uint32_t calls[PLACE_COUNT];
    int dying; /* ticks until it must be gone: 2 where that was asked for in the flush; 0: lives */
    bool rings;
} Slot;

typedef struct Part {
    PartType type;
    CwEntity owner;
    uint32_t id, bodies[2];
    bool asked; /* to go */
} Part;

typedef struct Touch {
    uint32_t shapes[2];
    CwEntity owners[2];
    bool plain; /* solid, of a body that moves, and no handler may refuse it */
    bool seen;
} Touch;

typedef struct Model {
    Slot slots[128];
    Part parts[PARTS_MAX];
    Touch touches[EVENTS_MAX];
    int part_count, touch_count;
    uint64_t sequence; /* of the last event */
    bool off[SYSTEM_COUNT];
} Model;

/* Of the tick that the model takes. */
static struct {
    const Model *before;
    CwEvent events[EVENTS_MAX];
    uint8_t told[EVENTS_MAX]; /* bit 0: its owner a was; 1: b */
    int event_count, emitted_count, game_event_count;
    uint64_t told_last;
    uint32_t last_slot[PLACE_COUNT];
    int system_calls[SYSTEM_COUNT];
    bool flush;
} now;

static Slot *slot_of(Model *model, CwEntity entity)
{
    CW_ASSERT(entity.index1 > 0 && entity.index1 <= CW_ARRAY_LENGTH(model->slots), "give a handle");
    return &model->slots[entity.index1 - 1];
}

static bool has(const Model *model, CwEntity entity)
{
    const Slot *slot = entity.index1 == 0 ? NULL : slot_of((Model *)(uintptr_t)model, entity);
    return slot != NULL && slot->life != GONE && cw_entity_equal(slot->self, entity);
}

static Part *part_of(Model *model, PartType type, uint32_t id)
{
    for (int i = 0; i < model->part_count; i++) {
        if (model->parts[i].type == type && model->parts[i].id == id) {
            return &model->parts[i];
        }
    }
    return NULL;
}

static void take_spawn(Model *model, const Note *it)
{
    Slot *slot = slot_of(model, it->who);
    if (has(model, it->who)) { /* while the level is built its hook was first */
        slot->kind = it->n[0];
        return;
    }
    bool went = slot->life == PENDING && slot->dying > 0; /* no hook told of it */
    CW_ASSERT(slot->life == GONE || went, "a new entity has a free slot");
    CW_ASSERT(it->who.generation > slot->self.generation, "a handle is never valid again");
    *slot = (Slot){.self = it->who, .life = PENDING, .kind = it->n[0]};
}

static void take_hook(Model *model, const Note *it)
{
    Slot *slot = slot_of(model, it->who);
    uint32_t place = it->n[0];
    if (now.before == NULL && place == ON_SPAWN) {
        take_spawn(model, &(Note){NOTE_SPAWN, it->who, {0}});
    }
    CW_ASSERT(has(model, it->who), "only what exists is called");
    CW_ASSERT(slot->life == (place == ON_SPAWN ? PENDING : ALIVE), "spawn once, then the others");
    CW_ASSERT((slot->dying > 0) == (place == ON_DESTROY), "the dying are destroyed only");
    slot->life = place == ON_DESTROY ? GONE : ALIVE;
    slot->calls[place]++;
    if (place == ON_DRIVE || (place >= ON_POST && place <= ON_ANIMATE)) {
        CW_ASSERT(it->who.index1 > now.last_slot[place], "call in slot order, and once");
        now.last_slot[place] = it->who.index1;
    }
    if (place == ON_TICK && slot->timer > 0) {
        slot->rings = --slot->timer == 0;
    }
}

static void take_event_note(const Note *it)
{
    uint64_t first = now.events[0].sequence, index = it->n[0] - first;
    CW_ASSERT(now.event_count > 0 && index < (uint64_t)now.event_count, "the view has it, too");
    const CwEvent *event = &now.events[index];
    bool is_a = cw_entity_equal(event->a, it->who) && event->shape_a == it->n[1];
    CW_ASSERT(is_a ? event->shape_b == it->n[2]
                   : cw_entity_equal(event->b, it->who) && event->shape_b == it->n[1],
              "its owner is told, as itself");
    uint64_t order = event->sequence * 2 + !is_a;
    CW_ASSERT(order > now.told_last, "tell in order, and once");
    now.told_last = order;
    now.told[index] |= is_a ? 1 : 2;
}

static void take_contact(Model *model, const Note *it)
{
    for (int i = 0; i < model->touch_count; i++) {
        Touch *touch = &model->touches[i];
        if ((touch->shapes[0] == it->n[0] && touch->shapes[1] == it->n[1]) ||
            (touch->shapes[0] == it->n[1] && touch->shapes[1] == it->n[0])) {
            touch->seen = true;
            return;
        }
    }
    CW_ASSERT(false, "what touches has begun to, and has not ended");
}

static void take_flush(Model *model)
{
    now.flush = true;
    for (int i = 0; i < model->touch_count; i++) {
        Touch *touch = &model->touches[i];
        for (int k = 0; k < 2; k++) {
            CW_ASSERT(part_of(model, PART_SHAPE, touch->shapes[k]) != NULL,
                      "the touch of a shape that went has ended");
            bool asked = has(model, touch->owners[k]) &&
                         slot_of(model, touch->owners[k])->dying == 0 &&
                         slot_of(model, touch->owners[k])->life == ALIVE;
            CW_ASSERT(!asked || !touch->plain || touch->seen, "what began to touch touches");
        }
        touch->seen = false;
    }
}

static void take_part(Model *model, const Note *it)
{
    static const PartType types[] = {PART_BODY, PART_SHAPE, PART_CONSTRAINT};
    CW_ASSERT(model->part_count < PARTS_MAX, "raise PARTS_MAX");
    Part part = {.type = types[it->what - NOTE_BODY], .owner = it->who, .id = it->n[0]};
    part.bodies[0] = it->n[1];
    part.bodies[1] = part.type == PART_SHAPE ? it->n[1] : it->n[2];
    model->parts[model->part_count++] = part;
}

static void take_note(Model *model, const Note *it)
{
    switch ((What)it->what) {
    case NOTE_SPAWN:
        take_spawn(model, it);
        break;
    case NOTE_DESTROY:
        slot_of(model, it->who)->dying = now.flush ? 2 : 1;
        break;
    case NOTE_HOOK:
        take_hook(model, it);
        break;
    case NOTE_EVENT:
        take_event_note(it);
        break;
    case NOTE_EMIT:
        now.emitted_count++;
        break;
    case NOTE_TIMER:
        slot_of(model, it->who)->timer = it->n[0];
        break;
    case NOTE_RING:
        CW_ASSERT(slot_of(model, it->who)->rings, "a timer rings in time");
        slot_of(model, it->who)->rings = false;
        break;
    case NOTE_SYSTEM:
        now.system_calls[it->n[0]]++;
        break;
    case NOTE_ENABLE:
        model->off[it->n[0]] = it->n[1] == 0;
        break;
    case NOTE_BODY:
    case NOTE_SHAPE:
    case NOTE_JOINT:
        take_part(model, it);
        break;
    case NOTE_REMOVE:
        CW_ASSERT(part_of(model, it->n[0], it->n[1]) != NULL, "what is removed was there");
        part_of(model, it->n[0], it->n[1])->asked = true;
        break;
    case NOTE_CONTACT:
        take_contact(model, it);
        break;
    case NOTE_FLUSH:
        take_flush(model);
        break;
    }
}

static void take_touch(Model *model, const CwEvent *event)
{
    int i = 0;
    while (i < model->touch_count && (model->touches[i].shapes[0] != event->shape_a ||
                                      model->touches[i].shapes[1] != event->shape_b)) {
        i++;
    }
    bool begins = event->type == CW_EVENT_CONTACT_BEGIN || event->type == CW_EVENT_TRIGGER_ENTER;
    CW_ASSERT((i == model->touch_count) == begins, "a touch begins, then ends, each once");
    if (!begins) {
        model->touches[i] = model->touches[--model->touch_count];
        return;
    }
    CW_ASSERT(i < EVENTS_MAX, "raise EVENTS_MAX");
    bool solid = event->type == CW_EVENT_CONTACT_BEGIN && event->impulse_Ns > 0;
    bool refusable = event->type_a == BALL + 1 || event->type_b == BALL + 1;
    model->touches[model->touch_count++] = (Touch){.shapes = {event->shape_a, event->shape_b},
                                                   .owners = {event->a, event->b},
                                                   .plain = solid && !refusable};
}

static void take_events(Model *model, const CwWorld *world)
{
    const CwEvent *event;
    while ((event = cw_world_event_after(world, model->sequence)) != NULL) {
        CW_ASSERT(event->sequence == ++model->sequence, "events are numbered, and none is lost");
        CW_ASSERT(event->tick == cw_world_tick(world), "events are of the tick");
        now.events[now.event_count++] = *event;
        now.game_event_count += event->type == CW_EVENT_GAME;
        if (event->type < CW_EVENT_FENCED) {
            take_touch(model, event);
        }
    }
}

/* True for parts that go with their owner, a body, or because that was asked for. */
static bool goes(Model *model, const Part *part)
{
    bool stays = !part->asked && (part->owner.index1 == 0 || has(model, part->owner));
    for (int k = 0; k < 2 && stays && part->type != PART_BODY; k++) {
        stays = part->bodies[k] == 0 || part_of(model, PART_BODY, part->bodies[k]) != NULL;
    }
    return !stays;
}

/* Bodies first, as others go with them. */
static void drop_parts(Model *model)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = model->part_count - 1; i >= 0; i--) {
            if ((model->parts[i].type == PART_BODY) == (pass == 0) &&
                goes(model, &model->parts[i])) {
                model->parts[i] = model->parts[--model->part_count];
            }
        }
    }
}

typedef struct Count {
    Model *model;
    int count;
} Count;

static void count_part(Count *count, PartType type, uint32_t id, CwEntity owner)
{
    const Part *part = part_of(count->model, type, id);
    CW_ASSERT(part != NULL && cw_entity_equal(part->owner, owner), "what went is gone");
    count->count++;
}

static void count_joint(cpBody *body, cpConstraint *joint, void *data)
{
    if (cpConstraintGetBodyA(joint) == body) {
        count_part(data, PART_CONSTRAINT, joint_id(joint), cw_constraint_owner(joint));
    }
}

static void count_body(cpBody *body, void *data)
{
    count_part(data, PART_BODY, body_id(body), cw_body_owner(body));
    cpBodyEachConstraint(body, count_joint, data);
}

static void count_shape(cpShape *shape, void *data)
{
    count_part(data, PART_SHAPE, (uint32_t)shape->hashid, cw_shape_owner(shape));
}

static void compare_slot(Model *model, const CwWorld *world, Slot *slot)
{
    CwEntity self = slot->self;
    const Thing *thing = cw_world_data_const(world, self);
    if (slot->dying > 0) {
        CW_ASSERT(thing == NULL || --slot->dying > 0, "what dies is gone after its flush");
        slot->life = thing == NULL && slot->life == PENDING ? GONE : slot->life;
    }
    bool lives = slot->life == ALIVE && slot->dying == 0;
    CW_ASSERT(cw_world_alive(world, self) == lives, "what lives lives");
    CW_ASSERT((thing != NULL) == (slot->life != GONE), "what is there has data");
    CW_ASSERT(cw_world_kind(world, self) == (thing == NULL ? -1 : (int)slot->kind), "of its kind");
    CW_ASSERT(!slot->rings || !lives, "a timer rings when it ends");
    if (thing == NULL || slot->life != ALIVE) {
        return;
    }
    CW_ASSERT(memcmp(thing->calls, slot->calls, sizeof slot->calls) == 0, "data stays its own");
    CW_ASSERT(thing->timer == slot->timer, "timers count ticks");
    const Slot *before = now.before == NULL ? NULL : &now.before->slots[slot - model->slots];
    bool lived = before != NULL && before->life == ALIVE && cw_entity_equal(before->self, self);
    for (int place = ON_DRIVE; place <= ON_ANIMATE && lived && lives; place++) {
        CW_ASSERT(place == ON_EVENT || slot->calls[place] == before->calls[place] + 1,
                  "once a tick");
    }
    for (int i = 0; i < now.event_count && lived && lives; i++) {
        const CwEvent *event = &now.events[i];
        bool of_a = cw_entity_equal(event->a, self), of_b = cw_entity_equal(event->b, self);
        int wanted = event->type == CW_EVENT_GAME ? 0 : (of_a ? 1 : 0) | (of_b ? 2 : 0);
        CW_ASSERT((now.told[i] & wanted) == wanted, "who lives is told of its events");
    }
}

static void compare(Model *model, const CwWorld *world)
{
    int alive_count = 0;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(model->slots); i++) {
        if (model->slots[i].self.index1 != 0) {
            compare_slot(model, world, &model->slots[i]);
            alive_count += cw_world_alive(world, model->slots[i].self);
        }
    }
    CW_ASSERT(count_entities(world) == alive_count, "nothing else lives");
    for (int place = 0; place < SYSTEM_COUNT; place++) {
        bool on = now.before != NULL && !now.before->off[place];
        CW_ASSERT(now.system_calls[place] == on, "systems run once a tick where they are on");
    }
    CW_ASSERT(now.emitted_count == now.game_event_count, "the view gets what is emitted");
    drop_parts(model);
    Count count = {model, 0};
    cpSpaceEachBody(cw_world_space(world), count_body, &count);
    cpSpaceEachShape(cw_world_space(world), count_shape, &count);
    CW_ASSERT(count.count == model->part_count, "what was added and not removed is there");
}

/* The notes are those of the tick that the world is at. */
static void take_tick(Model *model, const Model *before, const CwWorld *world)
{
    memset(&now, 0, sizeof now);
    now.before = before;
    take_events(model, world);
    for (int i = 0; i < tick_log.count; i++) {
        take_note(model, &tick_log.notes[i]);
    }
    compare(model, world);
}

/* ---- the maker's side ---- */

typedef struct Past {
    CwTickInput input;
    uint64_t hash, digest;
    Model model;
} Past;

static Past past[TICKS_MAX + AHEAD_MAX + 1];

static struct {
    FuzzInput in;
    Session session;
    CwHistory *history;
    SyncTest *sync_test;
    Run run;
    ReplayWriter writer;
    CwSim *twin;
    bool twin_strayed; /* it saw ticks that are taken back */
    uint64_t known;    /* ticks that have run */
    bool quiet;        /* what runs now is no part of the run */
} maker;

static CwError error;
static uint64_t op_count, tick_count, path_count; /* for people */

#define EXPECT_OK(done) CW_ASSERT((done) || tell_error(), "see the error above")

static uint64_t now_tick(void)
{
    return cw_world_tick(maker.session.world);
}

static bool tell_error(void)
{
    fprintf(stderr, "fuzz_game: %s\n", error.text);
    return false;
}

/* The last of each tick, wherever it runs: a new one is the model's, others must be as before. */
static void after_flush(CwWorld *world)
{
    uint64_t tick = cw_world_tick(world);
    bool is_run = world == maker.session.world;
    if (maker.quiet || (is_run && maker.session.forked)) {
        return;
    }
    Past *it = &past[tick];
    if (is_run && tick == maker.known + 1) {
        it->model = past[maker.known++].model;
        it->digest = tick_log.digest;
        op_count += (uint64_t)tick_log.acts;
        tick_count++;
        take_tick(&it->model, &past[tick - 1].model, world);
    }
    path_count++;
    CW_ASSERT(tick <= maker.known && it->digest == tick_log.digest, "a tick does the same again");
}

static void expect_tick(const CwWorld *world)
{
    const Past *it = &past[cw_world_tick(world)];
    uint64_t hash = cw_world_hash(world);
    if (hash != it->hash) {
        world_hash_describe(it->hash, hash, error.text, sizeof error.text);
        fprintf(stderr, "tick %llu of %llu: %s; %zu changes by hand\n",
                (unsigned long long)cw_world_tick(world), (unsigned long long)maker.known,
                error.text, maker.run.edits.count);
    }
    CW_ASSERT(hash == it->hash, "each path to a tick ends with the same hash");
    CW_ASSERT(memcmp(cw_world_tick_input(world), &it->input, sizeof it->input) == 0, "and input");
}

static void remember_tick(void)
{
    Past *it = &past[now_tick()];
    it->hash = cw_world_hash(maker.session.world);
    it->input = *cw_world_tick_input(maker.session.world);
}

/* The ticks after this one are taken back. */
static void forget(uint64_t tick)
{
    maker.known = tick < maker.known ? tick : maker.known;
    maker.twin_strayed |= maker.twin != NULL && cw_world_tick(cw_sim_world(maker.twin)) > tick;
}

static CwTickInput make_input(const CwTickInput *before)
{
    static const int32_t commands[][2] = {
        {CW_SETTING_SUBSTEPS, 1}, {CW_SETTING_SUBSTEPS, 4},       {CW_SETTING_ITERATIONS, 3},
        {CW_SETTING_GRAVITY, 0},  {CW_SETTING_GRAVITY, -9810000}, {CW_SETTING_GRAVITY, 30000000}};
    CwTickInput input = {0};
    int header = (int)fuzz_byte(&maker.in), count = header % 8;
    for (int player = 0; player < PLAYERS; player++, count -= 4) {
        CwInputFrame *frame = &input.players[player];
        frame->down = before->players[player].down ^ (header >= 192 ? fuzz_byte(&maker.in) : 0);
        cw_input_derive_edges(frame, &before->players[player]);
        for (int i = 0; i < 3 * count && i < 12; i++) {
            frame->value[i] = fuzz_byte(&maker.in) & CW_ACTION_VALUE_MAX;
        }
    }
    if (header / 8 % 8 == 7) {
        const int32_t *command = commands[fuzz_pick(&maker.in, (int)CW_ARRAY_LENGTH(commands))];
        input.command = (CwInputCommand){(uint32_t)command[0], command[1]};
    }
    return input;
}

static void play(const CwTickInput *input)
{
    forget(now_tick());
    if (maker.known < TICKS_MAX) {
        EXPECT_OK(run_tick(&maker.run, input, &error));
        remember_tick();
    }
}

static void play_some(int count)
{
    for (int i = 0; i < count; i++) {
        CwTickInput input = make_input(cw_world_tick_input(maker.session.world));
        play(&input);
    }
}

/* To the newest tick, through those whose past changed. */
static void repeat(void)
{
    while (now_tick() < run_newest(&maker.run)) {
        EXPECT_OK(run_repeat_tick(&maker.run, &error));
        remember_tick();
    }
}

static void seek(uint64_t tick)
{
    EXPECT_OK(run_seek(&maker.run, tick, &error));
    expect_tick(maker.session.world);
}

/* What a fork or a look ahead saw. */
typedef struct Ahead {
    CwTickInput inputs[AHEAD_MAX];
    uint64_t hashes[AHEAD_MAX], digests[AHEAD_MAX];
    uint64_t begin;
    int count;
} Ahead;

static void see(void *context, const CwWorld *world)
{
    Ahead *ahead = context;
    uint64_t i = cw_world_tick(world) - ahead->begin - 1;
    ahead->hashes[i] = cw_world_hash(world);
    ahead->digests[i] = tick_log.digest;
}

static void fork_world(Ahead *ahead, bool in_parts)
{
    CwSnapshot state = {0};
    CwFork fork = {.ticks = (uint32_t)ahead->count, .inputs = ahead->inputs, .seen = see};
    fork.input_count = ahead->count;
    fork.context = ahead;
    fork.state = in_parts ? &state : NULL;
    fork.ticks = in_parts ? 1 : fork.ticks;
    for (int i = 0; i < ahead->count; i += (int)fork.ticks, fork.inputs += fork.ticks) {
        EXPECT_OK(cw_world_fork(maker.session.world, &fork, &error));
    }
    cw_snapshot_free(&state);
}

/* By hand, or as the run's own look ahead. */
static void look_ahead(Ahead *ahead, bool beside)
{
    CwSnapshot present = {0};
    maker.quiet = true;
    EXPECT_OK(cw_world_snapshot(maker.session.world, &present));
    for (int i = 0; i < ahead->count; i++) {
        EXPECT_OK(beside ? run_tick_beside(&maker.run, &ahead->inputs[i], &error)
                         : session_tick(&maker.session, &ahead->inputs[i], &error));
        see(ahead, maker.session.world);
    }
    if (beside) {
        EXPECT_OK(run_seek(&maker.run, ahead->begin, &error));
    } else {
        cw_world_restore(maker.session.world, &present);
    }
    maker.quiet = false;
    cw_snapshot_free(&present);
}

static void play_ahead(int how)
{
    Ahead ahead = {.begin = now_tick(), .count = 1 + fuzz_pick(&maker.in, AHEAD_MAX)};
    const CwTickInput *before = cw_world_tick_input(maker.session.world);
    for (int i = 0; i < ahead.count; i++, before = &ahead.inputs[i - 1]) {
        ahead.inputs[i] = make_input(before);
    }
    if (how % 4 < 2) {
        fork_world(&ahead, how % 4 == 1);
    } else if (how % 4 == 2 || now_tick() == run_newest(&maker.run)) {
        look_ahead(&ahead, how % 4 == 3);
    } else {
        return;
    }
    expect_tick(maker.session.world);
    for (int i = 0; i < ahead.count && how < 128 && maker.known < TICKS_MAX; i++) {
        play(&ahead.inputs[i]);
        const Past *it = &past[now_tick()];
        CW_ASSERT(it->hash == ahead.hashes[i] && it->digest == ahead.digests[i],
                  "the run goes as what was seen before it");
    }
}

static void edit(void)
{
    static const char *const fields[] = {"body.%d.v.x", "body.%d.p.y", "body.%d.a",   "shape.%d.u",
                                         "state.luck",  "rng.state",   "ball.%d.luck"};
    char field[64];
    CwReplayEdit change;
    snprintf(field, sizeof field, fields[fuzz_pick(&maker.in, (int)CW_ARRAY_LENGTH(fields))],
             1 + fuzz_pick(&maker.in, 16));
    char value[8];
    snprintf(value, sizeof value, "%d", fuzz_pick(&maker.in, 9));
    CwError refused = {0};
    if (world_edit_parse(maker.session.world, field, value, &change, &refused) &&
        run_edit(&maker.run, &change, &refused)) {
        forget(now_tick());
        maker.twin_strayed = true;
        remember_tick();
        repeat();
    } else {
        expect_tick(maker.session.world);
    }
}

static void undo(void)
{
    CwError refused = {0};
    UndoOutcome outcome = run_undo_edit(&maker.run, &refused);
    CW_ASSERT(outcome != UNDO_LOST, "undo what was changed");
    if (outcome == UNDO_DONE) {
        forget(now_tick());
        remember_tick();
        repeat();
    }
}

static void correct(void)
{
    for (int i = fuzz_pick(&maker.in, 3); i >= 0; i--) {
        CwError refused = {0};
        uint64_t tick = now_tick() - (uint64_t)fuzz_pick(&maker.in, 12);
        if (tick > run_oldest(&maker.run) && tick <= run_newest(&maker.run)) {
            int player = fuzz_pick(&maker.in, PLAYERS);
            CwLateInput late = {tick, player, make_input(&past[tick - 1].input).players[player]};
            EXPECT_OK(run_correct(&maker.run, &late, &refused));
        }
    }
    if (maker.run.mistaken_tick > 0) {
        forget(maker.run.mistaken_tick - 1);
        EXPECT_OK(run_begin_correction(&maker.run, &error));
        repeat();
    }
}

/* Ticks before the first change by hand: inputs alone lead there. */
static uint64_t plain_ticks(void)
{
    const RunEdits *edits = &maker.run.edits;
    return edits->count == 0 ? maker.known : edits->items[0].tick;
}

static void forget_twin(void *data)
{
    (void)data;
    maker.twin = NULL;
}

static void drive_twin(int how)
{
    if (maker.twin == NULL) {
        CwSimDesc desc = cw_sim_desc_of(maker.session.world);
        desc.closed = forget_twin;
        maker.twin = cw_sim_open(&desc, &error);
        EXPECT_OK(maker.twin != NULL);
        maker.twin_strayed = false;
    } else if (maker.twin_strayed || how % 8 == 0) {
        EXPECT_OK(cw_sim_restart(maker.twin, &error));
        maker.twin_strayed = false;
    } else if (how % 8 == 1) {
        cw_sim_close(maker.twin);
        return;
    }
    CwWorld *world = cw_sim_world(maker.twin);
    CwSnapshot middle = {0};
    uint64_t end = plain_ticks();
    for (uint64_t tick = cw_world_tick(world) + 1; tick <= end; tick++) {
        if (tick == end - (uint64_t)(how % 4)) {
            EXPECT_OK(cw_world_snapshot(world, &middle));
        }
        EXPECT_OK(cw_sim_tick(maker.twin, &past[tick].input, &error));
        if (tick < end || maker.run.edits.count == 0) {
            expect_tick(world);
        }
    }
    if (middle.size > 0) {
        cw_world_restore(world, &middle);
        expect_tick(world);
    }
    cw_snapshot_free(&middle);
}

/* ---- from the beginning to the end ---- */

static const char *record_path;

static void begin_run(void)
{
    CwReplayHeader header = replay_header_of(&maker.session);
    cw_history_destroy(maker.history);
    sync_test_destroy(maker.sync_test);
    int byte = (int)fuzz_byte(&maker.in);
    size_t least = cw_history_budget_min(maker.session.world);
    maker.history =
        cw_history_create(byte % 4 == 0 ? least * 2 : (size_t)32 << 20, 1 + byte / 4 % 20, &error);
    maker.sync_test = byte >= 192 ? sync_test_create(1 + byte % 5, &error) : NULL;
    run_begin(&maker.run, &(RunDesc){.session = &maker.session,
                                     .history = maker.history,
                                     .sync_test = maker.sync_test});
    maker.run.audits = true;
    record_path = fuzz_file("", 0);
    EXPECT_OK(replay_writer_open(&maker.writer, record_path, &header, &error));
    run_add_writer(&maker.run, &maker.writer);
}

/* The recording leads to the same ticks. */
static void verify(void)
{
    static const Levels no_levels;
    const ReplayPlayer player = {.game = &game, .levels = &no_levels, .slot = 7};
    Session session = {0};
    Run run;
    EXPECT_OK(replay_writer_close(&maker.writer, maker.run.finished));
    CwReplayFile *replay = cw_replay_load(record_path, &error);
    EXPECT_OK(replay != NULL && replay->state == CW_REPLAY_ENDED);
    CW_ASSERT(replay->tick_count == run_newest(&maker.run), "a recording has the whole run");
    EXPECT_OK(replay_open_session(&session, replay, &player, &error));
    run_begin(&run, &(RunDesc){.session = &session, .source = run_source_replay(replay)});
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        EXPECT_OK(run_advance(&run, &error));
        CW_ASSERT(run.differs_at == 0, "a recording plays as it was recorded");
    }
    session_close(&session);
    cw_replay_free(replay);
}

/* The same ticks again from the start, straight through, or others. */
static void restart(int how)
{
    seek(run_newest(&maker.run));
    bool edited = maker.run.edits.count > 0;
    uint64_t end = edited ? maker.run.edits.items[0].tick : maker.known + 1;
    verify();
    EXPECT_OK(session_restart(&maker.session, &error));
    if (end == 0) {
        remember_tick(); /* it was the one before the change */
    }
    expect_tick(maker.session.world);
    begin_run();
    maker.known = how % 2 == 0 && end > 0 ? end - 1 : 0;
    for (uint64_t tick = 1; tick <= maker.known; tick++) {
        EXPECT_OK(run_tick(&maker.run, &past[tick].input, &error));
        expect_tick(maker.session.world);
    }
}

static void operate(void)
{
    int what = (int)fuzz_byte(&maker.in) % 16, how = (int)fuzz_byte(&maker.in);
    uint64_t back = (uint64_t)how % 32;
    op_count++;
    if (what == 0) {
        seek(back <= now_tick() ? now_tick() - back : run_newest(&maker.run));
    } else if (what == 1) {
        seek(run_newest(&maker.run));
    } else if (what == 2) {
        edit();
    } else if (what == 3) {
        undo();
    } else if (what == 4) {
        correct();
    } else if (what == 5) {
        drive_twin(how);
    } else if (what == 6 && how % 8 == 0) {
        restart(how / 8);
    } else if (what < 9) {
        play_ahead(how);
    } else {
        play_some(1 + how % 8);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int rates[] = {20, 30, 60};
    memset(&maker, 0, sizeof maker);
    error = (CwError){0};
    maker.in = (FuzzInput){data, size};
    tick_log.count = 0;
    SessionDesc desc = {.game = &game,
                        .settings = {rates[fuzz_pick(&maker.in, 3)], 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .seed = fuzz_byte(&maker.in),
                        .level = LEVEL_WITHOUT_MAP};
    EXPECT_OK(session_open(&maker.session, &desc, &error));
    memset(&past[0], 0, sizeof past[0]);
    take_tick(&past[0].model, NULL, maker.session.world);
    remember_tick();
    begin_run();
    while (maker.in.left > 0) {
        operate();
    }
    seek(run_newest(&maker.run));
    verify();
    session_close(&maker.session);
    cw_history_destroy(maker.history);
    sync_test_destroy(maker.sync_test);
    return 0;
}

static void tell_counts(void)
{
    printf("fuzz_game: %llu operations, %llu ticks, %llu times run\n", (unsigned long long)op_count,
           (unsigned long long)tick_count, (unsigned long long)path_count);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return atexit(tell_counts);
}
