/* Plays a recording in a build by `rerun` in another process, for the tabs Tests and Versions. */
#pragma once

#include "live/dev.h"
#include "system/process_start.h"

enum { KEPT_FILES_MAX = 64 };

/* Lists files with this ending, the newest first. The names lack the ending. Returns the count. */
int dev_list_files(const char *root, const char *folder, const char *ending,
                   char names[KEPT_FILES_MAX][PATH_NAME_BYTES]);

/* Plays a recording in a build. `words` are added to the command line and end with NULL. */
bool dev_play_start(Process *process, const DevPlaces *places, const char *object,
                    const char *const words[]);

typedef struct DevOutcome {
    bool was_played;  /* false, for example, in a build for another version of Clockwork */
    bool has_passed;  /* it finished and met all expectations */
    bool is_measured; /* `reached` is a number */
    uint32_t ticks;   /* time of the finish; 0: no finish */
    char reached[24]; /* how far it came: "12.3 s", "45 %", "crashes" */
    char why[160];    /* the expectation that it misses, or why it can't be played */
} DevOutcome;

/* Reads the output of a play that has ended. */
DevOutcome dev_play_read(const Process *process);
