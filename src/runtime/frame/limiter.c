#include "frame/limiter.h"

#include <math.h>

enum { BLOCK_FRAMES = 1250, TRIAL_FRAMES = 256, HOLD_FRAMES = 20000, HOLD_DOUBLINGS = 4 };

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
static int64_t follow_vblanks(LateSampling *sampling, int64_t presented_ns, bool waited)
{
    int64_t since_ns = presented_ns - sampling->vblank_ns;
    int64_t count = llround((double)since_ns / (double)sampling->period_ns);
    int64_t late_ns = since_ns - count * sampling->period_ns;
    sampling->vblank_ns += count * sampling->period_ns;
    if (waited) {
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
        change_reserve(sampling, 2, sampling->hold_frames);
        if (sampling->hold_frames < (int64_t)HOLD_FRAMES << HOLD_DOUBLINGS) {
            sampling->hold_frames *= 2;
        }
    } else if (++sampling->steady_frames >= sampling->trial_frames &&
               sampling->reserve * (double)sampling->period_ns > FLOOR_NS) {
        bool was_tried = sampling->trial_frames == TRIAL_FRAMES; /* not only held */
        if (was_tried && sampling->hold_frames > HOLD_FRAMES) {
            sampling->hold_frames /= 2;
        }
        change_reserve(sampling, 0.5, TRIAL_FRAMES);
    }
}

void late_sampling_presented(LateSampling *sampling, int64_t submitted_ns, int64_t presented_ns)
{
    bool waited = presented_ns - submitted_ns >= WAIT_LEAST_NS;
    int64_t work_ns = submitted_ns - sampling->due_ns;
    if (sampling->period_ns <= 0) {
        sampling->presented_ns = presented_ns;
        return;
    }
    if (sampling->reserve <= 0) {
        *sampling = (LateSampling){.reserve = 1,
                                   .trial_frames = TRIAL_FRAMES,
                                   .hold_frames = HOLD_FRAMES,
                                   .vblank_ns = presented_ns,
                                   .presented_ns = presented_ns,
                                   .period_ns = sampling->period_ns};
        return;
    }
    int64_t allowed_ns = longest_work_ns(sampling) + reserve_ns(sampling);
    int64_t vblanks = follow_vblanks(sampling, presented_ns, waited);
    bool missed = vblanks > 1 && work_ns <= allowed_ns;
    learn_reserve(sampling, sampling->is_delayed && (missed || !waited));
    add_work(sampling, work_ns);
    sampling->presented_ns = presented_ns;
}

/* ---- limiter ---- */

/* Added to the measured lateness: reading the clock and returning take a moment too. */
static const int64_t RESERVE_NS = 5000;
/* Below this many sleeps nothing is known about the machine and the margin is the cap. */
static const uint32_t SLEEPS_KNOWN = 16;

int64_t limiter_next_ns(Limiter *limiter, int64_t now_ns, int64_t interval_ns)
{
    if (interval_ns <= 0) {
        limiter->running = false;
        return now_ns;
    }
    int64_t due_ns = limiter->deadline_ns + interval_ns;
    int64_t late_ns = now_ns - due_ns;
    /* Far ahead means that the clock stepped back: the grid is as useless as when late. */
    bool useless = !limiter->running || late_ns > interval_ns || late_ns < -interval_ns;
    limiter->running = true;
    limiter->deadline_ns = useless ? now_ns : due_ns;
    return limiter->deadline_ns;
}

int64_t limiter_interval_ns(double rate_hz)
{
    if (!(rate_hz > 0.0)) {
        return 0;
    }
    double interval_ns = 1e9 / rate_hz;
    return interval_ns < 1e12 ? (int64_t)(interval_ns + 0.5) : INT64_C(1000000000000);
}

/* The second largest lateness of 128 is about the 99th percentile. Sleeps that no margin would
 * mend, as when the processor was taken away, say nothing, unless they are the most. */
static int64_t margin_from(const PreciseWait *wait)
{
    uint32_t count = wait->sleep_count, mended = 0;
    count = count < PRECISE_WAIT_SAMPLES ? count : PRECISE_WAIT_SAMPLES;
    int64_t largest_ns = 0, second_ns = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t late_ns = wait->late_ns[i];
        if (late_ns + RESERVE_NS > PRECISE_WAIT_MARGIN_MAX_NS) {
            continue;
        }
        mended++;
        if (late_ns > largest_ns) {
            second_ns = largest_ns;
            largest_ns = late_ns;
        } else if (late_ns > second_ns) {
            second_ns = late_ns;
        }
    }
    bool known = count >= SLEEPS_KNOWN && 2 * mended > count;
    return known ? second_ns + RESERVE_NS : PRECISE_WAIT_MARGIN_MAX_NS;
}

static void sleep_to(PreciseWait *wait, int64_t wake_ns)
{
    wait->clock.sleep_until_ns(wait->clock.self, wake_ns);
    int64_t late_ns = wait->clock.now_ns(wait->clock.self) - wake_ns;
    wait->late_ns[wait->sleep_count % PRECISE_WAIT_SAMPLES] = late_ns > 0 ? late_ns : 0;
    wait->sleep_count++;
    wait->margin_ns = margin_from(wait);
}

PreciseWait precise_wait_make(WaitClock clock)
{
    return (PreciseWait){.clock = clock, .margin_ns = PRECISE_WAIT_MARGIN_MAX_NS};
}

void precise_wait_until(PreciseWait *wait, int64_t deadline_ns)
{
    int64_t wake_ns = deadline_ns - wait->margin_ns;
    if (wait->clock.now_ns(wait->clock.self) < wake_ns) {
        sleep_to(wait, wake_ns);
    }
    while (wait->clock.now_ns(wait->clock.self) < deadline_ns) {
    }
}
