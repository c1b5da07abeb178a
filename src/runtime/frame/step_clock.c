#include "frame/step_clock.h"

#include "platform/clock.h"

enum {
    TICK_RATE_MAX = 1000,
    STEPS_MAX = 1000,
    TIME_SCALE_MAX = 100000,
    FPS_MIN = 20,
    FPS_MAX = 1000,
    LATE_STREAK_MIN = STEP_CLOCK_COSTS
};

static const int64_t MAX_FRAME_LIMIT_NS = 3600 * NS_PER_S;
static const int64_t MAX_ELAPSED_NS = 86400 * NS_PER_S;
static const int64_t COMFORTABLE_FRAME_NS = 16666667;
static const int64_t SLOW_HOLD_NS = 500000000;

/* Products that could overflow: a day at the highest scale, the longest frame in credits. */
_Static_assert(86400 * NS_PER_S <= INT64_MAX / TIME_SCALE_MAX, "a scaled day fits");
_Static_assert(3600 * NS_PER_S * 1000 <= (INT64_MAX - STEP_CLOCK_TICK_CREDIT) / TICK_RATE_MAX,
               "the longest frame fits");

static int64_t clamp_i64(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static int clamp_int(int value, int low, int high)
{
    return (int)clamp_i64(value, low, high);
}

/* Real time since the last reading, in [0, a day]. */
static int64_t measure_elapsed(StepClock *clock, int64_t now_ns)
{
    int64_t last_ns = clock->must_rebase ? now_ns : clock->last_ns;
    clock->last_ns = now_ns;
    clock->must_rebase = false;
    uint64_t elapsed_ns = now_ns <= last_ns ? 0 : (uint64_t)now_ns - (uint64_t)last_ns;
    return elapsed_ns < (uint64_t)MAX_ELAPSED_NS ? (int64_t)elapsed_ns : MAX_ELAPSED_NS;
}

static void drop_credit(StepClock *clock, int64_t credit)
{
    int64_t ns_credit = (int64_t)1000 * clock->desc.tick_rate;
    credit += clock->dropped_remainder;
    clock->dropped_ns += (uint64_t)(credit / ns_credit);
    clock->dropped_remainder = credit % ns_credit;
}

/* `scaled` is in thousandths of ns, because a day at a high rate would overflow credits. */
static void drop_scaled_time(StepClock *clock, int64_t scaled)
{
    clock->dropped_ns += (uint64_t)(scaled / 1000);
    drop_credit(clock, scaled % 1000 * clock->desc.tick_rate);
}

/* Limits a frame's ticks to the time that drawing leaves, but never to less than half of the
 * frame's work time. A tick is assumed to cost what it cost in the cheapest recent frame. */
static int64_t tick_limit(const StepClock *clock)
{
    int64_t most = clock->desc.max_steps_per_frame, work_ns = clock->desc.max_work_ns;
    if (work_ns == 0 || clock->cost_count < STEP_CLOCK_COSTS) {
        return most;
    }
    int64_t cost_ns = INT64_MAX, room_ns = work_ns - clock->render_ns;
    for (int i = 0; i < STEP_CLOCK_COSTS; i++) {
        int64_t one_ns = clock->tick_costs_ns[i];
        cost_ns = one_ns < cost_ns ? one_ns : cost_ns;
    }
    room_ns = room_ns > work_ns / 2 ? room_ns : work_ns / 2;
    return cost_ns == 0 ? most : clamp_i64(room_ns / cost_ns, 1, most);
}

static int ticks_for_elapsed(StepClock *clock, int64_t elapsed_ns)
{
    int64_t scaled = elapsed_ns * clock->desc.time_scale_thousandths;
    int64_t limit = clock->desc.max_frame_ns * 1000;
    if (scaled > limit) {
        drop_scaled_time(clock, scaled - limit);
        scaled = limit;
    }
    clock->credit += scaled * clock->desc.tick_rate;
    int64_t whole_ticks = clock->credit / STEP_CLOCK_TICK_CREDIT;
    clock->credit %= STEP_CLOCK_TICK_CREDIT;
    int64_t ticks = clamp_i64(whole_ticks, 0, tick_limit(clock));
    drop_credit(clock, (whole_ticks - ticks) * STEP_CLOCK_TICK_CREDIT);
    return (int)ticks;
}

static void set_slow(StepClock *clock, CwSlow cause)
{
    clock->slow_cause = cause;
    clock->slow_left_ns = SLOW_HOLD_NS;
}

static CwSlow larger_share(const StepClock *clock)
{
    return clock->simulation_ns >= clock->render_ns ? CW_SLOW_SIMULATION : CW_SLOW_RENDER;
}

StepClockDesc step_clock_desc_default(void)
{
    return (StepClockDesc){.tick_rate = 60,
                           .max_steps_per_frame = 8,
                           .max_frame_ns = NS_PER_S / 4,
                           .time_scale_thousandths = 1000};
}

const char *slow_cause_name(CwSlow cause)
{
    static const char *const names[] = {[CW_SLOW_NONE] = "none",
                                        [CW_SLOW_SIMULATION] = "simulation",
                                        [CW_SLOW_RENDER] = "render",
                                        [CW_SLOW_STALL] = "stall"};
    return names[cause];
}

void step_clock_configure(StepClock *clock, const StepClockDesc *desc)
{
    int64_t old_rate = clock->desc.tick_rate;
    StepClockDesc *own = &clock->desc;
    own->tick_rate = clamp_int(desc->tick_rate, 1, TICK_RATE_MAX);
    own->max_steps_per_frame = clamp_int(desc->max_steps_per_frame, 1, STEPS_MAX);
    own->max_frame_ns = clamp_i64(desc->max_frame_ns, 1, MAX_FRAME_LIMIT_NS);
    own->max_work_ns = clamp_i64(desc->max_work_ns, 0, MAX_FRAME_LIMIT_NS);
    own->time_scale_thousandths = clamp_int(desc->time_scale_thousandths, 0, TIME_SCALE_MAX);
    own->target_fps = desc->target_fps == 0 ? 0 : clamp_int(desc->target_fps, FPS_MIN, FPS_MAX);
    clock->dropped_remainder = clock->dropped_remainder * own->tick_rate / old_rate;
}

void step_clock_init(StepClock *clock, const StepClockDesc *desc)
{
    *clock = (StepClock){.desc.tick_rate = 1, .must_rebase = true};
    step_clock_configure(clock, desc);
}

void step_clock_pause(StepClock *clock)
{
    clock->is_paused = true;
}

void step_clock_resume(StepClock *clock)
{
    if (clock->is_paused) {
        clock->is_paused = false;
        clock->pending_steps = 0;
        step_clock_restart_timing(clock);
    }
}

void step_clock_step(StepClock *clock, int n)
{
    if (clock->is_paused && n > 0) {
        clock->pending_steps += (uint64_t)n;
    }
}

void step_clock_restart_timing(StepClock *clock)
{
    clock->must_rebase = true;
}

void step_clock_skip(StepClock *clock, int64_t real_ns)
{
    clock->skipped_ns = clamp_i64(real_ns, 0, MAX_ELAPSED_NS);
}

void step_clock_set_alpha(StepClock *clock, double alpha)
{
    double credit = alpha > 0 ? alpha * (double)STEP_CLOCK_TICK_CREDIT : 0;
    double last = (double)(STEP_CLOCK_TICK_CREDIT - 1);
    clock->credit = (int64_t)(credit < last ? credit : last);
}

FramePlan step_clock_frame(StepClock *clock, int64_t now_ns)
{
    FramePlan frame = {0};
    uint64_t dropped_before_ns = clock->dropped_ns;
    int64_t elapsed_ns = measure_elapsed(clock, now_ns);
    bool has_expired = clock->slow_left_ns <= elapsed_ns;
    clock->slow_left_ns -= has_expired ? clock->slow_left_ns : elapsed_ns;
    clock->slow_cause = has_expired ? CW_SLOW_NONE : clock->slow_cause;
    if (clock->is_paused) {
        uint64_t limit = (uint64_t)tick_limit(clock);
        frame.ticks = (int)(clock->pending_steps < limit ? clock->pending_steps : limit);
        clock->pending_steps -= (uint64_t)frame.ticks;
    } else {
        frame.elapsed_ns = elapsed_ns;
        frame.ticks = ticks_for_elapsed(clock, elapsed_ns);
        drop_scaled_time(clock, clock->skipped_ns * clock->desc.time_scale_thousandths);
    }
    frame.dropped_ns = (int64_t)(clock->dropped_ns - dropped_before_ns);
    if (frame.dropped_ns > 0) { /* work explains it if it took half of the last frame */
        int64_t work_ns = clock->simulation_ns + clock->render_ns;
        bool is_explained = work_ns >= (elapsed_ns + clock->skipped_ns) / 2;
        set_slow(clock, is_explained ? larger_share(clock) : CW_SLOW_STALL);
    }
    clock->skipped_ns = 0;
    clock->frame_ticks = frame.ticks;
    frame.alpha = (double)clock->credit / (double)STEP_CLOCK_TICK_CREDIT;
    return frame;
}

void step_clock_report_work(StepClock *clock, int64_t simulation_ns, int64_t render_ns)
{
    clock->simulation_ns = clamp_i64(simulation_ns, 0, MAX_ELAPSED_NS);
    clock->render_ns = clamp_i64(render_ns, 0, MAX_ELAPSED_NS);
    if (clock->frame_ticks > 0) {
        clock->tick_costs_ns[clock->cost_count++ % STEP_CLOCK_COSTS] =
            clock->simulation_ns / clock->frame_ticks;
    }
    int64_t target_ns = step_clock_target_interval_ns(clock);
    int64_t budget_ns = target_ns > COMFORTABLE_FRAME_NS ? target_ns : COMFORTABLE_FRAME_NS;
    if (clock->simulation_ns + clock->render_ns <= budget_ns) {
        clock->late_streak = 0;
        return;
    }
    clock->late_streak += clock->late_streak < LATE_STREAK_MIN;
    if (clock->late_streak == LATE_STREAK_MIN) {
        set_slow(clock, larger_share(clock));
    }
}

int64_t step_clock_target_interval_ns(const StepClock *clock)
{
    int fps = clock->desc.target_fps;
    return fps == 0 ? 0 : (NS_PER_S + fps / 2) / fps;
}
