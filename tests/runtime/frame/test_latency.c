#include "frame/latency.h"
#include "support/test.h"

/* The measure of latency: when it begins, which picture ends it, and its quantiles. */

static const int64_t ms = 1000000;
static Latency latency;

SET_UP()
{
    latency = (Latency){0};
    latency_event(&latency, 100 * ms);
}

TEST(the_oldest_event_that_waits_counts_and_only_once)
{
    latency_event(&latency, 109 * ms);
    latency_tick(&latency, 7);
    latency_tick(&latency, 8);
    latency_present(&latency, 8, 0.5, 120 * ms);
    latency_present(&latency, 9, 0.5, 136 * ms);
    ck_assert_uint_eq(latency.first.count, 1);
    ck_assert_uint_eq(latency.full.count, 1);
    ck_assert_double_eq(latency_quantile_ms(&latency.first, 0.5), 20);
}

TEST(a_discarded_event_is_not_measured)
{
    latency_tick(&latency, 7);
    latency_event(&latency, 101 * ms);
    latency_discard(&latency);
    latency_tick(&latency, 8);
    latency_present(&latency, 9, 0.5, 140 * ms);
    ck_assert_uint_eq(latency.first.count, 0);
    ck_assert_double_eq(latency_quantile_ms(&latency.first, 0.5), 0);
}

TEST(quantiles_are_of_the_newest_samples)
{
    latency_discard(&latency);
    for (int i = 0; i < LATENCY_SAMPLES + 100; i++) {
        latency_event(&latency, 0);
        latency_tick(&latency, (uint64_t)i);
        latency_present(&latency, (uint64_t)i, 1, i < 100 ? 900 * ms : i % 11 * ms);
    }
    ck_assert_double_eq(latency_quantile_ms(&latency.first, 0), 0);
    ck_assert_double_eq(latency_quantile_ms(&latency.first, 0.5), 5);
    ck_assert_double_eq(latency_quantile_ms(&latency.first, 1), 10);
}
