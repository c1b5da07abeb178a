#include "support/toy_run.h"

/* A run of the toy game in time, without a stage or a loop around it. With them: steps and speeds
 * in test_loop_speed.c, rewinding in test_loop_rewind.c. */

enum { FRAME_NS = 20000000 };

static Playback playback;
static int64_t now_ns;

static void set_up(void)
{
    toy_run_prepare();
    PlaybackDesc desc = {.game = &run.game,
                         .config = &run.config,
                         .levels = &run.levels,
                         .seed = 1,
                         .remembers = true};
    now_ns = FRAME_NS;
    EXPECT_OK(playback_init(&playback, &desc, &error));
    EXPECT_OK(playback_open_level(&playback, NULL, &error));
    EXPECT_OK(playback_begin_run(&playback, false, &error));
    playback_frame(&playback, now_ns, 0);
}

static void tear_down(void)
{
    ck_assert(playback_close(&playback));
    toy_run_tear_down();
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

static int run_frames(int count)
{
    int ticks = 0;
    for (int i = 0; i < count; i++) {
        now_ns += FRAME_NS;
        StepFrame step = playback_frame(&playback, now_ns, 0);
        ticks += step.ticks;
        for (int k = 0; k < step.ticks; k++) {
            CwTickInput input = {.players = {{.down = 1}}};
            EXPECT_OK(playback_tick(&playback, &input, &error));
        }
    }
    return ticks;
}

TEST(a_session_takes_its_settings_from_the_configuration)
{
    Config config = run.config;
    config.sim.tick_rate = 90;
    config.sim.substeps = 3;
    config.sim.gravity_mps2 = -3;
    config.arena_size = 5;
    SessionDesc desc = playback_session_desc(&run.game, &config);
    ck_assert_int_eq(desc.settings.tick_rate, 90);
    ck_assert_int_eq(desc.settings.substeps, 3);
    ck_assert_double_eq(desc.settings.gravity_mps2, -3);
    ck_assert_uint_eq(desc.arena_bytes, (size_t)5 << 20);
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
    uint64_t end = cw_world_tick(playback.session.world),
             hash = cw_world_hash(playback.session.world);
    playback_hold(&playback, HOLD_MENU, true);
    ck_assert(playback_seek(&playback, (double)end / 2, &error));
    ck_assert_uint_eq(cw_world_tick(playback.session.world), end / 2);
    ck_assert(playback.exact && playback.jumped);
    ck_assert(playback_step(&playback, (int)(end - end / 2), &error));
    ck_assert_uint_eq(cw_world_tick(playback.session.world), end);
    ck_assert_uint_eq(cw_world_hash(playback.session.world), hash);
}
