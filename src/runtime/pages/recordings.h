/* The recordings that a player can watch or race: best runs, the flight recorder's last ones, and
 * the bundled ones. Read when looked at; how long each is takes reading it whole, one a call. Owns
 * the list only. */
#pragma once

#include "frame/best_runs.h"

typedef enum RecordingKind {
    RECORDING_BEST,
    RECORDING_RUN,
    RECORDING_BUNDLED,
    RECORDING_OPENED, /* RecordingPlaces.opened */
    RECORDING_KIND_COUNT
} RecordingKind;

enum { RECORDINGS_MAX = 140, RECORDING_FILE_BYTES = 256, RECORDING_DATE_BYTES = 20 };

typedef struct Recording {
    RecordingKind kind;
    char file[RECORDING_FILE_BYTES]; /* in the folder of its kind; "" of a best run */
    char level[LEVEL_NAME_BYTES];
    char date[RECORDING_DATE_BYTES]; /* "2026-01-31 23:59"; "": unknown */
    const char *medal;               /* of a bundled one; NULL: the best or none */
    bool clean;                      /* of a best run */
    bool is_read;
    bool finished, cut;
    bool in_all;               /* the run's time isn't known: how long it is ... */
    uint32_t ticks, tick_rate; /* ... of the run; 0: can't be read */
    bool has_score;            /* it counts instead */
    int64_t score;
    bool carries_level;
} Recording;

/* The levels that recordings are of, and the folders that they are in; NULL or "": none. All
 * pointers stay the caller's. */
typedef struct RecordingPlaces {
    const CwGame *game;
    const Levels *levels;
    BestRuns *best_runs;
    const char *player_dir, *replays_dir, *runs_dir;
    char opened[PATH_BYTES_MAX]; /* file of a recording from outside; "": none */
} RecordingPlaces;

typedef struct Recordings {
    const RecordingPlaces *places;
    int count;
    Recording items[RECORDINGS_MAX];
} Recordings;

/* Reads which there are: best runs, last runs from the newest on, bundled ones. */
void recordings_list(Recordings *recordings, const RecordingPlaces *places);

/* Reads what a recording says of itself. */
bool recordings_read(const RecordingPlaces *places, Recording *recording, CwError *error);

/* Reads one more; false when all are. */
bool recordings_read_next(Recordings *recordings);

/* A recording's file, and one that came with the game, whether they are in the list or not. */
Recording recording_of_file(RecordingKind kind, const char *path);
Recording recording_of_medal(const char *path, const char *level);

/* The flight recorder's newest run, of this level or (NULL) any. False when there is none. */
bool recordings_last_run(const RecordingPlaces *places, const char *level, Recording *last);

/* Its file; false when it is none, or the path too long. */
bool recordings_path(const RecordingPlaces *places, const Recording *recording,
                     char path[PATH_BYTES_MAX]);

/* All of it, for cw_replay_free; NULL with a cause. */
CwReplayFile *recordings_load(const RecordingPlaces *places, const Recording *recording,
                              CwError *error);

/* Finds a name for a file that others get, which is not there yet. */
bool recordings_new_shared(const RecordingPlaces *places, const char *name, double seconds,
                           char path[PATH_BYTES_MAX], CwError *error);

/* Copies one to a new file for others, whose path it writes. */
bool recordings_share(const RecordingPlaces *places, const Recording *recording,
                      char path[PATH_BYTES_MAX], CwError *error);
