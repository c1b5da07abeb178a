#include "frame/limiter.h"

#include "clockwork/rng.h"
#include "support/test.h"

enum { FRAMES = 200000, LEARNED = 20000 };

/* A display whose present returns at the vblank that shows the frame, or at once when it keeps a
 * queue. Work is random: usual with normal noise, and now and then a spike. */
typedef struct Display {
    const char *name;
    double hz, work_ms, noise_ms, spike_ms, graphics_ms;
    int spike_every; /* frames, in the mean; 0: none */
    int queue;       /* frames that it takes before present waits */
    double sooner;   /* at least this share of the possible delay is reached */
} Display;

typedef struct Outcome {
    int missed;
    double delay_ms; /* mean, once it has learned */
} Outcome;

static double normal(CwRng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += cw_rng_range(rng, 0, 1);
    }
    return sum;
}

static double work_ms(const Display *display, CwRng *rng)
{
    double noise = normal(rng), spike = cw_rng_range(rng, 0, 1), size = cw_rng_range(rng, 0, 1);
    bool spikes = display->spike_every > 0 && spike * display->spike_every < 1;
    return fmax(0.1, display->work_ms + noise * display->noise_ms +
                         (spikes ? size * display->spike_ms : 0));
}

static Outcome play(const Display *display, bool late)
{
    LateSampling sampling = {0};
    CwRng rng, wakes;
    cw_rng_seed(&rng, 7, 1);
    cw_rng_seed(&wakes, 7, 2);
    Outcome outcome = {0};
    double period_ms = 1e3 / display->hz, now_ms = 0, shown = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        double due_ms = 1e-6 * (double)late_sampling_due_ns(&sampling, llround(period_ms * 1e6));
        double begin_ms = late && sampling.is_delayed ? due_ms : now_ms;
        outcome.delay_ms += frame >= LEARNED ? (begin_ms - now_ms) / (FRAMES - LEARNED) : 0;
        begin_ms += begin_ms > now_ms ? 0.05 * cw_rng_range(&wakes, 0, 1) : 0;
        double submit_ms = begin_ms + work_ms(display, &rng);
        double vblank = fmax(ceil((submit_ms + display->graphics_ms) / period_ms), shown + 1);
        outcome.missed += frame > 0 && vblank > shown + 1;
        shown = vblank;
        now_ms =
            fmax(submit_ms, (vblank - display->queue) * period_ms) + 0.02 * fabs(normal(&wakes));
        late_sampling_presented(&sampling, llround(submit_ms * 1e6), llround(now_ms * 1e6));
    }
    return outcome;
}

static const Display DISPLAYS[] = {
    {"60 Hz, light work", 60, 2, 0.2, 0, 0, 0, 0, 0.85},
    {"60 Hz, spikes", 60, 3, 0.3, 6, 0, 300, 0, 0.4},
    {"60 Hz, rare spikes", 60, 3, 0.3, 10, 0, 20000, 0, 0},
    {"60 Hz, graphics", 60, 2, 0.2, 0, 5, 0, 0, 0.4},
    {"60 Hz, noisy work", 60, 6, 1.2, 0, 0, 0, 0, 0.1},
    {"120 Hz", 120, 2, 0.2, 0, 0.5, 0, 0, 0.5},
    {"144 Hz", 144, 1.5, 0.1, 2, 0.5, 1000, 0, 0.2},
    {"240 Hz", 240, 1, 0.05, 0, 0.3, 0, 0, 0.4},
    {"240 Hz, work longer than a frame", 240, 4.5, 0.2, 0, 0, 0, 0, 0},
    {"60 Hz, a queue of one", 60, 2, 0.2, 0, 1, 0, 1, 0},
    {"60 Hz, a queue of two, spikes", 60, 2, 0.2, 20, 1, 500, 2, 0},
};

TEST(the_limiter_misses_less_than_one_vblank_in_25000, .rounds = CW_ARRAY_LENGTH(DISPLAYS))
{
    const Display *display = &DISPLAYS[_i];
    Outcome late = play(display, true), plain = play(display, false);
    double possible_ms = 1e3 / display->hz - display->work_ms - display->graphics_ms;
    ck_assert_msg(late.missed - plain.missed <= FRAMES / 25000, "%s: %d missed, %d without",
                  display->name, late.missed, plain.missed);
    ck_assert_msg(late.delay_ms >= display->sooner * possible_ms, "%s: %.2f of %.2f ms",
                  display->name, late.delay_ms, possible_ms);
}

TEST(nothing_is_delayed_without_a_known_period)
{
    LateSampling sampling = {0};
    for (int frame = 1; frame <= 100; frame++) {
        late_sampling_presented(&sampling, frame * 16000000, frame * 16000000 + 500000);
        ck_assert_int_eq(late_sampling_due_ns(&sampling, 0), frame * 16000000 + 500000);
    }
}

/* ---- the limiter of frames ---- */

static const int64_t MS = 1000000;

TEST(deadlines_keep_their_grid_when_wake_ups_are_uneven)
{
    Limiter limiter = {0};
    int64_t now_ns = limiter_next_ns(&limiter, 0, 10 * MS);
    for (int frame = 1; frame < 1000; frame++) {
        int64_t due_ns = limiter_next_ns(&limiter, now_ns + frame % 3 * MS, 10 * MS);
        ck_assert_int_eq(due_ns, frame * 10 * MS);
        now_ns = due_ns + frame % 7 * MS;
    }
}

TEST(a_frame_is_due_on_the_grid_of_the_last_or_at_once)
{
    static const struct {
        const char *behaviour;
        int64_t now_ms[3], interval_ms[3], due_ms[3];
    } cases[] = {
        {"the first frame is due at once", {7, 17, 27}, {10, 10, 10}, {7, 17, 27}},
        {"a frame late by less than an interval is made up",
         {0, 19, 19},
         {10, 10, 10},
         {0, 10, 20}},
        {"a stall is followed by no burst", {0, 1000, 1000}, {10, 10, 10}, {0, 1000, 1010}},
        {"a clock that steps back", {3600000, 5, 6}, {10, 10, 10}, {3600000, 5, 15}},
        {"no limit is due now and forgets the grid", {0, 3, 4}, {10, 0, 10}, {0, 3, 4}},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        Limiter limiter = {0};
        for (int frame = 0; frame < 3; frame++) {
            int64_t now_ns = cases[i].now_ms[frame] * MS;
            int64_t due_ns = limiter_next_ns(&limiter, now_ns, cases[i].interval_ms[frame] * MS);
            ck_assert_msg(due_ns == cases[i].due_ms[frame] * MS, "%s: frame %d", cases[i].behaviour,
                          frame);
        }
    }
}

TEST(a_rate_becomes_an_interval)
{
    ck_assert_int_eq(limiter_interval_ns(60.0), 16666667);
    ck_assert_int_eq(limiter_interval_ns(1000.0), MS);
    ck_assert_int_eq(limiter_interval_ns(0.0), 0);
    ck_assert_int_eq(limiter_interval_ns(-5.0), 0);
}
