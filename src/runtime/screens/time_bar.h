/* Time at the picture's lower edge: the transport bar of pauses and replays, the speed, the rewind;
 * and the keys and clicks that move time in play, in a pause and in a replay, as calls of the
 * playback. While a replay plays untouched the bar is a line, so that it hides no landing. */
#pragma once

#include "clockwork/game.h"
#include "frame/loop_guest.h"
#include "frame/playback.h"
#include "ui/notices.h"

/* Zero-initialise. */
typedef struct TimeBar {
    Activity activity;
    int64_t used_ns; /* DeviceUse.used_ns in the last frame */
    double idle_s;   /* time since a device was used or the screen changed */
    bool small;      /* the bar is a line */
    double repeat_s; /* time until a held step key steps again */
    RunMark named;   /* mark at the pointer, else at the shown tick; tick 0: none */
    bool rests;      /* a key moved time, and the pointer has rested since: it names no mark */
} TimeBar;

typedef struct TimeFrame {
    Playback *playback;
    Notices *notices;
    Activity activity;
    int64_t elapsed_ns;     /* real time since the last frame, not below 0 */
    int64_t used_ns;        /* DeviceUse.used_ns */
    bool covered;           /* a page over the pause hides the bar */
    double lift;            /* height kept free below the bar */
    BarMarks marks;         /* marks of the guest */
    const CwInputFrame *ui; /* keys and pointer, like the view in the points of ui_view.h */
    CwViewRect view;        /* visible area down to the bar's lower edge */
} TimeFrame;

void time_bar_update(TimeBar *bar, const TimeFrame *frame);

/* Height of the bar at the lower edge, in the points of ui_view.h. */
double time_bar_height(const TimeBar *bar, const TimeFrame *frame);

void time_bar_draw(const TimeBar *bar, const TimeFrame *frame, const CwTheme *theme,
                   CwDrawList *list);

/* Rewinds, steps and seeks. False when the world is lost. */
bool time_bar_keys(TimeBar *bar, const TimeFrame *frame, CwError *error);
