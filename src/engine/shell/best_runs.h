/* The player's best runs: of each level the best clean recording and the best helped one, by
 * CwGame.ranking.
 *
 * A recording that ended with the finish is judged (run/replay_run.h) and, if it is better, kept as
 * one save, time and recording in one file: there is the old best or the new one, whatever happens
 * meanwhile. The loop keeps one CwBestRuns and hands it out with each frame. */
#pragma once

#include "run/replay_run.h"
#include "shell/config_table.h"
#include "shell/saves.h"

typedef struct CwBestRuns {
    CwSaves saves;
    RunRules rules; /* its player's slot is any free one */
    /* For cw_frame_ghost; the owner sets them. */
    const Session *session; /* whose level it is */
    GhostChoice choice;
    const char *asked;       /* file of --ghost; NULL: none */
    const char *replays_dir; /* assets/replays: LEVEL-MEDAL.cwr, and LEVEL.cwr for the best medal */
} CwBestRuns;

/* The file of a bundled recording that is worth a medal; NULL: the level's best. False when there
 * is none. */
bool best_runs_bundled(char path[PATH_BYTES_MAX], const char *replays_dir, const char *level,
                       const char *medal);

/* Reads nothing yet. The rules' pointers outlive it. */
CwBestRuns best_runs_in(const char *player_dir, const RunRules *rules);

/* A recording that was closed: keeps it if it is the best of its kind. True when it was, with its
 * time. Damage, and a run that is not as recorded, are said on stderr. */
bool best_runs_take(CwBestRuns *runs, const char *path, CwRunTime *time);

/* The time and the recording, which cw_replay_free frees and which may be NULL for who does not
 * want it; zeros and NULL when there is none. */
CwRunTime best_runs_get(CwBestRuns *runs, const char *level, bool clean, CwReplayFile **replay);

/* The same, of the other kind where there is none of this one. */
CwRunTime best_runs_find(CwBestRuns *runs, const char *level, bool clean, CwReplayFile **replay);

/* The recording of the best run of a level, clean or else helped, as a file, which must not be
 * there yet. */
bool best_runs_copy(CwBestRuns *runs, const char *level, const char *path, CwError *error);
