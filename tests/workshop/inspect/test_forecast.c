#include "support/toy_run.h"

/* The forecast through the real loop. */

TOY_FIXTURE;

static const ForecastPath *way_of(uint32_t entity)
{
    const ForecastPaths *ways = &toy_workshop()->forecast.shown;
    const CwWorld *world = toy_world();
    for (int i = 0; i < ways->count; i++) {
        if (world->body_owners[ways->items[i].index].index1 == entity) {
            return &ways->items[i];
        }
    }
    ck_abort_msg("no way of entity %u", entity);
}

TEST(a_forecast_shows_the_paths_that_things_take)
{
    toy_play(30);
    toy_key(TOY_KEY_RIGHT, 1);
    toy_run_frames(20);
    toy_tap(TOY_KEY_ESCAPE);
    toy_tap_for(TOY_KEY_F4, 30);
    ck_assert(!toy_workshop()->forecast.is_running);
    ForecastPath runner = *way_of(toy_now()->runner.index1);
    ForecastPath ball = *way_of(toy_first_ball());
    ck_assert_int_eq(ball.count, FORECAST_SAMPLES);
    ck_assert(runner.is_player && !ball.is_player);
    uint64_t begin = toy_workshop()->forecast.shown.tick;
    toy_tap(TOY_KEY_ESCAPE);
    for (int i = 1; i < FORECAST_SAMPLES; i++) {
        while (toy_ticks() < begin + (uint64_t)i * 3) { /* 120 ticks, 40 parts */
            toy_run_frames(1);
        }
        if (toy_ticks() == begin + (uint64_t)i * 3) {
            ck_assert_double_eq(toy_runner_x_m(), runner.poses[i].x_m);
            ck_assert_double_eq(cpBodyGetPosition(ball.body).y, ball.poses[i].y_m);
        }
    }
}

static uint64_t hash_of_run(bool wanted)
{
    toy_run_prepare();
    toy_play(20);
    if (wanted) {
        toy_tap(TOY_KEY_F4);
    } else {
        toy_run_frames(2);
    }
    toy_key_for(TOY_KEY_RIGHT, 1, 50);
    toy_tap(TOY_KEY_SPACE);
    toy_key_for(TOY_KEY_RIGHT, 0, 60);
    ck_assert(toy_workshop()->forecast.is_on == wanted &&
              (toy_workshop()->forecast.shown.count > 0) == wanted);
    return toy_hash();
}

TEST(a_forecast_does_not_change_the_run)
{
    uint64_t without = hash_of_run(false);
    ck_assert_uint_eq(hash_of_run(true), without);
}
