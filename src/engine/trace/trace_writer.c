#include "trace/trace_writer.h"

#include "base/file.h"
#include "base/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 16 };

static const int64_t FLUSH_NS = 1000000000;
static const char TAIL[] = "\n]}\n";

/* The tid of a label's track: its place among them, from 1. */
static int track_of(const TraceRing *ring, int label)
{
    int wanted = label >= TRACE_SYSTEM  ? (int)ring->systems[label - TRACE_SYSTEM].phase
                 : label >= TRACE_FRAME ? (int)TRACE_FRAME
                                        : label;
    int track = 0;
    while (trace_tracks[track] != wanted) {
        track++;
    }
    return track + 1;
}

/* Names are ASCII in practice; whatever they hold, the file stays JSON. */
static void put_text(FILE *file, const char *text)
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

static void put_head(FILE *file)
{
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"process_name\",\"args\":{\"name\":"
          "\"clockwork\"}}",
          file);
    for (int i = 0; i < TRACE_TRACK_COUNT; i++) {
        const char *name = i == 0 ? "frames" : trace_label_name(NULL, trace_tracks[i]);
        fprintf(file,
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":"
                "\"%s\"}}"
                ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"name\":\"thread_sort_index\",\"args\":{"
                "\"sort_index\":%d}}",
                i + 1, name, i + 1, i + 1);
    }
}

/* With three decimals, so that nanoseconds read as microseconds; 0 for what is below. Integers:
 * with dozens a frame, doubles would make a trace cost 1.7 times as much. */
static void put_thousandths(FILE *file, const char *key, int64_t count)
{
    int64_t shown = count > 0 ? count : 0;
    fprintf(file, ",\"%s\":%" PRId64 ".%03d", key, shown / 1000, (int)(shown % 1000));
}

static void put_args(FILE *file, const TraceRing *ring, const TraceSpan *span)
{
    switch (span->label) {
    case TRACE_FRAME:
        fprintf(file, ",\"args\":{\"frame\":%" PRIu64 ",\"ticks\":%u", span->id,
                (unsigned)span->count);
        put_thousandths(file, "alpha", llround((double)span->value * 1000));
        break;
    case TRACE_HITCH:
        fprintf(file, ",\"args\":{\"frame\":%" PRIu64, span->id);
        put_thousandths(file, "times_median", llround((double)span->value * 1000));
        break;
    case TRACE_DROPPED:
        fprintf(file, ",\"args\":{\"dropped_ns\":%" PRIu64, span->id);
        break;
    default:
        fprintf(file, ",\"args\":{\"%s\":%" PRIu64,
                trace_label_of_tick(ring, span->label) ? "tick" : "frame", span->id);
    }
    fputc('}', file);
}

static void put_span(FILE *file, const TraceRing *ring, const TraceSpan *span)
{
    int label = span->label;
    bool instant = label == TRACE_DROPPED || label == TRACE_HITCH;
    const char *category = label >= TRACE_SYSTEM ? "system"
                           : label < TRACE_PART  ? "phase"
                           : label < TRACE_FRAME ? "part"
                                                 : "frame";
    fprintf(file, ",\n{\"ph\":\"%s\",\"pid\":1,\"tid\":%d,\"cat\":\"%s\",\"name\":\"",
            instant ? "i" : "X", track_of(ring, label), category);
    put_text(file, trace_label_name(ring, label));
    fputc('"', file);
    put_thousandths(file, "ts", span->begin_ns - ring->origin_ns);
    if (instant) {
        fputs(",\"s\":\"p\"", file);
    } else {
        put_thousandths(file, "dur", span->end_ns - span->begin_ns);
    }
    put_args(file, ring, span);
    fputc('}', file);
}

static bool give_up(TraceWriter *writer)
{
    report("can't write %s any more: %s; the run goes on without it", writer->path,
           strerror(errno));
    fclose(writer->file);
    writer->file = NULL;
    return false;
}

bool trace_writer_open(TraceWriter *writer, const TraceRing *ring, const char *path, uint64_t first,
                       CwError *error)
{
    *writer = (TraceWriter){.next = first, .end = UINT64_MAX, .flushed_ns = ring->origin_ns};
    snprintf(writer->path, sizeof writer->path, "%s", path);
    writer->file = file_create(path);
    if (writer->file == NULL) {
        return cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
    }
    setvbuf(writer->file, NULL, _IOFBF, BUFFER_BYTES);
    put_head(writer->file);
    return true;
}

/* Leaves the file whole JSON and goes on before its tail; what is no file stays without one. */
static bool flush(TraceWriter *writer, int64_t now_ns)
{
    writer->flushed_ns = now_ns;
    off_t here = ftello(writer->file);
    if (here < 0) {
        return fflush(writer->file) == 0;
    }
    return fputs(TAIL, writer->file) >= 0 && fflush(writer->file) == 0 &&
           fseeko(writer->file, here, SEEK_SET) == 0;
}

bool trace_writer_work(TraceWriter *writer, const TraceRing *ring, uint64_t limit, int64_t now_ns)
{
    if (writer->file == NULL) {
        return true;
    }
    uint64_t oldest = trace_ring_oldest(ring);
    writer->next = writer->next > oldest ? writer->next : oldest;
    uint64_t end = writer->end < ring->count ? writer->end : ring->count;
    for (uint64_t i = 0; i < limit && writer->next < end; i++) {
        put_span(writer->file, ring, trace_ring_at(ring, writer->next++));
    }
    if (ferror(writer->file) != 0) {
        return give_up(writer);
    }
    if (writer->next >= writer->end) {
        return trace_writer_close(writer, ring);
    }
    bool due = now_ns - writer->flushed_ns >= FLUSH_NS;
    return !due || flush(writer, now_ns) || give_up(writer);
}

bool trace_writer_close(TraceWriter *writer, const TraceRing *ring)
{
    if (writer->file == NULL) {
        return true;
    }
    writer->end = writer->end < ring->count ? writer->end : ring->count;
    while (writer->next < writer->end) {
        put_span(writer->file, ring, trace_ring_at(ring, writer->next++));
    }
    bool whole = fputs(TAIL, writer->file) >= 0 && ferror(writer->file) == 0;
    whole = fflush(writer->file) == 0 && whole;
    if (!whole) {
        return give_up(writer);
    }
    writer->ended_whole = fclose(writer->file) == 0;
    writer->file = NULL;
    return writer->ended_whole;
}
