/* The player's best runs: for each level the best clean recording and the best assisted one, by
 * CwGame.rank.by.
 *
 * A finished recording is judged (run/replay_run.h). If it is better, it is saved with its time in
 * one file, so a crash leaves the old best or the new one. */
#pragma once

#include "frame/config.h"
#include "frame/saves.h"
#include "run/replay_run.h"

typedef struct BestRuns {
    CwSaves saves;
    RunRules rules;        /* the player's slot is any free one */
    bool has_medal_counts; /* `medal_counts` is valid: set by its first use, cleared by a saved run
                            */
    int medal_counts[CW_MEDAL_MAX]; /* levels with each medal, for pictures */
    /* For cw_frame_ghost; the owner sets them. */
    const Session *session; /* session on the level */
    GhostChoice choice;
    bool has_ghosts;            /* the game asked for one since the program started */
    const char *requested_path; /* file of --ghost; NULL: none */
    const char *replays_dir; /* assets/replays: LEVEL-MEDAL.cwr, and LEVEL.cwr for the best medal */
} BestRuns;

/* Finds the bundled recording of a medal (NULL: of the best medal). False: there is none. */
bool best_runs_bundled(char path[PATH_BYTES_MAX], const char *replays_dir, const char *level,
                       const char *medal);

/* Finds the lowest medal above the player's and above `won`, and its recording's file. 0: none. */
int best_runs_next_medal(BestRuns *runs, const char *level, uint32_t won,
                         char path[PATH_BYTES_MAX]);

/* Describes the runs in a folder; reads nothing yet. The rules' pointers must outlive it. */
BestRuns best_runs_in(const char *player_dir, const RunRules *rules);

/* Saves a closed recording, with its time, if it is the best of its kind. Returns whether it is. */
bool best_runs_add(BestRuns *runs, const char *path, CwRunTime *time);

/* Gets the best time and its recording (cw_replay_free; NULL: not wanted). Zeros and NULL: none. */
CwRunTime best_runs_get(BestRuns *runs, const char *level, bool clean, CwReplayFile **replay);

/* Like best_runs_get; without a run of this kind, one of the other kind. */
CwRunTime best_runs_find(BestRuns *runs, const char *level, bool clean, CwReplayFile **replay);

/* Copies the recording of the best clean run, or else of the best assisted one, to a new file. */
bool best_runs_copy(BestRuns *runs, const char *level, const char *path, CwError *error);
