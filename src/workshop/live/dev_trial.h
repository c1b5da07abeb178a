/* Plays the run so far under a new build, in a process of its own, so that crashes and endless
 * loops cost the player nothing. The runner reads the findings from the process's output. */
#pragma once

#include "fields/field_difference.h"
#include "live/dev.h"
#include "system/process_start.h"

/* The arguments after DEV_TRIAL. */
enum {
    TRY_OBJECT,  /* the game to try */
    TRY_OLD,     /* the game that the run was played with */
    TRY_RUN,     /* the recording; "": none, only a start is tried */
    TRY_ACTIONS, /* names of the recorded actions */
    TRY_MAP,     /* the level's file; "": the first level */
    TRY_END
};

typedef struct DevTrial {
    Process process;
    const char *verdict;   /* "ok", "refused", "crashed" or "too-slow"; NULL: not known yet */
    char message[512];     /* lines that explain a verdict other than "ok" */
    bool knows_field;      /* `field` and `field_tick` are known */
    uint64_t field_tick;   /* first tick that differs; 0: none */
    FieldDifference field; /* first shared field that differs; a: before, b: now */
    char finding[512];     /* "impure" or "unnamed" with an explanation; "": none so far */
} DevTrial;

/* Starts a trial. Ends the one that runs, if any. */
bool dev_trial_start(DevTrial *trial, const Program *program, const char *const words[TRY_END],
                     CwError *error);

/* Reads the process's output. The verdict comes before other findings. */
void dev_trial_poll(DevTrial *trial);

/* Finds the place of a crash and the game's stack lines (platform/crash.h) in a program's stderr.
 * For an abort adds the line before, which tells what to do. "": the program reported nothing. */
void dev_trial_find_place(const char *errors, char *message, size_t size);
