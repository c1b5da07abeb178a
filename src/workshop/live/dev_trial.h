/* The run so far under code that was just built, in a process where crashes and endless loops cost
 * the player nothing. The runner's side; findings are lines on its output (dev_trial.c). */
#pragma once

#include "fields/field_difference.h"
#include "live/dev.h"
#include "system/process_start.h"

/* The arguments after DEV_TRIAL. */
enum {
    TRY_OBJECT,  /* the game to try */
    TRY_OLD,     /* the game that the run was played with */
    TRY_RUN,     /* its recording; "": none, only a start is tried */
    TRY_ACTIONS, /* names that its inputs were recorded under */
    TRY_MAP,     /* "": the first level */
    TRY_END
};

typedef struct DevTrial {
    Process process;
    const char *verdict;   /* "ok", "refused", "crashed" or "too-slow"; NULL: not known yet */
    char message[512];     /* lines: why it is not ok */
    bool knows_field;      /* the first one that both have and that differs, at ... */
    uint64_t field_tick;   /* ... this tick; 0: there is none */
    FieldDifference field; /* a: before, b: now */
    char finding[512];     /* "impure" or "unnamed" and words; "": nothing so far */
} DevTrial;

/* Instead of the one that runs, if any. */
bool dev_trial_start(DevTrial *trial, const Program *program, const char *const words[TRY_END],
                     CwError *error);

/* Takes in what is known. The verdict comes before other findings. */
void dev_trial_poll(DevTrial *trial);

/* From a crashed program's stderr: where it was and the game's stack lines (platform/crash.h); for
 * an abort also the line before, what to do. "": the program said nothing. */
void dev_trial_find_place(const char *errors, char *message, size_t size);
