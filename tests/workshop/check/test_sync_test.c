/* The sync test finds and names whatever a restore leaves out, or a bit that flips. */
#include "check/world_audit.h"
#include "support/rich_past.h"

#include <chipmunk/chipmunk_structs.h>

FIXTURE(.set_up = past_set_up, .tear_down = past_tear_down, .timeout_s = 120);

static void begin_sync_test(int depth)
{
    Changes *changes = changes_of(&session);
    sync_test_destroy(changes->sync_test);
    changes->sync_test = sync_test_create(depth, &error);
    EXPECT_OK(changes->sync_test != NULL);
    run_begin(&past, &(RunDesc){.session = &session});
}

TEST(any_depth_passes)
{
    const int depths[] = {1, 2, 60};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(depths); i++) {
        begin_sync_test(depths[i]);
        past_play(130, 0);
    }
}

/* A naive save keeps only this; the rest stays as it is now. */
static void keep_places_only(CwWorld *world, const CwSnapshot *now)
{
    static cpBody kept[512];
    int count = world->body_count;
    uint64_t tick_now = world->tick;
    ck_assert_int_lt(count, (int)CW_ARRAY_LENGTH(kept));
    for (int i = 0; i < count; i++) {
        kept[i] = *world->bodies[i];
    }
    cw_world_restore(world, now);
    world->tick = tick_now;
    for (int i = 0; i < count && i < world->body_count; i++) {
        cpBody *body = world->bodies[i];
        body->p = kept[i].p, body->v = kept[i].v;
        body->a = kept[i].a, body->w = kept[i].w;
    }
}

TEST(a_restore_of_places_and_speeds_only_is_caught)
{
    begin_sync_test(8);
    past_play(60, 0);
    sync_test_set_mutation(changes_of(&session)->sync_test, keep_places_only);
    EXPECT_REFUSED(past_tick(0, &error), "sync test: tick 53 ");
}

/* Changes a body that carries something: others heal in a tick. */
static void *carrying_contact(const CwWorld *world)
{
    for (int i = 0; i < world->space->arbiters->num; i++) {
        struct cpContact *contact = ((struct cpArbiter *)world->space->arbiters->arr[i])->contacts;
        if (contact->jnAcc > 0.01) {
            return &contact->jnAcc;
        }
    }
    ck_abort_msg("nothing rests on anything");
}

static const char *const names[] = {
    "body.3.p.x",          "joint.0.jAcc.x", "contact.6.normal_impulse[0]",
    "entity.4.generation", "rng.state",      "state.balance"};
static size_t flipped; /* of them */

static void flip(CwWorld *world, const CwSnapshot *now)
{
    void *const fields[CW_ARRAY_LENGTH(names)] = {
        &world->bodies[2]->p.x,  &((struct cpPivotJoint *)world->space->constraints->arr[0])->jAcc,
        carrying_contact(world), &world->slots[3].generation,
        &world->rng.state,       &((RichState *)cw_world_state(world))->balance};
    *(unsigned char *)fields[flipped] ^= 1;
}

TEST(a_flipped_bit_is_named_with_tick_object_field_and_values, .rounds = CW_ARRAY_LENGTH(names))
{
    char here[32], before[32];
    flipped = (size_t)_i;
    begin_sync_test(4);
    past_play(40, 0);
    sync_test_set_mutation(changes_of(&session)->sync_test, flip);
    ck_assert(!past_tick(0, &error));
    expect_text(error.text, "sync test: tick 37 is not the same when it is restored and simulated");
    const char *values = strstr(error.text, textf(" again: %s ", names[_i]));
    ck_assert_msg(values != NULL, "%s", error.text);
    ck_assert_int_eq(sscanf(values, " again: %*s %31[^,], before: %31s", here, before), 2);
    ck_assert_str_ne(here, before);
}

/* The world is restored correctly, but a tick reads a variable outside of it. */
static uint32_t outside;

static void read_outside(CwWorld *world)
{
    RichState *state = cw_world_state(world);
    state->sum += outside++ / 60;
}

static void read_every_other_time(CwWorld *world)
{
    RichState *state = cw_world_state(world);
    state->sum += outside++ & 1;
}

/* Reads an uninitialised value; volatile, or compilers choose one. */
static void read_stack(CwWorld *world)
{
    enum { BELOW_BYTES = 50000 };
    RichState *state = cw_world_state(world);
    const volatile unsigned char *frame = __builtin_frame_address(0);
    state->sum += frame[-BELOW_BYTES];
}

static void read_heap(CwWorld *world)
{
    RichState *state = cw_world_state(world);
    volatile unsigned char *block = malloc(100);
    ck_assert(block != NULL);
    const volatile unsigned char *unwritten = block + 50;
    state->sum += *unwritten;
    free((void *)block);
}

static void expect_caught(void (*leak)(CwWorld *world), int depth)
{
    const CwSystem system = {.name = "leak", .phase = CW_PHASE_GAME_LOGIC, .tick = leak};
    CwGame game = *rich_game();
    game.content.systems = &system;
    game.content.system_count = 1;
    session_close(&session);
    SessionDesc desc = rich_desc(0);
    desc.game = &game;
    desc.guest = session.desc.guest;
    outside = 0;
    EXPECT_OK(session_open(&session, &desc, &error));
    begin_sync_test(depth);
    bool ok = true;
    for (int i = 0; i < 200 && ok; i++) {
        ok = past_tick(0, &error);
    }
    EXPECT_REFUSED(ok, "state.sum ");
}

static const struct {
    void (*tick)(CwWorld *world);
    int depth;
} leaks[] = {{read_outside, 3},
             {read_every_other_time, 1}, /* its period divides some depths, so that a tick and */
             {read_every_other_time, 2}, /* its repetition see the same */
             {read_every_other_time, 3},
             {read_every_other_time, 8},
             {read_every_other_time, 60},
             {read_stack, 8}};

TEST(a_tick_that_reads_what_is_not_in_the_world_is_caught, .rounds = CW_ARRAY_LENGTH(leaks))
{
    expect_caught(leaks[_i].tick, leaks[_i].depth);
}

/* ASan fills new blocks with a constant. */
TEST(a_tick_that_reads_an_uncleared_heap_block_is_caught)
{
    if (rich_ticks(1, 0) == 1) {
        expect_caught(read_heap, 8);
    }
}

/* With a field fewer than the state, or with all of them. */
static bool finds_unnamed(int fewer, char text[AUDIT_TEXT_BYTES])
{
    CwGame game = *rich_game();
    game.content.state_field_count -= fewer;
    session_close(&session);
    SessionDesc desc = rich_desc(0);
    desc.game = &game;
    EXPECT_OK(session_open(&session, &desc, &error));
    past_begin(1 << 20, 60);
    Text unnamed = {0};
    bool found = false;
    for (int i = 0; i < 200 && !found; i++) {
        unnamed_keep(&unnamed, session.world);
        past_play(1, 0);
        found = unnamed_find(&unnamed, session.world, text);
    }
    free(unnamed.bytes);
    return found;
}

TEST(a_member_that_ticks_change_and_no_field_names_is_named)
{
    char text[AUDIT_TEXT_BYTES];
    ck_assert(!finds_unnamed(0, text));
    ck_assert(finds_unnamed(1, text));
    expect_text(text, "a member of the game's state that no field names, at byte");
    expect_text(text, ", after places: ");
}

TEST(a_static_body_that_is_moved_is_named)
{
    char text[AUDIT_TEXT_BYTES];
    past_begin(1 << 20, 60);
    arena_make_current(session.world->arena);
    cpBody *body = cw_world_add_body(session.world, (CwEntity){0}, cpBodyNewStatic());
    past_play(2, 0);
    ck_assert(!moved_static_find(session.world, text));
    arena_make_current(session.world->arena);
    cpBodySetPosition(body, cpv(1, 2));
    past_play(1, 0);
    ck_assert(moved_static_find(session.world, text));
    expect_text(text, "a static body is moved each tick, which bodies on it don't notice: make");
    cw_world_add_body(session.world, (CwEntity){0}, body = cpBodyNewKinematic());
    past_play(2, 0);
    arena_make_current(session.world->arena);
    cpBodySetPosition(body, cpv(1, 2));
    past_play(1, 0);
    ck_assert(moved_static_find(session.world, text));
    expect_text(text, "a kinematic body is moved each tick, which bodies on it don't notice: set");
}

TEST(a_field_of_the_game_that_is_no_number_is_an_error_at_once)
{
    begin_sync_test(2);
    past_play(5, 0);
    RichState *state = cw_world_state(session.world);
    state->places[1].y = NAN;
    ck_assert(!past_tick(0, &error));
    ck_assert_str_eq(error.text, "tick 6: places of the game's state is not a number (NaN): look "
                                 "for a division by 0 or a root of a negative number");
}

TEST(a_field_of_an_entity_that_is_no_number_is_an_error_at_once)
{
    begin_sync_test(2);
    RichState *state = cw_world_state(session.world);
    do {
        past_play(1, 0);
    } while (!cw_world_alive(session.world, state->last_couple));
    past_play(1, 0); /* it appeared in the flush */
    rich_spoil_couple(&session);
    EXPECT_REFUSED(past_tick(0, &error), ": luck of the couple (entity ");
}
