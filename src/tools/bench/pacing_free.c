/* Loops that no vblank holds: variable refresh and uncapped. A frame appears when it is done, and
 * the next one begins then. */
#include "bench/pacing_families.h"

#include "bench/pacing_random.h"
#include "clockwork/base.h"

#include <math.h>

static const double LENGTH_S = 60;
static const double CLOCK_START_S = 1;

/* Seconds that a frame takes. `memory` is the kind's own, 0 at first. */
typedef double FrameCost(CwRng *rng, int frame, double now_s, double *memory);

static double about(CwRng *rng, double mean_s, double deviation)
{
    return mean_s * (1 + deviation * random_gauss(rng));
}

static double low_framerate_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return about(rng, 0.025 + 0.008 * sin(now_s), 0.03);
}

static double limit_absolute_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)memory;
    return fmax(0.002, (frame + 1) / 57.0 + 0.0003 * fabs(random_gauss(rng)) - now_s);
}

static double limit_relative_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return 1 / 57.0 + 0.0001 * fabs(random_gauss(rng));
}

static double ramp_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return about(rng, 0.005 + 0.0093 * now_s / LENGTH_S, 0.03);
}

static double uncapped_140_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return fmax(0.002, 1 / 140.0 + random_laplace(rng, 0.0005));
}

static double uncapped_1000_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return fmax(0.0003, about(rng, 0.001, 0.2));
}

static double plateaus_s(CwRng *rng, int frame, double now_s, double *memory)
{
    static const double costs_s[] = {0.008, 0.011, 0.009, 0.014};
    (void)frame, (void)memory;
    return about(rng, costs_s[(int)(now_s / 4) % 4], 0.02);
}

static double hitches_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return fmod(now_s, 1) < 0.01 ? 0.025 : about(rng, 0.01, 0.01);
}

static double pairs_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)now_s, (void)memory;
    return about(rng, frame % 2 != 0 ? 0.005 : 0.007, 0.02);
}

static double walk_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s;
    *memory = fmin(1, fmax(-1, *memory + 0.01 * random_gauss(rng)));
    return about(rng, 0.0095 * exp(0.6 * *memory), 0.02);
}

static double lognormal_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return 0.006 * exp(0.3 * random_gauss(rng));
}

static double cap_141_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    double late_s = 0.0002 * fabs(random_gauss(rng));
    return 1 / 141.0 + (random_chance(rng, 0.1) ? 5 : 1) * late_s;
}

static double menu_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return about(rng, fmod(now_s, 12) < 4 ? 0.002 : 0.0125, 0.04);
}

static double correlated_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s;
    *memory = 0.9 * *memory + 0.44 * random_gauss(rng);
    return 0.012 * (1 + 0.05 * *memory);
}

static double coarse_clock_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return about(rng, 0.0115, 0.02);
}

static double wide_sine_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return about(rng, 0.0155 + 0.0085 * sin(2.1 * now_s), 0.02);
}

static double gamma_240_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    return 0.0028 + random_exponential(rng, 0.0007) + random_exponential(rng, 0.0007);
}

static double saw_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    return about(rng, 0.0083 * (1 + fmod(now_s, 5) / 5), 0.03);
}

static double cap_hitches_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)now_s, (void)memory;
    double cost_s = 1 / 90.0 + 0.0001 * fabs(random_gauss(rng));
    return cost_s + (random_chance(rng, 0.05) ? random_exponential(rng, 0.006) : 0);
}

static double loading_s(CwRng *rng, int frame, double now_s, double *memory)
{
    (void)frame, (void)memory;
    bool loads = fmod(now_s, 15) < 3;
    return about(rng, loads ? 0.033 : 0.01, loads ? 0.25 : 0.015);
}

typedef struct FreeLoop {
    const char *name;
    FrameCost *cost_s;
    double length_s;
    double reported_hz;
    double quantum_s; /* resolution of the clock; 0: exact */
} FreeLoop;

static const FreeLoop loops[] = {
    {"vrr 30-60", low_framerate_s, 60, 144, 0},
    {"57 limit absolute", limit_absolute_s, 60, 144, 0},
    {"57 limit relative", limit_relative_s, 60, 144, 0},
    {"ramp 200 to 70", ramp_s, 60, 144, 0},
    {"uncapped 140 laplace", uncapped_140_s, 60, 144, 0},
    {"uncapped 1000", uncapped_1000_s, 20, 60, 0},
    {"vrr plateaus", plateaus_s, 60, 144, 0},
    {"vrr 100 hitch 1 s", hitches_s, 60, 144, 0},
    {"pairs 5+7 ms", pairs_s, 60, 144, 0},
    {"walk 60-200", walk_s, 60, 144, 0},
    {"lognormal", lognormal_s, 60, 144, 0},
    {"cap 141", cap_141_s, 60, 144, 0},
    {"menu 500/80", menu_s, 60, 144, 0},
    {"correlated cost", correlated_s, 60, 144, 0},
    {"vrr ms clock", coarse_clock_s, 60, 144, 0.001},
    {"vrr 40-165 3 s", wide_sine_s, 60, 144, 0},
    {"gamma 240", gamma_240_s, 60, 144, 0},
    {"saw 60-120", saw_s, 60, 144, 0},
    {"cap 90 hitch 5%", cap_hitches_s, 60, 144, 0},
    {"loading 30 to 100", loading_s, 60, 144, 0},
};

int pacing_free_count(void)
{
    return (int)CW_ARRAY_LENGTH(loops);
}

PacingFamily pacing_free_family(int index)
{
    return (PacingFamily){loops[index].name, PACING_FREE};
}

void pacing_free_make(int index, CwRng *rng, PacingTrace *trace)
{
    const FreeLoop *loop = &loops[index];
    double now_s = 0, reading_s = 0, memory = 0;
    trace->reported_hz = loop->reported_hz;
    for (int frame = 0; now_s < loop->length_s; frame++) {
        reading_s = fmax(reading_s, now_s + 0.0001 * fabs(random_gauss(rng)));
        if (loop->quantum_s > 0) {
            reading_s = floor(reading_s / loop->quantum_s) * loop->quantum_s;
        }
        now_s += fmax(0.0001, loop->cost_s(rng, frame, now_s, &memory));
        pacing_trace_add(trace, CLOCK_START_S + reading_s, CLOCK_START_S + now_s);
    }
}
