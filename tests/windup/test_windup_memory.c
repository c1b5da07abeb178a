/* The layout of the world's memory decides nothing: the bundled runs are repeated tick by tick in
 * worlds whose parts are scattered over holes. */
#include "clockwork/replay.h"
#include "sim/levels.h"
#include "sim/session.h"
#include "support/drive.h"
#include "windup/windup.h"

#include <stdlib.h>

enum { BLOCK_COUNT = 6000, BLOCK_BYTES_MAX = 600 };

static Session session;

static void tear_down(void)
{
    session_close(&session);
}

FIXTURE(.tear_down = tear_down, .prepare = drive_each_level, .timeout_s = 300);

/* Later allocations find holes of all sizes, in no order. */
static void scatter(CwWorld *world)
{
    static void *blocks[BLOCK_COUNT];
    CwRng dice;
    cw_rng_seed(&dice, 7, 1);
    for (int i = 0; i < BLOCK_COUNT; i++) {
        blocks[i] = cw_world_alloc(world, 16 + cw_rng_below(&dice, BLOCK_BYTES_MAX));
    }
    for (int i = 0; i < BLOCK_COUNT; i++) {
        void **block = &blocks[cw_rng_below(&dice, BLOCK_COUNT)];
        if (*block != NULL) {
            cw_world_free(world, *block);
            *block = NULL;
        }
    }
}

static bool start_scattered(CwWorld *world, const CwMap *map, CwError *failure)
{
    scatter(world);
    return windup_game.start(world, map, failure);
}

static void expect_as_recorded(const char *path, const char *level_path)
{
    CwGame game = windup_game;
    game.start = start_scattered;
    CwReplayFile *replay = cw_replay_load(path, &error);
    EXPECT_OK(replay);
    SessionDesc desc = {.game = &game,
                        .settings = replay->header.settings,
                        .seed = replay->header.seed,
                        .arena_bytes = (size_t)16 << 20,
                        .map_path = level_path,
                        .level = "test"};
    EXPECT_OK(session_open(&session, &desc, &error));
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(&session, &input, &error));
        ck_assert_msg(cw_world_hash(session.world) == cw_replay_hash(replay, tick), "%s: tick %llu",
                      path, (unsigned long long)tick);
    }
    session_close(&session);
    cw_replay_free(replay);
}

TEST(runs_are_the_same_wherever_their_parts_lie)
{
    static const char *const kinds[] = {"", "-gold", "-silver", "-bronze"};
    const char *name = drive_open_level(_i);
    drive_close(); /* one world at a time has its place in memory */
    for (size_t i = 0; i < CW_ARRAY_LENGTH(kinds); i++) {
        expect_as_recorded(textf("assets/replays/%s%s.cwr", name, kinds[i]), drive.map_path);
    }
}
