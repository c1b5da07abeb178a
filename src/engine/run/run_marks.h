/* Moments of a run for the time bar: presses, hard hits of the player, the game's own events and
 * checkpoints. They are noted as their tick becomes a part of the run, so a pause shows them at
 * once. A tick of another branch drops those of its own time and later. */
#pragma once

#include "sim/session.h"

enum { RUN_MARKS_MAX = 4096 /* of more, the oldest quarter goes */, RUN_MARK_BYTES = 96 };

/* The more important ones come later. */
typedef enum RunMarkSort {
    RUN_MARK_PRESS,
    RUN_MARK_HIT,
    RUN_MARK_EVENT,
    RUN_MARK_CHECKPOINT,
    RUN_MARK_SORT_COUNT
} RunMarkSort;

typedef struct RunMark {
    uint64_t tick;
    RunMarkSort sort;
    uint32_t what;       /* action; kind of what was hit, from 1 on; code; checkpoints */
    double strength_mps; /* of a hit */
} RunMark;

/* Zero-initialise. */
typedef struct RunMarks {
    RunMark items[RUN_MARKS_MAX]; /* sorted by tick */
    int count;
    uint32_t checkpoints; /* passed before the next tick */
} RunMarks;

/* Adds the moments of the world's tick. */
void run_marks_note(RunMarks *marks, const Session *session, const CwProbe *probe);

/* For people: "checkpoint 2, tick 812". */
void run_mark_words(const RunMark *mark, const CwGame *game, char words[RUN_MARK_BYTES]);
