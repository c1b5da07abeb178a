/* The timeline: rewinds make branches, which recordings keep; looking at the past alone changes
 * nothing and writes nothing. */
#include "sim/timeline.h"

#include "clockwork/replay.h"
#include "sim/replay_run.h"
#include "support/replay_samples.h"
#include "support/rich_game.h"
#include "support/test.h"

#include <string.h>
#include <unistd.h>

static Session session;
static CwHistory *history;
static Timeline timeline;
static ReplayWriter recorder;
static CwError error;

static void set_up(void)
{
    error = (CwError){0};
    rich_open(&session, 0);
    history = cw_history_create((size_t)16 << 20, 60, &error);
    ck_assert_ptr_nonnull(history);
    timeline_begin(&timeline, &session, history, NULL);
    CwReplayHeader header = replay_header_of(&session);
    ck_assert_msg(replay_writer_open(&recorder, sample_path(), &header, &error), "%s", error.text);
    timeline_add_recorder(&timeline, &recorder);
}

static void tear_down(void)
{
    replay_writer_close(&recorder, false);
    unlink(sample_path());
    cw_history_destroy(history);
    session_close(&session);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static void play(int ticks, uint64_t course)
{
    for (int i = 0; i < ticks; i++) {
        CwTickInput input = rich_input(cw_world_tick(session.world) + 1, course);
        ck_assert_msg(timeline_tick(&timeline, &input, &error), "%s", error.text);
    }
}

static void seek(uint64_t tick)
{
    ck_assert_msg(timeline_seek(&timeline, tick, &error), "%s", error.text);
}

static CwReplayFile *load(void)
{
    ck_assert(replay_writer_close(&recorder, timeline.finished));
    CwReplayFile *replay = cw_replay_load(sample_path(), &error);
    ck_assert_msg(replay != NULL, "%s", error.text);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    return replay;
}

/* Simulates the surviving branch in a world of its own and compares every hash. */
static uint64_t verify(const CwReplayFile *replay)
{
    Session again = {0};
    static const Levels no_levels;
    ReplayPlayer player = {.game = rich_game(), .levels = &no_levels, .fingerprint = 77, .slot = 3};
    ck_assert_msg(replay_open_session(&again, replay, &player, &error), "%s", error.text);
    uint64_t hash = 0;
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        ck_assert(session_tick(&again, &input, &error));
        hash = cw_world_hash(again.world);
        ck_assert_msg(hash == replay->ticks[i].hash, "tick %zu differs", i + 1);
    }
    session_close(&again);
    return hash;
}

TEST(a_recording_without_rewinds_plays_the_same)
{
    play(500, 0);
    uint64_t hash = cw_world_hash(session.world);
    CwReplayFile *replay = load();
    ck_assert_uint_eq(replay->tick_count, 500);
    ck_assert_uint_eq(replay->rewind_count, 0);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

TEST(the_branch_that_survives_a_rewind_ends_like_the_live_world)
{
    play(300, 0);
    seek(170);
    play(200, 1);
    uint64_t hash = cw_world_hash(session.world);
    CwReplayFile *replay = load();
    ck_assert_uint_eq(replay->tick_count, 370);
    ck_assert_uint_eq(replay->played_count, 500);
    ck_assert_uint_eq(replay->rewind_count, 1);
    ck_assert_uint_eq(replay->rewinds[0].tick, 170);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

TEST(many_rewinds_end_like_the_live_world_too)
{
    CwRng dice;
    cw_rng_seed(&dice, 9, 1);
    for (uint64_t i = 0; i < 25; i++) {
        play(20 + (int)cw_rng_below(&dice, 60), i);
        seek(timeline_newest(&timeline) - cw_rng_below(&dice, 50));
    }
    play(10, 99);
    uint64_t hash = cw_world_hash(session.world), tick = cw_world_tick(session.world);
    uint64_t rewinds = timeline.rewind_count;
    ck_assert_uint_ge(rewinds, 23);
    CwReplayFile *replay = load();
    ck_assert_uint_eq(replay->tick_count, tick);
    ck_assert_uint_eq(replay->rewind_count, rewinds);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

TEST(a_rewind_to_the_very_start_is_a_rewind)
{
    play(90, 0);
    seek(0);
    ck_assert_uint_eq(cw_world_tick(session.world), 0);
    play(30, 1);
    ck_assert_uint_eq(timeline.rewind_count, 1);
    uint64_t hash = cw_world_hash(session.world);
    CwReplayFile *replay = load();
    ck_assert_uint_eq(replay->tick_count, 30);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

static size_t file_bytes(void)
{
    static uint8_t bytes[1 << 20];
    return sample_read(bytes, sizeof bytes);
}

TEST(looking_back_and_forth_changes_nothing_and_writes_nothing)
{
    play(400, 0);
    uint64_t bytes = rich_bytes(&session);
    CwTickInput input = session.input;
    size_t written = file_bytes();
    for (uint64_t tick = 0; tick <= 400; tick += 37) {
        seek(tick);
        seek(399 - tick / 2);
    }
    ck_assert(timeline.in_past);
    seek(400);
    ck_assert(!timeline.in_past);
    ck_assert_uint_eq(rich_bytes(&session), bytes);
    ck_assert_mem_eq(&session.input, &input, sizeof input);
    ck_assert_uint_eq(file_bytes(), written);
    ck_assert_uint_eq(timeline.rewind_count, 0);
    play(10, 0);
    ck_assert_uint_eq(timeline.rewind_count, 0);
    ck_assert_uint_eq(timeline_newest(&timeline), 410);
}

/* Edges of the next input are derived from it. */
TEST(after_a_seek_the_sessions_input_is_that_of_its_tick)
{
    play(200, 0);
    for (uint64_t tick = 55; tick < 65; tick++) {
        seek(tick);
        CwTickInput input = rich_input(tick, 0);
        ck_assert_mem_eq(&session.input, &input, sizeof input);
    }
}

TEST(seeks_beyond_the_range_stop_at_its_ends)
{
    play(50, 0);
    seek(7);
    seek(UINT64_MAX);
    ck_assert_uint_eq(cw_world_tick(session.world), 50);
    cw_history_begin(history, session.world);
    seek(3);
    ck_assert_uint_eq(cw_world_tick(session.world), 50);
    ck_assert(!timeline.in_past);
}

/* Quitting while looking at the past: the recording ends with the newest tick. */
TEST(the_finish_is_that_of_the_newest_tick)
{
    play(650, 0);
    ck_assert(timeline.finished);
    seek(500);
    ck_assert(!session_probe(&session).finished);
    ck_assert(timeline.finished);
    CwReplayFile *replay = load();
    ck_assert(replay->finished);
    ck_assert_uint_eq(replay->tick_count, 650);
    cw_replay_free(replay);
}

TEST(a_rewind_before_the_finish_takes_it_back)
{
    play(650, 0);
    seek(500);
    play(1, 1);
    ck_assert(!timeline.finished);
}

TEST(a_branch_is_checked_by_the_sync_test_from_its_own_start)
{
    SyncTest *sync_test = sync_test_create(8, &error);
    timeline.sync_test = sync_test;
    play(100, 0);
    seek(60);
    play(100, 1);
    seek(157);
    play(50, 2);
    sync_test_destroy(sync_test);
}

TEST(without_a_history_only_the_present_exists)
{
    timeline_begin(&timeline, &session, NULL, NULL);
    play(20, 0);
    ck_assert_uint_eq(timeline_oldest(&timeline), 20);
    ck_assert_uint_eq(timeline_newest(&timeline), 20);
    ck_assert(!timeline_seek(&timeline, 10, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "game.history"));
    ck_assert_uint_eq(cw_world_tick(session.world), 20);
}

TEST(two_recorders_write_the_same)
{
    static uint8_t one[1 << 16], two[1 << 16];
    char path[80];
    snprintf(path, sizeof path, "%s.second", sample_path());
    ReplayWriter second;
    CwReplayHeader header = replay_header_of(&session);
    ck_assert(replay_writer_open(&second, path, &header, &error));
    timeline_add_recorder(&timeline, &second);
    play(90, 0);
    seek(40);
    play(90, 1);
    ck_assert(replay_writer_close(&recorder, false) && replay_writer_close(&second, false));
    size_t size = sample_read(one, sizeof one);
    ck_assert_int_eq(rename(path, sample_path()), 0);
    ck_assert_uint_eq(sample_read(two, sizeof two), size);
    ck_assert_mem_eq(one, two, size);
}

/* ---- Corrections ---- */

static void correct(uint64_t tick, uint64_t course)
{
    CwLateInput late = {.tick = tick, .input = rich_input(tick, course).players[0]};
    ck_assert_msg(timeline_correct(&timeline, &late, &error), "%s", error.text);
}

static void catch_up(void)
{
    ck_assert_msg(timeline_go_back(&timeline, &error), "%s", error.text);
    while (cw_world_tick(session.world) < timeline_newest(&timeline)) {
        ck_assert_msg(timeline_again(&timeline, &error), "%s", error.text);
    }
}

TEST(corrected_input_gives_the_world_that_it_would_have_given)
{
    play(200, 1);
    uint64_t wanted = rich_bytes(&session);
    tear_down();
    set_up();
    play(130, 1);
    play(40, 2);
    for (uint64_t tick = 170; tick > 130; tick--) { /* in any order */
        correct(tick, 1);
    }
    catch_up();
    ck_assert_uint_eq(cw_world_tick(session.world), 170);
    play(30, 1);
    ck_assert_uint_eq(rich_bytes(&session), wanted);
    ck_assert_uint_eq(timeline.rewind_count, 0);
    uint64_t hash = cw_world_hash(session.world);
    seek(20); /* keyframes from before and after hold what was corrected */
    seek(180);
    seek(200);
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    CwReplayFile *replay = load();
    ck_assert_uint_eq(replay->tick_count, 200);
    ck_assert_uint_eq(verify(replay), hash);
    cw_replay_free(replay);
}

TEST(a_correction_that_changes_nothing_costs_nothing)
{
    play(100, 1);
    correct(90, 1);
    ck_assert_uint_eq(timeline.mistaken_tick, 0);
    uint64_t bytes = rich_bytes(&session);
    catch_up();
    ck_assert_uint_eq(rich_bytes(&session), bytes);
}

TEST(a_correction_may_follow_another)
{
    play(100, 1);
    for (int i = 0; i < 20; i++) {
        play(5, 2);
        for (uint64_t tick = cw_world_tick(session.world) - 4; tick <= 200; tick++) {
            if (tick <= cw_world_tick(session.world)) {
                correct(tick, 1);
            }
        }
        catch_up();
    }
    uint64_t bytes = rich_bytes(&session);
    tear_down();
    set_up();
    play(200, 1);
    ck_assert_uint_eq(rich_bytes(&session), bytes);
}

TEST(what_is_too_late_or_too_early_is_refused)
{
    play(10, 1);
    CwLateInput late = {.tick = 11};
    ck_assert(!timeline_correct(&timeline, &late, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "the newest is 10: keep it until then"));
    error = (CwError){0};
    late.tick = 0;
    ck_assert(!timeline_correct(&timeline, &late, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "too late at tick 10: raise game.history"));
}
