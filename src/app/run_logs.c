#include "app/run_logs.h"

#include "base/report.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static bool line_log_open(LineLog *log, const char *path, const char *header, CwError *error)
{
    if (path == NULL) {
        return true;
    }
    log->path = path;
    log->file = fopen(path, "w");
    if (log->file == NULL) {
        return cw_error_set(error, "can't write %s: %s", path, strerror(errno));
    }
    fputs(header, log->file);
    return true;
}

/* False when the log had to be given up. */
static bool line_log_written(LineLog *log)
{
    time_t now_s = time(NULL);
    bool failed = ferror(log->file) != 0;
    if (!failed && now_s != log->flushed_s) {
        failed = fflush(log->file) != 0;
        log->flushed_s = now_s;
    }
    if (failed) {
        report("can't write %s any more: %s; the run goes on without it", log->path,
               strerror(errno));
        fclose(log->file);
        log->file = NULL;
    }
    return !failed;
}

static bool line_log_close(LineLog *log)
{
    bool whole = log->file == NULL || fclose(log->file) == 0;
    if (!whole) {
        report("the end of %s could not be written: %s", log->path, strerror(errno));
    }
    log->file = NULL;
    return whole;
}

/* The frame log itself says what went wrong. */
static bool frames_close(RunLogs *logs)
{
    FILE *file = logs->frames.file;
    bool whole = !logs->frames_wanted || (file != NULL && fflush(file) == 0);
    frame_log_close(&logs->frames);
    return whole;
}

bool run_logs_open(RunLogs *logs, const char *hash_path, const char *probe_path,
                   const char *frame_path, CwError *error)
{
    *logs = (RunLogs){.frames_wanted = frame_path != NULL};
    bool open = line_log_open(&logs->hashes, hash_path, "", error) &&
                line_log_open(&logs->probes, probe_path,
                              "tick,x_m,y_m,vx_mps,vy_mps,angle_rad,progress\n", error) &&
                (frame_path == NULL || frame_log_open(&logs->frames, frame_path, error));
    if (!open) {
        run_logs_close(logs);
    }
    return open;
}

/* Six decimals without the locale's comma. */
static void put_number(FILE *file, double value)
{
    int64_t micro = (int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5));
    uint64_t size = micro < 0 ? (uint64_t)-micro : (uint64_t)micro;
    fprintf(file, ",%s%" PRIu64 ".%06" PRIu64, micro < 0 ? "-" : "", size / 1000000,
            size % 1000000);
}

static bool log_probe(LineLog *log, const Session *session)
{
    CwProbe probe = session_probe(session);
    cpVect place = cpvzero, velocity = cpvzero;
    double angle_rad = 0;
    if (probe.player != NULL) {
        place = cpBodyGetPosition(probe.player);
        velocity = cpBodyGetVelocity(probe.player);
        angle_rad = cpBodyGetAngle(probe.player);
    }
    const double numbers[] = {place.x, place.y, velocity.x, velocity.y, angle_rad, probe.progress};
    fprintf(log->file, "%" PRIu64, cw_world_tick(session->world));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        put_number(log->file, numbers[i]);
    }
    fputc('\n', log->file);
    return line_log_written(log);
}

void run_logs_tick(RunLogs *logs, const Session *session)
{
    if (logs->hashes.file != NULL) {
        fprintf(logs->hashes.file, "%" PRIu64 " %016" PRIx64 "\n", cw_world_tick(session->world),
                cw_world_hash(session->world));
        logs->cut = !line_log_written(&logs->hashes) || logs->cut;
    }
    if (logs->probes.file != NULL) {
        logs->cut = !log_probe(&logs->probes, session) || logs->cut;
    }
}

bool run_logs_close(RunLogs *logs)
{
    bool whole = !logs->cut;
    whole = line_log_close(&logs->hashes) && whole;
    whole = line_log_close(&logs->probes) && whole;
    return frames_close(logs) && whole;
}
