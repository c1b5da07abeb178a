#include "time/period_line.h"

#include "time/jitter.h"

#include <math.h>

/* Memory, in frames. */
static const double MEMORY_YOUNG = 8;
static const double MEMORY_MAX = 2048;
static const double LOCK_MEMORY = 96;
static const double UNLOCK_MEMORY = 48;

static const double SLOW_RATE = 1.0 / 16; /* a frame */
static const double SLOW_SHARE = 0.65;
static const double MEMORY_CUT = 0.85;
static const double MISS_COST = 4; /* nats */

void period_line_restart(PeriodLine *line, double period_ns)
{
    double noise_ns = jitter_start_ns(period_ns);
    *line = (PeriodLine){
        .period_ns = fmax(period_ns, JITTER_PERIOD_MIN_NS),
        .memory = 1,
        .noise_ns = noise_ns,
        .fast_ns = noise_ns,
    };
}

void period_line_adopt(PeriodLine *line, double dt_ns)
{
    double periods = round(dt_ns / line->period_ns);
    double rest_ns = dt_ns - periods * line->period_ns;
    bool fits = fabs(rest_ns) <= jitter_edge_ns(line->noise_ns, line->period_ns);
    if (!line->locked || periods < 2 || !fits) {
        period_line_restart(line, dt_ns);
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

/* Whole periods beyond the usual one, if they explain a residual better than noise does. */
static double extra_periods(const PeriodLine *line, double error_ns, bool may_be_time)
{
    double periods = round(error_ns / line->period_ns);
    double rest_ns = error_ns - periods * line->period_ns;
    if (line->memory < MEMORY_YOUNG || (periods > 0 && !may_be_time)) {
        return 0;
    }
    if (fabs(rest_ns) > jitter_edge_ns(line->noise_ns, line->period_ns)) {
        return 0;
    }
    bool likelier = cost(error_ns, line->noise_ns) > cost(rest_ns, line->noise_ns) + MISS_COST;
    return likelier ? periods : 0;
}

/* Forgets when the residuals have a slow part that could be seen (Trigg's tracking signal). */
static void forget(PeriodLine *line, double used_ns)
{
    line->slow_ns += SLOW_RATE * (used_ns - line->slow_ns);
    line->fast_ns += SLOW_RATE * (fabs(used_ns) - line->fast_ns);
    double slow_ns = fabs(line->slow_ns);
    bool seen = slow_ns > JITTER_UNSEEN_PERIODS * line->period_ns;
    if (seen && slow_ns > SLOW_SHARE * line->fast_ns) {
        line->memory = fmin(line->memory, fmax(MEMORY_YOUNG, line->memory * MEMORY_CUT));
    }
    line->locked = line->memory >= (line->locked ? UNLOCK_MEMORY : LOCK_MEMORY);
}

/* Least squares over the last `memory` frames, in its recursive form: moves the line by a residual
 * of which used_ns is believed. */
static void fit(PeriodLine *line, double error_ns, double used_ns)
{
    double n = line->memory + 1;
    line->error_ns = error_ns - (4 * n - 2) / (n * (n + 1)) * used_ns;
    line->period_ns += 6 / (n * (n + 1)) * used_ns;
    line->period_ns = fmax(JITTER_PERIOD_MIN_NS, line->period_ns);
    line->memory = fmin(n, MEMORY_MAX);
}

double period_line_add(PeriodLine *line, double dt_ns, bool may_be_time)
{
    double error_ns = line->error_ns + dt_ns - line->period_ns;
    double extra_ns = extra_periods(line, error_ns, may_be_time) * line->period_ns;
    error_ns -= extra_ns;
    double edge_ns = jitter_edge_ns(line->noise_ns, line->period_ns);
    line->stray_count =
        jitter_count_strays(line->stray_count, error_ns, error_ns - line->stray_ns, edge_ns);
    line->stray_ns = error_ns;
    bool agreed = line->stray_count >= JITTER_STRAY_LIMIT;
    bool open_minded = line->memory < MEMORY_YOUNG || agreed;
    if (fabs(error_ns) > (open_minded ? 0.5 : 1) * line->period_ns) {
        period_line_restart(line, dt_ns);
        return 0;
    }
    double limit_ns = open_minded ? fabs(error_ns) : JITTER_EDGE_NOISES * line->noise_ns;
    double used_ns = jitter_clamp(error_ns, -limit_ns, limit_ns);
    double share = 1 / (line->memory + 1);
    fit(line, error_ns, used_ns);
    line->noise_ns = jitter_noise_ns(line->noise_ns, error_ns, edge_ns, share);
    forget(line, used_ns);
    return extra_ns;
}

void period_line_skip(PeriodLine *line, double dt_ns)
{
    line->error_ns += dt_ns - line->period_ns;
}
