/* Moments of a run: presses, hits, events and checkpoints. A run notes them for the time bar. */
#pragma once

#include "sim/session.h"

enum { RUN_MARKS_MAX = 4096 /* beyond it, the oldest quarter is dropped */, RUN_MARK_BYTES = 48 };

/* Kinds of marks, the most important last. */
typedef enum RunMarkSort { MARK_PRESS, MARK_HIT, MARK_EVENT, MARK_CHECKPOINT } RunMarkSort;

typedef struct RunMark {
    uint64_t tick;
    RunMarkSort sort;
    char name[RUN_MARK_BYTES]; /* the action, the event, or the kind that was hit; "": none */
    double number;             /* the checkpoint's or the event's; a hit's speed in m/s */
} RunMark;

/* Zero-initialise. */
typedef struct RunMarks {
    RunMark items[RUN_MARKS_MAX]; /* sorted by tick */
    int count;
    uint32_t checkpoints; /* number passed so far */
} RunMarks;

/* Adds the marks of the world's tick. First drops marks of another branch, from this tick on. */
void run_marks_note(RunMarks *marks, const Session *session, const CwProbe *probe);
