#include "trace/frame_log.h"

#include "base/file.h"
#include "base/number.h"
#include "base/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static void tell_cut(const LogFile *log)
{
    report("%s: %s: the frame log ends here; free some space or name another file", log->path,
           strerror(errno));
}

bool frame_log_open(LogFile *log, const char *path, CwError *error)
{
    return log_file_open(log, path,
                         "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n") ||
           cw_error_set(error,
                        "%s: can't write the frame log: %s; name a file in a folder you may write",
                        path, file_reason(errno));
}

void frame_log_row(LogFile *log, const FrameLogRow *row)
{
    /* Alphas of the step clock are whole 1e-12ths; rounding must not turn one into 1. */
    double alpha = number_round(fmin(fmax(0, row->alpha), 1 - 1e-12), 12);
    if (!log_file_row(log,
                      "%" PRIu64 ",%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64 ",%.12f,%" PRId64
                      ",%" PRId64 "\n",
                      row->frame, row->measured_ns, row->used_ns, row->ticks, row->tick, alpha,
                      row->shown_ns, row->dropped_ns)) {
        tell_cut(log);
    }
}

void frame_log_close(LogFile *log)
{
    if (!log_file_close(log)) {
        tell_cut(log);
    }
}
