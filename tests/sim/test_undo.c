/* Undo in ticks: the world is what it was, and whatever puts worlds back (sync test, rewinds,
 * recordings) finds the same again, because inputs alone say what an undo goes back to. */
#include "clockwork/replay.h"
#include "clockwork/worlds.h"
#include "sim/replay_run.h"
#include "sim/timeline.h"
#include "sim/undo.h"
#include "sim/world_hash.h"
#include "support/replay_samples.h"
#include "support/rich_game.h"
#include "support/test.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { REACH_TICKS = 90 };

static Session session;
static CwGame game;
static CwSystem systems[3];
static bool refused;
static CwError error;

/* The wheel says how many ticks to take back, the second player's how many numbers to draw. */
static void take_back(CwWorld *world)
{
    int ticks = cw_world_input(world)->wheel;
    for (int i = 0; i < cw_world_player_input(world, 1)->wheel; i++) {
        cw_rng_next(cw_world_rng(world));
    }
    refused = ticks > 0 && !cw_world_undo(world, (uint32_t)ticks);
    cw_world_emit(world, 7, (CwEntity){0}, cpvzero, ticks);
}

static SessionDesc undo_desc(int slot)
{
    SessionDesc desc = rich_desc(slot);
    game = *desc.game;
    systems[0] = (CwSystem){.name = "take_back", .phase = CW_PHASE_INPUT, .tick = take_back};
    memcpy(systems + 1, game.systems, sizeof systems[0] * (size_t)game.system_count);
    game.systems = systems;
    game.system_count++;
    game.undo_ticks = REACH_TICKS;
    game.player_count = 2;
    desc.game = &game;
    return desc;
}

static void open_game(Session *at, int slot)
{
    SessionDesc desc = undo_desc(slot);
    ck_assert_msg(session_open(at, &desc, &error), "%s", error.text);
}

static void set_up(void)
{
    error = (CwError){0};
    open_game(&session, 0);
}

static void tear_down(void)
{
    session_close(&session);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down, .timeout_s = 120);

static CwTickInput input_without_undo(uint64_t tick, uint64_t course)
{
    CwTickInput input = rich_input(tick, course);
    input.players[1].wheel = (int16_t)(tick % 3);
    return input;
}

/* An undo now and then, of up to all that there is, also in ticks that follow each other. */
static CwTickInput input_of(uint64_t tick, uint64_t course)
{
    CwTickInput input = input_without_undo(tick, course);
    CwRng dice;
    cw_rng_seed(&dice, tick, course + 5);
    if (cw_rng_below(&dice, 12) == 0) {
        input.players[0].wheel = (int16_t)(cw_rng_below(&dice, REACH_TICKS + 5) + 1);
    }
    return input;
}

static void tick(const CwTickInput *input)
{
    ck_assert_msg(session_tick(&session, input, &error), "%s", error.text);
}

static void play(uint64_t to, uint64_t course)
{
    while (cw_world_tick(session.world) < to) {
        CwTickInput input = input_without_undo(cw_world_tick(session.world) + 1, course);
        tick(&input);
    }
}

static void undo(int ticks)
{
    CwTickInput input = input_without_undo(cw_world_tick(session.world) + 1, 0);
    input.players[0].wheel = (int16_t)ticks;
    tick(&input);
}

/* What differs but the counters of the world, which go on. */
static const char *difference(uint64_t hash)
{
    static char sections[128];
    world_hash_describe(hash, cw_world_hash(session.world), sections, sizeof sections);
    return sections;
}

TEST(the_world_is_what_it_was_at_the_end_of_that_tick)
{
    const int spans[] = {1, 2, 13, 44, 89, REACH_TICKS};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(spans); i++) {
        uint64_t then = 200 + 200 * i;
        play(then, i);
        uint64_t hash = cw_world_hash(session.world);
        play(then + (uint64_t)spans[i] - 1, i);
        undo(spans[i]);
        ck_assert(!refused);
        ck_assert_str_eq(difference(hash), "game");
        ck_assert_uint_eq(cw_world_tick(session.world), then + (uint64_t)spans[i]);
    }
}

TEST(undoing_two_ticks_in_each_lets_time_run_backwards)
{
    uint64_t hashes[101];
    for (uint64_t i = 1; i <= 100; i++) {
        play(i, 0);
        hashes[i] = cw_world_hash(session.world);
    }
    for (uint64_t i = 99; i > 60; i--) {
        undo(2);
        ck_assert_str_eq(difference(hashes[i]), "game");
    }
}

TEST(events_input_and_settings_go_on)
{
    play(50, 0);
    CwTickInput input = {.command = {CW_SETTING_GRAVITY, -5000000}};
    tick(&input);
    input = (CwTickInput){.players = {{.down = 1, .wheel = 30}}};
    uint64_t sequence = session.world->event_sequence;
    tick(&input);
    ck_assert_uint_gt(session.world->event_sequence, sequence);
    ck_assert_double_eq(cw_world_event_after(session.world, sequence)->strength, 30);
    ck_assert_double_eq(cpSpaceGetGravity(cw_world_space(session.world)).y, -5);
    ck_assert_uint_eq(cw_world_input(session.world)->down, 1);
    undo(3); /* over ticks that had another gravity before them */
    ck_assert_double_eq(session.world->desc.settings.gravity_mps2, -5);
}

TEST(it_reaches_as_far_as_declared_and_never_before_the_level)
{
    ck_assert_uint_eq(cw_world_undo_reach(session.world), 1);
    undo(2);
    ck_assert(refused);
    play(40, 0);
    ck_assert_uint_eq(cw_world_undo_reach(session.world), 41);
    play(300, 0);
    ck_assert_uint_eq(cw_world_undo_reach(session.world), REACH_TICKS);
    undo(REACH_TICKS + 1);
    ck_assert(refused);
    undo(REACH_TICKS);
    ck_assert(!refused);
    ck_assert_uint_eq(cw_world_undo_reach(session.world), 2);
}

static void run_timeline(Timeline *timeline, int ticks, uint64_t course)
{
    for (int i = 0; i < ticks; i++) {
        CwTickInput input = input_of(cw_world_tick(session.world) + 1, course);
        ck_assert_msg(timeline_tick(timeline, &input, &error), "%s", error.text);
    }
}

TEST(undos_pass_the_sync_test_at_any_depth)
{
    const int depths[] = {1, 8, 60};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(depths); i++) {
        SyncTest *sync = sync_test_create(depths[i], &error);
        Timeline timeline;
        timeline_begin(&timeline, &session, NULL, sync);
        run_timeline(&timeline, rich_ticks(600, 100), i);
        sync_test_destroy(sync);
    }
}

/* In another place in memory, and without a history. */
static uint64_t verify(const CwReplayFile *replay)
{
    Session again = {0};
    open_game(&again, 3);
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        ck_assert(session_tick(&again, &input, &error));
        ck_assert_msg(cw_world_hash(again.world) == cw_replay_hash(replay, i + 1), "tick %zu",
                      i + 1);
    }
    uint64_t hash = cw_world_hash(again.world);
    session_close(&again);
    return hash;
}

TEST(undos_between_rewinds_are_verified_from_the_recording)
{
    CwHistory *history = cw_history_create((size_t)32 << 20, 60, &error);
    CwReplayHeader header = replay_header_of(&session);
    ReplayWriter recorder;
    Timeline timeline;
    CwRng dice;
    cw_rng_seed(&dice, 3, 1);
    timeline_begin(&timeline, &session, history, NULL);
    ck_assert(replay_writer_open(&recorder, sample_path(), &header, &error));
    timeline_add_writer(&timeline, &recorder);
    for (uint64_t i = 0; i < 12; i++) {
        run_timeline(&timeline, 40 + (int)cw_rng_below(&dice, 60), i);
        uint64_t back = cw_rng_below(&dice, 90);
        ck_assert(timeline_seek(&timeline, timeline_newest(&timeline) - back, &error));
    }
    run_timeline(&timeline, 100, 99);
    ck_assert(replay_writer_close(&recorder, timeline.finished));
    CwReplayFile *replay = cw_replay_load(sample_path(), &error);
    ck_assert_uint_eq(verify(replay), cw_world_hash(session.world));
    cw_replay_free(replay);
    unlink(sample_path());
    cw_history_destroy(history);
}

TEST(late_input_corrects_undos_and_what_they_took_back)
{
    CwHistory *history = cw_history_create((size_t)32 << 20, 60, &error);
    Timeline timeline;
    timeline_begin(&timeline, &session, history, NULL);
    run_timeline(&timeline, 250, 1);
    uint64_t hash = cw_world_hash(session.world);
    ck_assert(session_restart(&session, &error));
    timeline_begin(&timeline, &session, history, NULL);
    run_timeline(&timeline, 150, 1);
    run_timeline(&timeline, 100, 2); /* other undos */
    ck_assert_uint_ne(cw_world_hash(session.world), hash);
    for (uint64_t i = 151; i <= 250; i++) {
        CwLateInput late = {.tick = i, .input = input_of(i, 1).players[0]};
        ck_assert(timeline_correct(&timeline, &late, &error));
    }
    ck_assert(timeline_go_back(&timeline, &error));
    while (cw_world_tick(session.world) < 250) {
        ck_assert(timeline_again(&timeline, &error));
    }
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
    cw_history_destroy(history);
}

static void note_hash(void *hash, const CwWorld *fork)
{
    *(uint64_t *)hash = cw_world_hash(fork);
}

TEST(a_fork_undoes_what_the_run_would)
{
    uint64_t hash = 0;
    CwTickInput inputs[70];
    play(130, 0);
    for (uint64_t i = 0; i < CW_ARRAY_LENGTH(inputs); i++) {
        inputs[i] = input_of(131 + i, 4);
    }
    CwFork fork = {.ticks = CW_ARRAY_LENGTH(inputs),
                   .inputs = inputs,
                   .input_count = CW_ARRAY_LENGTH(inputs),
                   .seen = note_hash,
                   .context = &hash};
    ck_assert(cw_world_fork(session.world, &fork, &error));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(inputs); i++) {
        tick(&inputs[i]);
    }
    ck_assert_uint_eq(cw_world_hash(session.world), hash);
}

/* From a size in which the level does not even fit. */
TEST(where_its_copies_have_no_room_a_message_names_the_key)
{
    int too_small = 0;
    bool fits = false;
    for (size_t bytes = 1 << 18; !fits; bytes += 1 << 16) {
        session_close(&session);
        error = (CwError){0};
        SessionDesc desc = undo_desc(0);
        desc.arena_bytes = bytes;
        fits = session_open(&session, &desc, &error);
        for (uint64_t i = 1; i < 200 && fits; i++) {
            CwTickInput input = rich_input(i, 0);
            fits = session_tick(&session, &input, &error);
        }
        too_small += !fits;
        ck_assert(fits || strstr(error.text, "simulation.arena_size") != NULL);
    }
    ck_assert_int_gt(too_small, 5);
}

/* ---- what would not be recorded ---- */

static CwSnapshot snapshot;
static CwHistory *past;

static void restore_snapshot(CwWorld *world)
{
    cw_world_restore(world, &snapshot);
}

static void take_snapshot(CwWorld *world)
{
    cw_world_snapshot(world, &snapshot);
}

static void restore_history(CwWorld *world)
{
    cw_history_restore(past, world, cw_history_oldest(past));
}

static void run_in_tick(CwTickFunction *function)
{
    ck_assert(cw_world_snapshot(session.world, &snapshot));
    past = cw_history_create((size_t)16 << 20, 60, &error);
    cw_history_begin(past, session.world);
    const CwSystem system = {.name = "wrong", .phase = CW_PHASE_GAME_LOGIC, .tick = function};
    session.schedule.started = false;
    ck_assert_msg(schedule_add(&session.schedule, &system, &error), "%s", error.text);
    tick(&(CwTickInput){0});
}

TEST(a_tick_may_not_restore_a_snapshot, .signal = SIGABRT)
{
    run_in_tick(restore_snapshot);
}

TEST(a_tick_may_not_take_a_snapshot, .signal = SIGABRT)
{
    run_in_tick(take_snapshot);
}

TEST(a_tick_may_not_restore_from_a_history, .signal = SIGABRT)
{
    run_in_tick(restore_history);
}

TEST(a_game_that_declares_no_undo_has_none, .signal = SIGABRT)
{
    session_close(&session);
    rich_open(&session, 0);
    cw_world_undo(session.world, 1);
}
