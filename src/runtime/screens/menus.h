/* The menus: the pages, the keys that move time, and what both draw over the picture. A guest
 * (frame/loop_guest.h) gets input and draws first.
 *
 * Menus control time in the open run through the playback, and ask the loop to end a run or begin
 * another (ScreenAsk). They own the screens; playback, stage, monitor and sound are the loop's. */
#pragma once

#include "frame/monitor.h"
#include "frame/sound.h"
#include "screens/screens.h"

/* ---- the time bar (time_bar.c): the transport bar of pauses and replays, the speed, the rewind,
 * and the keys and clicks that move time. While a replay plays untouched the bar is hidden ---- */

/* Zero-initialise. */
typedef struct TimeBar {
    Activity activity;
    int64_t used_ns; /* DeviceUse.used_ns in the last frame */
    double idle_s;   /* time since a device was used or the screen changed */
    bool is_hidden;
    double repeat_s;      /* time until a held step key steps again */
    RunMark named;        /* mark at the pointer, else at the shown tick; tick 0: none */
    bool is_pointer_idle; /* a key moved time since the pointer moved: it names no mark */
} TimeBar;

typedef struct TimeFrame {
    Playback *playback;
    Notices *notices;
    Activity activity;
    int64_t elapsed_ns;     /* real time since the last frame, not below 0 */
    int64_t used_ns;        /* DeviceUse.used_ns */
    bool is_covered;        /* a page over the pause hides the bar */
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

/* ---- the menus ---- */

/* The owner sets all members up to `screens`, and opens those. */
typedef struct Menus {
    Stage *stage;
    Playback *playback;
    Monitor *monitor;
    Sound *sound;
    const LoopGuest *guest; /* NULL: none */
    bool headless;          /* there are no menus */
    Screens screens;
    TimeBar time_bar;
    ScreenAsk row; /* ASK_ROW: calls the game's row in the coming frame */
} Menus;

/* Begins a run: drops marks, panels and key repeats of the run before. */
void menus_begin_run(Menus *menus);

/* Changes what the player is doing: opens its page, and gives time and input accordingly. */
void menus_show(Menus *menus, Activity activity);

/* Opens a page of the game, over a pause if the player is playing. */
void menus_open_page(Menus *menus, const char *title);

/* Whether the ticks between the guest's marks on the time bar repeat now. */
bool menus_repeat_marks(const Menus *menus);

/* Holds or releases time and the players' input; called first in a frame. */
void menus_update_pauses(Menus *menus);

/* `ask` is what the loop has to do. False when the world is lost. */
bool menus_update(Menus *menus, ScreenAsk *ask, CwError *error);

/* Calls the game's row that was chosen, and gives rows and the guest what was typed. */
void menus_call_row(Menus *menus, CwFrame *frame);

/* The part of this room that neither a page nor the time bar covers; its width is 0 for none. */
CwViewRect menus_uncovered(const Menus *menus, CwViewRect room);

/* Draws over the picture. `share`: part of the repeated ticks that has run; 1: none repeat. */
void menus_draw(Menus *menus, const CwFrame *frame, double share);
