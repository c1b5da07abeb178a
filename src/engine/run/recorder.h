/* Writes a run down: into the file of --record, and by the flight recorder, which is always on in
 * a window.
 *
 * A recording begins with a level and ends with it; a level started again begins --record's file
 * anew, so that it holds the last run. The flight recorder keeps every run, each in a file of its
 * own, up to a number: the oldest go. A recording that can't be made costs a message, never the
 * game. After a kill at most a second of real time is missing, at frames of up to half a second. */
#pragma once

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

/* Begins the recordings of a session at its first tick and hooks them into its run. False only
 * when the file of --record can't be made. */
bool recorder_begin(Recorder *recorder, const RecorderDesc *desc, Run *run, CwError *error);

/* Once a frame, with real time: hands everything to the system twice a second, however slowly game
 * time runs. */
void recorder_keep_up(Recorder *recorder, int64_t now_ns);

/* Hands everything to the system, for a pause. */
void recorder_flush(Recorder *recorder);

/* The program ends within a tick of the run: its input becomes the last one, so that the recording
 * shows the end. Takes no memory. */
void recorder_end_within_tick(Recorder *recorder, const Run *run);

/* Ends them at the run's newest tick; a run without a single tick leaves no flight recording.
 * False when --record's file is not whole. */
bool recorder_end(Recorder *recorder, const Run *run);
