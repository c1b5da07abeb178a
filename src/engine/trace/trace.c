#include "trace/trace.h"

#include "base/kept_files.h"

#include <unistd.h>

static const int64_t DUMP_NS = 10000000000, HITCH_PAUSE_NS = 60000000000;

enum {
    SLICE_SPANS = 256,    /* of a dump in a frame: about 0.1 ms */
    MEDIAN_NEEDS = 30,    /* frames before a hitch can be told */
    STREAM_SPANS = 100000 /* more than a frame has */
};

bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error)
{
    *trace = (Trace){.desc = *desc};
    bool dumps = desc->dumps_dir != NULL && desc->dumps_dir[0] != '\0';
    if (desc->file == NULL && !dumps) {
        return true;
    }
    if (!trace_ring_open(&trace->ring, now_ns, error)) {
        return false;
    }
    if (desc->file != NULL &&
        !trace_writer_open(&trace->stream, &trace->ring, desc->file, 0, error)) {
        trace_ring_close(&trace->ring);
        return false;
    }
    return true;
}

static KeptFiles dumps(const Trace *trace)
{
    return (KeptFiles){trace->desc.dumps_dir, ".json", TRACE_DUMPS_KEPT};
}

/* Old dumps go when the new one is whole; one that could not be written goes itself. */
static void tidy_dumps(const Trace *trace, bool written)
{
    const KeptFiles files = dumps(trace);
    if (!written) {
        unlink(trace->dump.path);
    } else if (trace->dump.file == NULL) {
        kept_files_trim(&files);
    }
}

bool trace_close(Trace *trace)
{
    if (trace->dump.file != NULL) {
        tidy_dumps(trace, trace_writer_close(&trace->dump, &trace->ring));
    }
    bool whole = trace_writer_close(&trace->stream, &trace->ring) && !trace->stream_failed;
    trace_ring_close(&trace->ring);
    return whole;
}

bool trace_is_open(const Trace *trace)
{
    return trace->ring.spans != NULL;
}

void trace_note(Trace *trace, TraceSpan span)
{
    if (trace_is_open(trace)) {
        trace_ring_note(&trace->ring, &span);
    }
}

static bool note_hitch(Trace *trace, const TracedFrame *frame)
{
    int64_t length_ns = frame->end_ns - frame->begin_ns;
    int64_t median_ns = median_window_get(&trace->lengths);
    if (!frame->usual) {
        return false;
    }
    bool known = trace->lengths.count >= MEDIAN_NEEDS;
    median_window_add(&trace->lengths, length_ns);
    if (!known || length_ns <= 2 * median_ns) {
        return false;
    }
    trace_note(trace, (TraceSpan){.label = TRACE_HITCH,
                                  .begin_ns = frame->end_ns,
                                  .end_ns = frame->end_ns,
                                  .id = frame->index,
                                  .value = (float)((double)length_ns / (double)median_ns)});
    return true;
}

bool trace_end_frame(Trace *trace, const TracedFrame *frame)
{
    if (!trace_is_open(trace)) {
        return false;
    }
    trace_note(trace, (TraceSpan){.label = TRACE_FRAME,
                                  .begin_ns = frame->begin_ns,
                                  .end_ns = frame->end_ns,
                                  .id = frame->index,
                                  .count = (uint16_t)frame->ticks,
                                  .value = (float)frame->alpha});
    if (frame->dropped_ns > 0) {
        trace_note(trace, (TraceSpan){.label = TRACE_DROPPED,
                                      .begin_ns = frame->end_ns,
                                      .end_ns = frame->end_ns,
                                      .id = (uint64_t)frame->dropped_ns});
    }
    bool hitch = note_hitch(trace, frame);
    if (!trace_writer_work(&trace->stream, &trace->ring, STREAM_SPANS, frame->end_ns)) {
        trace->stream_failed = true;
    }
    if (trace->dump.file != NULL) {
        bool written = trace_writer_work(&trace->dump, &trace->ring, SLICE_SPANS, frame->end_ns);
        tidy_dumps(trace, written);
    }
    return hitch;
}

bool trace_dump(Trace *trace, const char *name, int64_t now_ns, CwError *error)
{
    if (!trace_is_open(trace)) {
        return cw_error_set(error,
                            "traces are off: debug.trace_ring is off, or there is no folder");
    }
    if (trace->dump.file != NULL) {
        return cw_error_set(error, "the last one is still being written");
    }
    char path[PATH_BYTES_MAX];
    const KeptFiles files = dumps(trace);
    uint64_t first = trace_ring_find(&trace->ring, now_ns - DUMP_NS);
    if (!kept_files_begin(&files, name, path, error) ||
        !trace_writer_open(&trace->dump, &trace->ring, path, first, error)) {
        return false;
    }
    trace->dump.end = trace->ring.count;
    return true;
}

bool trace_may_dump_hitch(const Trace *trace, int64_t now_ns)
{
    bool early = trace->hitch_dump_ns != 0 && now_ns - trace->hitch_dump_ns < HITCH_PAUSE_NS;
    return trace_is_open(trace) && trace->dump.file == NULL && !early;
}

bool trace_dump_finished(Trace *trace)
{
    bool finished = trace->dump.ended_whole;
    trace->dump.ended_whole = false;
    return finished;
}
