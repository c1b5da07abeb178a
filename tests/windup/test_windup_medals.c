/* Every level: the bot takes silver or gold, the bundled recordings reach every medal wherever
 * parts lie in memory, and no level is won by holding the same all the way, nor by mashing. */
#include "run/replay_run.h"
#include "support/drive.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

FIXTURE(.tear_down = drive_close, .prepare = drive_each_level, .timeout_s = 300);

enum { SILVER = 2, GOLD = 3 }; /* of medal_now */

enum {
    BOT_TICKS_MAX = 90 * 60,
    SPLIT_TICKS_MAX = 12 * 60,
    BLOCK_COUNT = 6000,
    BLOCK_BYTES_MAX = 600
};

static uint32_t medal_now(void)
{
    CwProbe probe = race_probe(drive_world());
    uint32_t ticks = (uint32_t)probe.time_ticks;
    return probe.finished ? run_medal(&windup_game, drive.session.map, ticks, 60) : 0;
}

TEST(the_bot_takes_silver_or_gold, .slow = true)
{
    const char *name = drive_open_level(_i);
    drive_bot(BOT_TICKS_MAX);
    ck_assert_msg(drive_run()->finished, "%s: stuck at x = %g m", name, drive_place().x);
    ck_assert_msg(medal_now() == SILVER || medal_now() == GOLD, "%s: medal %u", name, medal_now());
}

TEST(any_finish_wins_bronze)
{
    drive_open_level(0);
    ck_assert_uint_eq(run_medal(&windup_game, drive.session.map, INT64_C(1) << 40, 60), 1);
    ck_assert_uint_eq(run_medal(&windup_game, drive.session.map, 1, 60), MEDAL_COUNT);
}

/* Later allocations find holes of all sizes, in no order. */
static void scatter(CwWorld *world)
{
    static void *blocks[BLOCK_COUNT];
    CwRng dice = seeded_rng(7, 1);
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

/* tests/exact verifies the recordings where memory is as usual. */
static void expect_as_recorded(const char *path, uint32_t medal)
{
    CwGame game = windup_game;
    game.start = start_scattered;
    const CwReplayFile *replay = sample_load_from(path);
    SessionDesc desc = drive_desc(drive.map_path, 60);
    desc.game = &game;
    desc.settings = replay->header.settings;
    desc.seed = replay->header.seed;
    EXPECT_OK(session_open(&drive.session, &desc, &error));
    CwProbe split = {0};
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(&drive.session, &input, &error));
        ck_assert_msg(cw_world_hash(drive_world()) == cw_replay_hash(replay, tick), "%s: tick %llu",
                      path, (unsigned long long)tick);
        CwProbe probe = race_probe(drive_world());
        bool passed = probe.checkpoints != split.checkpoints || probe.finished != split.finished;
        ck_assert_msg(!passed || medal != SILVER ||
                          probe.time_ticks - split.time_ticks <= SPLIT_TICKS_MAX,
                      "%s: too long a way to checkpoint %u", path, probe.checkpoints);
        split = passed ? probe : split;
    }
    ck_assert_msg(medal_now() == medal, "%s: medal %u", path, medal_now());
    drive_close(); /* one world at a time has its place in memory */
}

/* The next medal always has a ghost: scripts/medals.sh finds them. tests/exact plays the fastest
 * run of each level, so a few levels are enough in make test. */
TEST(runs_take_their_medals_and_are_the_same_at_any_address, .quick_rounds = 4)
{
    static const char *const kinds[] = {"-bronze", "-silver", "-gold", ""};
    const char *name = drive_open_level(_i);
    drive_close();
    for (uint32_t i = 0; i < CW_ARRAY_LENGTH(kinds); i++) {
        expect_as_recorded(textf("assets/replays/%s%s.cwr", name, kinds[i]), i + 1);
    }
}

/* The solver and the bundled replays show that each level can be won. */
enum { HABIT_TICKS_MAX = 100 * 60, STUCK_TICKS = 20 * 60, FASTEST_HZ = 8, SLOWEST_HZ = 2 };

typedef struct Habit {
    uint32_t held;
    int tapped; /* action, -1: none */
    int hz;
} Habit;

static CwSnapshot start;

/* A wreck goes back by itself, so in time luck wins: only the way to the first return counts. */
static bool gets_nowhere(Habit habit)
{
    double furthest = 0.0;
    int stuck_ticks = 0;
    cw_world_restore(drive_world(), &start);
    drive.input = (CwInputFrame){0};
    for (int tick = 0; tick < HABIT_TICKS_MAX && stuck_ticks < STUCK_TICKS; tick++, stuck_ticks++) {
        bool down = habit.tapped >= 0 && tick * habit.hz * 2 / 60 % 2 == 0;
        drive_hold(habit.held | (down ? 1u << habit.tapped : 0), 1);
        CwProbe probe = race_probe(drive_world());
        if (probe.finished || drive_run()->respawn_count > 0) {
            return !probe.finished;
        }
        if (probe.progress > furthest + 0.001) {
            furthest = probe.progress;
            stuck_ticks = 0;
        }
    }
    return true;
}

static void expect_nowhere(const char *level, Habit habit)
{
    ck_assert_msg(gets_nowhere(habit), "%s is won in %.1f s holding 0x%x, tapping %d at %d Hz",
                  level, (double)race_ticks(drive_world()) / 60.0, habit.held, habit.tapped,
                  habit.hz);
}

TEST(no_level_is_won_by_one_input_or_by_mashing, .slow = true)
{
    const char *name = drive_open_level(_i);
    ck_assert(cw_world_snapshot(drive_world(), &start));
    for (int a = 0; a < ACTION_COUNT; a++) {
        for (int b = a; b < ACTION_COUNT; b++) {
            expect_nowhere(name, (Habit){1u << a | 1u << b, -1, 0});
        }
        for (int hz = SLOWEST_HZ; a != ACTION_ACCELERATE && hz <= FASTEST_HZ; hz += 2) {
            expect_nowhere(name, (Habit){ACCELERATE, a, hz});
        }
    }
    cw_snapshot_free(&start);
}
