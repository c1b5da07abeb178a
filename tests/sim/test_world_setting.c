/* Settings that change at a tick: the same in a recording, after a rewind and when it is simulated
 * again. */
#include "sim/world_setting.h"

#include "clockwork/replay.h"
#include "sim/replay_run.h"
#include "sim/timeline.h"
#include "support/replay_samples.h"
#include "support/rich_game.h"
#include "support/test.h"

#include <unistd.h>

static Session session;
static CwHistory *history;
static SyncTest *sync_test;
static Timeline timeline;
static ReplayWriter recorder;
static CwSimSettings wanted;
static CwError error;

static void set_up(void)
{
    error = (CwError){0};
    rich_open(&session, 0);
    wanted = session.desc.settings;
    history = cw_history_create((size_t)16 << 20, 60, &error);
    ck_assert_ptr_nonnull(history);
    timeline_begin(&timeline, &session, history, NULL);
}

static void tear_down(void)
{
    replay_writer_close(&recorder, false);
    unlink(sample_path());
    cw_history_destroy(history);
    sync_test_destroy(sync_test);
    sync_test = NULL;
    session_close(&session);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static void record(void)
{
    CwReplayHeader header = replay_header_of(&session);
    ck_assert_msg(replay_writer_open(&recorder, sample_path(), &header, &error), "%s", error.text);
    timeline_add_recorder(&timeline, &recorder);
}

/* Up to the end of `last`, as the loop does it: with what is due. */
static void play_to(uint64_t last)
{
    while (cw_world_tick(session.world) < last) {
        CwTickInput input = rich_input(cw_world_tick(session.world) + 1, 0);
        input.command = setting_due(session.world, &wanted);
        ck_assert_msg(timeline_tick(&timeline, &input, &error), "%s", error.text);
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

static void tick_with(uint32_t setting, int32_t value)
{
    CwTickInput input = {.command = {.setting = setting, .value = value}};
    ck_assert_msg(session_tick(&session, &input, &error), "%s", error.text);
}

TEST(a_change_is_in_the_world_from_its_tick_on_and_one_comes_a_tick)
{
    play_to(10);
    wanted.gravity_mps2 = -3;
    wanted.substeps = 4;
    play_to(11);
    ck_assert_int_eq(session.world->desc.settings.substeps, 4);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -9.81);
    play_to(12);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -3);
    ck_assert_uint_eq(setting_due(session.world, &wanted).setting, CW_SETTING_NONE);
    wanted.gravity_mps2 = -9.81;
    play_to(13);
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -9.81);
}

TEST(what_is_unknown_or_out_of_range_changes_nothing)
{
    const CwInputCommand rows[] = {
        {CW_SETTING_SUBSTEPS, 0},
        {CW_SETTING_SUBSTEPS, 17},
        {CW_SETTING_ITERATIONS, -1},
        {CW_SETTING_ITERATIONS, 101},
        {CW_SETTING_GRAVITY, 1000000001},
        {CW_SETTING_GRAVITY, INT32_MIN},
        {CW_SETTING_COUNT, 5},
        {UINT32_MAX, 5},
        {CW_SETTING_NONE, 7},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        tick_with(rows[i].setting, rows[i].value);
        ck_assert_uint_eq(setting_due(session.world, &wanted).setting, CW_SETTING_NONE);
    }
}

TEST(a_change_makes_a_difference_that_the_hash_sees)
{
    tick_with(CW_SETTING_NONE, 0);
    uint64_t unchanged = cw_world_hash(session.world);
    const CwInputCommand rows[] = {
        {CW_SETTING_SUBSTEPS, 2}, {CW_SETTING_ITERATIONS, 11}, {CW_SETTING_GRAVITY, -9810001}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        ck_assert(session_restart(&session, &error));
        tick_with(rows[i].setting, rows[i].value);
        ck_assert_uint_ne(cw_world_hash(session.world), unchanged);
    }
}

TEST(a_recording_through_changes_and_rewinds_across_them_verifies)
{
    record();
    play_with_changes();
    const uint64_t seeks[] = {150, 50, 250, 99};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(seeks); i++) {
        ck_assert(timeline_seek(&timeline, seeks[i], &error));
        play_to(seeks[i] + 200);
    }
    ck_assert(replay_writer_close(&recorder, false));
    CwReplayFile *replay = cw_replay_load(sample_path(), &error);
    ck_assert_msg(replay != NULL && replay->state == CW_REPLAY_ENDED, "%s", error.text);
    Session again = {0};
    static const Levels no_levels;
    ReplayPlayer player = {.game = rich_game(), .levels = &no_levels, .fingerprint = 77, .slot = 3};
    ck_assert_msg(replay_open_session(&again, replay, &player, &error), "%s", error.text);
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        ck_assert(session_tick(&again, &input, &error));
        ck_assert_uint_eq(cw_world_hash(again.world), replay->ticks[i].hash);
    }
    ck_assert_int_eq(again.world->desc.settings.iterations, 25);
    session_close(&again);
    cw_replay_free(replay);
}

TEST(a_seek_across_changes_is_exact)
{
    play_to(100);
    wanted.gravity_mps2 = -3;
    play_to(150);
    uint64_t hash = cw_world_hash(session.world);
    wanted.substeps = 4;
    play_to(300);
    ck_assert(timeline_seek(&timeline, 150, &error));
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    ck_assert_uint_eq(setting_due(session.world, &wanted).setting, CW_SETTING_SUBSTEPS);
    ck_assert(timeline_seek(&timeline, 99, &error));
    ck_assert_double_eq(cpSpaceGetGravity(session.world->space).y, -9.81);
}

TEST(the_sync_test_passes_through_changes)
{
    sync_test = sync_test_create(8, &error);
    ck_assert_ptr_nonnull(sync_test);
    timeline_begin(&timeline, &session, NULL, sync_test);
    play_with_changes();
    ck_assert_double_eq(session.world->desc.settings.gravity_mps2, -3);
}
