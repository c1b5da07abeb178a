/* A slice of work that is spread over frames, so that no picture waits for it:
 *
 *     Slice slice = slice_begin(SLICE_QUICK_NS);
 *     while (slice_goes_on(slice) && work_a_little()) {
 *     }
 */
#pragma once

#include "platform/clock.h"

#include <stdbool.h>

/* QUICK fits beside usual pictures. LONG is for a frame that only waits for the work. */
static const int64_t SLICE_QUICK_NS = 2000000, SLICE_LONG_NS = 30000000;

typedef struct Slice {
    int64_t end_ns; /* clock_now_ns */
} Slice;

static inline Slice slice_begin(int64_t length_ns)
{
    return (Slice){clock_now_ns() + length_ns};
}

static inline bool slice_goes_on(Slice slice)
{
    return clock_now_ns() < slice.end_ns;
}
