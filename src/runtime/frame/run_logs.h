/* Logs for scripts (docs/command-line.md): hashes and motion of each tick, times of each frame. A
 * log that fails ends with one warning. */
#pragma once

#include "base/log_file.h"
#include "frame/figures.h"

/* Paths of the logs; NULL: not wanted. */
typedef struct RunLogFiles {
    const char *hashes, *probes, *frames;
} RunLogFiles;

typedef struct RunLogs {
    LogFile hashes, probes, frames;
} RunLogs;

/* Opens the logs; on false none is open. */
bool run_logs_open(RunLogs *logs, const RunLogFiles *files, CwError *error);

void run_logs_tick(RunLogs *logs, const Session *session);

void run_logs_frame(RunLogs *logs, const FigureSource *from);

/* False if a log is incomplete: it was given up, or its end could not be written. */
bool run_logs_close(RunLogs *logs);
