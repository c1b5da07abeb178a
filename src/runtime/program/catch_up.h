/* Catching up: ticks that were played before run again, a slice of some ms a frame. Then play
 * resumes at the player's tick. The loop catches up to continue the last run, to take over a
 * watched one, and for guests after a save or a change by hand. */
#pragma once

#include "frame/playback.h"

typedef struct Loop Loop; /* loop.h */

typedef struct CatchUpDesc {
    uint64_t tick;       /* tick where the player was: play resumes here */
    uint64_t last;       /* last tick to run */
    bool is_repeat;      /* the open run's ticks run again; else its source's ticks run */
    bool was_taken_over; /* the player had watched the run */
    bool was_continued;  /* the player had ended the run: see run_note_continued */
    bool is_paused;      /* begins paused */
    int64_t shown_ns;    /* real time of the last picture before it; 0: none */
} CatchUpDesc;

typedef struct CatchUp {
    CatchUpDesc desc;            /* the present catch-up or the last one; `last` is 0 before any */
    int64_t began_ns, length_ns; /* real time, pictures included */
    int64_t sliced_ns;           /* end of the last slice */
    CwReplayFile *run;           /* recording that is continued or taken over; NULL: none */
} CatchUp;

bool catch_up_is_running(const Loop *loop);

/* Begins with the world at the run's start, or before the first tick to repeat. */
void catch_up_begin(Loop *loop, const CatchUpDesc *desc);

/* The share of its ticks that has run, 0..1; 1 while it is too short to be shown. */
double catch_up_share(const Loop *loop);

/* Runs a frame's slice instead of new ticks. After the last tick play resumes. */
void catch_up_slice(Loop *loop);
