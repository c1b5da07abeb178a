/* The trace writes what ran when to a file. With --trace it writes the complete run; on a key or a
 * hitch it dumps the last ten seconds.
 *
 * The loop's guest notes phases, systems and parts of a frame as spans in a ring, in the order in
 * which they end. Files are Chrome trace event JSON (https://ui.perfetto.dev). Frames, each phase
 * and each other part have a track (tid); the top-level slices of phases and parts add up to the
 * frame. The file of --trace is complete JSON after each second. Dumps are written a slice a frame,
 * into a folder that keeps the newest. A failed write gives one message. Times come from
 * clock_now_ns; files have microseconds with three decimals. */
#pragma once

#include "frame/loop_guest.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Labels in addition to FrameSpan's. */
enum {
    TRACE_FRAME = SPAN_SYSTEM + SCHEDULE_CAPACITY, /* id: frame, count: ticks, value: alpha */
    TRACE_DROPPED,                                 /* instant; id: dropped game time, ns */
    TRACE_HITCH                                    /* instant; id: frame, value: length / median */
};

typedef struct TraceSpan {
    int64_t begin_ns, end_ns;
    uint64_t id; /* the tick, or outside ticks the frame; labels above may differ */
    float value;
    uint16_t label;
    uint16_t count;
} TraceSpan;

/* Zero-initialise. */
typedef struct TraceWriter {
    FILE *file; /* NULL: not open, or failed */
    char path[PATH_BYTES_MAX];
    uint64_t next; /* index of the next span to write */
    uint64_t end;  /* index of the span at which the file closes; UINT64_MAX: none */
    int64_t flushed_ns;
    bool is_complete; /* all was written, and the file is closed */
} TraceWriter;

enum { TRACE_DUMPS_KEPT = 10, TRACE_USUAL_FRAMES = 63 };

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
    TraceWriter stream, dump;
    double lengths_ns[TRACE_USUAL_FRAMES]; /* lengths of the last frames, a ring */
    int length_count;                      /* frames since the start */
    int64_t hitch_dump_ns;                 /* begin of the last dump of a hitch; 0: never */
    bool has_failed;
} Trace;

/* True without opening anything if `desc` has neither a file nor a folder. */
bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error);

/* Finishes a dump in progress. False if the file of --trace is incomplete. */
bool trace_close(Trace *trace);

bool trace_is_open(const Trace *trace);

/* Adds a span; does nothing if the trace is closed. */
void trace_note(Trace *trace, TraceSpan span);

/* Writes what is due. True if the frame hitched, so that a dump may begin: it took over twice the
 * median, no dump is being written, and the last one for a hitch is a minute old. */
bool trace_end_frame(Trace *trace, const FrameTiming *frame);

/* Begins to write the last ten seconds. False, with an error, also during another dump. */
bool trace_dump(Trace *trace, const char *name, int64_t now_ns, CwError *error);

/* True once for each complete dump, whose path is trace->dump.path. */
bool trace_dump_finished(Trace *trace);
