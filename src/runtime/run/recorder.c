#include "run/recorder.h"

#include "base/numbered_files.h"
#include "base/report.h"
#include "run/replay_run.h"
#include "sim/breadcrumb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char EXTENSION[] = ".cwr";
static const int64_t SAVE_NS = 500000000;

static void begin_flight(Recorder *recorder, const CwReplayHeader *header, MapText level,
                         CarryForm carry)
{
    const RecorderDesc *desc = &recorder->desc;
    if (desc->runs_dir == NULL || desc->runs_dir[0] == '\0' || desc->runs_kept <= 0) {
        return;
    }
    const NumberedFiles files = {desc->runs_dir, EXTENSION, desc->runs_kept};
    char path[PATH_BYTES_MAX];
    CwError error = {0};
    recorder->flight.is_quiet = recorder->has_failed;
    if (!numbered_files_next_path(&files, header->level, path, &error) ||
        !replay_writer_open(&recorder->flight, path, header, &error)) {
        report_once(&recorder->has_failed, "no flight recorder: %s", error.text);
        return;
    }
    replay_writer_level(&recorder->flight, level);
    replay_writer_carry(&recorder->flight, carry);
    if (recorder->flight.path == NULL) {
        file_remove(path); /* header or level could not be written, as was reported */
    } else {
        file_sync_later(path); /* a file without a header can't be read */
        numbered_files_trim(&files);
    }
}

bool recorder_begin(Recorder *recorder, const RecorderDesc *desc, Run *run, CwError *error)
{
    *recorder = (Recorder){.desc = *desc, .has_failed = recorder->has_failed};
    bool own = desc->records_level && run->session->map != NULL;
    MapText level =
        own ? map_text(run->session->map) : replay_level_to_record(run->session, desc->levels);
    CwReplayHeader header = replay_header_of(run->session, level);
    if (desc->record != NULL &&
        !replay_writer_open(&recorder->asked, desc->record, &header, error)) {
        return false;
    }
    replay_writer_level(&recorder->asked, level);
    replay_writer_carry(&recorder->asked, run->session->carry);
    begin_flight(recorder, &header, level, run->session->carry);
    run_add_writer(run, &recorder->asked);
    run_add_writer(run, &recorder->flight);
    const char *asked = recorder->asked.path, *path = asked != NULL ? asked : recorder->flight.path;
    /* A copy of the path: a writer frees its own when the disk is full. */
    snprintf(recorder->path, sizeof recorder->path, "%s", path == NULL ? "" : path);
    current_breadcrumb.recording = path == NULL ? NULL : recorder->path;
    return true;
}

void recorder_keep_up(Recorder *recorder, int64_t now_ns)
{
    if (now_ns - recorder->saved_ns >= SAVE_NS) {
        recorder->saved_ns = now_ns;
        recorder_flush(recorder);
    }
}

void recorder_flush(Recorder *recorder)
{
    replay_writer_flush(&recorder->asked);
    replay_writer_flush(&recorder->flight);
}

static void add_last_tick(ReplayWriter *writer, const CwWorld *world)
{
    if (writer->tick + 1 == cw_world_tick(world)) {
        replay_writer_tick(writer, &world->input, 0);
    }
}

void recorder_end_within_tick(Recorder *recorder, const Run *run)
{
    if (run->state != RUN_DETACHED && !run->session->is_forked) {
        add_last_tick(&recorder->asked, run->session->world);
        add_last_tick(&recorder->flight, run->session->world);
    }
    recorder_flush(recorder);
}

static bool end_writer(ReplayWriter *writer, const Run *run)
{
    const CwWorld *world = run->session == NULL ? NULL : run->session->world;
    replay_writer_time(writer, run->now_time);
    if (run->session != NULL && run->session->desc.game->rank.by != CW_RANK_TIME) {
        replay_writer_score(writer, run->time.score);
    }
    if (run->probe.lost != NULL) {
        replay_writer_mark(writer, REPLAY_CHUNK_LOST);
    }
    if (world != NULL && world->flow.end == FLOW_LEVEL) {
        replay_writer_mark(writer, REPLAY_CHUNK_OVER);
    }
    return replay_writer_close(writer, run->is_finished);
}

bool recorder_copy(Recorder *recorder, const Run *run, const RecorderCopy *desc, CwError *error)
{
    ReplayWriter copy, *own = recorder->flight.path != NULL ? &recorder->flight : &recorder->asked;
    bool ok = replay_writer_copy(&copy, own, desc->file);
    if (ok && desc->path != NULL) {
        replay_writer_path(&copy, desc->path, desc->path_count);
    }
    return (ok && end_writer(&copy, run)) ||
           cw_error_set(error, "%s: %s", desc->file, strerror(errno));
}

bool recorder_end(Recorder *recorder, const Run *run)
{
    current_breadcrumb.recording = NULL;
    bool is_complete = end_writer(&recorder->asked, run) || recorder->desc.record == NULL;
    char path[PATH_BYTES_MAX];
    bool is_empty = recorder->flight.path != NULL && recorder->flight.tick == 0;
    snprintf(path, sizeof path, "%s", is_empty ? recorder->flight.path : "");
    bool has_failed = !end_writer(&recorder->flight, run) && recorder->desc.runs_kept > 0;
    if (is_empty) {
        file_remove(path);
    }
    *recorder = (Recorder){.has_failed = has_failed};
    return is_complete;
}
