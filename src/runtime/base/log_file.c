#include "base/log_file.h"

#include "base/report.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/locale.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool log_file_open(LogFile *log, const char *path, const char *header, CwError *error)
{
    *log = (LogFile){.file = path == NULL ? NULL : file_open(path, FILE_WRITE), .path = path};
    log->is_unbuffered = getenv("CLOCKWORK_LOGS") != NULL;
    if (log->file != NULL && fputs(header, log->file) == EOF) {
        int cause = errno;
        fclose(log->file);
        log->file = NULL;
        errno = cause;
    }
    return path == NULL || log->file != NULL ||
           cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
}

void log_file_row(LogFile *log, const char *format, ...)
{
    if (log->file == NULL) {
        return;
    }
    va_list values;
    va_start(values, format);
    void *previous = locale_plain_begin();
    bool ok = vfprintf(log->file, format, values) >= 0;
    locale_plain_end(previous);
    va_end(values);
    int64_t now_s = clock_now_ns() / 1000000000;
    if (ok && (log->is_unbuffered || now_s != log->flushed_s)) {
        log->flushed_s = now_s;
        ok = fflush(log->file) == 0;
    }
    if (!ok) {
        report("can't write %s any more: %s; the run goes on without it", log->path,
               strerror(errno));
        fclose(log->file);
        *log = (LogFile){.path = log->path, .is_incomplete = true};
    }
}

bool log_file_close(LogFile *log)
{
    if (log->file != NULL && fclose(log->file) != 0) {
        report("the end of %s could not be written: %s", log->path, strerror(errno));
        log->is_incomplete = true;
    }
    log->file = NULL;
    return !log->is_incomplete;
}
