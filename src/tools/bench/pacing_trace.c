#include "bench/pacing_trace.h"

#include "clockwork/base.h"

#include <math.h>
#include <stdlib.h>

static const int64_t START_NS = 1000000000; /* clocks seldom begin at 0 */

static void *grow(void *block, int count, int *capacity, size_t item_bytes)
{
    if (count < *capacity) {
        return block;
    }
    *capacity = *capacity == 0 ? 1024 : *capacity * 2;
    block = realloc(block, (size_t)*capacity * item_bytes);
    CW_ASSERT(block != NULL, "free memory for a trace of some megabytes");
    return block;
}

static int64_t to_ns(double time_s)
{
    return START_NS + llround(time_s * 1e9);
}

void pacing_trace_add(PacingTrace *trace, double clock_s, double display_s)
{
    trace->frames = grow(trace->frames, trace->count, &trace->capacity, sizeof *trace->frames);
    trace->frames[trace->count++] = (PacingFrame){to_ns(clock_s), to_ns(display_s)};
}

void pacing_trace_mark(PacingTrace *trace, PacingHappening kind)
{
    trace->marks =
        grow(trace->marks, trace->mark_count, &trace->mark_capacity, sizeof *trace->marks);
    trace->marks[trace->mark_count++] = (PacingMark){trace->count, kind};
}

void pacing_trace_free(PacingTrace *trace)
{
    free(trace->frames);
    free(trace->marks);
    *trace = (PacingTrace){0};
}
