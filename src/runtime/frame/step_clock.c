#include "frame/step_clock.h"

#include "clockwork/base.h"

enum {
    TICK_RATE_MAX = 1000,
    STEPS_MAX = 1000,
    TIME_SCALE_MAX = 100000,
    PHASE_MAX = 999,
    FPS_MIN = 20,
    FPS_MAX = 1000,
    LATE_STREAK_MIN = STEP_CLOCK_COSTS,
};

static const int64_t second_ns = 1000000000;
static const int64_t max_frame_limit_ns = 3600 * INT64_C(1000000000);
static const int64_t max_elapsed_ns = 86400 * INT64_C(1000000000);
static const int64_t comfortable_frame_ns = 16666667;
static const int64_t slow_hold_ns = 500000000;

/* Products that could overflow: a day at the highest scale, the longest frame in credits. */
_Static_assert(86400 * INT64_C(1000000000) <= INT64_MAX / TIME_SCALE_MAX, "a scaled day fits");
_Static_assert(3600 * INT64_C(1000000000) * 1000 <=
                   (INT64_MAX - STEP_CLOCK_TICK_CREDIT) / TICK_RATE_MAX,
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
    int64_t last_ns = clock->last_ns;
    clock->last_ns = now_ns;
    if (clock->rebase) {
        clock->rebase = false;
        return 0;
    }
    if (now_ns <= last_ns) {
        return 0;
    }
    uint64_t elapsed_ns = (uint64_t)now_ns - (uint64_t)last_ns;
    if (elapsed_ns > (uint64_t)max_elapsed_ns) {
        clock->saturated_count++;
        return max_elapsed_ns;
    }
    return (int64_t)elapsed_ns;
}

/* In thousandths of ns. Whole seconds first: days at a high rate would overflow credits. */
static void drop_scaled_time(StepClock *clock, int64_t scaled)
{
    const int64_t second = STEP_CLOCK_TICK_CREDIT; /* a second buys `rate` ticks */
    int64_t rate = clock->desc.tick_rate;
    int64_t credit = scaled % second * rate + clock->dropped_credit;
    clock->dropped_ticks += (uint64_t)(scaled / second * rate + credit / STEP_CLOCK_TICK_CREDIT);
    clock->dropped_credit = credit % STEP_CLOCK_TICK_CREDIT;
}

/* Dropped since start, rounded down. Unsigned: it wraps after 584 years, differences hold. */
static uint64_t dropped_floor_ns(const StepClock *clock)
{
    uint64_t rate = (uint64_t)clock->desc.tick_rate;
    uint64_t seconds = clock->dropped_ticks / rate;
    uint64_t credit = clock->dropped_ticks % rate * (uint64_t)STEP_CLOCK_TICK_CREDIT +
                      (uint64_t)clock->dropped_credit;
    return seconds * (uint64_t)second_ns + credit / (1000 * rate);
}

/* The most ticks of a frame. Those of the cheapest of the last frames must fit into the time that
 * drawing leaves, but half of all time is theirs: drawing alone is no reason to drop any. */
static int64_t most_ticks(const StepClock *clock)
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

static int buy_ticks(StepClock *clock, int64_t elapsed_ns)
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

    int64_t ticks = clamp_i64(whole_ticks, 0, most_ticks(clock));
    clock->dropped_ticks += (uint64_t)(whole_ticks - ticks);
    return (int)ticks;
}

static int take_pending_steps(StepClock *clock)
{
    uint64_t cap = (uint64_t)most_ticks(clock);
    uint64_t steps = clock->pending_steps < cap ? clock->pending_steps : cap;
    clock->pending_steps -= steps;
    clock->stepped_ticks += steps;
    return (int)steps;
}

static void set_slow(StepClock *clock, SlowCause cause)
{
    clock->slow_cause = cause;
    clock->slow_left_ns = slow_hold_ns;
}

static SlowCause larger_share(const StepClock *clock)
{
    return clock->simulation_ns >= clock->render_ns ? SLOW_SIMULATION : SLOW_RENDER;
}

static void let_slowness_pass(StepClock *clock, int64_t elapsed_ns)
{
    if (clock->slow_left_ns > elapsed_ns) {
        clock->slow_left_ns -= elapsed_ns;
        return;
    }
    clock->slow_left_ns = 0;
    clock->slow_cause = SLOW_NONE;
}

StepClockDesc step_clock_desc_default(void)
{
    return (StepClockDesc){.tick_rate = 60,
                           .max_steps_per_frame = 8,
                           .max_frame_ns = second_ns / 4,
                           .time_scale_thousandths = 1000};
}

const char *slow_cause_name(SlowCause cause)
{
    static const char *const names[] = {[SLOW_NONE] = "none",
                                        [SLOW_SIMULATION] = "simulation",
                                        [SLOW_RENDER] = "render",
                                        [SLOW_STALL] = "stall"};
    _Static_assert(CW_ARRAY_LENGTH(names) == SLOW_CAUSE_COUNT, "every cause has a name");
    return names[cause];
}

void step_clock_init(StepClock *clock, const StepClockDesc *desc)
{
    *clock = (StepClock){.desc = *desc, .rebase = true};
    StepClockDesc *own = &clock->desc;
    own->tick_rate = clamp_int(desc->tick_rate, 1, TICK_RATE_MAX);
    step_clock_set_limits(clock, desc->max_steps_per_frame, desc->max_frame_ns);
    step_clock_set_max_work(clock, desc->max_work_ns);
    own->start_phase = clamp_int(desc->start_phase, 0, PHASE_MAX);
    step_clock_set_time_scale(clock, desc->time_scale_thousandths);
    step_clock_set_target_fps(clock, desc->target_fps);
    clock->credit = STEP_CLOCK_TICK_CREDIT / 1000 * own->start_phase;
}

void step_clock_pause(StepClock *clock)
{
    clock->paused = true;
}

void step_clock_resume(StepClock *clock)
{
    if (clock->paused) {
        clock->paused = false;
        clock->pending_steps = 0;
        step_clock_restart_timing(clock);
    }
}

void step_clock_step(StepClock *clock, int n)
{
    if (clock->paused && n > 0) {
        clock->pending_steps += (uint64_t)n;
    }
}

void step_clock_restart_timing(StepClock *clock)
{
    clock->rebase = true;
}

void step_clock_skip(StepClock *clock, int64_t real_ns)
{
    clock->skipped_ns = clamp_i64(real_ns, 0, max_elapsed_ns);
}

void step_clock_set_time_scale(StepClock *clock, int thousandths)
{
    clock->desc.time_scale_thousandths = clamp_int(thousandths, 0, TIME_SCALE_MAX);
}

void step_clock_set_limits(StepClock *clock, int max_steps_per_frame, int64_t max_frame_ns)
{
    clock->desc.max_steps_per_frame = clamp_int(max_steps_per_frame, 1, STEPS_MAX);
    clock->desc.max_frame_ns = clamp_i64(max_frame_ns, 1, max_frame_limit_ns);
}

void step_clock_set_max_work(StepClock *clock, int64_t work_ns)
{
    clock->desc.max_work_ns = clamp_i64(work_ns, 0, max_frame_limit_ns);
}

void step_clock_set_alpha(StepClock *clock, double alpha)
{
    double credit = alpha > 0 ? alpha * (double)STEP_CLOCK_TICK_CREDIT : 0;
    double last = (double)(STEP_CLOCK_TICK_CREDIT - 1);
    clock->credit = (int64_t)(credit < last ? credit : last);
}

void step_clock_set_tick_rate(StepClock *clock, int tick_rate)
{
    uint64_t old_rate = (uint64_t)clock->desc.tick_rate;
    uint64_t new_rate = (uint64_t)clamp_int(tick_rate, 1, TICK_RATE_MAX);
    if (new_rate == old_rate) {
        return;
    }
    uint64_t seconds = clock->dropped_ticks / old_rate;
    uint64_t rest = clock->dropped_ticks % old_rate * (uint64_t)STEP_CLOCK_TICK_CREDIT +
                    (uint64_t)clock->dropped_credit;
    clock->desc.tick_rate = (int)new_rate;
    clock->dropped_ticks = seconds * new_rate;
    clock->dropped_credit = 0;
    drop_scaled_time(clock, (int64_t)(rest / old_rate));
}

void step_clock_set_target_fps(StepClock *clock, int fps)
{
    clock->desc.target_fps = fps == 0 ? 0 : clamp_int(fps, FPS_MIN, FPS_MAX);
}

StepFrame step_clock_frame(StepClock *clock, int64_t now_ns)
{
    StepFrame frame = {0};
    uint64_t dropped_before_ns = dropped_floor_ns(clock);
    int64_t elapsed_ns = measure_elapsed(clock, now_ns);
    let_slowness_pass(clock, elapsed_ns);

    if (clock->paused) {
        frame.ticks = take_pending_steps(clock);
    } else {
        frame.elapsed_ns = elapsed_ns;
        frame.ticks = buy_ticks(clock, elapsed_ns);
        drop_scaled_time(clock, clock->skipped_ns * clock->desc.time_scale_thousandths);
    }
    frame.dropped_ns = (int64_t)(dropped_floor_ns(clock) - dropped_before_ns);
    if (frame.dropped_ns > 0) { /* the last frame's work explains it when it filled half of it */
        int64_t work_ns = clock->simulation_ns + clock->render_ns;
        bool explains = work_ns >= (elapsed_ns + clock->skipped_ns) / 2;
        set_slow(clock, explains ? larger_share(clock) : SLOW_STALL);
    }
    clock->skipped_ns = 0;
    clock->ticks += (uint64_t)frame.ticks;
    clock->frame_ticks = frame.ticks;
    frame.alpha = (double)clock->credit / (double)STEP_CLOCK_TICK_CREDIT;
    return frame;
}

void step_clock_report_work(StepClock *clock, int64_t simulation_ns, int64_t render_ns)
{
    clock->simulation_ns = clamp_i64(simulation_ns, 0, max_elapsed_ns);
    clock->render_ns = clamp_i64(render_ns, 0, max_elapsed_ns);
    if (clock->frame_ticks > 0) {
        clock->tick_costs_ns[clock->cost_count++ % STEP_CLOCK_COSTS] =
            clock->simulation_ns / clock->frame_ticks;
    }
    int64_t target_ns = step_clock_target_interval_ns(clock);
    int64_t budget_ns = target_ns > comfortable_frame_ns ? target_ns : comfortable_frame_ns;
    if (clock->simulation_ns + clock->render_ns <= budget_ns) {
        clock->late_streak = 0;
        return;
    }
    if (clock->late_streak < LATE_STREAK_MIN) {
        clock->late_streak++;
    }
    if (clock->late_streak == LATE_STREAK_MIN) {
        set_slow(clock, larger_share(clock));
    }
}

bool step_clock_is_paused(const StepClock *clock)
{
    return clock->paused;
}

int64_t step_clock_dropped_ns(const StepClock *clock)
{
    uint64_t seconds = clock->dropped_ticks / (uint64_t)clock->desc.tick_rate;
    bool fits = seconds < (uint64_t)(INT64_MAX / second_ns);
    return fits ? (int64_t)dropped_floor_ns(clock) : INT64_MAX;
}

int64_t step_clock_target_interval_ns(const StepClock *clock)
{
    int fps = clock->desc.target_fps;
    return fps == 0 ? 0 : (second_ns + fps / 2) / fps;
}
