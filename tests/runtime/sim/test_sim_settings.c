/* Settings that change at a tick, also in a recording and after a rewind. */
#include "sim/sim_settings.h"
#include "support/replay_samples.h"
#include "support/rich_past.h"

static CwSimSettings wanted;

SET_UP(.tear_down = past_tear_down)
{
    past_set_up();
    wanted = session.settings;
    past_begin((size_t)16 << 20, 60);
}

/* Up to the end of `last`, as the loop does it: with what is due. */
static void play_to(uint64_t last)
{
    while (cw_world_tick(session.world) < last) {
        CwTickInput input = rich_input(cw_world_tick(session.world) + 1, 0);
        input.command = sim_settings_next_command(session.world, &wanted);
        EXPECT_OK(run_tick(&past, &input, &error));
    }
}

static void play_with_changes(void)
{
    play_to(100);
    wanted.gravity_mps2 = -3;
    play_to(200);
    wanted.substeps = 4;
    wanted.iterations = 25;
    play_to(300);
}

TEST(a_change_is_in_the_world_from_its_tick_on_and_one_comes_a_tick)
{
    play_to(10);
    wanted.gravity_mps2 = -3;
    wanted.substeps = 4;
    play_to(11);
    ck_assert_int_eq(cw_world_substeps(session.world), 4);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -9.81);
    play_to(12);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -3);
    ck_assert_uint_eq(sim_settings_next_command(session.world, &wanted).setting, CW_SETTING_NONE);
    wanted.gravity_mps2 = -9.81;
    play_to(13);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -9.81);
}

static const CwInputCommand rows[] = {
    {CW_SETTING_SUBSTEPS, 0},
    {CW_SETTING_SUBSTEPS, 17},
    {CW_SETTING_ITERATIONS, -1},
    {CW_SETTING_ITERATIONS, 101},
    {CW_SETTING_GRAVITY, 1000000001},
    {CW_SETTING_GRAVITY, INT32_MIN},
    {CW_SETTING_TICK_RATE, 30},
    {CW_SETTING_COUNT, 5},
    {UINT32_MAX, 5},
    {CW_SETTING_NONE, 7},
};

TEST(unknown_or_out_of_range_commands_change_nothing, .rounds = CW_ARRAY_LENGTH(rows))
{
    EXPECT_OK(session_tick(&session, &(CwTickInput){.command = rows[_i]}, &error));
    ck_assert_uint_eq(sim_settings_next_command(session.world, &wanted).setting, CW_SETTING_NONE);
}

TEST(a_recording_through_changes_and_rewinds_across_them_verifies)
{
    past_record();
    play_with_changes();
    const uint64_t seeks[] = {150, 50, 250, 99};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(seeks); i++) {
        past_seek(seeks[i]);
        play_to(seeks[i] + 200);
    }
    CwReplayFile *replay = past_recording();
    CwSimSettings last;
    sample_verify(replay, rich_game(), &last);
    ck_assert_int_eq(last.iterations, 25);
}

static void change_by_code(CwWorld *world)
{
    if (cw_world_tick(world) == 50) {
        cw_world_set_substeps(world, 3);
        cw_world_set_iterations(world, 20);
    } else if (cw_world_tick(world) == 150) {
        cw_world_set_substeps(world, 0);
        cw_world_set_iterations(world, 0);
    }
}

/* As the game's first system does it. */
static void play_by_code(uint64_t last)
{
    while (cw_world_tick(session.world) < last) {
        play_to(cw_world_tick(session.world) + 1);
        arena_make_current(session.world->arena);
        change_by_code(session.world);
    }
}

TEST(a_setting_by_code_overrides_commands_and_is_in_hash_and_history)
{
    play_by_code(49);
    uint64_t hash = cw_world_hash(session.world);
    play_by_code(60);
    ck_assert_int_eq(cw_world_substeps(session.world), 3);
    ck_assert_int_eq(cpSpaceGetIterations(session.world->space), 20);
    wanted.substeps = 2;
    wanted.iterations = 5;
    play_by_code(65);
    ck_assert_int_eq(cw_world_substeps(session.world), 3);
    ck_assert_int_eq(cpSpaceGetIterations(session.world->space), 20);
    ck_assert_int_eq(cw_world_settings(session.world).iterations, 5);
    uint64_t now = cw_world_hash(session.world);
    session.world->own_substeps = 4;
    ck_assert_uint_ne(cw_world_hash(session.world), now);
    session.world->own_substeps = 3;
    play_by_code(150);
    ck_assert_int_eq(cw_world_substeps(session.world), 2);
    ck_assert_int_eq(cpSpaceGetIterations(session.world->space), 5);
    EXPECT_OK(run_seek(&past, 49, &error));
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    ck_assert_int_eq(cw_world_substeps(session.world), 1);
}
