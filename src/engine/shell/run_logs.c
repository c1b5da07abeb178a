#include "shell/run_logs.h"

#include "base/file.h"
#include "base/number.h"
#include "base/report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool open_lines(LogFile *log, const char *path, const char *header, CwError *error)
{
    return path == NULL || log_file_open(log, path, header) ||
           cw_error_set(error, "can't write %s: %s", path, file_reason(errno));
}

static void tell_cut(const LogFile *log)
{
    report("can't write %s any more: %s; the run goes on without it", log->path, strerror(errno));
}

static bool close_lines(LogFile *log)
{
    if (!log_file_close(log)) {
        report("the end of %s could not be written: %s", log->path, strerror(errno));
    }
    return !log->cut;
}

bool run_logs_open(RunLogs *logs, const RunLogFiles *files, CwError *error)
{
    *logs = (RunLogs){0};
    bool open =
        open_lines(&logs->hashes, files->hashes, "", error) &&
        open_lines(&logs->probes, files->probes, "tick,x_m,y_m,vx_mps,vy_mps,angle_rad,progress\n",
                   error) &&
        open_lines(&logs->frames, files->frames,
                   "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n", error);
    if (!open) {
        run_logs_close(logs);
    }
    return open;
}

/* To micrometres and the like. */
static double micro(double number)
{
    return number_round(number, 6);
}

static bool log_probe(LogFile *log, const Session *session)
{
    CwProbe probe = session_probe(session);
    cpVect place = cpvzero, velocity = cpvzero;
    double angle_rad = 0;
    if (probe.player != NULL) {
        place = cpBodyGetPosition(probe.player);
        velocity = cpBodyGetVelocity(probe.player);
        angle_rad = cpBodyGetAngle(probe.player);
    }
    return log_file_row(log, "%" PRIu64 ",%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n",
                        cw_world_tick(session->world), micro(place.x), micro(place.y),
                        micro(velocity.x), micro(velocity.y), micro(angle_rad),
                        micro(probe.progress));
}

void run_logs_tick(RunLogs *logs, const Session *session)
{
    if (logs->hashes.file != NULL &&
        !log_file_row(&logs->hashes, "%" PRIu64 " %016" PRIx64 "\n", cw_world_tick(session->world),
                      cw_world_hash(session->world))) {
        tell_cut(&logs->hashes);
    }
    if (logs->probes.file != NULL && !log_probe(&logs->probes, session)) {
        tell_cut(&logs->probes);
    }
}

void run_logs_frame(RunLogs *logs, const Playback *playback, const Stage *stage,
                    const StepFrame *step)
{
    if (logs->frames.file == NULL) {
        return;
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    double shown_ticks = (double)tick - 1 + playback->alpha;
    int tick_rate = playback->session.desc.settings.tick_rate;
    /* Alphas of the step clock are whole 1e-12ths; rounding must not turn one into 1. */
    double alpha = number_round(fmin(playback->alpha, 1 - 1e-12), 12);
    if (!log_file_row(&logs->frames,
                      "%" PRIu64 ",%" PRId64 ",%" PRId64 ",%d,%" PRIu64 ",%.12f,%lld,%" PRId64 "\n",
                      stage->frame_count, stage->measured_ns, step->elapsed_ns, step->ticks, tick,
                      alpha, llround(shown_ticks * 1e9 / tick_rate), step->dropped_ns)) {
        tell_cut(&logs->frames);
    }
}

bool run_logs_close(RunLogs *logs)
{
    bool whole = close_lines(&logs->hashes);
    whole = close_lines(&logs->probes) && whole;
    return close_lines(&logs->frames) && whole;
}
