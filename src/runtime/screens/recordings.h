/* Lists the recordings that a player can watch or race: best, last and bundled runs. */
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
    char file[RECORDING_FILE_BYTES]; /* name in the folder of its kind; a best run has none */
    char level[LEVEL_NAME_BYTES];
    char date[RECORDING_DATE_BYTES]; /* "2026-01-31 23:59"; "": unknown */
    const char *medal;               /* medal of a bundled recording; "": none */
    bool is_clean;                   /* for a best run: it is the clean one */
    bool is_read;
    bool is_finished, is_lost, is_over, is_cut_off;
    uint32_t ticks, tick_rate; /* run's time, else the recording's length; 0: can't be read */
    int64_t score;
    bool has_level;
} Recording;

/* Levels and folders of recordings. They stay the caller's; a folder that is NULL or "" is none. */
typedef struct RecordingPlaces {
    const CwGame *game;
    const Levels *levels;
    BestRuns *best_runs;
    const char *player_dir, *replays_dir, *runs_dir;
    char opened[PATH_BYTES_MAX]; /* recording that the player opened; "": none */
} RecordingPlaces;

typedef struct Recordings {
    int count;
    Recording items[RECORDINGS_MAX];
} Recordings;

/* Lists best runs, then last runs from the newest on, then bundled recordings. */
void recordings_list(Recordings *recordings, const RecordingPlaces *places);

/* Takes over a loaded recording's length, score and level. */
void recording_describe(Recording *recording, const CwReplayFile *replay);

/* Reads a recording's length, score and level. */
bool recordings_read(const RecordingPlaces *places, Recording *recording, CwError *error);

/* Reads the next recording of the list, a whole file; false when all are read. */
bool recordings_read_next(Recordings *recordings, const RecordingPlaces *places);

/* Describe a file, or a bundled recording, that need not be in the list. */
Recording recording_of_file(RecordingKind kind, const char *path);
Recording recording_of_medal(const char *path, const char *level);

/* The flight recorder's newest run, of this level or (NULL) any. False when there is none. */
bool recordings_last_run(const RecordingPlaces *places, const char *level, Recording *last);

/* Gets a recording's path. False: it has none, or it is too long. */
bool recordings_path(const RecordingPlaces *places, const Recording *one,
                     char path[PATH_BYTES_MAX]);

/* Loads a recording, for cw_replay_free; NULL with a cause. */
CwReplayFile *recordings_load(const RecordingPlaces *places, const Recording *one, CwError *error);

/* Finds an unused path in the folder "shared": NAME-SECONDSs.cwr, or with -2 and so on. */
bool recordings_new_shared(const RecordingPlaces *places, const char *name, double seconds,
                           char path[PATH_BYTES_MAX], CwError *error);

/* Copies a recording to a new shared file, and gets its path. */
bool recordings_share(const RecordingPlaces *places, const Recording *recording,
                      char path[PATH_BYTES_MAX], CwError *error);
