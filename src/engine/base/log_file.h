/* A text file written row by row, for scripts: flushed at most once a second of real time, its
 * numbers have a point. When a disk fails, the log is cut, which it reports once. Zero-initialise;
 * a log that is not open swallows its rows. */
#pragma once

#include "clockwork/base.h"

#include <stdio.h>

typedef struct LogFile {
    FILE *file;        /* NULL: not open, or given up */
    const char *path;  /* the caller's, kept for as long as the log */
    int64_t flushed_s; /* second of the last flush */
    bool cut;          /* a part could not be written */
} LogFile;

/* Creates the file, or empties it. A path of NULL opens nothing. */
bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error);

/* Like printf, whole rows. */
void log_file_row(LogFile *log, const char *format, ...) CW_PRINTF(2, 3);

/* False when some of it could not be written. Fine on a log that is not open. */
bool log_file_close(LogFile *log);
