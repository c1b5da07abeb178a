/* The trace: what ran when, on disk: all of a run with --trace, or its last ten seconds when a key
 * asks or a frame hitches.
 *
 * The guest of a loop notes phases, systems and parts of a frame as spans, in order of their ends,
 * in a ring. Files are Chrome trace event JSON (https://ui.perfetto.dev): a track (tid) for frames
 * and ticks, one a phase with its systems, one for each other part; top-level slices of those add
 * up to the frame. --trace's file is whole JSON after each second; dumps are written a slice a
 * frame, into a folder of the newest few. One that can't be written costs one message. Times are
 * clock_now_ns, in the file microseconds with three decimals. */
#pragma once

#include "frame/guest.h"
#include "platform/path.h"
#include "sim/schedule.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Labels beside those of a FrameSpan. */
enum {
    TRACE_FRAME = SPAN_SYSTEM + SCHEDULE_CAPACITY, /* id: frame, count: ticks, value: alpha */
    TRACE_DROPPED,                                 /* an instant; id: ns of the game's time */
    TRACE_HITCH                                    /* an instant; id: frame, value: x the median */
};

typedef struct TraceSpan {
    int64_t begin_ns, end_ns;
    uint64_t id; /* of phases, parts and systems: the tick, or the frame outside ticks */
    float value;
    uint16_t label;
    uint16_t count;
} TraceSpan;

/* Zero-initialise. */
typedef struct TraceWriter {
    FILE *file; /* NULL: not open, or given up */
    char path[PATH_BYTES_MAX];
    uint64_t next; /* span to write */
    uint64_t end;  /* where to close; UINT64_MAX: never by itself */
    int64_t flushed_ns;
    bool ended_whole; /* everything was written and closed */
} TraceWriter;

enum { TRACE_DUMPS_KEPT = 10, TRACE_USUAL_FRAMES = 63 };

typedef struct TraceDesc {
    const char *file;      /* --trace; NULL: none */
    const char *dumps_dir; /* NULL or "": no dumps */
} TraceDesc;

typedef struct Trace {
    TraceDesc desc;
    TraceSpan *spans;                    /* a ring; NULL: not open */
    uint64_t count;                      /* spans ever noted */
    int64_t origin_ns;                   /* where the trace's time begins */
    CwSystem systems[SCHEDULE_CAPACITY]; /* of the labels */
    TraceWriter stream, dump;
    double lengths_ns[TRACE_USUAL_FRAMES]; /* of the last frames, a ring */
    int length_count;                      /* so far */
    int64_t hitch_dump_ns;                 /* when the last dump of a hitch began; 0: never */
    bool stream_failed;
} Trace;

/* Opens nothing, and returns true, when `desc` asks for nothing. */
bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error);

/* False when --trace's file is not whole. Finishes a dump under way. */
bool trace_close(Trace *trace);

bool trace_is_open(const Trace *trace);

/* Sets the systems that labels mean. A game has the same ones in every run. */
void trace_set_systems(Trace *trace, const Schedule *schedule);

/* Does nothing when closed. */
void trace_note(Trace *trace, TraceSpan span);

/* Writes what is due. True for a hitch: longer than twice the median frame. */
bool trace_end_frame(Trace *trace, const FrameTiming *frame);

/* Begins to write the last ten seconds. False with a cause; one dump at a time. */
bool trace_dump(Trace *trace, const char *name, int64_t now_ns, CwError *error);

/* For hitches: at most one dump a minute, and never while another is written. */
bool trace_may_dump_hitch(const Trace *trace, int64_t now_ns);

/* True once after a dump was written to its end: then its path is in trace->dump.path. */
bool trace_dump_finished(Trace *trace);
