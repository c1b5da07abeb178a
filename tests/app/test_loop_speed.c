#include "app/loop.h"
#include "support/test.h"
#include "support/toy_run.h"

/* Slow motion, fast forward and many steps: how many ticks run, never what they do. */

enum { KEY_SLOWER = 47, KEY_FASTER = 48 }; /* [ and ] */

static ToyRun run;

static void set_up(void)
{
    toy_run_prepare(&run);
    run.config.history = 8;
}

FIXTURE(.set_up = set_up);

static uint64_t ticks_in(int frames)
{
    uint64_t before = toy_ticks(&run);
    toy_run_frames(&run, frames);
    return toy_ticks(&run) - before;
}

static void tap_times(int key, int count)
{
    for (int i = 0; i < count; i++) {
        toy_tap(&run, key);
    }
}

TEST(the_keys_change_how_many_ticks_run)
{
    static const struct {
        int key, taps;
        uint64_t ticks;
    } rows[] = {{KEY_SLOWER, 1, 60},
                {KEY_SLOWER, 2, 30},
                {KEY_SLOWER, 9, 12},
                {KEY_FASTER, 1, 240},
                {KEY_FASTER, 9, 480}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        set_up();
        toy_run_open(&run);
        toy_run_frames(&run, 30);
        tap_times(rows[i].key, rows[i].taps);
        uint64_t ticks = ticks_in(120);
        ck_assert_uint_ge(ticks + 1, rows[i].ticks);
        ck_assert_uint_le(ticks, rows[i].ticks + 1);
        toy_run_close(&run);
    }
}

TEST(fast_forward_may_take_more_ticks_a_frame)
{
    run.config.max_steps_per_frame = 1;
    toy_run_open(&run);
    toy_run_frames(&run, 10);
    tap_times(KEY_FASTER, 2);
    ck_assert_uint_ge(ticks_in(60), 239);
    ck_assert_int_eq(step_clock_dropped_ns(&run.loop.playback.clock), 0);
    toy_run_close(&run);
}

TEST(it_multiplies_the_speed_of_the_configuration)
{
    run.config.time_scale = 2;
    toy_run_open(&run);
    tap_times(KEY_SLOWER, 1);
    uint64_t ticks = ticks_in(60);
    ck_assert_uint_ge(ticks, 59);
    ck_assert_uint_le(ticks, 61);
    toy_run_close(&run);
}

/* The hash after 200 ticks. */
static uint64_t hash_at_200(int key, int taps)
{
    set_up();
    run.desc.tick_limit = 200;
    toy_run_open(&run);
    toy_key(&run, TOY_KEY_RIGHT, 1);
    tap_times(key, taps);
    toy_run_to_end(&run);
    ck_assert_uint_eq(toy_ticks(&run), 200);
    uint64_t hash = cw_world_hash(run.loop.playback.session.world);
    toy_run_close(&run);
    return hash;
}

TEST(the_ticks_are_the_same_at_every_speed)
{
    uint64_t usual = hash_at_200(KEY_SLOWER, 0);
    ck_assert_uint_eq(hash_at_200(KEY_SLOWER, 1), usual);
    ck_assert_uint_eq(hash_at_200(KEY_SLOWER, 3), usual);
    ck_assert_uint_eq(hash_at_200(KEY_FASTER, 2), usual);
}

static void open_and_pause(void)
{
    run.config.step_ticks = 25;
    toy_run_open(&run);
    toy_run_frames(&run, 100);
    toy_tap(&run, TOY_KEY_ESCAPE);
}

TEST(in_a_pause_they_step_many_ticks_back_and_forward)
{
    open_and_pause();
    uint64_t paused = toy_ticks(&run);
    uint64_t hash = cw_world_hash(run.loop.playback.session.world);
    toy_tap(&run, KEY_SLOWER);
    ck_assert_uint_eq(toy_ticks(&run), paused - 25);
    toy_tap(&run, KEY_FASTER);
    ck_assert_uint_eq(toy_ticks(&run), paused);
    ck_assert_uint_eq(cw_world_hash(run.loop.playback.session.world), hash);
    ck_assert_int_eq(run.loop.playback.speed, 0);
    toy_run_close(&run);
}

TEST(beyond_the_newest_tick_they_run_exactly_so_many_new_ones)
{
    open_and_pause();
    uint64_t paused = toy_ticks(&run);
    toy_tap(&run, KEY_FASTER);
    toy_run_frames(&run, 30);
    ck_assert_uint_eq(toy_ticks(&run), paused + 25);
    toy_run_close(&run);
}

TEST(a_step_may_begin_in_the_past_and_end_in_new_ticks)
{
    open_and_pause();
    uint64_t paused = toy_ticks(&run);
    toy_tap(&run, KEY_SLOWER);
    run.loop.live.config.step_ticks = 40;
    toy_tap(&run, KEY_FASTER);
    toy_run_frames(&run, 30);
    ck_assert_uint_eq(toy_ticks(&run), paused + 15);
    toy_run_close(&run);
}
