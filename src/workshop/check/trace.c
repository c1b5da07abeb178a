#include "check/trace.h"

#include "base/numbered_files.h"
#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPANS_MAX = 1 << 17 /* 4 MiB: 10 s at 400 frames a second */, BUFFER_BYTES = 1 << 16 };

static const int64_t DUMP_NS = 10000000000, FLUSH_NS = 1000000000;
static const char TAIL[] = "\n]}\n";

/* ---- labels ---- */

typedef struct Label {
    const char *category, *name;
    int track;       /* label of the phase or part, or TRACE_FRAME; a system's is its phase's */
    bool is_in_tick; /* the span's id is a tick */
} Label;

/* `trace` may be NULL unless the label is a system's. */
static Label label_of(const Trace *trace, int label)
{
    if (label >= TRACE_FRAME) {
        const char *name = label == TRACE_FRAME ? "frame" : "dropped time";
        return (Label){"frame", name, TRACE_FRAME, false};
    }
    if (label >= SPAN_SYSTEM) {
        const CwSystem *system = &trace->systems[label - SPAN_SYSTEM];
        return (Label){"system", system->name, (int)system->phase, cw_phase_is_tick(system->phase)};
    }
    if (label == SPAN_TICK) {
        return (Label){"frame", "tick", TRACE_FRAME, true};
    }
    if (label >= SPAN_PART) {
        FramePart part = (FramePart)(label - SPAN_PART);
        return (Label){"part", frame_part_name(part), label, part == FRAME_PART_REMEMBER};
    }
    CwPhase phase = (CwPhase)label;
    return (Label){"phase", cw_phase_name(phase), label, cw_phase_is_tick(phase)};
}

/* ---- the ring ---- */

static uint64_t oldest(const Trace *trace)
{
    return trace->count > SPANS_MAX ? trace->count - SPANS_MAX : 0;
}

/* ---- a file ---- */

/* The track's number in the file: 1 for frames, then phases and parts. */
static int tid_of(int track)
{
    return track == TRACE_FRAME ? 1 : track + 2;
}

static void write_head(FILE *file)
{
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":"
          "\"clockwork\"}}",
          file);
    for (int track = -1; track < SPAN_TICK; track++) {
        const char *name = track < 0 ? "frames" : label_of(NULL, track).name;
        int tid = track < 0 ? tid_of(TRACE_FRAME) : tid_of(track);
        fprintf(file,
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":"
                "\"%s\"}}"
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_sort_index\",\"args\":{"
                "\"sort_index\":%d}}",
                tid, name, tid, tid);
    }
}

/* Prints nanoseconds as microseconds, negative ones as 0. Doubles would take 1.7 times as long. */
static void write_thousandths(FILE *file, const char *key, int64_t count)
{
    int64_t shown = count > 0 ? count : 0;
    fprintf(file, ",\"%s\":%" PRId64 ".%03d", key, shown / 1000, (int)(shown % 1000));
}

static void write_args(FILE *file, const Label *label, const TraceSpan *span)
{
    switch (span->label) {
    case TRACE_FRAME:
        fprintf(file, ",\"args\":{\"frame\":%" PRIu64 ",\"ticks\":%u", span->id,
                (unsigned)span->count);
        write_thousandths(file, "alpha", llround((double)span->value * 1000));
        break;
    case TRACE_DROPPED:
        fprintf(file, ",\"args\":{\"dropped_ns\":%" PRIu64, span->id);
        break;
    default:
        fprintf(file, ",\"args\":{\"%s\":%" PRIu64, label->is_in_tick ? "tick" : "frame", span->id);
    }
    fputc('}', file);
}

static void write_span(FILE *file, const Trace *trace, const TraceSpan *span)
{
    Label label = label_of(trace, span->label);
    bool is_instant = span->label == TRACE_DROPPED;
    fprintf(file, ",\n{\"ph\":\"%s\",\"pid\":1,\"tid\":%d,\"cat\":\"%s\",\"name\":\"%s\"",
            is_instant ? "i" : "X", tid_of(label.track), label.category, label.name);
    write_thousandths(file, "ts", span->begin_ns - trace->origin_ns);
    if (is_instant) {
        fputs(",\"s\":\"p\"", file);
    } else {
        write_thousandths(file, "dur", span->end_ns - span->begin_ns);
    }
    write_args(file, &label, span);
    fputc('}', file);
}

static FILE *open_file(const char *path, CwError *error)
{
    FILE *file = file_open(path, FILE_WRITE);
    if (file == NULL) {
        cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
        return NULL;
    }
    setvbuf(file, NULL, _IOFBF, BUFFER_BYTES);
    write_head(file);
    return file;
}

static void write_spans(FILE *file, const Trace *trace, uint64_t first)
{
    uint64_t from = first > oldest(trace) ? first : oldest(trace);
    for (uint64_t i = from; i < trace->count; i++) {
        write_span(file, trace, &trace->spans[i % SPANS_MAX]);
    }
}

/* False with errno if a write failed. */
static bool close_file(FILE *file)
{
    bool ok = fputs(TAIL, file) >= 0 && fflush(file) == 0 && ferror(file) == 0;
    return fclose(file) == 0 && ok;
}

/* ---- the stream of --trace ---- */

/* Completes the JSON with the tail, then seeks back before it. A pipe can't seek, so it gets none.
 */
static bool flush(FILE *file)
{
    fpos_t here;
    bool can_seek = fgetpos(file, &here) == 0;
    return (!can_seek || fputs(TAIL, file) >= 0) && fflush(file) == 0 &&
           (!can_seek || fsetpos(file, &here) == 0);
}

static void write_stream(Trace *trace, int64_t now_ns)
{
    bool is_due = now_ns - trace->flushed_ns >= FLUSH_NS;
    write_spans(trace->stream, trace, trace->written_count);
    trace->written_count = trace->count;
    trace->flushed_ns = is_due ? now_ns : trace->flushed_ns;
    if (ferror(trace->stream) != 0 || (is_due && !flush(trace->stream))) {
        report("can't write %s any more: %s; the run goes on", trace->desc.file, strerror(errno));
        fclose(trace->stream);
        trace->stream = NULL;
        trace->has_failed = true;
    }
}

/* ---- the trace ---- */

bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error)
{
    *trace = (Trace){.desc = *desc, .origin_ns = now_ns, .flushed_ns = now_ns};
    bool has_dumps = desc->dumps_dir != NULL && desc->dumps_dir[0] != '\0';
    if (desc->file == NULL && !has_dumps) {
        return true;
    }
    trace->spans = calloc(SPANS_MAX, sizeof *trace->spans);
    if (trace->spans == NULL) {
        return cw_error_set(error, "out of memory for the trace");
    }
    trace->stream = desc->file == NULL ? NULL : open_file(desc->file, error);
    if (desc->file != NULL && trace->stream == NULL) {
        trace_close(trace);
        return false;
    }
    return true;
}

bool trace_close(Trace *trace)
{
    bool ok = !trace->has_failed;
    if (trace->stream != NULL) {
        write_spans(trace->stream, trace, trace->written_count);
        ok = close_file(trace->stream);
        if (!ok) {
            report("%s: %s", trace->desc.file, strerror(errno));
        }
    }
    free(trace->spans);
    trace->spans = NULL;
    trace->stream = NULL;
    return ok;
}

bool trace_is_open(const Trace *trace)
{
    return trace->spans != NULL;
}

void trace_note(Trace *trace, TraceSpan span)
{
    if (trace_is_open(trace)) {
        trace->spans[trace->count++ % SPANS_MAX] = span;
    }
}

void trace_end_frame(Trace *trace, const FrameTiming *frame)
{
    uint64_t dropped_ns = (uint64_t)frame->dropped_ns;
    trace_note(trace, (TraceSpan){frame->begin_ns, frame->end_ns, frame->index, (float)frame->alpha,
                                  TRACE_FRAME, (uint16_t)frame->ticks});
    if (dropped_ns > 0) {
        trace_note(trace,
                   (TraceSpan){frame->end_ns, frame->end_ns, dropped_ns, 0, TRACE_DROPPED, 0});
    }
    if (trace->stream != NULL) {
        write_stream(trace, frame->end_ns);
    }
}

bool trace_dump(const Trace *trace, const char *name, int64_t now_ns, char path[PATH_BYTES_MAX],
                CwError *error)
{
    const NumberedFiles files = {trace->desc.dumps_dir, ".json", TRACE_DUMPS_KEPT};
    if (!trace_is_open(trace) || trace->desc.dumps_dir == NULL) {
        return cw_error_set(error, "debug.trace_ring is off, or there is no folder for traces");
    }
    uint64_t first = oldest(trace);
    while (first < trace->count && trace->spans[first % SPANS_MAX].end_ns < now_ns - DUMP_NS) {
        first++;
    }
    bool is_named = numbered_files_next_path(&files, name, path, error);
    FILE *file = is_named ? open_file(path, error) : NULL;
    if (file == NULL) {
        return false;
    }
    write_spans(file, trace, first);
    if (!close_file(file)) {
        cw_error_set(error, "%s: %s", path, strerror(errno));
        file_remove(path);
        return false;
    }
    numbered_files_trim(&files);
    return true;
}
