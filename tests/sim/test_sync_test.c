/* The sync test: a run with everything in it passes, and whatever a restore leaves out or
 * a bit that flips is found and named. */
#include "sim/sync_test.h"

#include "sim/timeline.h"
#include "sim/world_dump.h"
#include "support/rich_game.h"
#include "support/test.h"

#include <chipmunk/chipmunk_structs.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static Session session;
static SyncTest *sync_test;
static Timeline timeline;
static CwError error;

static void begin(int depth)
{
    sync_test = sync_test_create(depth, &error);
    ck_assert_ptr_nonnull(sync_test);
    timeline_begin(&timeline, &session, NULL, sync_test);
}

static void set_up(void)
{
    error = (CwError){0};
    rich_open(&session, 0);
}

static void tear_down(void)
{
    sync_test_destroy(sync_test);
    sync_test = NULL;
    session_close(&session);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down, .timeout_s = 120);

static bool tick(void)
{
    CwTickInput input = rich_input(cw_world_tick(session.world) + 1, 0);
    return timeline_tick(&timeline, &input, &error);
}

static void play(int ticks)
{
    for (int i = 0; i < ticks; i++) {
        ck_assert_msg(tick(), "%s", error.text);
    }
}

TEST(ten_thousand_ticks_with_everything_in_them_pass)
{
    begin(8);
    play(rich_ticks(10000, 600));
    ck_assert_uint_eq(cw_world_tick(session.world), (uint64_t)rich_ticks(10000, 600));
    ck_assert_int_gt(rich_sleepers(&session), 3);
}

TEST(any_depth_passes)
{
    const int depths[] = {1, 2, 60};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(depths); i++) {
        begin(depths[i]);
        play(130);
        sync_test_destroy(sync_test);
    }
    sync_test = NULL;
}

TEST(a_run_under_the_sync_test_is_the_run_without_it)
{
    begin(5);
    play(200);
    uint64_t hash = cw_world_hash(session.world);
    ck_assert(session_restart(&session, &error));
    for (int i = 0; i < 200; i++) {
        rich_tick(&session, 0);
    }
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
}

typedef struct Motion {
    cpVect p, v;
    double a, w;
} Motion;

/* What a naive save keeps: what else there is stays as it is now. */
static void keep_places_only(CwWorld *world, const CwSnapshot *now)
{
    Motion motions[512];
    int count = world->pose_count;
    uint64_t tick_now = world->tick;
    ck_assert_int_lt(count, (int)CW_ARRAY_LENGTH(motions));
    for (int i = 0; i < count; i++) {
        const cpBody *body = world->poses[i].body;
        motions[i] = (Motion){body->p, body->v, body->a, body->w};
    }
    cw_world_restore(world, now);
    world->tick = tick_now;
    for (int i = 0; i < count && i < world->pose_count; i++) {
        cpBody *body = world->poses[i].body;
        body->p = motions[i].p;
        body->v = motions[i].v;
        body->a = motions[i].a;
        body->w = motions[i].w;
    }
}

TEST(a_restore_of_places_and_speeds_only_is_caught)
{
    begin(8);
    play(60);
    sync_test_set_mutation(sync_test, keep_places_only);
    ck_assert(!tick());
    ck_assert_ptr_nonnull(strstr(error.text, "sync test: tick 53 "));
}

/* ---- one bit of one field ---- */

static cpBody *some_body(CwWorld *world)
{
    return world->poses[2].body;
}

static void flip(void *field)
{
    *(unsigned char *)field ^= 1;
}

static void flip_body(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    flip(&some_body(world)->p.x);
}

static void flip_joint(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    flip(&((struct cpPivotJoint *)world->space->constraints->arr[0])->jAcc);
}

static void flip_contact(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    for (int i = 0; i < world->space->arbiters->num; i++) {
        struct cpContact *contact = ((struct cpArbiter *)world->space->arbiters->arr[i])->contacts;
        if (contact->jnAcc > 0.01) { /* one that carries something: others heal in a tick */
            flip(&contact->jnAcc);
            return;
        }
    }
    ck_abort_msg("nothing rests on anything");
}

static void flip_entity(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    flip(&world->slots[3].generation);
}

static void flip_rng(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    flip(&world->rng.state);
}

static void flip_game(CwWorld *world, const CwSnapshot *now)
{
    (void)now;
    flip(&((RichState *)cw_world_state(world))->balance);
}

/* The message names the tick restored, section, object and field. */
static void expect_named(void (*mutate)(CwWorld *world, const CwSnapshot *now), const char *name)
{
    begin(4);
    play(40);
    sync_test_set_mutation(sync_test, mutate);
    ck_assert(!tick());
    char wanted[128];
    snprintf(wanted, sizeof wanted,
             "sync test: tick 37 is not the same when it is restored and simulated again: %s ",
             name);
    ck_assert_msg(strncmp(error.text, wanted, strlen(wanted)) == 0, "%s", error.text);
    ck_assert_ptr_nonnull(strstr(error.text, ", before: "));
}

TEST(a_flipped_bit_of_a_body_is_named)
{
    expect_named(flip_body, "bodies body 3 p");
}

TEST(a_flipped_bit_of_a_joint_is_named)
{
    expect_named(flip_joint, "constraints joint 0 jAcc");
}

TEST(a_flipped_bit_of_a_contact_is_named)
{
    expect_named(flip_contact, "constraints contact 6 normal_impulse[0]");
}

TEST(a_flipped_bit_of_an_entity_is_named)
{
    expect_named(flip_entity, "entities entity 4 generation");
}

TEST(a_flipped_bit_of_the_random_stream_is_named)
{
    expect_named(flip_rng, "rng rng 0 state");
}

TEST(a_flipped_bit_of_the_games_state_is_named_with_both_values)
{
    expect_named(flip_game, "game state 0 balance");
    long here = 0, before = 0;
    const char *values = strstr(error.text, "balance ");
    ck_assert_int_eq(sscanf(values, "balance %ld, before: %ld", &here, &before), 2);
    ck_assert_int_eq(labs(here - before), 1);
}

/* Nothing is wrong with the restored world, but a tick reads what is not in it. */
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

/* Of a value that nobody wrote; volatile, or compilers choose one. */
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
    game.systems = &system;
    game.system_count = 1;
    session_close(&session);
    SessionDesc desc = rich_desc(0);
    desc.game = &game;
    outside = 0;
    ck_assert_msg(session_open(&session, &desc, &error), "%s", error.text);
    begin(depth);
    bool good = true;
    for (int i = 0; i < 200 && good; i++) {
        good = tick();
    }
    ck_assert_msg(!good, "at depth %d", depth);
    ck_assert_msg(strstr(error.text, "game state 0 sum ") != NULL, "%s", error.text);
    sync_test_destroy(sync_test);
    sync_test = NULL;
    error = (CwError){0};
}

TEST(a_tick_that_reads_what_is_not_in_the_world_is_caught)
{
    expect_caught(read_outside, 3);
}

/* Whose period divides the depth, so that a tick and its repetition see the same. */
TEST(what_alternates_outside_the_world_is_caught_at_every_depth)
{
    const int depths[] = {1, 2, 3, 8, 60};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(depths); i++) {
        expect_caught(read_every_other_time, depths[i]);
    }
}

TEST(what_is_left_on_the_stack_is_caught)
{
    expect_caught(read_stack, 8);
}

/* ASan fills new blocks by itself, always with the same. */
TEST(what_is_left_in_a_block_of_the_heap_is_caught)
{
    if (rich_ticks(1, 0) == 1) {
        expect_caught(read_heap, 8);
    }
}

TEST(a_number_that_is_not_finite_is_an_error_at_once)
{
    double *const numbers[] = {&some_body(session.world)->p.x, &some_body(session.world)->v.y,
                               &some_body(session.world)->a, &some_body(session.world)->w,
                               &some_body(session.world)->f.x};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        ck_assert(session_restart(&session, &error));
        begin(2);
        play(5);
        *numbers[i] = i % 2 == 0 ? NAN : INFINITY;
        ck_assert(!tick());
        ck_assert_ptr_nonnull(strstr(error.text, "tick 6"));
        ck_assert_ptr_nonnull(strstr(error.text, "finite"));
        error = (CwError){0};
        sync_test_destroy(sync_test);
    }
    sync_test = NULL;
}

TEST(a_field_of_the_game_that_is_no_number_is_an_error_at_once)
{
    begin(2);
    play(5);
    RichState *state = cw_world_state(session.world);
    state->places[1].y = NAN;
    ck_assert(!tick());
    ck_assert_str_eq(error.text, "tick 6: places of the game's state is no number any more");
}

TEST(a_field_of_an_entity_that_is_no_number_is_an_error_at_once)
{
    begin(2);
    RichState *state = cw_world_state(session.world);
    do {
        play(1);
    } while (!cw_world_alive(session.world, state->last_couple));
    play(1); /* it appeared in the flush */
    rich_spoil_couple(&session);
    ck_assert(!tick());
    ck_assert_ptr_nonnull(strstr(error.text, ": luck of the couple (entity "));
}

TEST(beginning_again_forgets_the_ticks_before)
{
    begin(8);
    play(20);
    ck_assert(session_restart(&session, &error));
    sync_test_begin(sync_test);
    play(50);
}
