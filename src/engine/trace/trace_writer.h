/* Writes spans of a trace ring as Chrome trace event JSON, for https://ui.perfetto.dev and
 * chrome://tracing: a track (tid) for the frames and the ticks in them, one for each phase with its
 * systems nested, and one for each other part of a frame. Top-level slices of the other tracks add
 * up to the frame.
 *
 * It writes a limited number of spans a call, so that no frame stalls: the trace calls it once a
 * frame. Every second the file is flushed and is whole JSON, also after a crash. A file that can't
 * be written costs one message. Times are microseconds with three decimals, whatever the locale. */
#ifndef TRACE_TRACE_WRITER_H
#define TRACE_TRACE_WRITER_H

#include "base/path.h"
#include "trace/trace_ring.h"

#include <stdio.h>

/* Zero-initialise. */
typedef struct TraceWriter {
    FILE *file; /* NULL: not open, or given up */
    char path[PATH_BYTES_MAX];
    uint64_t next; /* span to write */
    uint64_t end;  /* where to close; UINT64_MAX: never by itself */
    int64_t flushed_ns;
    bool ended_whole; /* everything was written and closed */
} TraceWriter;

/* Creates the file and begins with span `first`. */
bool trace_writer_open(TraceWriter *writer, const TraceRing *ring, const char *path, uint64_t first,
                       CwError *error);

/* Writes what is there, at most `limit` spans. False when the file had to be given up now; the
 * message was printed. */
bool trace_writer_work(TraceWriter *writer, const TraceRing *ring, uint64_t limit, int64_t now_ns);

/* Writes all that is left up to the end and closes. False when it could not. Fine when not open. */
bool trace_writer_close(TraceWriter *writer, const TraceRing *ring);

#endif
