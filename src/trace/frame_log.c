#include "trace/frame_log.h"

#include "base/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void release(FrameLog *log)
{
    if (log->file != NULL) {
        fclose(log->file);
    }
    free(log->path);
    *log = (FrameLog){0};
}

static void give_up(FrameLog *log, int cause)
{
    report("%s: %s: the frame log ends here; free some space or name another file", log->path,
           strerror(cause));
    release(log);
}

/* Twelve decimals as an integer: no locale, and exact for alphas of the step clock, which are whole
 * 1e-12ths. Rounding must not turn a value below 1 into 1. */
static int64_t alpha_e12(double alpha)
{
    const int64_t one = 1000000000000;
    if (!(alpha > 0.0)) {
        return 0;
    }
    if (alpha >= 1.0) {
        return one - 1;
    }
    int64_t rounded = (int64_t)(alpha * (double)one + 0.5);
    return rounded < one ? rounded : one - 1;
}

bool frame_log_open(FrameLog *log, const char *path, CwError *error)
{
    *log = (FrameLog){.file = fopen(path, "w"), .path = strdup(path), .flushed_s = time(NULL)};
    if (log->file == NULL || log->path == NULL) {
        cw_error_set(error,
                     "%s: can't write the frame log: %s; name a file in a folder you may write",
                     path, strerror(errno));
        release(log);
        return false;
    }
    fputs("frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n", log->file);
    return true;
}

void frame_log_row(FrameLog *log, const FrameLogRow *row)
{
    if (log->file == NULL) {
        return;
    }
    int written = fprintf(log->file,
                          "%" PRIu64 ",%" PRId64 ",%" PRId64 ",%" PRIu64 ",%" PRIu64
                          ",0.%012" PRId64 ",%" PRId64 ",%" PRId64 "\n",
                          row->frame, row->measured_ns, row->used_ns, row->ticks, row->tick,
                          alpha_e12(row->alpha), row->shown_ns, row->dropped_ns);
    bool sound = written > 0;
    time_t now_s = time(NULL);
    if (sound && now_s != log->flushed_s) {
        log->flushed_s = now_s;
        sound = fflush(log->file) == 0;
    }
    if (!sound) {
        give_up(log, errno);
    }
}

void frame_log_close(FrameLog *log)
{
    if (log->file != NULL && fflush(log->file) != 0) {
        give_up(log, errno);
        return;
    }
    release(log);
}
