/* A log file that scripts read, written row by row. It is flushed at most once a second, or after
 * each row if the environment variable CLOCKWORK_LOGS is set. Numbers have a decimal point in any
 * locale. If the disk fails, the log ends with one message. */
#pragma once

#include "clockwork/base.h"

#include <stdio.h>

/* Zero-initialise; a closed log ignores rows. */
typedef struct LogFile {
    FILE *file;         /* NULL: not open, or the disk failed */
    const char *path;   /* borrowed until the log is closed */
    int64_t flushed_s;  /* second of the last flush */
    bool is_unbuffered; /* each row is flushed */
    bool is_incomplete; /* some rows could not be written */
} LogFile;

/* Creates the file, or empties it, and writes the header. A path of NULL opens nothing. */
bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error);

/* Writes whole rows, like printf. */
void log_file_row(LogFile *log, const char *format, ...) CW_PRINTF(2, 3);

/* Closes a log, also one that is not open. False if some rows could not be written. */
bool log_file_close(LogFile *log);
