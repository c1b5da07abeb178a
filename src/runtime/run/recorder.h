/* Writes a run down: into the file of --record, and by the flight recorder, always on in a window.
 *
 * A recording is a level's run; starting again begins --record's file anew. The flight recorder
 * keeps a file a run, the oldest go. A kill loses a second of real time at most. */
#pragma once

#include "run/levels.h"
#include "run/run.h"

typedef struct RecorderDesc {
    const Levels *levels; /* that need not be carried */
    const char *record;   /* file of --record; NULL: none */
    const char *runs_dir; /* the flight recorder's folder, made when missing; NULL or "": none */
    int runs_kept;        /* 0: no flight recorder */
    bool carries_level;   /* also one that need not be, as its file may be another one soon */
} RecorderDesc;

typedef struct Recorder {
    RecorderDesc desc;
    ReplayWriter asked, flight;
    int64_t saved_ns;          /* real time of the last save */
    char path[PATH_BYTES_MAX]; /* of one of them, for a crash report; "": none */
} Recorder;

/* Hooks recordings into a session's run at its first tick. False: --record's can't be made. */
bool recorder_begin(Recorder *recorder, const RecorderDesc *desc, Run *run, CwError *error);

/* Once a frame, with real time: hands all to the system twice a second. */
void recorder_keep_up(Recorder *recorder, int64_t now_ns);

/* Hands everything to the system, for a pause. */
void recorder_flush(Recorder *recorder);

/* The program ends within a tick of the run: its input becomes the last one, so that the recording
 * shows the end. Takes no memory. */
void recorder_end_within_tick(Recorder *recorder, const Run *run);

typedef struct RecorderCopy {
    const char *file;
    const CwPoint2 *path; /* see replay_writer_path; NULL: the copy holds none */
    size_t path_count;
} RecorderCopy;

/* Copies what was recorded so far and ends the copy at the run's newest tick. */
bool recorder_copy(Recorder *recorder, const Run *run, const RecorderCopy *desc, CwError *error);

/* Ends them at the run's newest tick; a run without a single tick leaves no flight recording.
 * False when --record's file is not whole. */
bool recorder_end(Recorder *recorder, const Run *run);
