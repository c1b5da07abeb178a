/* The bundled recordings hold the hash of every tick: they are what all builds are compared with.
 */
#include "fields/field_difference.h"
#include "run/replay_run.h"
#include "support/expect.h"
#include "windup/windup.h"

#include <chipmunk/chipmunk_structs.h>
#include <glob.h>

static Levels levels;
static uint64_t fingerprint;

SET_UP()
{
    fingerprint = fingerprint_compute(1, &error);
    levels_find(&levels, "assets");
}

/* The tick from which a run is not as recorded; 0 when it is to its end. */
static uint64_t first_difference(Session *session, const CwReplayFile *replay)
{
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        EXPECT_OK(session_tick(session, &input, &error));
        if (cw_world_hash(session->world) != cw_replay_hash(replay, i + 1)) {
            return i + 1;
        }
    }
    return 0;
}

static void open_run(Session *session, const CwReplayFile *replay)
{
    ReplayPlayer player = {.game = &windup_game,
                           .levels = &levels,
                           .slot = ARENA_SLOT_ANY,
                           .fingerprint = fingerprint};
    EXPECT_OK(replay_open_session(session, replay, &player, &error));
}

static void expect_plays(const char *path)
{
    Session session = {0};
    CwReplayFile *replay = cw_replay_load(path, &error);
    EXPECT_OK(replay != NULL);
    open_run(&session, replay);
    ck_assert_uint_eq(first_difference(&session, replay), 0);
    ck_assert_int_eq(session_probe(&session).finished, replay->finished);
    session_close(&session);
    cw_replay_free(replay);
}

/* The fastest of each level: the others are verified by the program (tests/runtime/program). */
TEST(the_bundled_recordings_play_here_as_they_were_recorded)
{
    ck_assert_int_gt(levels.count, 0);
    for (int i = 0; i < levels.count; i++) {
        expect_plays(textf("assets/replays/%s.cwr", levels.names[i]));
    }
}

static int count_fixed_shapes(const Session *session)
{
    int count = 0;
    const cpShape *shape = cpSpaceGetStaticBody(session->world->space)->shapeList;
    for (; shape != NULL; shape = shape->next) {
        count++;
    }
    return count;
}

/* Broken planks and collected gears were parts of the ground. */
TEST(ground_that_a_run_removed_is_missing_in_the_receiving_world)
{
    enum { START, NOW, RECEIVER };
    Session sessions[3] = {0};
    WorldTransfer transfer = {0};
    CwReplayFile *replay = cw_replay_load("assets/replays/chain-bridge.cwr", &error);
    EXPECT_OK(replay != NULL);
    for (int i = 0; i < 3; i++) {
        open_run(&sessions[i], replay);
    }
    int all = count_fixed_shapes(&sessions[START]);
    replay->tick_count = 760;
    ck_assert_uint_eq(first_difference(&sessions[NOW], replay), 0);
    ck_assert(world_transfer_take(&transfer, sessions[START].world, sessions[NOW].world));
    ck_assert(world_transfer_apply(&transfer, sessions[RECEIVER].world, &error));
    ck_assert_int_eq(count_fixed_shapes(&sessions[RECEIVER]), count_fixed_shapes(&sessions[NOW]));
    ck_assert_int_lt(count_fixed_shapes(&sessions[NOW]), all);
    for (int i = 0; i < 3; i++) {
        session_close(&sessions[i]);
    }
    world_transfer_free(&transfer);
    cw_replay_free(replay);
}

/* Flips a bit of one hash, to prove that the check can fail. */
TEST(a_recording_with_a_wrong_hash_differs_at_its_tick)
{
    glob_t files;
    ck_assert_int_eq(glob("assets/replays/*.cwr", 0, NULL, &files), 0);
    CwReplayFile *replay = cw_replay_load(files.gl_pathv[0], &error);
    ck_assert_ptr_nonnull(replay);
    Session session = {0};
    ReplayPlayer player = {.game = &windup_game,
                           .levels = &levels,
                           .fingerprint = replay->header.fingerprint,
                           .slot = 2};
    ck_assert(replay_open_session(&session, replay, &player, &error));
    *replay_hash_place(replay, 701) ^= 1;
    ck_assert_uint_eq(first_difference(&session, replay), 701);
    session_close(&session);
    cw_replay_free(replay);
    globfree(&files);
}
