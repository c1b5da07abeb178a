#include "trace/trace_ring.h"

#include <stdlib.h>
#include <string.h>

const uint8_t trace_tracks[] = {
    TRACE_FRAME,
    TRACE_PART + PART_WAIT,
    TRACE_PART + PART_PLAN,
    CW_PHASE_EARLY,
    CW_PHASE_INPUT,
    CW_PHASE_PRE_PHYSICS,
    CW_PHASE_PHYSICS,
    CW_PHASE_POST_PHYSICS,
    CW_PHASE_GAME_LOGIC,
    CW_PHASE_ANIMATION,
    CW_PHASE_FLUSH,
    TRACE_PART + PART_REMEMBER,
    CW_PHASE_UPDATE,
    CW_PHASE_PRE_RENDER,
    CW_PHASE_RENDER,
    TRACE_PART + PART_PAINT,
    CW_PHASE_END_FRAME,
    TRACE_PART + PART_PRESENT,
};
_Static_assert(CW_ARRAY_LENGTH(trace_tracks) == TRACE_TRACK_COUNT, "every label has a track");

const char *frame_part_name(FramePart part)
{
    static const char *const names[] = {[PART_WAIT] = "wait",
                                        [PART_PLAN] = "plan",
                                        [PART_REMEMBER] = "remember",
                                        [PART_PAINT] = "paint",
                                        [PART_PRESENT] = "present"};
    _Static_assert(CW_ARRAY_LENGTH(names) == PART_COUNT, "every part has a name");
    return names[part];
}

bool trace_ring_open(TraceRing *ring, int64_t origin_ns, CwError *error)
{
    *ring = (TraceRing){.origin_ns = origin_ns};
    ring->spans = calloc(TRACE_SPANS_MAX, sizeof *ring->spans);
    return ring->spans != NULL || cw_error_set(error, "out of memory for the trace");
}

void trace_ring_close(TraceRing *ring)
{
    free(ring->spans);
    ring->spans = NULL;
}

void trace_ring_set_systems(TraceRing *ring, const Schedule *schedule)
{
    ring->system_count = schedule->system_count;
    memcpy(ring->systems, schedule->systems, sizeof ring->systems);
}

void trace_ring_note(TraceRing *ring, const TraceSpan *span)
{
    ring->spans[ring->count++ % TRACE_SPANS_MAX] = *span;
}

const TraceSpan *trace_ring_at(const TraceRing *ring, uint64_t index)
{
    return &ring->spans[index % TRACE_SPANS_MAX];
}

uint64_t trace_ring_oldest(const TraceRing *ring)
{
    return ring->count > TRACE_SPANS_MAX ? ring->count - TRACE_SPANS_MAX : 0;
}

uint64_t trace_ring_find(const TraceRing *ring, int64_t time_ns)
{
    uint64_t low = trace_ring_oldest(ring), high = ring->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (trace_ring_at(ring, middle)->end_ns < time_ns) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const char *trace_label_name(const TraceRing *ring, int label)
{
    static const char *const names[] = {[TRACE_FRAME - TRACE_FRAME] = "frame",
                                        [TRACE_TICK - TRACE_FRAME] = "tick",
                                        [TRACE_DROPPED - TRACE_FRAME] = "dropped time",
                                        [TRACE_HITCH - TRACE_FRAME] = "hitch"};
    if (label < TRACE_PART) {
        return cw_phase_name((CwPhase)label);
    }
    if (label < TRACE_FRAME) {
        return frame_part_name((FramePart)(label - TRACE_PART));
    }
    return label < TRACE_SYSTEM ? names[label - TRACE_FRAME]
                                : ring->systems[label - TRACE_SYSTEM].name;
}

bool trace_label_of_tick(const TraceRing *ring, int label)
{
    if (label >= TRACE_SYSTEM) {
        return cw_phase_is_tick(ring->systems[label - TRACE_SYSTEM].phase);
    }
    return label < TRACE_PART ? cw_phase_is_tick((CwPhase)label)
                              : label == TRACE_PART + PART_REMEMBER || label == TRACE_TICK;
}
