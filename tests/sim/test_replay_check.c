#include "sim/replay_check.h"

#include "support/test.h"
#include "support/toy_game.h"
#include "support/toy_run.h"

#include <string.h>

/* A run of the toy game and the hashes it should have. */

enum { TICKS = 5 };

static ToyRun run;
static CwReplayTick ticks[TICKS];
static CwReplayFile replay;
static ReplayCheck check;

static void set_up(void)
{
    toy_run_prepare(&run);
    run.desc.headless = run.desc.lockstep = true;
    toy_run_open(&run);
    memset(ticks, 0, sizeof ticks);
    replay = (CwReplayFile){.ticks = ticks, .tick_count = TICKS};
    check = (ReplayCheck){.replay = &replay};
}

static void tear_down(void)
{
    toy_run_close(&run);
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* The next tick, recorded as it is but for the bits of `spoilt`. */
static bool next_tick(uint64_t spoilt)
{
    toy_run_frames(&run, 1);
    const CwWorld *world = run.loop.playback.session.world;
    ticks[cw_world_tick(world) - 1].hash = cw_world_hash(world) ^ spoilt;
    return replay_check_tick(&check, world);
}

TEST(ticks_as_recorded_pass)
{
    ck_assert(replay_check_tick(&check, run.loop.playback.session.world)); /* before the first */
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
