/* The trace: what the program has been doing, on disk: all of a run with --trace, or its last ten
 * seconds when a key asks or a frame hitches.
 *
 * The monitor notes spans and calls trace_end_frame once a frame. Dumps are written a
 * slice a frame from the ring, into a folder that keeps the newest few. Closed and costing nothing
 * unless trace_open was told of a file or a folder. It sees times only and nothing of a world. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/median_window.h"
#include "trace/trace_ring.h"
#include "trace/trace_writer.h"

enum { TRACE_DUMPS_KEPT = 10 };

typedef struct TraceDesc {
    const char *file;      /* --trace; NULL: none */
    const char *dumps_dir; /* NULL or "": no dumps */
} TraceDesc;

typedef struct Trace {
    TraceDesc desc;
    TraceRing ring;
    TraceWriter stream, dump;
    MedianWindow lengths;  /* of frames */
    int64_t hitch_dump_ns; /* when the last dump of a hitch began; 0: never */
    bool stream_failed;
} Trace;

/* A frame of the loop, for its slice. */
typedef struct TracedFrame {
    uint64_t index;
    int64_t begin_ns, end_ns;
    int ticks;
    double alpha;
    int64_t dropped_ns;
    bool usual; /* its length tells of the machine: not of a load, a pause or the background */
} TracedFrame;

/* Opens nothing, and returns true, when `desc` asks for nothing. */
bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error);

/* False when --trace's file is not whole. Finishes a dump under way. */
bool trace_close(Trace *trace);

bool trace_is_open(const Trace *trace);

/* Does nothing when closed. */
void trace_note(Trace *trace, TraceSpan span);

/* Notes the frame and its instants and writes what is due. True when it was a hitch: longer than
 * twice the median frame. */
bool trace_end_frame(Trace *trace, const TracedFrame *frame);

/* Begins to write the last ten seconds. False with a cause; one dump at a time. */
bool trace_dump(Trace *trace, const char *name, int64_t now_ns, CwError *error);

/* For hitches: at most one dump a minute, and never while another is written. */
bool trace_may_dump_hitch(const Trace *trace, int64_t now_ns);

/* True once after a dump was written to its end: then its path is in trace->dump.path. */
bool trace_dump_finished(Trace *trace);

#endif
