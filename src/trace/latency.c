#include "trace/latency.h"

#include <stdlib.h>
#include <string.h>

static void add_sample(LatencySamples *samples, int64_t latency_ns)
{
    samples->ns[samples->count++ % LATENCY_SAMPLES] = latency_ns > 0 ? latency_ns : 0;
}

void latency_event(Latency *latency, int64_t time_ns)
{
    if (!latency->waiting) {
        latency->waiting = true;
        latency->waiting_ns = time_ns;
    }
}

void latency_tick(Latency *latency, uint64_t tick)
{
    bool follow = latency->waiting && !latency->begun;
    latency->waiting = false;
    if (follow) {
        latency->begun = true;
        latency->seen = false;
        latency->event_ns = latency->waiting_ns;
        latency->tick = tick;
    }
}

void latency_present(Latency *latency, uint64_t tick, double alpha, int64_t now_ns)
{
    if (!latency->begun || tick < latency->tick) {
        return;
    }
    bool beyond = tick > latency->tick;
    if (!latency->seen && (beyond || alpha > 0)) {
        add_sample(&latency->first, now_ns - latency->event_ns);
        latency->seen = true;
    }
    if (beyond || alpha >= 1) {
        add_sample(&latency->full, now_ns - latency->event_ns);
        latency->begun = false;
    }
}

void latency_forget(Latency *latency)
{
    latency->waiting = latency->begun = false;
}

static int compare_times(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

double latency_quantile_ms(const LatencySamples *samples, double part)
{
    int64_t sorted_ns[LATENCY_SAMPLES];
    bool full = samples->count >= LATENCY_SAMPLES;
    size_t count = full ? LATENCY_SAMPLES : (size_t)samples->count;
    if (count == 0) {
        return 0;
    }
    memcpy(sorted_ns, samples->ns, count * sizeof *sorted_ns);
    qsort(sorted_ns, count, sizeof *sorted_ns, compare_times);
    return (double)sorted_ns[(size_t)(part * (double)(count - 1) + 0.5)] * 1e-6;
}
