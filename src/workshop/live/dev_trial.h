/* Trials: the run so far under a new build, in a process of its own. The runner starts one after
 * each build and reads the verdict, then findings about the difference. */
#pragma once

#include "fields/field_difference.h"
#include "live/dev.h"
#include "system/process_start.h"

/* The arguments after DEV_TRIAL. */
enum {
    TRIAL_WORD_OBJECT,  /* the game to try */
    TRIAL_WORD_OLD,     /* the game that the run was played with */
    TRIAL_WORD_RUN,     /* the recording; "": none, only a start is tried */
    TRIAL_WORD_ACTIONS, /* names of the recorded actions */
    TRIAL_WORD_MAP,     /* the level's file; "": the first level */
    TRIAL_WORD_END
};

typedef struct DevTrial {
    Process process;
    const char *verdict;   /* "ok", "refused", "crashed" or "too-slow"; NULL: not known yet */
    char message[512];     /* lines that explain a verdict other than "ok" */
    bool has_field;        /* `field` and `field_tick` are known */
    uint64_t field_tick;   /* first tick that differs; 0: none */
    FieldDifference field; /* first shared field that differs; a: before, b: now */
    char finding[512];     /* "impure" or "unnamed" with an explanation; "": none so far */
} DevTrial;

/* Starts a trial. Ends the one that runs, if any. */
bool dev_trial_start(DevTrial *trial, const Program *program,
                     const char *const words[TRIAL_WORD_END], CwError *error);

/* Reads the process's output. The verdict comes before other findings. */
void dev_trial_poll(DevTrial *trial);

/* Finds the place of a crash and the game's stack lines (platform/crash.h) in a program's stderr.
 * For an abort adds the line before, which tells what to do. "": the program reported nothing. */
void dev_trial_find_place(const char *errors, char *message, size_t size);

/* The process of a trial, with the words after DEV_TRIAL. Returns the exit status. */
int dev_trial_main(Program *program, const DevPlaces *places, const char *const *words);
