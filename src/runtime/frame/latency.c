#include "frame/latency.h"

#include "base/number.h"

const char *frame_part_name(FramePart part)
{
    static const char *const names[] = {[FRAME_PART_WAIT] = "wait",
                                        [FRAME_PART_PLAN] = "plan",
                                        [FRAME_PART_REMEMBER] = "remember",
                                        [FRAME_PART_PAINT] = "paint",
                                        [FRAME_PART_PRESENT] = "present"};
    _Static_assert(CW_ARRAY_LENGTH(names) == FRAME_PART_COUNT, "every part has a name");
    return names[part];
}

static void add_sample(LatencySamples *samples, int64_t latency_ns)
{
    samples->ns[samples->count++ % LATENCY_SAMPLES] = latency_ns > 0 ? latency_ns : 0;
}

void latency_event(Latency *latency, int64_t time_ns)
{
    if (!latency->is_waiting) {
        latency->is_waiting = true;
        latency->waiting_ns = time_ns;
        latency->coming_tick = 0;
    }
}

void latency_coming(Latency *latency, uint64_t tick)
{
    if (latency->is_waiting && latency->coming_tick != tick) {
        latency->coming_tick = tick;
        latency->coming_ns = 0;
    }
}

void latency_tick(Latency *latency, uint64_t tick)
{
    bool is_followed = latency->is_waiting && !latency->has_begun;
    latency->is_waiting = false;
    if (is_followed) {
        latency->has_begun = true;
        latency->was_seen = false;
        latency->event_ns = latency->waiting_ns;
        latency->tick = tick;
    }
    if (is_followed && latency->coming_tick == tick && latency->coming_ns != 0) {
        add_sample(&latency->first, latency->coming_ns - latency->event_ns);
        latency->was_seen = true;
    }
}

void latency_present(Latency *latency, uint64_t tick, double alpha, int64_t now_ns)
{
    if (latency->is_waiting && latency->coming_tick == tick + 1 && latency->coming_ns == 0 &&
        alpha > 1) {
        latency->coming_ns = now_ns;
    }
    double visible = (double)tick + alpha - (double)latency->tick;
    if (!latency->has_begun || visible <= 0) {
        return;
    }
    if (!latency->was_seen) {
        add_sample(&latency->first, now_ns - latency->event_ns);
        latency->was_seen = true;
    }
    if (visible >= 1) {
        add_sample(&latency->full, now_ns - latency->event_ns);
        latency->has_begun = false;
    }
}

void latency_discard(Latency *latency)
{
    latency->is_waiting = latency->has_begun = false;
}

double latency_quantile_ms(const LatencySamples *samples, double part)
{
    double ns[LATENCY_SAMPLES];
    int count = samples->count < LATENCY_SAMPLES ? (int)samples->count : LATENCY_SAMPLES;
    for (int i = 0; i < count; i++) {
        ns[i] = (double)samples->ns[i];
    }
    return stats_quantile(ns, count, part) * 1e-6;
}
