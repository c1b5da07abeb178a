/* A pacing trace: what the clock of a game loop read at the start of each frame, and when that
 * frame appeared on the display, with what happened on the way. The families make them, filters see
 * the readings, the score compares. A trace owns its arrays; running out of memory is an assertion.
 */
#ifndef BENCH_PACING_TRACE_H
#define BENCH_PACING_TRACE_H

#include <stdint.h>

typedef enum PacingHappening {
    PACING_MISS,    /* a vblank was missed */
    PACING_STALL,   /* the machine stood still */
    PACING_SETBACK, /* the clock jumped */
    PACING_CHANGE   /* another refresh rate */
} PacingHappening;

typedef struct PacingFrame {
    int64_t clock_ns;
    int64_t display_ns;
} PacingFrame;

typedef struct PacingMark {
    int frame;
    PacingHappening kind;
} PacingMark;

typedef struct PacingTrace {
    double reported_hz; /* what the display claims; 0: unknown */
    int count, capacity;
    PacingFrame *frames;
    int mark_count, mark_capacity;
    PacingMark *marks;
} PacingTrace;

/* Adds a frame; times in seconds from the start of the trace. */
void pacing_trace_add(PacingTrace *trace, double clock_s, double display_s);

/* Marks the frame that is added next. */
void pacing_trace_mark(PacingTrace *trace, PacingHappening kind);

void pacing_trace_free(PacingTrace *trace);

#endif
