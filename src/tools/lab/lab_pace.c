#include "lab/lab_pace.h"

static const int64_t MS_NS = 1000000;

LabPace lab_pace_default(void)
{
    LabPace pace = {.stall_every_ms = 1000};
    cw_rng_seed(&pace.rng, 1, 7);
    return pace;
}

/* The first stall comes a full period after stalls were turned on. */
static int64_t repeated_stall_ns(LabPace *pace, int64_t now_ns)
{
    bool due = pace->stall_ms > 0 && pace->stall_due_ns != 0 && now_ns >= pace->stall_due_ns;
    if (pace->stall_ms == 0) {
        pace->stall_due_ns = 0;
    } else if (due || pace->stall_due_ns == 0) {
        pace->stall_due_ns = now_ns + pace->stall_every_ms * MS_NS;
    }
    return due ? pace->stall_ms * MS_NS : 0;
}

int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns)
{
    int64_t wanted_ns = pace->fps > 0 ? limiter_interval_ns(pace->fps) : interval_ns;
    int64_t due_ns = limiter_next_ns(&pace->limiter, now_ns, wanted_ns);
    due_ns = due_ns > now_ns ? due_ns : now_ns;
    uint32_t jitter_ns = (uint32_t)(pace->jitter_ms * MS_NS);
    int64_t late_ns = jitter_ns > 0 ? (int64_t)cw_rng_below(&pace->rng, jitter_ns) : 0;
    int64_t stall_ns = pace->once_ms * MS_NS + repeated_stall_ns(pace, due_ns);
    pace->once_ms = 0;
    return due_ns + late_ns + stall_ns;
}
