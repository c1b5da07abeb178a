/* The menus: the pages, the time bar, and the keys of both. A guest (frame/loop_guest.h) gets input
 * and draws first.
 *
 * Menus control the time of the open run through the playback. To end it or begin another, they
 * return a request (ScreenAsk) to the loop. They own the screens; the rest is the loop's. */
#pragma once

#include "frame/monitor.h"
#include "frame/sound.h"
#include "screens/screens.h"

/* ---- the time bar (time_bar.c) of pauses and replays, and the keys and clicks that move time.
 * While a replay plays and no device is used, the bar is hidden ---- */

/* Zero-initialise. */
typedef struct TimeBar {
    Activity activity;
    int64_t used_ns; /* DeviceUse.used_ns in the last frame */
    double idle_s;   /* time since a device was used or the screen changed */
    bool is_hidden;
    double repeat_s;      /* time until a held step key steps again */
    RunMark named;        /* mark at the pointer, else at the shown tick; tick 0: none */
    bool is_pointer_idle; /* a key moved time after the pointer moved, so the pointer names no mark
                           */
} TimeBar;

typedef struct TimeFrame {
    Playback *playback;
    Notices *notices;
    Activity activity;
    int64_t elapsed_ns;     /* real time since the last frame, not below 0 */
    int64_t used_ns;        /* DeviceUse.used_ns */
    bool is_covered;        /* a page hides the bar */
    double lift;            /* height kept free below the bar */
    Box prompts;            /* an open page's prompts; empty: no page is shown */
    BarMarks marks;         /* marks of the guest */
    const CwInputFrame *ui; /* keys and pointer, in the points of ui_view.h; NULL: none */
    CwViewRect view;        /* visible area down to the bar's lower edge, in the same points */
} TimeFrame;

void time_bar_update(TimeBar *bar, const TimeFrame *frame);

/* Height of the bar at the lower edge, in the points of ui_view.h. */
double time_bar_height(const TimeBar *bar, const TimeFrame *frame);

void time_bar_draw(const TimeBar *bar, const TimeFrame *frame, const CwTheme *theme,
                   CwDrawList *list);

/* Rewinds, steps and seeks. False when the world is lost. */
bool time_bar_handle_keys(TimeBar *bar, const TimeFrame *frame, CwError *error);

/* ---- the menus ---- */

/* The owner sets the members before `screens`, and calls screens_open. */
typedef struct Menus {
    Stage *stage;
    Playback *playback;
    Monitor *monitor;
    Sound *sound;
    const LoopGuest *guest; /* NULL: none */
    bool headless;          /* there are no menus */
    Screens screens;
    TimeBar time_bar;
    ScreenAsk row; /* ASK_ROW: the game's row to call in this frame */
} Menus;

/* Begins a run: drops panels, typing and key repeats of the previous run. */
void menus_begin_run(Menus *menus);

/* Changes the activity: opens its page, and pauses or releases time and input. */
void menus_show(Menus *menus, Activity activity);

/* Opens a page of the game. If the player is playing, pauses first. */
void menus_open_page(Menus *menus, const char *title);

/* Whether the ticks between the guest's marks on the time bar repeat now. */
bool menus_repeat_marks(const Menus *menus);

/* Pauses or releases time and the players' input. Called first in a frame. */
void menus_update_pauses(Menus *menus);

/* Handles a frame's input; `ask` is the request to the loop. False when the world is lost. */
bool menus_update(Menus *menus, ScreenAsk *ask, CwError *error);

/* Calls the game's row that was chosen. Passes typed text to its row or to the guest. */
void menus_call_row(Menus *menus, CwFrame *frame);

/* The part of `room` that neither a page nor the time bar covers; width 0: none. */
CwViewRect menus_uncovered(const Menus *menus, CwViewRect room);

/* Draws over the picture. `share`: the progress of catching up, 0..1; 1: hidden. */
void menus_draw(Menus *menus, const CwFrame *frame, double share);
