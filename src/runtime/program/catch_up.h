/* Catching up: ticks that were played before run again, in slices of some ms a frame and beside the
 * painter, and then play goes on where the player was. For the last run that continues, a watched
 * one that is taken over, and guests, after a save or a change by hand. */
#pragma once

#include "clockwork/replay.h"
#include "platform/thread.h"

#include <stdatomic.h>

struct Loop;

typedef struct CatchUpDesc {
    uint64_t tick;    /* where the player was: play goes on from here */
    uint64_t last;    /* tick that is to run */
    bool repeats;     /* ticks of the run that is open; else those of its source */
    bool taken_over;  /* the player had watched the run */
    bool continued;   /* the player had ended it: see run_note_continued */
    bool paused;      /* goes on in a pause */
    int64_t shown_ns; /* real time of the last picture before; 0: none */
} CatchUpDesc;

typedef struct CatchUp {
    CatchUpDesc desc;            /* of this or the last one; `last` 0: there was none */
    bool failed;                 /* the world broke in a tick that repeats */
    int64_t began_ns, length_ns; /* of real time, pictures included */
    int64_t sliced_ns;           /* when its last slice ended */
    bool ends;                   /* the game asks for it */
    Thread *beside;              /* while a picture is painted it runs in a thread ... */
    atomic_bool painted;         /* ... up to here */
    CwReplayFile *run;           /* that continues or is taken over; NULL: none */
} CatchUp;

bool catch_up_runs(const struct Loop *loop);

/* Once the run is open at its first tick, or its world is at the one before the first to repeat. */
void catch_up_begin(struct Loop *loop, const CatchUpDesc *desc);

/* Instead of a frame's new ticks. When the last one has run, play goes on where the player was. */
void catch_up_slice(struct Loop *loop);

/* A thread goes on simulating while a picture is painted. */
void catch_up_begin_paint(struct Loop *loop);
void catch_up_end_paint(struct Loop *loop);

/* How much of it has run, 0..1. */
double catch_up_share(const struct Loop *loop);

/* ---- runs that go on ---- */

/* Continues the last run, of this level or (NULL) any, where it was: in a pause, so that nobody is
 * surprised. False when there is none, or this program would not play it the same. */
bool catch_up_continue(struct Loop *loop, const char *level, CwError *error);

/* The same in place of the run that is open; the title where it can't be. */
void catch_up_continue_instead(struct Loop *loop);

/* The recording that is watched becomes a run of the player's at the tick that is shown. It is
 * marked and never ranked. */
void catch_up_take_over(struct Loop *loop);

void catch_up_close(struct Loop *loop);
