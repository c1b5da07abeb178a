#include "bench/pacing_displays.h"

#include "bench/pacing_random.h"

#include <math.h>

static const double LENGTH_S = 60;
static const double TURN = 6.283185307179586;
static const double CLOCK_START_S = 1; /* room for clocks that step back */

/* The course of one trace. */
typedef struct Course {
    const Display *display;
    CwRng *rng;
    PacingTrace *trace;
    double now_s, end_s;
    double hz;
    double offset_s;  /* of the clock */
    double reading_s; /* of the frame before */
    double memory;    /* of correlated noise */
    int change_count, shift_count;
    bool clustered;
} Course;

static double correlate(Course *course, double share)
{
    double fresh = course->display->size_s * sqrt(1 - share * share) * random_gauss(course->rng);
    course->memory = share * course->memory + fresh;
    return course->memory;
}

static double wander_s(const Course *course, double period_s)
{
    double size_s = course->display->size_s;
    return size_s * sin(TURN * course->now_s / period_s) + 0.1 * size_s * random_gauss(course->rng);
}

static bool once_a_second(const Course *course)
{
    return fmod(course->now_s, 1) < 1 / course->display->hz;
}

static double outlier_s(const Course *course)
{
    double size_s = course->display->size_s;
    double noise_s = 0.0003 * random_gauss(course->rng);
    if (!random_chance(course->rng, 0.02)) {
        return noise_s;
    }
    return noise_s + (random_chance(course->rng, 0.5) ? -size_s : size_s);
}

static double noise_s(Course *course)
{
    CwRng *rng = course->rng;
    const double size_s = course->display->size_s;
    switch (course->display->noise) {
    case WAKE_GAUSS:
        return size_s * random_gauss(rng);
    case WAKE_UNIFORM:
        return size_s * (2 * random_unit(rng) - 1);
    case WAKE_LAPLACE:
        return random_laplace(rng, size_s);
    case WAKE_BIMODAL:
        return (random_chance(rng, 0.3) ? size_s : 0) + 0.1 * size_s * random_gauss(rng);
    case WAKE_LATE:
        return random_exponential(rng, size_s);
    case WAKE_LATE_UNIFORM:
        return size_s * random_unit(rng);
    case WAKE_AR60:
        return correlate(course, 0.6);
    case WAKE_AR90:
        return correlate(course, 0.9);
    case WAKE_AR98:
        return correlate(course, 0.98);
    case WAKE_WANDER:
        return wander_s(course, 11);
    case WAKE_WANDER_FAST:
        return wander_s(course, 1.5);
    case WAKE_HITCH:
        return 0.0002 * random_gauss(rng) + (once_a_second(course) ? size_s : 0);
    case WAKE_HEAVY:
        return 0.0002 * fabs(random_gauss(rng)) +
               (random_chance(rng, 0.15) ? random_exponential(rng, size_s) : 0);
    case WAKE_OUTLIERS:
        return outlier_s(course);
    case WAKE_GROWING:
        return size_s * course->now_s / LENGTH_S * random_gauss(rng);
    case WAKE_TIMER:
        return size_s - fmod(course->now_s, size_s);
    }
    return 0;
}

static int vblanks(Course *course, int frame)
{
    CwRng *rng = course->rng;
    const double miss = course->display->miss;
    const double now_s = course->now_s;
    switch (course->display->cadence) {
    case CADENCE_EVERY:
        return 1;
    case CADENCE_23:
        return 2 + frame % 2;
    case CADENCE_12:
        return 1 + frame % 2;
    case CADENCE_112:
        return 1 + (frame % 3 == 2);
    case CADENCE_1112:
        return 1 + (frame % 4 == 3);
    case CADENCE_COMES:
        return fmod(now_s, 20) > 10 ? 1 + frame % 2 : 1;
    case CADENCE_HALF:
        return 2 + random_chance(rng, miss);
    case CADENCE_HALF_BURSTS:
        return 1 + (fmod(now_s, 10) > 5);
    case CADENCE_MISS:
        return 1 + random_chance(rng, miss) + random_chance(rng, 0.1 * miss);
    case CADENCE_MISS_CLUSTER:
        course->clustered = random_chance(rng, course->clustered ? 0.85 : 0.01);
        return 1 + (course->clustered && random_chance(rng, 0.6));
    case CADENCE_MISS_LOAD:
        return 1 + (now_s > 20 && now_s < 32 && random_chance(rng, miss));
    case CADENCE_MISS_EACH_SECOND:
        return once_a_second(course) ? 3 : 1;
    case CADENCE_MISS_SEVENTH:
        return 1 + (frame % 7 == 6);
    }
    return 1;
}

static void change_rate(Course *course)
{
    const Display *display = course->display;
    int n = course->change_count;
    if (n < 2 && display->then_hz[n] > 0 && course->now_s >= 20 * (n + 1)) {
        course->hz = display->then_hz[n];
        course->change_count++;
        pacing_trace_mark(course->trace, PACING_CHANGE);
    }
}

/* Steps the clock and begins a stall when they are due; returns how long that one is. */
static double shift_time(Course *course)
{
    const Display *display = course->display;
    int n = course->shift_count;
    if (n >= 2 || course->now_s < course->end_s - 45 + 20 * n) {
        return 0;
    }
    double stall_s = display->stall_s[n];
    course->shift_count++;
    course->offset_s += display->clock_s[n];
    course->end_s += stall_s;
    if (fabs(display->clock_s[n]) > 0) {
        pacing_trace_mark(course->trace, PACING_SETBACK);
    }
    if (stall_s > 0) {
        pacing_trace_mark(course->trace, PACING_STALL);
    }
    return stall_s;
}

/* What the clock reads when the loop wakes; it steps back only where the display says so. */
static double read_clock(Course *course, int frame)
{
    const Display *display = course->display;
    double period_s = 1 / course->hz;
    double late_s = fmax(-0.45 * period_s, fmin(noise_s(course), 0.9 * period_s));
    double reading_s = frame < display->burst ? 0.002 * frame : course->now_s + late_s;
    reading_s += course->offset_s;
    if (display->quantum_s > 0) {
        reading_s = floor(reading_s / display->quantum_s) * display->quantum_s;
    }
    bool steady = !(fabs(display->clock_s[0]) > 0);
    course->reading_s = steady ? fmax(reading_s, course->reading_s) : reading_s;
    return CLOCK_START_S + course->reading_s;
}

int pacing_vsync_count(void)
{
    return pacing_display_count;
}

PacingFamily pacing_vsync_family(int index)
{
    return (PacingFamily){pacing_displays[index].name, pacing_displays[index].group};
}

void pacing_vsync_make(int index, CwRng *rng, PacingTrace *trace)
{
    const Display *display = &pacing_displays[index];
    Course course = {.display = display,
                     .rng = rng,
                     .trace = trace,
                     .end_s = LENGTH_S,
                     .hz = display->hz,
                     .reading_s = -CLOCK_START_S};
    trace->reported_hz = display->reported_hz;
    for (int frame = 0; course.now_s < course.end_s; frame++) {
        change_rate(&course);
        int periods = vblanks(&course, frame);
        if (periods > 1 && display->group == PACING_MISSED) {
            pacing_trace_mark(trace, PACING_MISS);
        }
        double stall_s = shift_time(&course);
        double reading_s = read_clock(&course, frame);
        double period_s = 1 / course.hz;
        course.now_s += (periods + round(stall_s / period_s)) * period_s;
        pacing_trace_add(trace, reading_s,
                         CLOCK_START_S + course.now_s + display->queue * period_s);
    }
}
