/* Records when the parts of each frame ran, and writes timelines for https://ui.perfetto.dev
 * (Chrome trace event JSON). --trace writes the complete run, as valid JSON after each second. A
 * key writes the last ten seconds to a new file, in a folder that keeps the newest files.
 *
 * The loop's guest adds a span to a ring when a phase, a system or another part of a frame ends. In
 * the file, frames, each phase and each other part have a track of their own. */
#pragma once

#include "frame/loop_guest.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Labels in addition to FrameSpan's. */
enum {
    TRACE_FRAME = SPAN_SYSTEM + SCHEDULE_CAPACITY, /* id: frame, count: ticks, value: alpha */
    TRACE_DROPPED                                  /* instant; id: dropped game time, ns */
};

typedef struct TraceSpan {
    int64_t begin_ns, end_ns;
    uint64_t id; /* the tick, or outside ticks the frame; for the labels above, see there */
    float value;
    uint16_t label;
    uint16_t count;
} TraceSpan;

enum { TRACE_DUMPS_KEPT = 10 };

typedef struct TraceDesc {
    const char *file;      /* --trace; NULL: none */
    const char *dumps_dir; /* NULL or "": no dumps */
} TraceDesc;

typedef struct Trace {
    TraceDesc desc;
    TraceSpan *spans;                    /* a ring; NULL: not open */
    uint64_t count;                      /* spans noted since the start */
    int64_t origin_ns;                   /* time 0 in files */
    CwSystem systems[SCHEDULE_CAPACITY]; /* indexed by label - SPAN_SYSTEM */
    FILE *stream;                        /* file of --trace; NULL: none, or it failed */
    uint64_t written_count;              /* spans written to the stream */
    int64_t flushed_ns;                  /* time of the stream's last flush */
    bool has_failed;                     /* a write to the stream failed */
} Trace;

/* True without opening anything if `desc` has neither a file nor a folder. */
bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error);

/* False if the file of --trace is incomplete. */
bool trace_close(Trace *trace);

bool trace_is_open(const Trace *trace);

/* Adds a span; does nothing if the trace is closed. */
void trace_note(Trace *trace, TraceSpan span);

/* Adds the frame and writes what is due. */
void trace_end_frame(Trace *trace, const FrameTiming *frame);

/* Writes the last ten seconds to a new file, whose path it prints. */
bool trace_dump(const Trace *trace, const char *name, int64_t now_ns, char path[PATH_BYTES_MAX],
                CwError *error);
