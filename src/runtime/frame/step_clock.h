/* The step clock turns uneven real time into a whole number of exact ticks. The loop calls
 * step_clock_frame once a frame with clock_now_ns, runs the ticks, and draws at alpha. The clock
 * itself reads no time.
 *
 * It counts in integers. A nanosecond at scale s (thousandths) and tick rate r buys s * r credits,
 * and a tick costs 1e12. Credits are spent, kept for the next frame, or dropped, and none is lost.
 * While rate and alpha stay and no single steps are requested, sum(elapsed_ns * scale * rate) =
 * ticks * 1e12 + credit + dropped_ns * 1000 * rate + dropped_remainder.
 *
 * The elapsed time of a frame (0 to a day) is scaled and clamped to max_frame_ns. Then ticks above
 * max_steps_per_frame and max_work_ns are dropped whole, so the phase stays. */
#pragma once

#include "clockwork/system.h"

#include <stdbool.h>
#include <stdint.h>

#define STEP_CLOCK_TICK_CREDIT INT64_C(1000000000000)

/* Frames whose tick costs are compared: one long frame is a hiccup, three are a trend. */
enum { STEP_CLOCK_COSTS = 3 };

/* Settings of a run. Values out of range are clamped. */
typedef struct StepClockDesc {
    int tick_rate;              /* ticks a second of simulation, 1..1000 */
    int max_steps_per_frame;    /* 1..1000 */
    int64_t max_frame_ns;       /* longest scaled time a frame may ask for, 1 ns..1 h */
    int64_t max_work_ns;        /* target for the work of ticks and drawing in a frame; 0: none */
    int time_scale_thousandths; /* 0..100000 (100x) */
    int target_fps;             /* 20..1000; 0: no limit */
} StepClockDesc;

/* 60 ticks a second; at most 8 ticks and 0.25 s a frame; scale 1; no limit on the frame rate. */
StepClockDesc step_clock_desc_default(void);

/* "none", "simulation", "render", "stall". */
const char *slow_cause_name(CwSlow cause);

typedef struct FramePlan {
    int ticks;          /* ticks to run now, in [0, max_steps_per_frame] */
    double alpha;       /* the picture shows tick - 1 + alpha; the clock gives [0, 1), plan_frame
                           (playback.c) up to 2, beyond 1 in the coming tick */
    int64_t elapsed_ns; /* real time since the last frame; 0 while paused */
    int64_t dropped_ns; /* simulation time dropped in this frame; the sum over frames is exact */
} FramePlan;

typedef struct StepClock {
    StepClockDesc desc; /* clamped */
    bool is_paused;
    bool must_rebase; /* elapsed time begins with the next reading */
    int64_t last_ns;  /* reading of the last frame */

    int64_t credit;            /* the phase, in [0, 1e12) */
    uint64_t pending_steps;    /* requested by step_clock_step, not run yet */
    int64_t skipped_ns;        /* reported by step_clock_skip, not dropped yet */
    uint64_t dropped_ns;       /* simulation time dropped since start, rounded down */
    int64_t dropped_remainder; /* remainder of dropped_ns in credits, less than a nanosecond's */

    int64_t simulation_ns, render_ns;        /* work of the last frame */
    int frame_ticks;                         /* planned for the last frame */
    int64_t tick_costs_ns[STEP_CLOCK_COSTS]; /* costs of a tick in the last frames with ticks */
    uint64_t cost_count;                     /* frames with ticks */
    int late_streak;                         /* frames in a row whose work was over the budget */
    /* Set when time is dropped, or at the third frame in a row whose work exceeds both 1/60 s and
     * the target interval. Cleared after half a second without either. Dropped time that our work
     * does not explain is a stall: the machine stood still, or the settings ask for more ticks a
     * frame than the cap allows. */
    CwSlow slow_cause;
    int64_t slow_left_ns; /* real time until slow_cause clears */
} StepClock;

/* Begins a run, with no credit and no dropped time. */
void step_clock_init(StepClock *clock, const StepClockDesc *desc);

/* Changes the settings from the next frame on; phase and dropped time stay. */
void step_clock_configure(StepClock *clock, const StepClockDesc *desc);

/* Pauses ticks and alpha. The first frame after a pause has 0 elapsed and discards steps. */
void step_clock_pause(StepClock *clock);
void step_clock_resume(StepClock *clock);

/* While paused: adds `n` ticks (n > 0) to the coming frames, within their caps; alpha stays. */
void step_clock_step(StepClock *clock, int n);

/* The next frame has 0 elapsed: call after a level load or a stop in the debugger. */
void step_clock_restart_timing(StepClock *clock);

/* Reports real time that the readings omit. The next frame counts it as dropped, unless paused. */
void step_clock_skip(StepClock *clock, int64_t real_ns);

/* Changes the picture's place between two ticks, clamped to [0,1). */
void step_clock_set_alpha(StepClock *clock, double alpha);

/* Takes any reading of the clock at a frame's start, and returns the frame's plan. */
FramePlan step_clock_frame(StepClock *clock, int64_t now_ns);

/* Reports time in ticks and drawing, without waiting: for slow_cause, and for max_work_ns. */
void step_clock_report_work(StepClock *clock, int64_t simulation_ns, int64_t render_ns);

/* Shortest time between frames for the limiter, 0 for no limit. */
int64_t step_clock_target_interval_ns(const StepClock *clock);
