/* The watch: what looks at the loop while it runs: the overlay, the trace, the notices, and the
 * times they share.
 *
 * The loop marks the ends of its parts (loop_watch.c) and the schedule tells of its phases; while
 * nothing is shown and nothing traced, no clock is read. View only: nothing here reaches a tick. */
#ifndef RUNTIME_WATCH_H
#define RUNTIME_WATCH_H

#include "runtime/notices.h"
#include "runtime/overlay.h"
#include "runtime/trace.h"

/* Zero-initialise. */
typedef struct Watch {
    Overlay overlay;
    Trace trace;
    Notices notices;
    bool active;                                    /* somebody wants to know of this frame */
    bool usual;                                     /* its length tells of the machine */
    int64_t frame_begin_ns, mark_ns, tick_begin_ns; /* CLOCK_MONOTONIC */
    int64_t phase_begin_ns;
    bool in_phase; /* some of its systems have been told */
    uint64_t frame;
    uint64_t tick; /* the one under way; 0 outside ticks */
    int64_t parts_ns[PART_COUNT];
    int64_t presented_ns;    /* by the host's clock */
    uint64_t refreshed_tick; /* what the overlay's figures tell of */
} Watch;

#endif
