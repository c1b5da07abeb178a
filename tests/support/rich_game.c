#include "rich_game.h"

#include "scenes.h"
#include "sim/poison.h"
#include "test.h"

#include <chipmunk/chipmunk_structs.h>
#include <xxhash.h>

enum { COUPLE_LIFE_TICKS = 400 };

typedef struct Couple {
    cpBody *left, *right;
    uint32_t life_ticks;
    uint32_t begins, ends;
    double luck;
} Couple;

static cpBody *add_box(CwWorld *world, CwEntity owner, cpVect at_m)
{
    cpBody *body = cpBodyNew(0.5, cpMomentForBox(0.5, 0.5, 0.5));
    cpBodySetPosition(body, at_m);
    cw_world_add_body(world, owner, body);
    cpShapeSetFriction(cw_world_add_shape(world, owner, cpBoxShapeNew(body, 0.5, 0.5, 0.01)), 0.8);
    return body;
}

static void couple_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    const cpVect *at_m = args;
    Couple *couple = data;
    couple->left = add_box(world, self, *at_m);
    couple->right = add_box(world, self, cpvadd(*at_m, cpv(0.6, 0)));
    cpVect middle_m = cpvadd(*at_m, cpv(0.3, 0));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpPivotJointNew(couple->left, couple->right, middle_m));
    cw_world_add_constraint(world, (CwEntity){0},
                            cpDampedRotarySpringNew(couple->left, couple->right, 0, 3, 0.5));
}

static void couple_tick(CwWorld *world, CwEntity self, void *data)
{
    Couple *couple = data;
    if (++couple->life_ticks > COUPLE_LIFE_TICKS) {
        cw_world_destroy(world, self);
    }
}

static void couple_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Couple *couple = data;
    couple->begins += event->type == CW_EVENT_CONTACT_BEGIN;
    couple->ends += event->type == CW_EVENT_CONTACT_END;
    couple->luck += cw_rng_range(cw_world_rng(world), -1, 1);
}

static const CwField couple_fields[] = {
    CW_FIELD(Couple, life_ticks),
    CW_FIELD(Couple, begins),
    CW_FIELD(Couple, ends),
    CW_FIELD(Couple, luck),
};

static void kick(CwWorld *world, CwEntity entity, RichState *state)
{
    const SceneThing *thing = cw_world_data(world, entity);
    double aside = cw_rng_range(cw_world_rng(world), -2, 2);
    cpBodyApplyImpulseAtWorldPoint(thing->body, cpv(aside, 0.4), cpBodyGetPosition(thing->body));
    state->kick_count++;
}

static void play(CwWorld *world)
{
    const CwInputFrame *input = cw_world_input(world);
    RichState *state = cw_world_state(world);
    if (cw_input_pressed(input, RICH_KICK)) {
        for (CwEntity e = cw_world_next(world, (CwEntity){0}); e.index1;
             e = cw_world_next(world, e)) {
            if (cw_world_kind(world, e) == SCENE_KIND_THING &&
                cw_rng_below(cw_world_rng(world), 8) == 0) {
                kick(world, e, state);
            }
        }
    }
    if (cw_input_pressed(input, RICH_JOIN)) {
        cpVect at_m = cpv(cw_rng_range(cw_world_rng(world), -60, -30), 1);
        state->last_couple = cw_world_spawn(world, RICH_KIND_COUPLE, &at_m, sizeof at_m);
        state->places[state->odd] = at_m;
    }
    if (cw_input_pressed(input, RICH_PART)) {
        cw_world_destroy(world, state->last_couple);
    }
    state->odd = cw_world_tick(world) % 2 == 1;
    state->balance += state->odd ? -3 : 2;
    state->drift -= state->balance;
    state->sum += cw_world_rng(world)->state >> 60;
    state->pressure = state->pressure * 0.99 + cw_input_value(input, RICH_KICK);
}

static bool start(CwWorld *world, const CwMap *map, CwError *error)
{
    scene_build_any(world, "mixed");
    cpShape *floor = cpSegmentShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), cpv(-70, 0),
                                       cpv(-25, 0), 0.1);
    cpShapeSetFriction(cw_world_add_shape(world, (CwEntity){0}, floor), 0.9);
    return true;
}

static CwProbe probe(const CwWorld *world)
{
    bool finished = cw_world_tick(world) >= 600;
    return (CwProbe){.finished = finished, .finish_tick = finished ? 600 : 0};
}

static const CwField state_fields[] = {
    CW_FIELD(RichState, odd),          CW_FIELD(RichState, balance),
    CW_FIELD(RichState, kick_count),   CW_FIELD(RichState, drift),
    CW_FIELD(RichState, sum),          CW_FIELD(RichState, pressure),
    CW_FIELD_ARRAY(RichState, places), CW_FIELD(RichState, last_couple),
};

static const CwSystem systems[] = {
    {.name = "rich.play", .phase = CW_PHASE_GAME_LOGIC, .tick = play},
};

static CwKind kinds[RICH_KIND_COUPLE + 1];

static const CwGame game = {
    .id = "rich",
    .rules_version = 1,
    .input = {.action_count = RICH_ACTION_COUNT},
    .content = {.kinds = kinds,
                .kind_count = (int)CW_ARRAY_LENGTH(kinds),
                .systems = systems,
                .system_count = (int)CW_ARRAY_LENGTH(systems),
                .state_bytes = sizeof(RichState),
                .state_fields = state_fields,
                .state_field_count = (int)CW_ARRAY_LENGTH(state_fields)},
    .start = start,
    .probe = probe,
};

const CwGame *rich_game(void)
{
    memcpy(kinds, scene_kinds(), SCENE_KIND_COUNT * sizeof *kinds);
    kinds[RICH_KIND_COUPLE] = (CwKind){.name = "couple",
                                       .size = sizeof(Couple),
                                       .fields = couple_fields,
                                       .field_count = (int)CW_ARRAY_LENGTH(couple_fields),
                                       .spawn = couple_spawn,
                                       .tick = couple_tick,
                                       .event = couple_event};
    return &game;
}

int rich_ticks(int many, int few)
{
    return POISON_WORKS ? few : many;
}

SessionDesc rich_desc(int slot)
{
    return (SessionDesc){
        .game = rich_game(),
        .settings = {.tick_rate = 60, .substeps = 1, .iterations = 10, .gravity_mps2 = -9.81},
        .arena_bytes = (size_t)16 << 20,
        .slot = slot,
        .seed = 11,
        .fingerprint = 77,
        .level = "level"};
}

void rich_open(Session *session, int slot)
{
    CwError error = {0};
    SessionDesc desc = rich_desc(slot);
    ck_assert_msg(session_open(session, &desc, &error), "%s", error.text);
}

static uint32_t held(uint64_t tick, uint64_t course)
{
    CwRng rng;
    cw_rng_seed(&rng, tick / 13 + 1, course + 1);
    return cw_rng_below(&rng, 1 << RICH_ACTION_COUNT);
}

CwTickInput rich_input(uint64_t tick, uint64_t course)
{
    CwInputFrame before = {.down = tick > 1 ? held(tick - 1, course) : 0};
    CwInputFrame input = {.down = held(tick, course)};
    input.value[RICH_KICK] = cw_input_down(&input, RICH_KICK) ? (uint8_t)(tick % 128) : 0;
    cw_input_derive_edges(&input, &before);
    return (CwTickInput){.players = {input}};
}

void rich_tick(Session *session, uint64_t course)
{
    CwError error = {0};
    CwTickInput input = rich_input(cw_world_tick(session->world) + 1, course);
    ck_assert_msg(session_tick(session, &input, &error), "%s", error.text);
}

uint64_t rich_bytes(const Session *session)
{
    const Arena *arena = session->world->arena;
    return XXH3_64bits(arena, arena->used_bytes);
}

int rich_sleepers(const Session *session)
{
    int count = 0;
    for (int i = 0; i < session->world->body_count; i++) {
        count += cpBodyIsSleeping(session->world->bodies[i]);
    }
    return count;
}

int rich_sleeping_joints(const Session *session)
{
    int count = 0;
    for (int i = 0; i < session->world->body_count; i++) {
        const cpBody *body = session->world->bodies[i];
        count += cpBodyIsSleeping(body) && body->constraintList != NULL;
    }
    return count;
}

void rich_spoil_couple(Session *session)
{
    const RichState *state = cw_world_state(session->world);
    Couple *couple = cw_world_data(session->world, state->last_couple);
    couple->luck = NAN;
}
