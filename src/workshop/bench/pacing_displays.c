#include "bench/pacing.h"

#include "clockwork/base.h"

#include <math.h>

static const double LENGTH_S = 60, WANDER_S = 11, SWING_S = 6, LOAD_PERIOD_S = 10;
static const double START_S = 2; /* clocks seldom begin at 0 and may step back */
static const double TURN = 6.283185307179586;

/* Every behaviour is simulated at every rate. */
static const struct {
    double hz, reported_hz;
} rates[] = {{29.97, 30}, {60 / 1.001, 0}, {85.3, 60}, {143.98, 144}, {239.96, 240}};
enum { RATE_COUNT = CW_ARRAY_LENGTH(rates) };

/* Lengths without a unit are in periods of the display. */
typedef struct Behaviour {
    PacingGroup group;
    /* How late the loop wakes after a vblank or, without vblanks, how much longer a frame takes. */
    double gauss, correlation; /* standard deviation; how much each frame resembles the last */
    double late_share, late;   /* share of frames that are late exponentially, and their mean */
    double wander;             /* a slow sine */
    double swing;              /* a sine of the frame's length, without vblanks */
    int every;                 /* every so many frames one takes a vblank more */
    double miss;               /* probability that a frame misses its vblank */
    double load_s;             /* it takes more for so long in each ten seconds; 0: always */
    double then[2];            /* rates after 20 and 40 s, as shares of the first; 0: the same */
    double stall_s[2];         /* stalls at 15 and 35 s */
    double clock_s[2];         /* steps of the clock at 15 and 35 s */
    double quantum_s;          /* resolution of the clock; 0: exact */
    int queue;                 /* frames between a reading and its vblank */
    double hiccup, drain; /* share of frames absorbed by the queue; periods then regained a frame */
} Behaviour;

/* A new behaviour goes last, because its place is part of its seed. */
static const Behaviour behaviours[] = {
    {PACING_FIXED, .gauss = 0.02},
    {PACING_FIXED, .gauss = 0.12},
    {PACING_FIXED, .gauss = 0.06, .correlation = 0.9},
    {PACING_FIXED, .gauss = 0.1, .correlation = 0.98},
    {PACING_FIXED, .gauss = 0.01, .late_share = 0.15, .late = 0.2},
    {PACING_FIXED, .late_share = 1, .late = 0.05},
    {PACING_FIXED, .gauss = 0.02, .late_share = 0.02, .late = 0.6},
    {PACING_FIXED, .gauss = 0.01, .wander = 0.09},
    {PACING_FIXED, .gauss = 0.02, .quantum_s = 0.0005},
    {PACING_FIXED, .gauss = 0.01, .quantum_s = 0.001},
    {PACING_FIXED, .gauss = 0.05, .queue = 3},

    {PACING_MISSED, .gauss = 0.02, .miss = 0.03},
    {PACING_MISSED, .gauss = 0.04, .miss = 0.08},
    {PACING_MISSED, .gauss = 0.01, .late_share = 0.15, .late = 0.15, .miss = 0.01},
    {PACING_MISSED, .gauss = 0.02, .miss = 0.35, .load_s = 2},
    {PACING_MISSED, .gauss = 0.02, .every = 7},
    {PACING_MISSED, .gauss = 0.03, .every = 1, .load_s = 5},
    {PACING_MISSED, .gauss = 0.02, .every = 1, .miss = 0.03},

    {PACING_CHANGED, .gauss = 0.03, .then = {0.8, 1}},
    {PACING_CHANGED, .gauss = 0.02, .then = {0.5, 0.4}},
    {PACING_CHANGED, .gauss = 0.01, .late_share = 0.15, .late = 0.1, .then = {1.2, 1}},
    {PACING_CHANGED, .gauss = 0.02, .stall_s = {2, 5}},
    {PACING_CHANGED, .gauss = 0.04, .stall_s = {10, 0.08}},
    {PACING_CHANGED, .gauss = 0.02, .clock_s = {-0.001, 0.003}},
    {PACING_CHANGED, .gauss = 0.02, .clock_s = {-0.5, 3600}},

    {PACING_FREE, .gauss = 0.01, .swing = 0.3},
    {PACING_FREE, .gauss = 0.03},
    {PACING_FREE, .gauss = 0.2},
    {PACING_FREE, .gauss = 0.05, .correlation = 0.9},
    {PACING_FREE, .gauss = 0.01, .late_share = 0.05, .late = 0.5},
    {PACING_FREE, .gauss = 0.03, .then = {2, 0.5}},
    {PACING_FREE, .gauss = 0.02, .swing = 0.2, .quantum_s = 0.001},

    {PACING_CADENCE, .gauss = 0.02, .every = 2},
    {PACING_CADENCE, .gauss = 0.02, .every = 3},
    {PACING_CADENCE, .gauss = 0.02, .every = 4},
    {PACING_CADENCE, .gauss = 0.02, .every = 2, .load_s = 5},

    {PACING_ABSORBED, .gauss = 0.02, .queue = 1, .hiccup = 0.002, .drain = 0.5},
    {PACING_ABSORBED, .gauss = 0.03, .queue = 2, .hiccup = 0.01, .drain = 0.3},
    {PACING_ABSORBED, .gauss = 0.05, .queue = 1, .hiccup = 0.005, .drain = 0.6},
    {PACING_ABSORBED, .gauss = 0.01, .queue = 2, .hiccup = 0.003, .drain = 0.4},
};
const int pacing_display_count = CW_ARRAY_LENGTH(behaviours) * RATE_COUNT;

/* Above 0 and below 1. */
static double unit(CwRng *rng)
{
    return (cw_rng_next(rng) + 0.5) / 4294967296.0;
}

double pacing_gauss(CwRng *rng)
{
    double radius = sqrt(-2 * log(unit(rng)));
    return radius * cos(TURN * unit(rng)); /* Box and Muller, 1958 */
}

static bool chance(CwRng *rng, double probability)
{
    return probability > 0 && unit(rng) < probability;
}

typedef struct Course {
    Behaviour of;
    PacingRun *run;
    CwRng rng;
    int frame;
    double now_s, end_s;
    double rate_hz, period_s; /* at the start; now */
    double offset_s;          /* of the clock */
    double reading_s;         /* of the frame before */
    double late_s;            /* of a loop with hiccups */
    double noise;             /* correlated, of the frame before */
    int change_count, shift_count;
} Course;

static double noise(Course *course)
{
    const Behaviour *of = &course->of;
    double share = of->correlation;
    course->noise =
        share * course->noise + of->gauss * sqrt(1 - share * share) * pacing_gauss(&course->rng);
    double late = chance(&course->rng, of->late_share) ? -of->late * log(unit(&course->rng)) : 0;
    return course->noise + late + of->wander * sin(TURN * course->now_s / WANDER_S);
}

static double frame_length(Course *course)
{
    const Behaviour *of = &course->of;
    if (of->group == PACING_FREE) {
        return fmax(0.1, 1 + noise(course) + of->swing * sin(TURN * course->now_s / SWING_S));
    }
    bool loaded = !(of->load_s > 0) || fmod(course->now_s, LOAD_PERIOD_S) < of->load_s;
    bool regular = of->every > 0 && course->frame % of->every == of->every - 1;
    return 1 + (loaded && regular) + (loaded && chance(&course->rng, of->miss));
}

static void mark(Course *course, PacingHappening kind)
{
    PacingRun *run = course->run;
    CW_ASSERT(run->mark_count < PACING_MARKS_MAX, "raise PACING_MARKS_MAX");
    run->marks[run->mark_count++] = (PacingMark){course->frame, kind};
}

static void change_rate(Course *course)
{
    int n = course->change_count;
    if (n < 2 && course->of.then[n] > 0 && course->now_s >= 20 * (n + 1)) {
        course->period_s = 1 / (course->rate_hz * course->of.then[n]);
        course->change_count++;
        mark(course, MARK_NEW_RATE);
    }
}

/* Steps the clock and begins a stall when they are due; returns how long the stall is. */
static double shift_time_s(Course *course)
{
    const Behaviour *of = &course->of;
    int n = course->shift_count;
    if (n >= 2 || course->now_s < course->end_s - 45 + 20 * n) {
        return 0;
    }
    course->shift_count++;
    course->offset_s += of->clock_s[n];
    course->end_s += of->stall_s[n];
    if (fabs(of->clock_s[n]) > 0) {
        mark(course, MARK_CLOCK_STEP);
    }
    if (of->stall_s[n] > 0) {
        mark(course, MARK_STALL);
    }
    return of->stall_s[n];
}

/* The loop is late by a hiccup, at most by as much as the queue absorbs, and catches up. */
static void be_late(Course *course)
{
    const Behaviour *of = &course->of;
    course->late_s = fmax(0, course->late_s - of->drain * course->period_s);
    if (chance(&course->rng, of->hiccup)) {
        double more_s = (1 + unit(&course->rng)) * course->period_s;
        course->late_s = fmin(course->late_s + more_s, (of->queue + 1) * course->period_s);
    }
}

/* Reads the clock when the loop wakes; it steps back only where the behaviour says so. */
static double read_clock_s(Course *course)
{
    const Behaviour *of = &course->of;
    double wake = of->group == PACING_FREE ? 0 : fmax(-0.45, fmin(noise(course), 0.9));
    double reading_s = course->now_s + wake * course->period_s + course->late_s + course->offset_s;
    if (of->quantum_s > 0) {
        reading_s = floor(reading_s / of->quantum_s) * of->quantum_s;
    }
    bool steady = !(fabs(of->clock_s[0]) > 0);
    course->reading_s = steady ? fmax(reading_s, course->reading_s) : reading_s;
    return course->reading_s;
}

PacingGroup pacing_simulate(PacingRun *run, int display, uint64_t seed)
{
    const double hz = rates[display % RATE_COUNT].hz;
    Course course = {.of = behaviours[display / RATE_COUNT],
                     .run = run,
                     .end_s = LENGTH_S,
                     .rate_hz = hz,
                     .period_s = 1 / hz,
                     .reading_s = -START_S};
    cw_rng_seed(&course.rng, seed, (uint64_t)display);
    run->reported_hz = rates[display % RATE_COUNT].reported_hz;
    run->mark_count = 0;
    for (; course.now_s < course.end_s; course.frame++) {
        CW_ASSERT(course.frame < PACING_FRAMES_MAX, "raise PACING_FRAMES_MAX");
        change_rate(&course);
        double length = frame_length(&course);
        double stalled = round(shift_time_s(&course) / course.period_s);
        be_late(&course);
        run->clock_ns[course.frame] = llround((START_S + read_clock_s(&course)) * 1e9);
        course.now_s += (length + stalled) * course.period_s;
        double display_s = course.now_s + course.of.queue * course.period_s;
        run->display_ns[course.frame] = llround((START_S + display_s) * 1e9);
    }
    run->count = course.frame;
    return course.of.group;
}
