#include "check/trace.h"

#include "base/number.h"
#include "base/numbered_files.h"
#include "base/report.h"
#include "platform/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All tracks except for frames, in a frame's order: a phase, or CW_PHASE_COUNT + a part. */
enum { FRAME_TRACK_COUNT = CW_PHASE_COUNT + FRAME_PART_COUNT };
static const uint8_t FRAME_TRACKS[] = {
    CW_PHASE_COUNT + FRAME_PART_WAIT,
    CW_PHASE_COUNT + FRAME_PART_PLAN,
    CW_PHASE_EARLY,
    CW_PHASE_INPUT,
    CW_PHASE_PRE_PHYSICS,
    CW_PHASE_PHYSICS,
    CW_PHASE_POST_PHYSICS,
    CW_PHASE_GAME_LOGIC,
    CW_PHASE_ANIMATION,
    CW_PHASE_FLUSH,
    CW_PHASE_COUNT + FRAME_PART_REMEMBER,
    CW_PHASE_UPDATE,
    CW_PHASE_PRE_RENDER,
    CW_PHASE_RENDER,
    CW_PHASE_COUNT + FRAME_PART_PAINT,
    CW_PHASE_END_FRAME,
    CW_PHASE_COUNT + FRAME_PART_PRESENT,
};
_Static_assert(CW_ARRAY_LENGTH(FRAME_TRACKS) == FRAME_TRACK_COUNT, "every phase and part has one");

enum {
    SPANS_MAX = 1 << 17,   /* 4 MiB: 10 s at 400 frames a second */
    SLICE_SPANS = 256,     /* spans of a dump that a frame writes: about 0.1 ms */
    MEDIAN_NEEDS = 30,     /* frames needed to recognise a hitch */
    STREAM_SPANS = 100000, /* limit for --trace: more spans than a frame has */
    BUFFER_BYTES = 1 << 16
};

static const int64_t DUMP_NS = 10000000000, HITCH_PAUSE_NS = 60000000000, FLUSH_NS = 1000000000;
static const char TAIL[] = "\n]}\n";

/* ---- labels ---- */

typedef struct Label {
    const char *category, *name;
    int track;       /* TRACE_FRAME, or one of frame_tracks; a system is on its phase's track */
    bool is_in_tick; /* the span's id is a tick */
} Label;

/* `trace` may be NULL unless the label is a system's. */
static Label label_of(const Trace *trace, int label)
{
    static const char *const names[] = {"frame", "dropped time", "hitch"}; /* from TRACE_FRAME on */
    if (label >= TRACE_FRAME) {
        return (Label){"frame", names[label - TRACE_FRAME], TRACE_FRAME, false};
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

/* `index` must be in oldest..count-1. */
static const TraceSpan *span_at(const Trace *trace, uint64_t index)
{
    return &trace->spans[index % SPANS_MAX];
}

static uint64_t oldest(const Trace *trace)
{
    return trace->count > SPANS_MAX ? trace->count - SPANS_MAX : 0;
}

/* ---- a file ---- */

/* The track's number in the file: 1 for frames, then frame_tracks. */
static int tid_of(int wanted)
{
    int track = 0;
    while (wanted != TRACE_FRAME && FRAME_TRACKS[track] != wanted) {
        track++;
    }
    return wanted == TRACE_FRAME ? 1 : track + 2;
}

/* Escapes a name. Names are ASCII in practice, but the file must stay JSON for any text. */
static void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x20 || c == '"' || c == '\\' || c > 0x7e) {
            fprintf(file, "\\u%04x", (unsigned)c);
        } else {
            fputc(c, file);
        }
    }
}

static void write_head(FILE *file)
{
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":"
          "\"clockwork\"}}",
          file);
    for (int i = 0; i <= FRAME_TRACK_COUNT; i++) {
        const char *name = i == 0 ? "frames" : label_of(NULL, FRAME_TRACKS[i - 1]).name;
        fprintf(file,
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":"
                "\"%s\"}}"
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_sort_index\",\"args\":{"
                "\"sort_index\":%d}}",
                i + 1, name, i + 1, i + 1);
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
    case TRACE_HITCH:
        fprintf(file, ",\"args\":{\"frame\":%" PRIu64, span->id);
        write_thousandths(file, "times_median", llround((double)span->value * 1000));
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
    bool is_instant = span->label == TRACE_DROPPED || span->label == TRACE_HITCH;
    fprintf(file, ",\n{\"ph\":\"%s\",\"pid\":1,\"tid\":%d,\"cat\":\"%s\",\"name\":\"",
            is_instant ? "i" : "X", tid_of(label.track), label.category);
    write_escaped(file, label.name);
    fputc('"', file);
    write_thousandths(file, "ts", span->begin_ns - trace->origin_ns);
    if (is_instant) {
        fputs(",\"s\":\"p\"", file);
    } else {
        write_thousandths(file, "dur", span->end_ns - span->begin_ns);
    }
    write_args(file, &label, span);
    fputc('}', file);
}

static bool stop_writing(TraceWriter *writer)
{
    report("can't write %s any more: %s; the run goes on", writer->path, strerror(errno));
    fclose(writer->file);
    writer->file = NULL;
    return false;
}

static bool open_file(const Trace *trace, TraceWriter *writer, const char *path, uint64_t first,
                      CwError *error)
{
    *writer = (TraceWriter){.next = first, .end = UINT64_MAX, .flushed_ns = trace->origin_ns};
    snprintf(writer->path, sizeof writer->path, "%s", path);
    writer->file = file_open(path, FILE_WRITE);
    if (writer->file == NULL) {
        return cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
    }
    setvbuf(writer->file, NULL, _IOFBF, BUFFER_BYTES);
    write_head(writer->file);
    return true;
}

/* Writes the tail, for complete JSON, and seeks back before it. A pipe can't seek: it has none. */
static bool flush(TraceWriter *writer, int64_t now_ns)
{
    writer->flushed_ns = now_ns;
    fpos_t here;
    bool can_seek = fgetpos(writer->file, &here) == 0;
    return (!can_seek || fputs(TAIL, writer->file) >= 0) && fflush(writer->file) == 0 &&
           (!can_seek || fsetpos(writer->file, &here) == 0);
}

static bool close_file(const Trace *trace, TraceWriter *writer)
{
    if (writer->file == NULL) {
        return true;
    }
    writer->end = writer->end < trace->count ? writer->end : trace->count;
    while (writer->next < writer->end) {
        write_span(writer->file, trace, span_at(trace, writer->next++));
    }
    bool ok = fputs(TAIL, writer->file) >= 0 && ferror(writer->file) == 0;
    ok = fflush(writer->file) == 0 && ok;
    if (!ok) {
        return stop_writing(writer);
    }
    writer->is_complete = fclose(writer->file) == 0;
    writer->file = NULL;
    if (!writer->is_complete) {
        report("%s: %s", writer->path, strerror(errno));
    }
    return writer->is_complete;
}

/* Writes up to `limit` spans, and closes the file after the last one. False after a message. */
static bool write_some(const Trace *trace, TraceWriter *writer, uint64_t limit, int64_t now_ns)
{
    if (writer->file == NULL) {
        return true;
    }
    uint64_t first = oldest(trace);
    writer->next = writer->next > first ? writer->next : first;
    uint64_t end = writer->end < trace->count ? writer->end : trace->count;
    for (uint64_t i = 0; i < limit && writer->next < end; i++) {
        write_span(writer->file, trace, span_at(trace, writer->next++));
    }
    if (ferror(writer->file) != 0) {
        return stop_writing(writer);
    }
    if (writer->next >= writer->end) {
        return close_file(trace, writer);
    }
    bool is_due = now_ns - writer->flushed_ns >= FLUSH_NS;
    return !is_due || flush(writer, now_ns) || stop_writing(writer);
}

/* ---- the trace ---- */

bool trace_open(Trace *trace, const TraceDesc *desc, int64_t now_ns, CwError *error)
{
    *trace = (Trace){.desc = *desc};
    bool has_dumps = desc->dumps_dir != NULL && desc->dumps_dir[0] != '\0';
    if (desc->file == NULL && !has_dumps) {
        return true;
    }
    trace->origin_ns = now_ns;
    trace->spans = calloc(SPANS_MAX, sizeof *trace->spans);
    if (trace->spans == NULL) {
        return cw_error_set(error, "out of memory for the trace");
    }
    if (desc->file != NULL && !open_file(trace, &trace->stream, desc->file, 0, error)) {
        free(trace->spans);
        trace->spans = NULL;
        return false;
    }
    return true;
}

static NumberedFiles dump_files(const Trace *trace)
{
    return (NumberedFiles){trace->desc.dumps_dir, ".json", TRACE_DUMPS_KEPT};
}

/* Removes a dump that could not be written, or the oldest dumps once the new one is complete. */
static void tidy_dumps(const Trace *trace, bool written)
{
    const NumberedFiles files = dump_files(trace);
    if (!written) {
        file_remove(trace->dump.path);
    } else if (trace->dump.file == NULL) {
        numbered_files_trim(&files);
    }
}

bool trace_close(Trace *trace)
{
    if (trace->dump.file != NULL) {
        tidy_dumps(trace, close_file(trace, &trace->dump));
    }
    bool ok = close_file(trace, &trace->stream) && !trace->has_failed;
    free(trace->spans);
    trace->spans = NULL;
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

/* The median length of the last frames, which a single long frame doesn't change. */
static double median_ns(const Trace *trace)
{
    double sorted[TRACE_USUAL_FRAMES];
    bool is_full = trace->length_count > TRACE_USUAL_FRAMES;
    memcpy(sorted, trace->lengths_ns, sizeof sorted);
    return stats_quantile(sorted, is_full ? TRACE_USUAL_FRAMES : trace->length_count, 0.5);
}

static bool mark_hitch(Trace *trace, const FrameTiming *frame)
{
    double length_ns = (double)(frame->end_ns - frame->begin_ns), usual_ns = median_ns(trace);
    if (!frame->is_measured) {
        return false;
    }
    bool has_median = trace->length_count >= MEDIAN_NEEDS;
    trace->lengths_ns[trace->length_count++ % TRACE_USUAL_FRAMES] = length_ns;
    if (!has_median || length_ns <= 2 * usual_ns) {
        return false;
    }
    float times = (float)(length_ns / usual_ns);
    trace_note(trace,
               (TraceSpan){frame->end_ns, frame->end_ns, frame->index, times, TRACE_HITCH, 0});
    return true;
}

bool trace_end_frame(Trace *trace, const FrameTiming *frame)
{
    if (!trace_is_open(trace)) {
        return false;
    }
    uint64_t dropped_ns = (uint64_t)frame->dropped_ns;
    trace_note(trace, (TraceSpan){frame->begin_ns, frame->end_ns, frame->index, (float)frame->alpha,
                                  TRACE_FRAME, (uint16_t)frame->ticks});
    if (frame->dropped_ns > 0) {
        trace_note(trace,
                   (TraceSpan){frame->end_ns, frame->end_ns, dropped_ns, 0, TRACE_DROPPED, 0});
    }
    bool is_hitch = mark_hitch(trace, frame) && trace->dump.file == NULL;
    int64_t last_ns = trace->hitch_dump_ns;
    bool is_too_soon = last_ns != 0 && frame->end_ns - last_ns < HITCH_PAUSE_NS;
    if (!write_some(trace, &trace->stream, STREAM_SPANS, frame->end_ns)) {
        trace->has_failed = true;
    }
    if (trace->dump.file != NULL) {
        tidy_dumps(trace, write_some(trace, &trace->dump, SLICE_SPANS, frame->end_ns));
    }
    return is_hitch && !is_too_soon;
}

bool trace_dump(Trace *trace, const char *name, int64_t now_ns, CwError *error)
{
    if (!trace_is_open(trace)) {
        return cw_error_set(error, "debug.trace_ring is off, or there is no folder for traces");
    }
    if (trace->dump.file != NULL) {
        return cw_error_set(error, "the last one is still being written");
    }
    char path[PATH_BYTES_MAX];
    const NumberedFiles files = dump_files(trace);
    uint64_t first = oldest(trace);
    while (first < trace->count && span_at(trace, first)->end_ns < now_ns - DUMP_NS) {
        first++;
    }
    if (!numbered_files_next_path(&files, name, path, error) ||
        !open_file(trace, &trace->dump, path, first, error)) {
        return false;
    }
    trace->dump.end = trace->count;
    return true;
}

bool trace_dump_finished(Trace *trace)
{
    bool is_complete = trace->dump.is_complete;
    trace->dump.is_complete = false;
    return is_complete;
}
