#include "frame/limiter.h"

#include "clockwork/base.h"
#include "support/test.h"

static const int64_t MS = 1000000;

TEST(deadlines_keep_their_grid_when_wake_ups_are_uneven)
{
    Limiter limiter = {0};
    int64_t now_ns = limiter_next_ns(&limiter, 0, 10 * MS);
    for (int frame = 1; frame < 1000; frame++) {
        int64_t due_ns = limiter_next_ns(&limiter, now_ns + frame % 3 * MS, 10 * MS);
        ck_assert_int_eq(due_ns, frame * 10 * MS);
        now_ns = due_ns + frame % 7 * MS;
    }
}

TEST(a_frame_is_due_on_the_grid_of_the_last_or_at_once)
{
    static const struct {
        const char *behaviour;
        int64_t now_ms[3], interval_ms[3], due_ms[3];
    } cases[] = {
        {"the first frame is due at once", {7, 17, 27}, {10, 10, 10}, {7, 17, 27}},
        {"a frame late by less than an interval is made up",
         {0, 19, 19},
         {10, 10, 10},
         {0, 10, 20}},
        {"a stall is followed by no burst", {0, 1000, 1000}, {10, 10, 10}, {0, 1000, 1010}},
        {"a clock that steps back", {3600000, 5, 6}, {10, 10, 10}, {3600000, 5, 15}},
        {"no limit is due now and forgets the grid", {0, 3, 4}, {10, 0, 10}, {0, 3, 4}},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Limiter limiter = {0};
        for (int frame = 0; frame < 3; frame++) {
            int64_t now_ns = cases[i].now_ms[frame] * MS;
            int64_t due_ns = limiter_next_ns(&limiter, now_ns, cases[i].interval_ms[frame] * MS);
            ck_assert_msg(due_ns == cases[i].due_ms[frame] * MS, "%s: frame %d", cases[i].behaviour,
                          frame);
        }
    }
}

TEST(a_rate_becomes_an_interval)
{
    ck_assert_int_eq(limiter_interval_ns(60.0), 16666667);
    ck_assert_int_eq(limiter_interval_ns(1000.0), MS);
    ck_assert_int_eq(limiter_interval_ns(0.0), 0);
    ck_assert_int_eq(limiter_interval_ns(-5.0), 0);
}
