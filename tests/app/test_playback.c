#include "app/playback.h"

#include "support/test.h"
#include "support/toy_run.h"

/* A run of the toy game in time, without a stage or a loop around it. */

enum { FRAME_NS = 20000000 };

static ToyRun toys; /* for its game and its settings */
static Playback playback;
static CwError error;
static int64_t now_ns;

static void set_up(void)
{
    toy_run_prepare(&toys);
    PlaybackDesc desc = {.game = &toys.game,
                         .config = &toys.config,
                         .levels = &toys.levels,
                         .seed = 1,
                         .remembers = true};
    now_ns = FRAME_NS;
    ck_assert_msg(playback_init(&playback, &desc, &error), "%s", error.text);
    ck_assert_msg(playback_open_level(&playback, NULL, &error), "%s", error.text);
    ck_assert_msg(playback_begin_run(&playback, false, &error), "%s", error.text);
    playback_frame(&playback, now_ns, 0);
}

static void tear_down(void)
{
    ck_assert(playback_close(&playback));
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

TEST(a_session_takes_its_settings_from_the_configuration)
{
    Config config = toys.config;
    config.sim.tick_rate = 90;
    config.sim.substeps = 3;
    config.sim.gravity_mps2 = -3;
    config.arena_size = 5;
    SessionDesc desc = playback_session_desc(&toys.game, &config);
    ck_assert_int_eq(desc.settings.tick_rate, 90);
    ck_assert_int_eq(desc.settings.substeps, 3);
    ck_assert_double_eq(desc.settings.gravity_mps2, -3);
    ck_assert_uint_eq(desc.arena_bytes, (size_t)5 << 20);
}

static uint64_t tick_now(void)
{
    return cw_world_tick(playback.session.world);
}

static int run_frames(int count)
{
    int ticks = 0;
    for (int i = 0; i < count; i++) {
        now_ns += FRAME_NS;
        StepFrame step = playback_frame(&playback, now_ns, 0);
        ticks += step.ticks;
        for (int k = 0; k < step.ticks; k++) {
            CwTickInput input = {.players = {{.down = 1}}};
            ck_assert_msg(playback_tick(&playback, &input, &error), "%s", error.text);
        }
    }
    return ticks;
}

TEST(time_stands_until_the_last_reason_is_gone)
{
    ck_assert_int_gt(run_frames(10), 0);
    playback_hold(&playback, HOLD_MENU, true);
    playback_hold(&playback, HOLD_BACKGROUND, true);
    playback_hold(&playback, HOLD_MENU, false);
    ck_assert_int_eq(run_frames(10), 0);
    playback_hold(&playback, HOLD_BACKGROUND, false);
    ck_assert_int_gt(run_frames(10), 0);
}

TEST(a_seek_shows_a_tick_as_it_was_and_the_way_on_is_the_same)
{
    run_frames(50);
    uint64_t end = tick_now(), hash = cw_world_hash(playback.session.world);
    playback_hold(&playback, HOLD_MENU, true);
    ck_assert(playback_seek(&playback, (double)end / 2, &error));
    ck_assert_uint_eq(tick_now(), end / 2);
    ck_assert(playback.exact && playback.jumped);
    ck_assert(playback_step(&playback, (int)(end - end / 2), &error));
    ck_assert_uint_eq(tick_now(), end);
    ck_assert_uint_eq(cw_world_hash(playback.session.world), hash);
}

TEST(steps_beyond_the_newest_tick_are_new_ones)
{
    run_frames(50);
    uint64_t end = tick_now();
    playback_hold(&playback, HOLD_MENU, true);
    ck_assert(playback_step(&playback, -1, &error));
    ck_assert(playback_step(&playback, 3, &error));
    ck_assert_int_eq(run_frames(3), 2);
    ck_assert_uint_eq(tick_now(), end + 2);
}

TEST(rewinding_ends_at_the_oldest_tick_and_time_goes_on_there)
{
    run_frames(50);
    playback_begin_rewind(&playback);
    for (int i = 0; i < 500; i++) {
        ck_assert(playback_rewind(&playback, FRAME_NS, &error));
    }
    ck_assert_uint_eq(tick_now(), playback_first_tick(&playback));
    ck_assert_int_eq(run_frames(5), 0);
    playback_end_rewind(&playback);
    ck_assert_int_gt(run_frames(5), 0);
    ck_assert_uint_eq(playback.timeline.rewind_count, 1);
}

TEST(speeds_have_two_ends)
{
    playback_change_speed(&playback, 100);
    ck_assert_double_eq(playback_speed(&playback), 4);
    playback_change_speed(&playback, -100);
    ck_assert_double_eq(playback_speed(&playback), 0.1);
    playback_change_speed(&playback, 3);
    ck_assert_double_eq(playback_speed(&playback), 1);
}
