/* The tab of the kept tests. Another process plays them after each save and turn of a knob. */
#pragma once

#include "change/knobs.h"
#include "live/dev_play.h"
#include "screens/screens.h"

struct DevRunner;

/* A kept test and its last result. */
typedef struct DevTest {
    char name[PATH_NAME_BYTES];
    bool is_known;
    DevOutcome outcome;
    uint32_t ticks_before; /* ticks in the game before; 0: no finish */
} DevTest;

typedef struct DevTests {
    DevTest items[KEPT_FILES_MAX];
    int count, next;        /* `next`: the test that is played, or comes next */
    bool is_stale;          /* the game or a knob has changed */
    bool is_keep_requested; /* by the player */
    KnobEdits turned;
    Process process;
} DevTests;

/* screens_guest returns the DevRunner. */
extern const ScreenDef dev_tests_page;

/* Called once a frame when no job is in progress: plays stale tests again. */
void dev_tests_update(struct DevRunner *runner);
