/* The files that a run writes for scripts: hashes and the player's motion tick by tick, and times
 * frame by frame. Formats: docs/command-line.md. A log that was not asked for costs nothing;
 * one that can't be written any more costs one warning. */
#ifndef SHELL_RUN_LOGS_H
#define SHELL_RUN_LOGS_H

#include "sim/session.h"
#include "trace/frame_log.h"

typedef struct RunLogs {
    LogFile hashes, probes, frames;
} RunLogs;

/* Opens the logs whose path is not NULL. On false none is open. */
bool run_logs_open(RunLogs *logs, const char *hash_path, const char *probe_path,
                   const char *frame_path, CwError *error);

/* After each tick. */
void run_logs_tick(RunLogs *logs, const Session *session);

/* False when a log is not whole: it was given up, or its end could not be written. */
bool run_logs_close(RunLogs *logs);

#endif
