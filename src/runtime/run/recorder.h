/* Records the player's runs: into the file of --record and, in a window, into the flight recorder's
 * folder, which keeps a file for each of the latest runs.
 *
 * A recording holds one run of a level; a new run overwrites --record's file. A killed program
 * loses a second at most. */
#pragma once

#include "run/levels.h"
#include "run/run.h"

typedef struct RecorderDesc {
    const Levels *levels; /* the game's levels, which recordings need not hold */
    const char *record;   /* the file of --record; NULL: none */
    const char *runs_dir; /* the flight recorder's folder, made when missing; NULL or "": none */
    int runs_kept;        /* 0: no flight recorder */
    bool records_level;   /* recordings hold any level, because its file may soon change */
} RecorderDesc;

typedef struct Recorder {
    RecorderDesc desc;
    ReplayWriter asked, flight;
    bool has_failed;           /* the last flight recording is incomplete, so the next is quiet */
    int64_t saved_ns;          /* real time of the last save */
    char path[PATH_BYTES_MAX]; /* path of one recording, for a crash report; "": none */
} Recorder;

/* Begins recordings of a run at its first tick. False: --record's file can't be created. */
bool recorder_begin(Recorder *recorder, const RecorderDesc *desc, Run *run, CwError *error);

/* Writes all ticks so far, twice a second. Called once a frame, with real time. */
void recorder_keep_up(Recorder *recorder, int64_t now_ns);

void recorder_flush(Recorder *recorder);

/* Records the input of the tick in which the program crashes. Allocates nothing. */
void recorder_end_within_tick(Recorder *recorder, const Run *run);

typedef struct RecorderCopy {
    const char *file;
    const CwPoint2 *path; /* see replay_writer_path; NULL: the copy holds none */
    size_t path_count;
} RecorderCopy;

/* Copies the recording so far and ends the copy at the run's newest tick. */
bool recorder_copy(Recorder *recorder, const Run *run, const RecorderCopy *desc, CwError *error);

/* Ends the recordings at the run's newest tick; a run without a tick leaves no flight recording.
 * False when --record's file is incomplete. */
bool recorder_end(Recorder *recorder, const Run *run);
