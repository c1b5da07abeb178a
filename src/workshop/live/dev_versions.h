/* The tab of the kept builds. Another process plays the run in each, or bisects them for a test. */
#pragma once

#include "live/dev_build.h"
#include "live/dev_play.h"
#include "screens/screens.h"

struct DevRunner;

enum { KEPT_WORDS = 64 };

/* A build that is kept in build/dev, and the run so far under it. */
typedef struct KeptBuild {
    char name[PATH_NAME_BYTES];       /* file name of the object */
    char file[KEPT_WORDS], clock[16]; /* the saved file, and the time of the save */
    char place[KEPT_WORDS + 16];      /* file and line of its first difference: "main.c:12" */
    char outcome[24];                 /* how far the run came; "": not known yet */
    char trouble[160];                /* why it can't be played, or what it misses of a test */
    bool is_skipped;                  /* the bisection found that it can't play the test */
} KeptBuild;

typedef struct KeptBuilds {
    const DevPlaces *places;
    KeptBuild builds[BUILDS_KEPT]; /* the newest first */
    int count;
    int selected, chosen; /* builds; chosen -1: none */
    Process process;
    int playing;                        /* build in the process */
    char difference[BUILD_ERROR_BYTES]; /* shown lines of the selected build's difference */
    char test[PATH_NAME_BYTES];         /* test of the bisection; "": the run is played instead */
    int oldest_failing, newest_passing; /* builds known to fail and to pass the test */
} KeptBuilds;

/* screens_guest returns the DevRunner. */
extern const ScreenDef dev_versions_page;

/* Called once a frame when no job is in progress. True when a build is chosen (`kept.chosen`). */
bool dev_versions_update(struct DevRunner *runner);
