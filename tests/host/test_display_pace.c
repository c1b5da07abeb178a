#include "host/display_pace.h"
#include "support/test.h"

static DisplayPace pace;
static int64_t now_ns;

static void set_up(void)
{
    now_ns = 1000;
    display_pace_claim(&pace, true);
}

FIXTURE(.set_up = set_up);

static void present(int count, int64_t step_ns, double refresh_hz)
{
    for (int i = 0; i < count; i++) {
        now_ns += step_ns;
        display_pace_presented(&pace, now_ns, refresh_hz);
    }
}

TEST(a_display_that_waits_keeps_its_claim)
{
    present(1000, 16666667, 60.0);
    ck_assert(pace.paced);
}

TEST(presents_that_return_at_once_lose_it)
{
    present(100, 500000, 60.0);
    ck_assert(!pace.paced);
}

TEST(a_few_quick_frames_at_the_start_are_a_queue_filling_up)
{
    present(5, 100000, 60.0);
    present(100, 16666667, 60.0);
    ck_assert(pace.paced);
}

TEST(a_144_hz_display_that_reports_60_keeps_it)
{
    present(1000, 6944444, 60.0);
    ck_assert(pace.paced);
}

TEST(without_a_reported_rate_only_impossible_rates_lose_it)
{
    present(100, 2777778, 0.0);
    ck_assert(pace.paced);
    present(100, 800000, 0.0);
    ck_assert(!pace.paced);
}

TEST(what_was_never_claimed_is_never_paced)
{
    display_pace_claim(&pace, false);
    present(100, 16666667, 60.0);
    ck_assert(!pace.paced);
}

TEST(a_new_claim_starts_over)
{
    present(100, 500000, 60.0);
    display_pace_claim(&pace, true);
    ck_assert(pace.paced);
    present(100, 16666667, 60.0);
    ck_assert(pace.paced);
}
