/* Two versions of a game: where they differ first, and a run that is transferred. */
#include "change/changes.h"
#include "fields/field_difference.h"
#include "fields/world_edit.h"
#include "support/expect.h"
#include "support/rich_game.h"
#include "support/toy_game.h"

#include <chipmunk/chipmunk_structs.h>

static CwGame games[3];
static Session sessions[3];
static FieldDifference field;

static void tear_down(void)
{
    for (int i = 0; i < 3; i++) {
        session_close(&sessions[i]);
    }
}

SET_UP(.tear_down = tear_down)
{
    games[0] = games[1] = toy_game;
}

static void run_both(int ticks)
{
    for (int i = 0; i < 2; i++) {
        SessionDesc desc = {.game = &games[i],
                            .settings = cw_sim_settings_default(),
                            .arena_bytes = (size_t)4 << 20,
                            .seed = 1,
                            .slot = i,
                            .level = "level"};
        EXPECT_OK(session_open(&sessions[i], &desc, &error));
    }
    for (int i = 0; i < 2 * ticks; i++) {
        EXPECT_OK(session_tick(&sessions[i % 2], &(CwTickInput){0}, &error));
    }
}

static bool differ(void)
{
    return field_difference_find_shared(&field, sessions[0].world, sessions[1].world);
}

TEST(a_field_that_one_version_lacks_makes_no_difference)
{
    static CwField fields[16];
    int count = toy_game.content.state_field_count;
    fields[0] = (CwField)CW_FIELD(ToyState, motion_x);
    fields[0].name = "of_a_new_version";
    memcpy(&fields[1], toy_game.content.state_fields, (size_t)count * sizeof fields[0]);
    games[1].content.state_fields = fields;
    games[1].content.state_field_count = count + 1;
    run_both(30);
    ck_assert(cw_world_hash(sessions[0].world) != cw_world_hash(sessions[1].world));
    ck_assert(!differ());
    ck_assert(field_difference_find(&field, sessions[0].world, sessions[1].world));
}

static bool start_with_additions(CwWorld *world, const CwMap *map, CwError *wrong)
{
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    cw_world_add_shape(world, (CwEntity){0},
                       cpSegmentShapeNew(ground, cpv(-90, 0), cpv(-90, 9), 0.1));
    bool started = toy_game.start(world, map, wrong);
    cpShape *second = cpCircleShapeNew(world->bodies[1], 0.01, cpvzero); /* of the first ball */
    cw_world_add_shape(world, world->body_owners[1], second);
    return started;
}

TEST(additions_to_a_level_shift_numbers_and_make_no_difference)
{
    games[1].start = start_with_additions;
    run_both(60);
    ck_assert(cw_world_hash(sessions[0].world) != cw_world_hash(sessions[1].world));
    ck_assert_msg(!differ(), "%s %s %s", field.name, field.a, field.b);
}

/* One more of a kind, before the others. */
static bool start_with_another_runner(CwWorld *world, const CwMap *map, CwError *wrong)
{
    cw_world_spawn(world, TOY_RUNNER, NULL, 0);
    return toy_game.start(world, map, wrong);
}

TEST(an_entity_is_the_same_one_under_another_number)
{
    games[1].start = start_with_another_runner;
    run_both(20);
    CwWorld *world = sessions[1].world;
    cpBodySetMass(world->bodies[2], 3); /* the second runner is body 2, the first ball body 3 */
    ck_assert(differ());
    ck_assert_str_eq(field.name, "body.2.m");
    ck_assert_str_eq(field.a, "1");
    ck_assert_str_eq(field.b, "3");
}

TEST(a_difference_in_the_state_is_named_with_both_values)
{
    run_both(5);
    ck_assert(!differ());
    ((ToyState *)cw_world_state(sessions[1].world))->motion_x = 7;
    ck_assert(differ());
    ck_assert_str_eq(field.name, "state.motion_x");
    ck_assert_str_eq(field.a, "0");
    ck_assert_str_eq(field.b, "7");
}

/* A start and a run of it, and a start of a build that lacks one field and has another as signed.
 * The run has lost a thing with its two joints, and a motor. */
static void open_to_transfer(int ticks)
{
    static SessionGuest guest;
    guest = changes_guest(0);
    static CwField fields[8];
    enum { MOTOR = 9 };
    games[0] = games[1] = games[2] = *rich_game();
    ck_assert_int_eq(games[2].content.state_field_count, CW_ARRAY_LENGTH(fields));
    games[2].content.state_fields = memcpy(fields, games[0].content.state_fields, sizeof fields);
    fields[1].name = "of_a_new_version"; /* balance */
    fields[4].type = CW_FIELD_I64;       /* sum */
    for (int i = 0; i < 3; i++) {
        SessionDesc desc = rich_desc(i);
        desc.game = &games[i];
        desc.guest = &guest;
        EXPECT_OK(session_open(&sessions[i], &desc, &error));
    }
    CwWorld *world = sessions[1].world;
    Arena *before = arena_make_current(world->arena);
    cw_world_remove_constraint(world, world->space->constraints->arr[MOTOR]);
    cw_world_destroy(world, world->body_owners[world->body_count - 1]);
    arena_make_current(before);
    for (int i = 0; i < ticks; i++) {
        rich_tick(&sessions[1], 1);
    }
}

TEST(a_run_is_transferred_to_another_build_as_far_as_names_and_types_are_alike)
{
    WorldTransfer transfer = {0};
    open_to_transfer(101);
    const RichState *was = cw_world_state(sessions[1].world);
    const RichState *is = cw_world_state(sessions[2].world);
    EXPECT_OK(world_transfer_take(&transfer, sessions[0].world, sessions[1].world));
    EXPECT_OK(world_transfer_apply(&transfer, sessions[2].world, &error));
    ck_assert(is->odd && is->drift == was->drift && is->kick_count == was->kick_count);
    ck_assert(was->balance != 0 && is->balance == 0 && was->sum != 0 && is->sum == 0);
    ck_assert(was->last_couple.index1 != 0 && is->last_couple.index1 == 0); /* too young */
    ck_assert_int_eq(sessions[2].world->space->constraints->num, 9);
    ck_assert_int_eq(sessions[2].world->body_count, sessions[0].world->body_count - 1);
    ck_assert_uint_eq(cw_world_tick(sessions[2].world), 101);
    ck_assert_uint_ge(transfer.lost_count, 2);
    Run run;
    RunDesc desc = {.session = &sessions[2], .source = run_source_held()};
    desc.source.policy = CHANGES_REPORTED;
    run_begin(&run, &desc);
    ck_assert_str_eq(changes_of(&sessions[2])->own[0].field, EDIT_TRANSFER);
    EXPECT_OK(run_advance(&run, &error));
    world_transfer_free(&transfer);
}
