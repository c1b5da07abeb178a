/* Runs of friends, which `times --import` adds: PLAYER/friends/NAME has the best runs of a friend,
 * as PLAYER/saves has the player's own (best_runs.h). The names of imported files name friends.
 * Nothing here writes to the player's own runs. */
#pragma once

#include "shell/best_runs.h"

enum { FRIENDS_MAX = 256, FRIEND_NAME_BYTES = 32 };

/* Their names, in order. More than FRIENDS_MAX are not listed. */
typedef struct Friends {
    int count;
    char names[FRIENDS_MAX][FRIEND_NAME_BYTES];
} Friends;

typedef struct FriendRun {
    char name[FRIEND_NAME_BYTES];
    char level[LEVEL_NAME_BYTES];
    int mode;
    CwRunTime time; /* ticks 0: there is none */
} FriendRun;

void friends_list(const CwBestRuns *own, Friends *friends);

/* The best runs of a friend, in the mode of `own`. The name outlives them. */
CwBestRuns friends_runs(const CwBestRuns *own, const char *name);

/* The best run of all friends on a level, a clean one if there is any, and its recording
 * (cw_replay_free; NULL: not wanted). */
FriendRun friends_best(const CwBestRuns *own, const char *level, CwReplayFile **replay);

/* Judges a recording and keeps it if it is this friend's best. `run` becomes what is kept now, and
 * `added` whether it is this one. False with a cause and remedy: then nothing has changed. */
bool friends_import(const CwBestRuns *own, const char *path, FriendRun *run, bool *added,
                    CwError *error);
