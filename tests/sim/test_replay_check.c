#include "sim/replay_check.h"
#include "support/toy_run.h"

/* A run of the toy game and the hashes it should have. */

enum { TICKS = 5 };

static CwReplayTick ticks[TICKS];
static CwReplayFile replay;
static ReplayCheck check;

static void set_up(void)
{
    toy_run_prepare();
    run.desc.headless = run.desc.lockstep = true;
    toy_run_open();
    memset(ticks, 0, sizeof ticks);
    replay = (CwReplayFile){.ticks = ticks, .tick_count = TICKS};
    check = (ReplayCheck){.replay = &replay};
}

FIXTURE(.set_up = set_up, .tear_down = toy_run_tear_down);

/* The next tick, recorded as it is but for the bits of `spoilt`. */
static bool next_tick(uint64_t spoilt)
{
    toy_run_frames(1);
    const CwWorld *world = toy_world();
    ticks[cw_world_tick(world) - 1].hash = cw_world_hash(world) ^ spoilt;
    return replay_check_tick(&check, world);
}

TEST(ticks_as_recorded_pass)
{
    ck_assert(replay_check_tick(&check, toy_world())); /* before the first */
    for (int i = 0; i < TICKS; i++) {
        ck_assert(next_tick(0));
    }
    ck_assert(!check.differs);
}

TEST(the_first_difference_is_named_and_told_once)
{
    ck_assert(next_tick(0));
    ck_assert(!next_tick(1));
    ck_assert(check.differs);
    ck_assert_uint_eq(check.tick, 2);
    ck_assert_str_ne(check.sections, "");
    ck_assert(next_tick(1));
    ck_assert_uint_eq(check.tick, 2);
}

TEST(what_was_not_recorded_is_not_compared)
{
    replay.tick_count = 1;
    ck_assert(next_tick(0));
    ck_assert(next_tick(1));
    check = (ReplayCheck){0};
    ck_assert(next_tick(1));
    ck_assert(!check.differs);
}
