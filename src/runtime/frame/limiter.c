#include "frame/limiter.h"

#include <math.h>

enum { BLOCK_FRAMES = 1250, TRIAL_FRAMES = 256, HOLD_FRAMES = 40000 };

/* The reserve is never smaller: a present that waits less may not have waited at all. */
static const double FLOOR_NS = 500000, FLOOR_PERIODS = 1.0 / 32;
static const int64_t WAIT_LEAST_NS = 150000;
/* A return of present that is late moves the vblanks by this share. */
static const int64_t LATE_SHARE = 16;

static int64_t longest_work_ns(const LateSampling *sampling)
{
    int64_t longest_ns = 0;
    for (int i = 0; i < LATE_SAMPLING_BLOCKS; i++) {
        int64_t block_ns = sampling->longest_ns[i];
        longest_ns = block_ns > longest_ns ? block_ns : longest_ns;
    }
    return longest_ns;
}

static int64_t reserve_ns(const LateSampling *sampling)
{
    double period_ns = (double)sampling->period_ns;
    return llround(fmax(sampling->reserve * period_ns, FLOOR_NS + FLOOR_PERIODS * period_ns));
}

int64_t late_sampling_due_ns(LateSampling *sampling, int64_t period_ns)
{
    int64_t vblank_ns = sampling->vblank_ns + period_ns;
    sampling->period_ns = period_ns;
    sampling->due_ns = vblank_ns - longest_work_ns(sampling) - reserve_ns(sampling);
    sampling->is_delayed =
        period_ns > 0 && sampling->reserve > 0 && sampling->due_ns > sampling->presented_ns;
    if (!sampling->is_delayed) {
        sampling->due_ns = sampling->presented_ns;
    }
    return sampling->due_ns;
}

static void add_work(LateSampling *sampling, int64_t work_ns)
{
    if (++sampling->block_frames > BLOCK_FRAMES) {
        sampling->block = (sampling->block + 1) % LATE_SAMPLING_BLOCKS;
        sampling->longest_ns[sampling->block] = 0;
        sampling->block_frames = 1;
    }
    int64_t *longest_ns = &sampling->longest_ns[sampling->block];
    if (work_ns > *longest_ns && work_ns <= sampling->period_ns) {
        *longest_ns = work_ns;
    }
}

/* Follows the vblanks up to this return of present. Returns how many there were since the last. */
static int64_t follow_vblanks(LateSampling *sampling, int64_t presented_ns, bool has_waited)
{
    int64_t since_ns = presented_ns - sampling->vblank_ns;
    int64_t count = llround((double)since_ns / (double)sampling->period_ns);
    int64_t late_ns = since_ns - count * sampling->period_ns;
    sampling->vblank_ns += count * sampling->period_ns;
    if (has_waited) {
        sampling->vblank_ns += late_ns < 0 ? late_ns : late_ns / LATE_SHARE;
    }
    return count;
}

static void change_reserve(LateSampling *sampling, double factor, int64_t trial_frames)
{
    sampling->reserve = fmin(sampling->reserve * factor, 1);
    sampling->trial_frames = trial_frames;
    sampling->steady_frames = 0;
}

static void learn_reserve(LateSampling *sampling, bool is_trouble)
{
    if (is_trouble) {
        change_reserve(sampling, 2, HOLD_FRAMES);
    } else if (++sampling->steady_frames >= sampling->trial_frames &&
               sampling->reserve * (double)sampling->period_ns > FLOOR_NS) {
        change_reserve(sampling, 0.5, TRIAL_FRAMES);
    }
}

void late_sampling_presented(LateSampling *sampling, int64_t submitted_ns, int64_t presented_ns)
{
    bool has_waited = presented_ns - submitted_ns >= WAIT_LEAST_NS;
    int64_t work_ns = submitted_ns - sampling->due_ns;
    if (sampling->period_ns <= 0) {
        sampling->presented_ns = presented_ns;
        return;
    }
    if (sampling->reserve <= 0) {
        *sampling = (LateSampling){.reserve = 1,
                                   .trial_frames = TRIAL_FRAMES,
                                   .vblank_ns = presented_ns,
                                   .presented_ns = presented_ns,
                                   .period_ns = sampling->period_ns};
        return;
    }
    int64_t allowed_ns = longest_work_ns(sampling) + reserve_ns(sampling);
    int64_t vblanks = follow_vblanks(sampling, presented_ns, has_waited);
    bool is_missed = vblanks > 1 && work_ns <= allowed_ns;
    learn_reserve(sampling, sampling->is_delayed && (is_missed || !has_waited));
    add_work(sampling, work_ns);
    sampling->presented_ns = presented_ns;
}

/* ---- limiter ---- */

int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns)
{
    if (interval_ns <= 0) {
        limiter->is_running = false;
        return now_ns;
    }
    int64_t due_ns = limiter->deadline_ns + interval_ns;
    int64_t late_ns = now_ns - due_ns;
    /* Far ahead means that the clock stepped back: the grid is as useless as when late. */
    bool is_grid_lost = !limiter->is_running || late_ns > interval_ns || late_ns < -interval_ns;
    limiter->is_running = true;
    limiter->deadline_ns = is_grid_lost ? now_ns : due_ns;
    return limiter->deadline_ns;
}

int64_t limiter_interval_ns(double rate_hz)
{
    return rate_hz > 0 ? llround(1e9 / rate_hz) : 0;
}
