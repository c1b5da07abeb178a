#include "time/frame_pacer.h"

#include "time/jitter.h"

#include <math.h>

/* The way back to the clock: */
static const double GAIN = 0.13; /* a frame */
static const double JUMP = 1;    /* periods */
static const double SLEW_JUMP_NS = 1e8;

static const double HUGE_NS = 5e9;
static const double GUESS_MAX_NS = 1e9;
static const double DEFAULT_HZ = 60;
static const double STEP_MAX_NS = 4e18; /* fits an int64_t */

static bool is_on_grid(const FramePacer *pacer)
{
    return pacer->line.locked && !pacer->length.takes_turns;
}

static void restart_learning(FramePacer *pacer, double period_ns)
{
    period_line_restart(&pacer->line, period_ns);
    frame_length_restart(&pacer->length, period_ns);
    late_reading_new_rate(&pacer->late);
}

/* Exact for any two readings of one sign, and never an overflow. */
static double difference_ns(int64_t a, int64_t b)
{
    return (a < 0) == (b < 0) ? (double)(a - b) : (double)a - (double)b;
}

/* Takes the rate from the first frame where none was reported, unless its time can't be one. */
static void guess_rate(FramePacer *pacer, double dt_ns)
{
    pacer->guess = false;
    if (dt_ns < JITTER_PERIOD_MIN_NS || dt_ns > GUESS_MAX_NS) {
        return;
    }
    restart_learning(pacer, dt_ns);
    pacer->lag_ns = -dt_ns;
}

/* The time since the last reading, as far as it may be shown. */
static double read_clock(FramePacer *pacer, int64_t measured_ns)
{
    double dt_ns = difference_ns(measured_ns, pacer->reading_ns);
    if (pacer->guess && !pacer->skip) {
        guess_rate(pacer, dt_ns);
    }
    double usual_ns = pacer->length.pace_ns;
    bool raw = pacer->desc.mode == PACING_RAW;
    bool lost = pacer->skip && dt_ns > usual_ns;
    pacer->backward_count += measured_ns < pacer->reading_ns;
    pacer->frozen_count += measured_ns == pacer->reading_ns;
    pacer->huge_count += dt_ns > HUGE_NS;
    pacer->reading_ns = measured_ns;
    pacer->skip = false;
    if (lost) {
        return usual_ns;
    }
    if (dt_ns > HUGE_NS && !raw) {
        pacer->skipped_ns += dt_ns - usual_ns;
        return usual_ns;
    }
    return dt_ns < -usual_ns && !raw ? usual_ns : dt_ns;
}

/* Learns from a frame of dt_ns. Returns the time that passed beyond the usual frame. */
static double learn(FramePacer *pacer, double dt_ns)
{
    double passed_ns, extra_ns = 0;
    LateState state = late_reading_add(&pacer->late, dt_ns, &pacer->length, &passed_ns);
    if (state == LATE_WAITING || state == LATE_DRAINING) {
        period_line_skip(&pacer->line, dt_ns);
    } else {
        bool may_be_time = state == LATE_CONFIRMED || pacer->late.shown;
        extra_ns = period_line_add(&pacer->line, dt_ns, may_be_time);
    }
    double period_ns = is_on_grid(pacer) ? pacer->line.period_ns : 0;
    bool trusting = late_reading_trusting(&pacer->late);
    if (state != LATE_DRAINING && !frame_length_add(&pacer->length, dt_ns, period_ns, trusting)) {
        period_line_adopt(&pacer->line, dt_ns);
        late_reading_new_rate(&pacer->late);
        extra_ns = 0; /* was the usual frame */
    }
    return is_on_grid(pacer) ? extra_ns : passed_ns;
}

/* The step of the display that is to be expected, and the way back to the clock. */
static double expected_step_ns(const FramePacer *pacer, double passed_ns)
{
    bool on_grid = is_on_grid(pacer);
    bool slew = pacer->desc.catch_up == CATCH_UP_SLEW;
    double pace_ns = on_grid ? pacer->line.period_ns : pacer->length.pace_ns;
    double noise_ns = on_grid ? pacer->line.error_ns : late_reading_doubt_ns(&pacer->late);
    passed_ns = slew ? 0 : passed_ns;
    double lag_ns = pacer->lag_ns - noise_ns - passed_ns;
    double limit_ns = JITTER_UNSEEN_PERIODS * pace_ns;
    bool jump = lag_ns > (slew ? SLEW_JUMP_NS : JUMP * pace_ns);
    double back_ns = jump ? lag_ns : jitter_clamp(GAIN * lag_ns, -limit_ns, limit_ns);
    return pace_ns + passed_ns + back_ns;
}

static int64_t show(FramePacer *pacer, double step_ns)
{
    int64_t step = llround(jitter_clamp(step_ns, 0, STEP_MAX_NS));
    pacer->lag_ns -= (double)step;
    if (pacer->hold) {
        pacer->hold = false;
        pacer->lag_ns = -pacer->length.pace_ns; /* a new start owes nothing */
        return pacer->shown_ns;
    }
    bool fits = pacer->shown_ns <= INT64_MAX - step;
    pacer->shown_ns = fits ? pacer->shown_ns + step : INT64_MAX;
    return pacer->shown_ns;
}

static int64_t begin(FramePacer *pacer, int64_t measured_ns)
{
    const int64_t latest_ns = INT64_MAX / 2;
    pacer->started = true;
    pacer->skip = pacer->hold = false;
    pacer->reading_ns = measured_ns;
    pacer->lag_ns = -pacer->length.pace_ns;
    pacer->shown_ns = measured_ns > latest_ns ? latest_ns : measured_ns;
    return pacer->shown_ns;
}

FramePacerDesc frame_pacer_desc_default(void)
{
    return (FramePacerDesc){.mode = PACING_GRID, .catch_up = CATCH_UP_JUMP};
}

void frame_pacer_init(FramePacer *pacer, const FramePacerDesc *desc)
{
    *pacer = (FramePacer){.desc = *desc};
    late_reading_init(&pacer->late);
    frame_pacer_set_refresh(pacer, desc->refresh_hz);
}

void frame_pacer_set_mode(FramePacer *pacer, PacingMode mode, PacingCatchUp catch_up)
{
    pacer->desc.mode = mode;
    pacer->desc.catch_up = catch_up;
}

void frame_pacer_set_refresh(FramePacer *pacer, double refresh_hz)
{
    bool usable = refresh_hz >= 1 && refresh_hz <= 1000;
    double period_ns = 1e9 / (usable ? refresh_hz : DEFAULT_HZ);
    pacer->desc.refresh_hz = refresh_hz;
    pacer->guess = !usable;
    restart_learning(pacer, period_ns);
}

void frame_pacer_notify(FramePacer *pacer, PacingEvent event)
{
    switch (event) {
    case PACING_DISPLAY_CHANGED:
        restart_learning(pacer, pacer->length.pace_ns);
        break;
    case PACING_STALLED:
        pacer->skip = true;
        break;
    case PACING_RESTARTED:
        pacer->skip = true;
        pacer->hold = true;
        break;
    }
}

int64_t frame_pacer_frame(FramePacer *pacer, int64_t measured_ns)
{
    if (!pacer->started) {
        return begin(pacer, measured_ns);
    }
    double dt_ns = read_clock(pacer, measured_ns);
    if (pacer->desc.mode == PACING_RAW) {
        learn(pacer, jitter_clamp(dt_ns, -pacer->length.pace_ns, HUGE_NS));
        int64_t shown_ns = show(pacer, dt_ns);
        pacer->lag_ns = -pacer->length.pace_ns; /* nothing to make up when the grid takes over */
        return shown_ns;
    }
    pacer->lag_ns += dt_ns;
    return show(pacer, expected_step_ns(pacer, learn(pacer, dt_ns)));
}
