#include "fuzz/support/random_game.h"

#include "fuzz/support/game_model.h"

#include <chipmunk/chipmunk_structs.h>

#include <string.h>

enum { BALL, BOX, SENSOR, PAIR, GHOST, KIND_COUNT };
enum { ENTITIES_MAX = 32, BODIES_MAX = 40, SHAPES_MAX = 60 };
enum { ACTS_A_PLAYER = 4, ACT_COUNT = ACTS_A_PLAYER * RANDOM_GAME_PLAYERS };

typedef struct State {
    Model *model;
    uint32_t calls[PLACE_COUNT]; /* in this tick */
    uint32_t acts;               /* in this tick */
    uint32_t off, were_off;      /* systems: a bit each, and those at the start of this tick */
    uint32_t numbers;            /* of bodies and joints so far */
    uint32_t variant;            /* of the handlers */
    uint32_t order;              /* of hooks and events, mixed */
    uint32_t separate_count;
    uint32_t rare_calls; /* of a system with a rate of its own, so far */
    CwEntity last;       /* spawned */
    double luck;
    void *blocks[4];
} State;

typedef struct Thing {
    uint32_t calls[PLACE_COUNT];
    uint32_t timer;
    double luck;
} Thing;

/* A part that some kinds share. */
typedef struct Heart {
    uint32_t ticks, beats;
    int64_t beat;
    double height; /* is `ticks` */
    double place;  /* jumps */
} Heart;

static const double BEAT_S = 0.07;
enum { RARE_HZ = 13 };

static const CwKind heart_part;

enum { DO_NOTHING, DO_SPAWN, DO_DESTROY, DO_DESTROY_KIND, DO_REMOVE, DO_TELEPORT, DO_THROW };
enum { DO_EMIT = DO_THROW + 1, DO_TIMER, DO_DRAW, DO_ENABLE, DO_JUMP, DO_MEMORY };
/* In a locked space these wait until the step is over. */
enum { DO_LATER = DO_MEMORY + 1, DO_ADD_SHAPE = DO_LATER, DO_ADD_JOINT, DO_ADD_BODY, DO_SLEEP };
enum { DO_HANDLER = DO_SLEEP + 1, DO_COUNT };

typedef struct Act {
    int what, place, arg;
    uint32_t nth; /* call of the place in this tick */
} Act;

static State *state_of(CwWorld *world)
{
    return cw_world_state(world);
}

static Act act_of(const CwWorld *world, int index)
{
    const uint8_t *v = cw_world_player_input(world, index / ACTS_A_PLAYER)->value;
    v += index % ACTS_A_PLAYER * 3;
    int place = v[1] % PLACE_COUNT;
    uint32_t nth = place < SYSTEM_COUNT ? 1 : 1u + v[1] / PLACE_COUNT;
    return (Act){.what = v[0] % DO_COUNT, .place = place, .arg = v[2], .nth = nth};
}

static double dice(CwWorld *world, double low, double high)
{
    return cw_rng_range(cw_world_rng(world), low, high);
}

static cpBody *pick_body(const CwWorld *world, int n)
{
    return world->body_count == 0 ? NULL : world->bodies[n % world->body_count];
}

static CwEntity pick_entity(const CwWorld *world, int n)
{
    CwEntity lower = {.index1 = (uint32_t)(n % (world->slot_count + 1))};
    CwEntity entity = cw_world_next(world, lower);
    return entity.index1 != 0 ? entity : cw_world_next(world, (CwEntity){0});
}

/* ---- parts ---- */

static void add_shape(CwWorld *world, CwEntity owner, cpBody *body, int kind)
{
    cpVect offset = cpv(body->shapeList == NULL ? 0 : 0.3, 0);
    cpShape *shape = kind == BOX || kind == PAIR ? cpBoxShapeNew(body, 0.8, 0.8, 0.01)
                                                 : cpCircleShapeNew(body, 0.4, offset);
    cpShapeSetSensor(shape, kind == SENSOR);
    cpShapeSetCollisionType(shape, (cpCollisionType)kind + 1);
    cpShapeSetFriction(shape, 0.7);
    cpShapeSetElasticity(shape, 0.2);
    cw_world_add_shape(world, owner, shape);
    model_add(state_of(world)->model, OBJECT_SHAPE, owner, shape);
}

static cpBody *add_body(CwWorld *world, CwEntity owner, int kind, cpVect at)
{
    double number = 1e-6 * ++state_of(world)->numbers;
    cpBody *body = kind == SENSOR ? cpBodyNewKinematic() : cpBodyNew(1 + number, 0.1);
    cpBodySetPosition(body, at);
    cpBodySetAngularVelocity(body, kind == SENSOR ? number : 0);
    cw_world_add_body(world, owner, body);
    model_add(state_of(world)->model, OBJECT_BODY, owner, body);
    add_shape(world, owner, body, kind);
    return body;
}

static void add_joint(CwWorld *world, CwEntity owner, cpBody *bodies[2], int type)
{
    cpBody *a = bodies[0], *b = bodies[1];
    if (a == b || (a->m == INFINITY && b->m == INFINITY)) {
        return;
    }
    cpConstraint *joint = type % 3 == 0   ? cpPivotJointNew(a, b, cpBodyGetPosition(a))
                          : type % 3 == 1 ? cpDampedSpringNew(a, b, cpvzero, cpvzero, 1, 20, 1)
                                          : cpSimpleMotorNew(a, b, 2);
    cpConstraintSetMaxForce(joint, 1e4 + ++state_of(world)->numbers);
    cpConstraintSetCollideBodies(joint, type % 2 == 0);
    cw_world_add_constraint(world, owner, joint);
    model_add(state_of(world)->model, OBJECT_CONSTRAINT, owner, joint);
}

static void remove_part(CwWorld *world, ObjectType type, void *part)
{
    if (part == NULL) {
        return;
    }
    model_remove(state_of(world)->model, type, part);
    if (type == OBJECT_BODY) {
        cw_world_remove_body(world, part);
    } else if (type == OBJECT_SHAPE) {
        cw_world_remove_shape(world, part);
    } else {
        cw_world_remove_constraint(world, part);
    }
}

/* ---- acts ---- */

static void spawn(CwWorld *world, int kind)
{
    cpVect at = cpv(dice(world, -5, 5), dice(world, 0, 5));
    if (world->slot_count < ENTITIES_MAX) {
        CwEntity entity = cw_world_spawn(world, kind, &at, sizeof at);
        if (cw_world_tick(world) > 0) { /* else its hook has said it */
            model_spawn(state_of(world)->model, world, entity, kind);
        }
        state_of(world)->last = entity;
    }
}

static void destroy(CwWorld *world, CwEntity entity)
{
    if (cw_world_alive(world, entity)) {
        cw_world_destroy(world, entity);
        CW_ASSERT(!cw_world_alive(world, entity), "what dies is no longer alive");
        model_destroy(state_of(world)->model, entity);
    }
}

static void destroy_kind(CwWorld *world, int kind)
{
    for (CwEntity e = {0}; (e = cw_world_next_of(world, kind, e)).index1 != 0;) {
        destroy(world, e);
    }
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        CW_ASSERT(cw_world_kind(world, e) != kind, "all of a kind are found");
    }
}

static void start_timer(CwWorld *world, CwEntity entity, int arg)
{
    Thing *thing = cw_world_data(world, entity);
    if (thing != NULL) {
        double wanted = arg == 0 ? 0 : fmax(1, arg * 0.01 / cw_world_dt_s(world));
        thing->timer = cw_timer_start(world, arg * 0.01);
        CW_ASSERT(fabs(thing->timer - wanted) < 0.5001, "a timer counts the ticks of its time");
    }
}

static void jump(CwWorld *world, CwEntity entity, int arg)
{
    Heart *heart = cw_world_part(world, entity, &heart_part);
    if (heart != NULL && arg % 4 == 0) {
        heart->place += arg;
    } else if (heart != NULL) {
        cw_world_lerp_teleport(world, entity, &heart->place, arg,
                               arg % 2 == 0 ? CW_TELEPORT_SNAP : CW_TELEPORT_KEEP_MOTION);
        CW_ASSERT(heart->place == arg, "set the field");
    }
}

static void enable(CwWorld *world, int system, bool on)
{
    const char *name = random_game.content.systems[system].name;
    cw_world_enable_system(world, name, on);
    CW_ASSERT(cw_world_system_enabled(world, name) == on, "switch it");
    uint32_t others = state_of(world)->off & ~(1u << system);
    state_of(world)->off = others | (on ? 0 : 1u << system);
}

static void act_on_body(CwWorld *world, int what, int arg, cpBody *body)
{
    bool is_far = body->m < INFINITY && arg % 32 == 31;
    CwTransform2 to = {dice(world, -6, 6), is_far ? 1.9e4 : arg % 8, arg};
    if (what == DO_REMOVE) {
        void *parts[] = {body->constraintList, body->shapeList, body};
        remove_part(world, (ObjectType)(arg / 3 % 3), parts[arg / 3 % 3]);
    } else if (what == DO_TELEPORT && !cpSpaceIsLocked(world->space)) {
        cw_world_teleport(world, body, to,
                          arg % 2 == 0 ? CW_TELEPORT_SNAP : CW_TELEPORT_KEEP_MOTION);
    } else if (what == DO_THROW && arg % 4 > 0) {
        cpBodyApplyImpulseAtLocalPoint(body, cpv(to.x_m, arg % 16), cpv(0, 0.1));
    } else if (what == DO_THROW) {
        cpBodyActivate(body);
    }
}

static cpBool begin_contact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data);
static cpBool pre_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data);

/* Chipmunk aborts where others are put to sleep by hand. */
static bool is_apart(const cpBody *body)
{
    return body->m < INFINITY && body->sleeping.root == NULL && body->arbiterList == NULL &&
           body->constraintList == NULL;
}

/* The space is not locked. */
static void act_unlocked(CwWorld *world, int what, int arg, CwEntity self)
{
    cpBody *bodies[2] = {pick_body(world, arg), pick_body(world, arg / 3)};
    CwEntity owner = arg % 3 == 0 ? (CwEntity){0} : arg % 3 == 1 ? self : pick_entity(world, arg);
    owner = cw_world_alive(world, owner) ? owner : (CwEntity){0};
    bool few = world->body_count < BODIES_MAX && world->shape_count < SHAPES_MAX;
    if (what == DO_ADD_BODY && few) {
        add_body(world, owner, arg % 3, cpv(dice(world, -5, 5), 6));
    } else if (what == DO_ADD_SHAPE && bodies[0] != NULL && few && dice(world, 0, 1) < 0.6) {
        add_shape(world, owner, bodies[0], arg % 4);
    } else if (what == DO_ADD_JOINT && few) {
        add_joint(world, owner, bodies, arg);
    } else if (what == DO_SLEEP && bodies[0] != NULL && is_apart(bodies[0])) {
        cpBodySleep(bodies[0]);
    } else if (what == DO_HANDLER) {
        state_of(world)->variant = (uint32_t)arg;
        cpSpaceAddCollisionHandler(world->space, BALL + 1, BOX + 1)->beginFunc =
            arg % 3 == 0 ? pre_solve : begin_contact;
    }
}

static void after_step(cpSpace *space, void *key, void *data);

static void act(CwWorld *world, int what, int arg, CwEntity self)
{
    State *state = state_of(world);
    uintptr_t packed = (uintptr_t)what << 8 | (uintptr_t)arg;
    state->acts++;
    if (what >= DO_LATER && cpSpaceIsLocked(world->space)) {
        cpSpaceAddPostStepCallback(world->space, after_step, (void *)(packed + 1), (void *)packed);
    } else if (what >= DO_LATER) {
        act_unlocked(world, what, arg, self);
    } else if (what >= DO_REMOVE && what <= DO_THROW && world->body_count > 0) {
        act_on_body(world, what, arg, pick_body(world, arg));
    } else if (what == DO_SPAWN) {
        for (int i = arg % 8; i >= 0; i -= 2) {
            spawn(world, arg % KIND_COUNT);
        }
    } else if (what == DO_DESTROY) {
        destroy(world, arg % 4 == 0 ? state->last : arg % 4 == 1 ? self : pick_entity(world, arg));
    } else if (what == DO_DESTROY_KIND) {
        destroy_kind(world, arg % KIND_COUNT);
    } else if (what == DO_EMIT) {
        cw_world_emit(world, (uint32_t)arg, self, cpvzero, 1);
        const CwEvent *event = cw_world_event_after(world, world->event_sequence - 1);
        CW_ASSERT(event->type == CW_EVENT_GAME && event->code == (uint32_t)arg, "the view has it");
    } else if (what == DO_TIMER) {
        start_timer(world, pick_entity(world, arg), arg);
    } else if (what == DO_DRAW) {
        state->luck += dice(world, -arg, arg);
    } else if (what == DO_ENABLE) {
        enable(world, 1 + arg % (SYSTEM_COUNT - 1), arg % 2 == 0);
    } else if (what == DO_JUMP) {
        jump(world, pick_entity(world, arg), arg);
    } else if (what == DO_MEMORY) {
        cw_world_free(world, state->blocks[arg % 4]);
        state->blocks[arg % 4] = arg % 8 < 4 ? cw_world_alloc(world, (size_t)arg * 8) : NULL;
    }
}

/* Does what the input has for this call of the place. */
static void come_to(CwWorld *world, int place, CwEntity self)
{
    uint32_t nth = ++state_of(world)->calls[place];
    for (int i = 0; i < ACT_COUNT; i++) {
        Act it = act_of(world, i);
        if (it.what != DO_NOTHING && it.place == place && it.nth == nth) {
            act(world, it.what, it.arg, self);
        }
    }
}

/* ---- callbacks of the space ---- */

static void after_step(cpSpace *space, void *key, void *data)
{
    uintptr_t packed = (uintptr_t)data;
    CwWorld *world = cw_space_world(space);
    come_to(world, AFTER_STEP, (CwEntity){0});
    act_unlocked(world, (int)(packed >> 8), (int)(packed & 255), (CwEntity){0});
}

static CwWorld *come_to_pair(int place, cpArbiter *arbiter, cpSpace *space)
{
    CP_ARBITER_GET_SHAPES(arbiter, a, b)
    CwEntity owner = cw_shape_owner(a);
    come_to(cw_space_world(space), place, owner.index1 != 0 ? owner : cw_shape_owner(b));
    return cw_space_world(space);
}

static cpBool begin_contact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    return come_to_pair(AT_BEGIN, arbiter, space) != NULL;
}

static cpBool pre_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    return state_of(come_to_pair(AT_PRE_SOLVE, arbiter, space))->variant % 5 != 1;
}

static void post_solve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    come_to_pair(AT_POST_SOLVE, arbiter, space);
}

/* Counts, removes and destroys only: that is the same in any order. */
static void separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    CwWorld *world = cw_space_world(space);
    CP_ARBITER_GET_SHAPES(arbiter, a, b)
    state_of(world)->separate_count++;
    Act it = act_of(world, 0);
    if (it.place == AT_SEPARATE && it.what % 2 == 0) {
        destroy(world, it.arg % 2 == 0 ? cw_shape_owner(a) : cw_shape_owner(b));
    } else if (it.place == AT_SEPARATE && b->type != 0) {
        remove_part(world, OBJECT_SHAPE, b);
    }
}

/* ---- kinds ---- */

static void note_order(CwWorld *world, uint32_t number)
{
    state_of(world)->order = state_of(world)->order * 31 + number;
}

static void come_to_hook(CwWorld *world, CwEntity self, Thing *thing, int place)
{
    thing->calls[place]++;
    note_order(world, self.index1 * PLACE_COUNT + (uint32_t)place);
    model_hook(state_of(world)->model, self, place, thing->calls);
    come_to(world, place, self);
}

static void on_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const cpVect *at = args;
    Thing *thing = data;
    int kind = cw_world_kind(world, self);
    if (cw_world_tick(world) == 0) {
        model_spawn(state_of(world)->model, world, self, kind);
    }
    thing->luck = dice(world, -1, 1);
    come_to_hook(world, self, data, ON_SPAWN);
    if (kind == GHOST) {
        start_timer(world, self, 20);
        return;
    }
    cpBody *bodies[2] = {add_body(world, self, kind, *at), NULL};
    if (kind == PAIR) {
        bodies[1] = add_body(world, self, BALL, cpvadd(*at, cpv(0.9, 0)));
        add_joint(world, thing->luck < 0 ? self : (CwEntity){0}, bodies, (int)(at->x + 5));
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

static void heart_tick(CwWorld *world, CwEntity self, void *data)
{
    Heart *heart = data;
    const Thing *thing = cw_world_data(world, self);
    CW_ASSERT(cw_world_part(world, self, &heart_part) == heart, "a part has its data");
    CW_ASSERT(thing->calls[ON_TICK] == heart->ticks, "a part comes before its kind, once a tick");
    heart->height = ++heart->ticks;
    heart->beats += cw_timer_repeat(world, &heart->beat, BEAT_S);
    double wanted = heart->ticks * cw_world_dt_s(world) / BEAT_S;
    CW_ASSERT(fabs(heart->beats - wanted) < 1, "a repeated timer keeps its remainder");
}

static void heart_destroy(CwWorld *world, CwEntity self, void *data)
{
    const Thing *thing = cw_world_data(world, self);
    CW_ASSERT(thing->calls[ON_DESTROY] == 1, "a part goes after its kind");
}

static void on_tick(CwWorld *world, CwEntity self, void *data)
{
    const Heart *heart = cw_world_part(world, self, &heart_part);
    bool rings = cw_timer_ends(&((Thing *)data)->timer);
    come_to_hook(world, self, data, ON_TICK);
    CW_ASSERT(heart == NULL || heart->ticks == ((Thing *)data)->calls[ON_TICK], "so does its part");
    if (rings) {
        destroy(world, self);
    }
}

static void on_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Thing *thing = data;
    thing->luck += event->strength + event->impulse_Ns;
    note_order(world, event->shape_a);
    model_event(state_of(world)->model, world, self, event);
    come_to_hook(world, self, data, ON_EVENT);
}

/* ---- systems ---- */

#define SYSTEM(name, place)                                                                        \
    static void name(CwWorld *world)                                                               \
    {                                                                                              \
        come_to(world, place, pick_entity(world, place));                                          \
    }
SYSTEM(in_pre, IN_PRE)
SYSTEM(in_post, IN_POST)
SYSTEM(in_logic, IN_LOGIC)

static void in_input(CwWorld *world)
{
    State *state = state_of(world);
    memset(state->calls, 0, sizeof state->calls);
    state->acts = 0;
    state->were_off = state->off;
    come_to(world, IN_INPUT, pick_entity(world, 0));
}

static void in_rare(CwWorld *world)
{
    state_of(world)->rare_calls++;
}

/* All that have a heart are found, and pictures show its fields between the last two ticks. */
static void check_hearts(const CwWorld *world)
{
    CwEntity found = {0};
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0;) {
        const Heart *heart = cw_world_part_const(world, e, &heart_part);
        if (heart == NULL) {
            continue;
        }
        found = cw_world_next_with(world, &heart_part, found);
        CW_ASSERT(cw_entity_equal(found, e), "it is the next with the part");
        double between = cw_world_lerp(world, e, &heart->height, 0.5);
        CW_ASSERT(between == heart->height || between == heart->height - 0.5, "blend a field");
        CW_ASSERT(cw_world_lerp(world, e, &heart->place, 1.0) == heart->place, "as it is now");
    }
    CW_ASSERT(cw_world_next_with(world, &heart_part, found).index1 == 0, "and the last");
}

static void before_flush(CwWorld *world)
{
    model_before_flush(state_of(world)->model, world);
}

static void after_flush(CwWorld *world)
{
    const State *state = state_of(world);
    for (int place = 0; place < SYSTEM_COUNT; place++) {
        CW_ASSERT(state->calls[place] == (~state->were_off >> place & 1),
                  "systems run once a tick where they are on");
    }
    double wanted = (double)cw_world_tick(world) * cw_world_dt_s(world) * (double)RARE_HZ;
    CW_ASSERT(fabs(state->rare_calls - wanted) < 1, "a rate is exact");
    model_after_flush(state->model, world);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    cpBody *ground = cpSpaceGetStaticBody(world->space);
    cpShape *floor = cw_world_add_shape(world, (CwEntity){0},
                                        cpSegmentShapeNew(ground, cpv(-9, -1), cpv(9, -1), 0.2));
    cpShapeSetFriction(floor, 0.7);
    state_of(world)->model = model_new(world);
    model_add(state_of(world)->model, OBJECT_SHAPE, (CwEntity){0}, floor);
    cpCollisionHandler *pair = cpSpaceAddCollisionHandler(world->space, BALL + 1, BOX + 1);
    pair->beginFunc = begin_contact;
    pair->preSolveFunc = pre_solve;
    pair->postSolveFunc = post_solve;
    pair->separateFunc = separate;
    cpCollisionHandler *any = cpSpaceAddWildcardHandler(world->space, SENSOR + 1);
    any->beginFunc = begin_contact;
    any->separateFunc = separate;
    for (int i = 0; i < 6; i++) {
        spawn(world, i % KIND_COUNT);
    }
    return true;
}

static const CwSystem systems[] = {
    [IN_INPUT] = {.name = "input", .phase = CW_PHASE_INPUT, .tick = in_input},
    [IN_PRE] = {.name = "pre", .phase = CW_PHASE_PRE_PHYSICS, .tick = in_pre},
    [IN_POST] = {.name = "post", .phase = CW_PHASE_POST_PHYSICS, .tick = in_post},
    [IN_LOGIC] = {.name = "logic", .phase = CW_PHASE_GAME_LOGIC, .tick = in_logic},
    {.name = "rare", .phase = CW_PHASE_GAME_LOGIC, .tick = in_rare, .every_hz = RARE_HZ},
    {.name = "before_flush", .phase = CW_PHASE_ANIMATION, .tick = before_flush},
    {.name = "after_flush", .phase = CW_PHASE_FLUSH, .tick = after_flush},
};

static const CwField state_fields[] = {
    CW_FIELD_ARRAY(State, calls),    CW_FIELD(State, acts),    CW_FIELD(State, off),
    CW_FIELD(State, numbers),        CW_FIELD(State, variant), CW_FIELD(State, last),
    CW_FIELD(State, separate_count), CW_FIELD(State, order),   CW_FIELD(State, luck),
    CW_FIELD(State, rare_calls)};
static const CwField thing_fields[] = {CW_FIELD_ARRAY(Thing, calls), CW_FIELD(Thing, timer),
                                       CW_FIELD(Thing, luck)};

static const CwField heart_fields[] = {CW_FIELD(Heart, ticks), CW_FIELD(Heart, beats),
                                       CW_FIELD(Heart, beat), CW_FIELD_LERP(Heart, height),
                                       CW_FIELD_LERP(Heart, place)};
static const CwKind heart_part = {.name = "heart",
                                  .size = sizeof(Heart),
                                  .fields = heart_fields,
                                  .field_count = (int)CW_ARRAY_LENGTH(heart_fields),
                                  .tick = heart_tick,
                                  .destroy = heart_destroy};

#define KIND(title, ...)                                                                           \
    {                                                                                              \
        .name = title, .size = sizeof(Thing), .fields = thing_fields,                              \
        .field_count = (int)CW_ARRAY_LENGTH(thing_fields), .spawn = on_spawn, .drive = on_drive,   \
        .event = on_event, .post_physics = on_post, .tick = on_tick, .animate = on_animate,        \
        .destroy = on_destroy, __VA_ARGS__                                                         \
    }
static const CwKind kinds[] = {KIND("ball", .parts = {&heart_part}), KIND("box", .parts = {NULL}),
                               KIND("sensor", .parts = {&heart_part}),
                               KIND("pair", .parts = {NULL}),
                               KIND("ghost", .parts = {&heart_part})};

const CwGame random_game = {
    .id = "fuzz",
    .rules_version = 1,
    .input = {.action_count = CW_ACTION_MAX, .player_count = RANDOM_GAME_PLAYERS},
    .content = {.kinds = kinds,
                .kind_count = KIND_COUNT,
                .systems = systems,
                .system_count = (int)CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(State),
                .state_fields = state_fields,
                .state_field_count = (int)CW_ARRAY_LENGTH(state_fields)},
    .start = start};

uint32_t random_game_check(const CwWorld *world)
{
    check_hearts(world);
    return ((const State *)cw_world_state_const(world))->acts;
}
