#include "base/little_endian.h"
#include "run/replay_run.h"
#include "run/replay_ticks.h"
#include "support/replay_samples.h"
#include "support/toy_run.h"

/* A run of the toy game and the hashes it should have. */

enum { TICKS = 5 };

static CwReplayFile *replay;
static ReplayCheck check;

static void set_up(void)
{
    toy_run_prepare();
    run.desc.mode.headless = run.desc.mode.lockstep = true;
    toy_run_open();
    ReplayWriter writer;
    CwReplayHeader header = sample_header(60);
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
    sample_write_ticks(&writer, 1, TICKS);
    ck_assert(replay_writer_close(&writer, true));
    replay = sample_load();
    check = (ReplayCheck){.replay = replay};
}

static void tear_down(void)
{
    cw_replay_free(replay);
    toy_run_tear_down();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* The next tick, recorded as it is but for the bits of `spoilt`. */
static bool next_tick(uint64_t spoilt)
{
    toy_run_frames(1);
    const CwWorld *world = toy_world();
    store_le(replay_ticks_hash_place(replay->ticks, cw_world_tick(world)),
             cw_world_hash(world) ^ spoilt, 8);
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

TEST(ticks_that_were_not_recorded_are_not_compared)
{
    replay->tick_count = 1;
    ck_assert(next_tick(0));
    ck_assert(next_tick(1));
    check = (ReplayCheck){0};
    ck_assert(next_tick(1));
    ck_assert(!check.differs);
}
