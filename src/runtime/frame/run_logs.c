#include "frame/run_logs.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>

bool run_logs_open(RunLogs *logs, const RunLogFiles *files, CwError *error)
{
    *logs = (RunLogs){0};
    bool is_open =
        log_file_open(&logs->hashes, files->hashes, "", error) &&
        log_file_open(&logs->probes, files->probes,
                      "tick,x_m,y_m,vx_mps,vy_mps,angle_rad,progress\n", error) &&
        log_file_open(&logs->frames, files->frames,
                      "frame,measured_ns,used_ns,ticks,tick,alpha,shown_ns,dropped_ns\n", error);
    if (!is_open) {
        run_logs_close(logs);
    }
    return is_open;
}

static void log_probe(LogFile *log, const Session *session)
{
    CwProbe probe = session_probe(session);
    cpVect place = cpvzero, velocity = cpvzero;
    double angle_rad = 0;
    if (probe.player != NULL) {
        place = cpBodyGetPosition(probe.player);
        velocity = cpBodyGetVelocity(probe.player);
        angle_rad = cpBodyGetAngle(probe.player);
    }
    log_file_row(log, "%" PRIu64 ",%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n", cw_world_tick(session->world),
                 number_round(place.x, 6), number_round(place.y, 6), number_round(velocity.x, 6),
                 number_round(velocity.y, 6), number_round(angle_rad, 6),
                 number_round(probe.progress, 6));
}

void run_logs_tick(RunLogs *logs, const Session *session)
{
    if (logs->hashes.file != NULL) {
        log_file_row(&logs->hashes, "%" PRIu64 " %016" PRIx64 "\n", cw_world_tick(session->world),
                     cw_world_hash(session->world));
    }
    if (logs->probes.file != NULL) {
        log_probe(&logs->probes, session);
    }
}

void run_logs_frame(RunLogs *logs, const FigureSource *from)
{
    if (logs->frames.file == NULL) {
        return;
    }
    const Session *session = &from->playback->session;
    const FramePlan *plan = from->plan;
    uint64_t tick = cw_world_tick(session->world);
    double alpha = from->playback->alpha;
    double shown_ns = ((double)tick - 1 + alpha) * 1e9 / session->settings.tick_rate;
    /* Alphas of the step clock are whole 1e-12ths; rounding must not turn one into 1. */
    double part = fmin(alpha > 1 ? alpha - 1 : alpha, 1 - 1e-12);
    log_file_row(&logs->frames,
                 "%" PRIu64 ",%" PRId64 ",%" PRId64 ",%d,%" PRIu64 ",%.12f,%.0f,%" PRId64 "\n",
                 from->frame, from->stage->measured_ns, plan->elapsed_ns, plan->ticks, tick,
                 number_round(part, 12), round(shown_ns), plan->dropped_ns);
}

bool run_logs_close(RunLogs *logs)
{
    bool is_complete = log_file_close(&logs->hashes);
    is_complete = log_file_close(&logs->probes) && is_complete;
    return log_file_close(&logs->frames) && is_complete;
}
