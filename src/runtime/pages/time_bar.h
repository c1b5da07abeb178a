/* Time at the picture's lower edge: the transport bar of pauses and replays, the speed, the rewind;
 * and the keys and clicks that move time in play, in a pause and in a replay, as calls of the
 * playback. While a replay plays untouched the bar is a line, so that it hides no landing. */
#pragma once

#include "clockwork/game.h"
#include "frame/loop_guest.h"
#include "frame/playback.h"

/* Zero-initialise. */
typedef struct TimeBar {
    Activity activity;
    int64_t used_ns; /* of the device used last */
    double idle_s;   /* since one was, or since the screen changed */
    bool small;      /* it is the line */
    double repeat_s; /* until a held step key steps again */
    RunMark named;   /* moment that the pointer is at, or else that is shown; tick 0: none */
    bool rests;      /* the pointer, since a key moved time: it names no moment */
} TimeBar;

typedef struct TimeFrame {
    Playback *playback;
    Activity activity;
    int64_t elapsed_ns;     /* real time since the last frame, not below 0 */
    int64_t used_ns;        /* DeviceUse.used_ns */
    bool covered;           /* by a page that the pause's has led to */
    double lift;            /* height kept free below it */
    BarMarks marks;         /* of the guest */
    const CwInputFrame *ui; /* for the keys; this and the view in the points of ui/ui_view.h */
    CwViewRect view;        /* all that is seen, down to the bar's lower edge */
} TimeFrame;

void time_bar_update(TimeBar *bar, const TimeFrame *frame);

/* The height it takes of the lower edge, in the points of ui_view.h. */
double time_bar_height(const TimeBar *bar, const TimeFrame *frame);

void time_bar_draw(const TimeBar *bar, const TimeFrame *frame, const CwTheme *theme,
                   CwDrawList *list);

/* Rewinds, steps and seeks. False when the world is
 * lost. */
bool time_bar_keys(TimeBar *bar, const TimeFrame *frame, CwError *error);
