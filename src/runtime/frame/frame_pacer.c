#include "frame/frame_pacer.h"

#include <math.h>

/* ---- jitter ---- */

enum {
    STRAY_LIMIT = 3,  /* strays in a row that agree are a change */
    STEADY_LIMIT = 12 /* equal frames in a row that are no coincidence */
};

/* A frame whose error exceeds the sum of these multiples of noise and period is a stray. */
static const double EDGE_NOISES = 3.5, EDGE_PERIODS = 0.02;
static const double UNSEEN_PERIODS = 0.035; /* an uneven step of this size is not seen */
static const double PERIOD_MIN_NS = 1e5;    /* the shortest frame: no display has 10 kHz */
static const double START_PERIODS = 0.05;
static const double NOISE_RATE = 1.0 / 32; /* a frame */
static const double NOISE_MIN_NS = 1e3;
static const double RMS_OF_SIZE = 1.25; /* rms / mean size of a Gaussian: sqrt(pi / 2) */

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double edge_of(double noise_ns, double period_ns)
{
    return EDGE_NOISES * noise_ns + EDGE_PERIODS * period_ns;
}

/* Updates the rms of the residuals by one more, clipped to the edge. */
static double next_noise_ns(double noise_ns, double off_ns, double edge_ns)
{
    double size_ns = RMS_OF_SIZE * fmin(fabs(off_ns), edge_ns);
    return fmax(noise_ns + NOISE_RATE * (size_ns - noise_ns), NOISE_MIN_NS);
}

/* ---- the grid ---- */

/* Memory, in frames. */
static const double MEMORY_YOUNG = 8;
static const double MEMORY_MAX = 2048;
static const double LOCK_MEMORY = 96;
static const double UNLOCK_MEMORY = 48;

static const double SLOW_RATE = 1.0 / 16; /* a frame */
static const double SLOW_SHARE = 0.65;
static const double MEMORY_CUT = 0.85;
static const double MISS_COST = 4; /* nats by which missed vblanks must be likelier */

/* Discards everything and begins with a frame of this length. */
static void line_restart(PeriodLine *line, double period_ns)
{
    double noise_ns = START_PERIODS * period_ns;
    *line = (PeriodLine){.period_ns = fmax(period_ns, PERIOD_MIN_NS),
                         .memory = 1,
                         .noise_ns = noise_ns,
                         .fast_ns = noise_ns};
}

/* Changes to frames of dt_ns. Restarts, unless they last a whole number of old periods. */
static void line_adopt(PeriodLine *line, double dt_ns)
{
    double periods = round(dt_ns / line->period_ns);
    double rest_ns = dt_ns - periods * line->period_ns;
    bool is_whole_periods = fabs(rest_ns) <= edge_of(line->noise_ns, line->period_ns);
    if (!line->is_locked || periods < 2 || !is_whole_periods) {
        line_restart(line, dt_ns);
        return;
    }
    line->period_ns *= periods;
    line->memory = fmax(line->memory / periods, MEMORY_YOUNG);
}

/* -log likelihood of a residual under Student's t with 3 degrees of freedom, in nats. */
static double cost(double error_ns, double noise_ns)
{
    return 2 * log1p(error_ns * error_ns / (3 * noise_ns * noise_ns));
}

/* Whole periods beyond the expected one, if they explain a residual better than noise does. */
static double extra_periods(const PeriodLine *line, double error_ns)
{
    double periods = round(error_ns / line->period_ns);
    double rest_ns = error_ns - periods * line->period_ns;
    if (line->memory < MEMORY_YOUNG || fabs(rest_ns) > edge_of(line->noise_ns, line->period_ns)) {
        return 0;
    }
    bool is_likelier = cost(error_ns, line->noise_ns) > cost(rest_ns, line->noise_ns) + MISS_COST;
    return is_likelier ? periods : 0;
}

/* Shortens the memory when the residuals drift visibly (Trigg's tracking signal). */
static void shorten_memory(PeriodLine *line, double used_ns)
{
    line->slow_ns += SLOW_RATE * (used_ns - line->slow_ns);
    line->fast_ns += SLOW_RATE * (fabs(used_ns) - line->fast_ns);
    double slow_ns = fabs(line->slow_ns);
    bool is_visible = slow_ns > UNSEEN_PERIODS * line->period_ns;
    if (is_visible && slow_ns > SLOW_SHARE * line->fast_ns) {
        line->memory = fmin(line->memory, fmax(MEMORY_YOUNG, line->memory * MEMORY_CUT));
    }
    line->is_locked = line->memory >= (line->is_locked ? UNLOCK_MEMORY : LOCK_MEMORY);
}

/* Recursive least squares over `memory` frames. used_ns is the residual, outliers clipped. */
static void fit(PeriodLine *line, double error_ns, double used_ns)
{
    double n = line->memory + 1;
    line->error_ns = error_ns - (4 * n - 2) / (n * (n + 1)) * used_ns;
    line->period_ns += 6 / (n * (n + 1)) * used_ns;
    line->period_ns = fmax(PERIOD_MIN_NS, line->period_ns);
    line->memory = fmin(n, MEMORY_MAX);
}

/* Adds a frame of dt_ns. Returns the time of missed vblanks, ns. */
static double line_add(PeriodLine *line, double dt_ns)
{
    double error_ns = line->error_ns + dt_ns - line->period_ns;
    double extra_ns = extra_periods(line, error_ns) * line->period_ns;
    error_ns -= extra_ns;
    bool is_young = line->memory < MEMORY_YOUNG;
    if (fabs(error_ns) > line->period_ns) {
        line_restart(line, dt_ns);
        return 0;
    }
    double limit_ns = is_young ? fabs(error_ns) : EDGE_NOISES * line->noise_ns;
    double used_ns = clamp(error_ns, -limit_ns, limit_ns);
    fit(line, error_ns, used_ns);
    line->noise_ns =
        next_noise_ns(line->noise_ns, error_ns, edge_of(line->noise_ns, line->period_ns));
    shorten_memory(line, used_ns);
    return extra_ns;
}

/* ---- the length of a frame ---- */

/* Gains, a frame. */
static const double SLOWEST_GAIN = 0.02;
static const double GAIN_RATIO = 2.7;
static const double TURN_GAIN = 1.0 / 8;
static const double LOSS_RATE = 1.0 / 64;

static void length_restart(FrameLength *length, double pace_ns)
{
    double noise_ns = 2 * START_PERIODS * pace_ns;
    pace_ns = fmax(pace_ns, PERIOD_MIN_NS);
    *length = (FrameLength){
        .pace_ns = pace_ns, .turn_ns = {pace_ns, pace_ns}, .noise_ns = noise_ns, .memory = 1};
    for (int i = 0; i < FRAME_LENGTH_MEANS; i++) {
        length->means[i] = (RunningMean){pace_ns, noise_ns};
    }
}

/* Scores each mean by its error for this frame, and updates it unless the frame is a stray. */
static void learn_means(FrameLength *length, double dt_ns, double edge_ns)
{
    double gain = SLOWEST_GAIN;
    int best = 0;
    for (int i = 0; i < FRAME_LENGTH_MEANS; i++) {
        RunningMean *mean = &length->means[i];
        double miss_ns = clamp(dt_ns - mean->ns, -edge_ns, edge_ns);
        mean->loss_ns += LOSS_RATE * (fabs(miss_ns) - mean->loss_ns);
        if (length->stray_count == 0) {
            mean->ns += fmax(gain, 1 / length->memory) * miss_ns;
        }
        if (mean->loss_ns < length->means[best].loss_ns) {
            best = i;
        }
        gain *= GAIN_RATIO;
    }
    length->pace_ns = length->means[best].ns;
}

/* Odd and even frames have a mean each. Counts frames that their mean predicts within a quarter of
 * the difference between the means. Other frames halve the count. */
static void update_turns(FrameLength *length, double dt_ns)
{
    double *turn_ns = &length->turn_ns[length->turn];
    double miss_ns = clamp(dt_ns - *turn_ns, -length->pace_ns, length->pace_ns);
    bool is_right = 4 * fabs(miss_ns) < fabs(length->turn_ns[0] - length->turn_ns[1]);
    int count = length->turn_count;
    int more = count < 2 * STEADY_LIMIT ? count + 1 : count;
    length->turn_count = is_right ? more : count / 2;
    length->takes_turns = length->turn_count >= STEADY_LIMIT;
    *turn_ns += fmax(TURN_GAIN, 2 / length->memory) * miss_ns;
    length->turn = 1 - length->turn;
    if (length->takes_turns) {
        length->pace_ns = length->turn_ns[length->turn];
    }
    length->pace_ns = fmax(PERIOD_MIN_NS, length->pace_ns);
}

/* Adds a frame of dt_ns. period_ns is that of a locked grid, or 0; extra whole periods are missed
 * vblanks, unless they repeat. `is_trusting`: late readings are usually delays. False: the rate
 * changed, and learning restarted. */
static bool length_add(FrameLength *length, double dt_ns, double period_ns, bool is_trusting)
{
    double periods = period_ns > 0 ? round(dt_ns / period_ns) : 1;
    double whole_ns = fmax(0, periods - 1) * period_ns;
    double off_ns = dt_ns - whole_ns - length->pace_ns;
    double edge_ns = edge_of(length->noise_ns, length->pace_ns);
    int stray_limit = STRAY_LIMIT - (is_trusting ? 1 : 0);
    int limit = fabs(off_ns) > edge_ns ? stray_limit : STEADY_LIMIT;
    bool is_stray = fabs(off_ns + whole_ns) > edge_ns;
    bool is_consistent = length->stray_count > 0 && fabs(dt_ns - length->last_ns) < edge_ns;
    length->stray_count = !is_stray ? 0 : is_consistent ? length->stray_count + 1 : 1;
    length->last_ns = dt_ns;
    length->noise_ns = next_noise_ns(length->noise_ns, off_ns, edge_ns);
    if (length->stray_count >= limit) {
        length_restart(length, dt_ns);
        return false;
    }
    length->memory++;
    learn_means(length, dt_ns - whole_ns, edge_ns);
    update_turns(length, dt_ns);
    return true;
}

/* ---- late readings ---- */

typedef enum LateState {
    LATE_SETTLED, /* no undecided reading affects the other estimates */
    LATE_WAITING, /* undecided whether a queue absorbed the reading */
    LATE_DRAINING /* the queue drains: the frame is short for that reason alone */
} LateState;

static const double TRUST_RATE = 0.25;

/* In periods: */
static const double QUEUE_LEAST = 0.75;
static const double QUEUE_MOST = 3.5;
static const double DRAIN_LEAST = 0.15; /* a frame */

static bool has_queue(const LateReading *late)
{
    return late->queue > 0.5;
}

/* True when late readings are usually delays. */
static bool late_is_trusting(const LateReading *late)
{
    return late->trust >= 0.5 && !has_queue(late);
}

static void settle(LateReading *late, bool was_time)
{
    late->trust += TRUST_RATE * (was_time - late->trust);
    if (late->is_queueable) {
        late->queue += TRUST_RATE * (!was_time - late->queue);
    }
}

/* Follows a late reading that a queue may have absorbed, until readings catch up or stay late. */
static LateState follow(LateReading *late, double off_ns, const FrameLength *length)
{
    double stray_ns = edge_of(length->noise_ns, length->pace_ns);
    double least_ns = fmin(DRAIN_LEAST * length->pace_ns, 0.5 * late->late_ns);
    late->still_count = off_ns < -least_ns ? 0 : late->still_count + 1;
    if (late->still_count >= (has_queue(late) ? STRAY_LIMIT : 1)) {
        return LATE_SETTLED;
    }
    late->late_ns += off_ns;
    if (late->late_ns < stray_ns) {
        late->late_ns = 0;
        settle(late, false);
    }
    return off_ns < -(late->is_shown ? stray_ns : least_ns) ? LATE_DRAINING : LATE_WAITING;
}

static void open_question(LateReading *late, double off_ns, const FrameLength *length)
{
    double periods = off_ns / length->pace_ns;
    late->late_ns = off_ns > edge_of(length->noise_ns, length->pace_ns) ? off_ns : 0;
    late->is_queueable = late->late_ns > 0 && periods > QUEUE_LEAST && periods < QUEUE_MOST;
    bool is_absorbed = late->is_queueable && has_queue(late);
    bool missed_vblank = late->late_ns > length->pace_ns; /* unless a queue feeds the display */
    late->is_shown = !is_absorbed && (late_is_trusting(late) || missed_vblank);
    late->still_count = 0;
}

/* Judges a frame before `length` gets it. *passed_ns gets the time beyond the expected frame. */
static LateState late_add(LateReading *late, double dt_ns, const FrameLength *length,
                          double *passed_ns)
{
    double off_ns = dt_ns - length->pace_ns;
    double open_ns = late->late_ns;
    bool is_open = open_ns > 0;
    *passed_ns = 0;
    LateState state = is_open && late->is_queueable ? follow(late, off_ns, length) : LATE_SETTLED;
    if (state != LATE_SETTLED) {
        return state;
    }
    bool was_time = late->is_queueable || off_ns > -0.5 * open_ns;
    bool is_confirmed = is_open && was_time && !late->is_shown;
    if (is_open) {
        settle(late, was_time);
    }
    open_question(late, off_ns, length);
    *passed_ns = (is_confirmed ? open_ns : 0) + (late->is_shown ? late->late_ns : 0);
    return late->is_queueable && !late->is_shown ? LATE_WAITING : LATE_SETTLED;
}

/* ---- the pacer ---- */

/* The correction towards the clock: */
static const double GAIN = 0.13; /* a frame */
static const double JUMP = 1;    /* periods */

static const double HUGE_NS = 5e9;
static const double DEFAULT_HZ = 60;
static const double STEP_MAX_NS = 4e18; /* fits an int64_t */

static bool is_on_grid(const FramePacer *pacer)
{
    return pacer->line.is_locked && !pacer->length.takes_turns;
}

/* The time since the last reading, as far as it may be shown. */
static double read_clock(FramePacer *pacer, int64_t measured_ns)
{
    int64_t last_ns = pacer->reading_ns;
    double dt_ns = (measured_ns < 0) == (last_ns < 0) /* exact, and no overflow */
                       ? (double)(measured_ns - last_ns)
                       : (double)measured_ns - (double)last_ns;
    double expected_ns = pacer->length.pace_ns;
    bool is_raw = pacer->mode == PACING_RAW;
    bool is_lost = pacer->is_skipping && dt_ns > expected_ns;
    pacer->backward_count += measured_ns < pacer->reading_ns;
    pacer->frozen_count += measured_ns == pacer->reading_ns;
    pacer->huge_count += dt_ns > HUGE_NS;
    pacer->reading_ns = measured_ns;
    pacer->is_skipping = false;
    if (is_lost) {
        return expected_ns;
    }
    if (dt_ns > HUGE_NS && !is_raw) {
        pacer->skipped_ns += dt_ns - expected_ns;
        return expected_ns;
    }
    return dt_ns < -expected_ns && !is_raw ? expected_ns : dt_ns;
}

/* Learns from a frame of dt_ns. Returns the time that passed beyond the expected frame. */
static double learn(FramePacer *pacer, double dt_ns)
{
    double passed_ns, extra_ns = 0;
    LateState state = late_add(&pacer->late, dt_ns, &pacer->length, &passed_ns);
    if (state == LATE_WAITING || state == LATE_DRAINING) {
        pacer->line.error_ns += dt_ns - pacer->line.period_ns; /* says nothing about the grid */
    } else {
        extra_ns = line_add(&pacer->line, dt_ns);
    }
    double period_ns = is_on_grid(pacer) ? pacer->line.period_ns : 0;
    bool is_trusting = late_is_trusting(&pacer->late);
    if (state != LATE_DRAINING && !length_add(&pacer->length, dt_ns, period_ns, is_trusting)) {
        line_adopt(&pacer->line, dt_ns);
        pacer->late.is_queueable = false; /* the new rate explains the lateness */
        extra_ns = 0;                     /* it was the expected frame */
    }
    return is_on_grid(pacer) ? extra_ns : passed_ns;
}

/* The step that the display is expected to take, with the correction towards the clock. */
static double expected_step_ns(const FramePacer *pacer, double passed_ns)
{
    bool is_gridded = is_on_grid(pacer);
    double pace_ns = is_gridded ? pacer->line.period_ns : pacer->length.pace_ns;
    double doubt_ns = pacer->late.is_shown ? 0 : pacer->late.late_ns; /* may be jitter */
    double noise_ns = is_gridded ? pacer->line.error_ns : doubt_ns;
    double lag_ns = pacer->lag_ns - noise_ns - passed_ns;
    double limit_ns = UNSEEN_PERIODS * pace_ns;
    double back_ns = lag_ns > JUMP * pace_ns ? lag_ns : clamp(GAIN * lag_ns, -limit_ns, limit_ns);
    return pace_ns + passed_ns + back_ns;
}

static int64_t show(FramePacer *pacer, double step_ns)
{
    int64_t step = llround(clamp(step_ns, 0, STEP_MAX_NS));
    pacer->lag_ns -= (double)step;
    if (pacer->is_holding) {
        pacer->is_holding = false;
        pacer->lag_ns = -pacer->length.pace_ns; /* a restart has no lag */
        return pacer->shown_ns;
    }
    bool is_in_range = pacer->shown_ns <= INT64_MAX - step;
    pacer->shown_ns = is_in_range ? pacer->shown_ns + step : INT64_MAX;
    return pacer->shown_ns;
}

void frame_pacer_set_refresh(FramePacer *pacer, double refresh_hz)
{
    bool is_usable = refresh_hz >= 1 && refresh_hz <= 1000;
    double period_ns = 1e9 / (is_usable ? refresh_hz : DEFAULT_HZ);
    line_restart(&pacer->line, period_ns);
    length_restart(&pacer->length, period_ns);
    pacer->late.is_queueable = false; /* the new rate explains the lateness */
}

void frame_pacer_init(FramePacer *pacer, double refresh_hz)
{
    *pacer = (FramePacer){.late = {.trust = 1, .queue = 0.5}};
    frame_pacer_set_refresh(pacer, refresh_hz);
}

void frame_pacer_skip(FramePacer *pacer)
{
    pacer->is_skipping = true;
}

void frame_pacer_hold(FramePacer *pacer)
{
    pacer->is_skipping = pacer->is_holding = true;
}

int64_t frame_pacer_frame(FramePacer *pacer, int64_t measured_ns)
{
    if (!pacer->has_started) {
        pacer->has_started = true;
        pacer->is_skipping = pacer->is_holding = false;
        pacer->reading_ns = measured_ns;
        pacer->lag_ns = -pacer->length.pace_ns;
        pacer->shown_ns = measured_ns > INT64_MAX / 2 ? INT64_MAX / 2 : measured_ns;
        return pacer->shown_ns;
    }
    double dt_ns = read_clock(pacer, measured_ns);
    if (pacer->mode == PACING_RAW) {
        learn(pacer, clamp(dt_ns, -pacer->length.pace_ns, HUGE_NS));
        int64_t shown_ns = show(pacer, dt_ns);
        pacer->lag_ns = -pacer->length.pace_ns; /* the grid mode begins without lag */
        return shown_ns;
    }
    pacer->lag_ns += dt_ns;
    return show(pacer, expected_step_ns(pacer, learn(pacer, dt_ns)));
}
