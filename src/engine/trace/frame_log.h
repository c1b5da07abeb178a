/* The log of frames that `--frame-log FILE` asks for: CSV, a row a frame, for scoring how evenly
 * time is shown.
 *
 * The loop writes a row at the end of each frame. A disk that fails costs one warning, never the
 * game. A log that is not open ignores its rows. */
#ifndef TRACE_FRAME_LOG_H
#define TRACE_FRAME_LOG_H

#include "base/log_file.h"

/* One frame. Tick counts are ticks of this frame and of the run after it; times in nanoseconds. */
typedef struct FrameLogRow {
    uint64_t frame;
    int64_t measured_ns; /* step of the clock since the frame before */
    int64_t used_ns;     /* step that the estimator made of it */
    uint64_t ticks;
    uint64_t tick;
    double alpha; /* [0,1); written with twelve decimals */
    int64_t shown_ns;
    int64_t dropped_ns;
} FrameLogRow;

/* Creates the file, or empties it, and writes the header. */
bool frame_log_open(LogFile *log, const char *path, CwError *error);

void frame_log_row(LogFile *log, const FrameLogRow *row);

/* Writes what is left and closes. Fine on a log that never opened. */
void frame_log_close(LogFile *log);

#endif
