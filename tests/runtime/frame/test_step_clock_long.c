/* The step clock over millions of frames: conservation, a day at odd refresh rates. */
#include "frame/step_clock.h"

#include "clockwork/base.h"
#include "clockwork/rng.h"
#include "support/test.h"

__extension__ typedef __int128 Wide;

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static StepClock started_clock(const StepClockDesc *desc, int64_t now_ns)
{
    StepClock clock;
    step_clock_init(&clock, desc);
    step_clock_frame(&clock, now_ns);
    return clock;
}

/* Frame times as they come: mostly a display's, some stalls, some odd ones, some readings back. */
static int64_t random_delta_ns(CwRng *rng)
{
    uint32_t sort = cw_rng_below(rng, 100);
    if (sort < 80) {
        return cw_rng_below(rng, 40 * MS);
    }
    if (sort < 97) {
        return cw_rng_below(rng, 2 * SECOND);
    }
    return (int64_t)cw_rng_below(rng, UINT32_MAX) * (sort == 99 ? 25 : sort == 98 ? 1 : -1);
}

static Wide accounted_credit(const StepClock *clock, Wide ticks)
{
    Wide dropped = (Wide)clock->dropped_ns * 1000 * clock->desc.tick_rate + clock->dropped_rest;
    return ticks * STEP_CLOCK_TICK_CREDIT + clock->credit + dropped;
}

static bool frame_is_sound(const StepClock *clock, const StepFrame *frame)
{
    return frame->ticks >= 0 && frame->ticks <= clock->desc.max_steps_per_frame &&
           frame->alpha >= 0.0 && frame->alpha < 1.0 && frame->elapsed_ns >= 0 &&
           frame->dropped_ns >= 0;
}

static void disturb(StepClock *clock, CwRng *rng)
{
    switch (cw_rng_below(rng, 64)) {
    case 0:
        clock->desc.time_scale_thousandths = (int)cw_rng_below(rng, 100001);
        break;
    case 1:
        clock->desc.time_scale_thousandths = 1000;
        break;
    case 2:
        step_clock_pause(clock);
        step_clock_step(clock, (int)cw_rng_below(rng, 20));
        break;
    case 3:
    case 4:
        step_clock_resume(clock);
        break;
    case 5:
        step_clock_restart_timing(clock);
        break;
    }
}

TEST(nothing_is_lost_or_made_over_a_million_frames, .rounds = 5)
{
    static const int rates[] = {1, 59, 60, 144, 1000};
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = rates[_i];
    StepClock clock = started_clock(&desc, 0);
    CwRng rng;
    cw_rng_seed(&rng, 4, (uint64_t)desc.tick_rate);
    Wide paid = 0, ticks = 0;
    int64_t now_ns = 0, dropped_ns = 0;
    for (int i = 0; i < 1000000; i++) {
        disturb(&clock, &rng);
        now_ns += random_delta_ns(&rng);
        StepFrame frame = step_clock_frame(&clock, now_ns);
        paid += (Wide)frame.elapsed_ns * clock.desc.time_scale_thousandths * desc.tick_rate;
        dropped_ns += frame.dropped_ns;
        ticks += clock.paused ? 0 : frame.ticks;
        if (!frame_is_sound(&clock, &frame) || paid != accounted_credit(&clock, ticks)) {
            ck_abort_msg("frame %d does not add up", i);
        }
    }
    ck_assert_uint_eq(clock.dropped_ns, (uint64_t)dropped_ns);
    ck_assert_uint_gt(clock.dropped_ns, 0);
}

TEST(any_reading_at_the_highest_rate_and_scale_is_survived)
{
    static const int64_t edges[] = {INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX};
    StepClockDesc desc = step_clock_desc_default();
    desc.tick_rate = 1000;
    desc.time_scale_thousandths = 100000;
    desc.max_steps_per_frame = 1000;
    desc.max_frame_ns = INT64_MAX;
    StepClock clock = started_clock(&desc, 0);
    CwRng rng;
    cw_rng_seed(&rng, 5, 5);
    Wide paid = 0, ticks = 0;
    for (int i = 0; i < 2000; i++) {
        int64_t any = (int64_t)((uint64_t)cw_rng_next(&rng) << 32 | cw_rng_next(&rng));
        bool is_edge = cw_rng_below(&rng, 2) == 0;
        int64_t now_ns = is_edge ? edges[cw_rng_below(&rng, CW_ARRAY_LENGTH(edges))] : any;
        StepFrame frame = step_clock_frame(&clock, now_ns);
        paid += (Wide)frame.elapsed_ns * 100000 * 1000;
        ticks += clock.paused ? 0 : frame.ticks;
        if (!frame_is_sound(&clock, &frame) || paid != accounted_credit(&clock, ticks)) {
            ck_abort_msg("frame %d, reading %lld does not add up", i, (long long)now_ns);
        }
    }
}

/* Reading of frame k on a display of `millihertz`: exact, so nothing but the clock can drift. */
static int64_t display_time_ns(int64_t k, int millihertz)
{
    return (int64_t)((Wide)k * STEP_CLOCK_TICK_CREDIT / millihertz);
}

TEST(a_day_at_any_refresh_rate_has_no_drift, .rounds = 4, .quick_rounds = 1)
{
    static const int millihertz[] = {59940, 60000, 143980, 240000};
    StepClockDesc desc = step_clock_desc_default();
    StepClock clock = started_clock(&desc, 0);
    int64_t ticks = 0, frame_count = INT64_C(86400) * millihertz[_i] / 1000;
    for (int64_t k = 1; k <= frame_count; k++) {
        int64_t now_ns = display_time_ns(k, millihertz[_i]);
        ticks += step_clock_frame(&clock, now_ns).ticks;
        int64_t credit = ticks * STEP_CLOCK_TICK_CREDIT + clock.credit;
        if (credit != now_ns * 60000) {
            ck_abort_msg("frame %lld is off", (long long)k);
        }
    }
    ck_assert_int_eq(ticks, 86400 * 60);
    ck_assert_uint_eq(clock.dropped_ns, 0);
}
