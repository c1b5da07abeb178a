/* Loops that run ahead of the display by a queue of frames. Once in a while the loop is late by one
 * or two periods, and the display does not show it: it goes on evenly while the queue drains. The
 * next readings bunch up, each a part of a period closer, until they are back on the old grid. */
#include "bench/pacing_families.h"

#include "bench/pacing_random.h"
#include "clockwork/base.h"

#include <math.h>

static const double LENGTH_S = 60;
static const double CLOCK_START_S = 1;

typedef struct QueuedLoop {
    const char *name;
    double hz, reported_hz;
    double noise_s;
    double hiccup; /* share of frames */
    double drain;  /* periods that a late loop gains a frame */
    int depth;     /* frames in the queue */
} QueuedLoop;

static const QueuedLoop loops[] = {
    {"60 .2% drain .5", 60, 60, 0.0003, 0.002, 0.5, 2},
    {"60 1% drain .3", 60, 60, 0.0005, 0.01, 0.3, 3},
    {"59.94 .5% drain .6", 60 / 1.001, 0, 0.0002, 0.005, 0.6, 2},
    {"75 .5% drain .4", 74.97, 75, 0.0004, 0.005, 0.4, 3},
    {"100 .2% drain .6", 100, 100, 0.0003, 0.002, 0.6, 3},
    {"120 1% drain .5", 119.98, 120, 0.0003, 0.01, 0.5, 2},
    {"120 .2% drain .3", 120, 120, 0.0001, 0.002, 0.3, 3},
    {"144 .5% drain .5", 143.98, 144, 0.0003, 0.005, 0.5, 3},
    {"144 1% drain .6 rep60", 143.98, 60, 0.0002, 0.01, 0.6, 2},
    {"240 .2% drain .4", 239.96, 240, 0.0002, 0.002, 0.4, 2},
    {"240 1% drain .5", 239.96, 240, 0.0001, 0.01, 0.5, 3},
    {"50 .7% drain .45", 50, 50, 0.0004, 0.007, 0.45, 2},
    {"90 .4% drain .55", 89.97, 90, 0.0005, 0.004, 0.55, 3},
    {"165 .3% drain .35", 164.9, 165, 0.0002, 0.003, 0.35, 2},
    {"30 1% drain .6", 29.97, 30, 0.001, 0.01, 0.6, 2},
    {"85 .2% drain .3", 85.02, 0, 0.0001, 0.002, 0.3, 2},
    {"280 .6% drain .5", 279.9, 280, 0.0001, 0.006, 0.5, 3},
};

int pacing_queued_count(void)
{
    return (int)CW_ARRAY_LENGTH(loops);
}

PacingFamily pacing_queued_family(int index)
{
    return (PacingFamily){loops[index].name, PACING_ABSORBED};
}

void pacing_queued_make(int index, CwRng *rng, PacingTrace *trace)
{
    const QueuedLoop *loop = &loops[index];
    const double period_s = 1 / loop->hz;
    double late_s = 0, reading_s = 0;
    trace->reported_hz = loop->reported_hz;
    for (int frame = 0; frame * period_s < LENGTH_S; frame++) {
        late_s = fmax(0, late_s - loop->drain * period_s);
        if (random_chance(rng, loop->hiccup)) {
            double hiccup_s = (1 + random_unit(rng)) * period_s;
            late_s = fmin(late_s + hiccup_s, loop->depth * period_s); /* more would be seen */
        }
        double now_s = frame * period_s + late_s + loop->noise_s * random_gauss(rng);
        reading_s = fmax(reading_s, now_s);
        pacing_trace_add(trace, CLOCK_START_S + reading_s,
                         CLOCK_START_S + (frame + loop->depth) * period_s);
    }
}
