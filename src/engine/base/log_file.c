#include "base/log_file.h"

#include "base/file.h"
#include "base/number.h"

#include <errno.h>
#include <stdarg.h>

bool log_file_open(LogFile *log, const char *path, const char *header)
{
    *log = (LogFile){.file = file_create(path), .path = path};
    if (log->file != NULL) {
        fputs(header, log->file);
    }
    return log->file != NULL;
}

bool log_file_row(LogFile *log, const char *format, ...)
{
    if (log->file == NULL) {
        return true;
    }
    va_list values;
    va_start(values, format);
    locale_t previous = number_locale_begin();
    bool good = vfprintf(log->file, format, values) >= 0;
    number_locale_end(previous);
    va_end(values);
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (good && now.tv_sec != log->flushed_s) {
        log->flushed_s = now.tv_sec;
        good = fflush(log->file) == 0;
    }
    if (!good) {
        int cause = errno;
        fclose(log->file);
        *log = (LogFile){.path = log->path, .cut = true};
        errno = cause;
    }
    return good;
}

bool log_file_close(LogFile *log)
{
    bool good = log->file == NULL || fclose(log->file) == 0;
    log->file = NULL;
    log->cut = log->cut || !good;
    return good;
}
