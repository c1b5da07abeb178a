/* A text file written row by row, for scripts. It is flushed at most once a second of real time, or
 * after each row if the environment has CLOCKWORK_LOGS. Numbers have a point in any locale. When a
 * disk fails, the log ends there, and one message says so. */
#pragma once

#include "clockwork/base.h"

#include <stdio.h>

/* Zero-initialise; a closed log ignores rows. */
typedef struct LogFile {
    FILE *file;         /* NULL: not open, or given up */
    const char *path;   /* the caller's, kept for as long as the log */
    int64_t flushed_s;  /* second of the last flush */
    bool is_unbuffered; /* each row is flushed */
    bool is_incomplete; /* a part could not be written */
} LogFile;

/* Creates the file, or empties it. A NULL path opens nothing. */
bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error);

/* Writes whole rows, like printf. */
void log_file_row(LogFile *log, const char *format, ...) CW_PRINTF(2, 3);

/* False if some rows could not be written. A log that is not open is fine. */
bool log_file_close(LogFile *log);
