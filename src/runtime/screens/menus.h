/* The menus: the pages, the keys that move time, and what both draw over the picture. A guest
 * (frame/loop_guest.h) gets input and draws first.
 *
 * The loop calls menus_update once a frame. Menus control time in the open run through the
 * playback. They ask the loop to end a run or begin another (ScreenAsk). They own the pages;
 * playback, stage, monitor and sound stay the loop's. */
#pragma once

#include "frame/monitor.h"
#include "frame/sound.h"
#include "screens/screens.h"
#include "screens/time_bar.h"

/* The owner sets all members up to `screens`, and opens those. */
typedef struct Menus {
    Stage *stage;
    Playback *playback;
    Monitor *monitor;
    Sound *sound;
    const LoopGuest *guest; /* NULL: none */
    bool headless;          /* nobody sees or uses the menus */
    Screens screens;
    TimeBar time_bar;
    const CwMenuRow *row; /* game's row to call in the coming frame; NULL: none */
    int row_turn;         /* -1 or 1; 0: the row was chosen */
} Menus;

/* Begins a run: drops marks, panels and key repeats of the run before. */
void menus_begin_run(Menus *menus);

/* Changes what the player is doing: opens its page, and gives time and input accordingly. */
void menus_show(Menus *menus, Activity activity);

/* Whether the ticks between the guest's marks on the time bar repeat now. */
bool menus_repeat_marks(const Menus *menus);

/* Holds or releases time and the players' input; called first in a frame. */
void menus_update_holds(Menus *menus);

/* `ask` is what the loop has to do. False when the world is lost. */
bool menus_update(Menus *menus, ScreenAsk *ask, CwError *error);

/* Calls the game's row that was chosen, and gives rows and the guest what was typed. */
void menus_call_row(Menus *menus, CwFrame *frame);

/* The part of this room that neither a page nor the time bar covers; its width is 0 for none. */
CwViewRect menus_uncovered(const Menus *menus, CwViewRect room);

/* Draws over the picture. `share`: part of the repeated ticks that has run; 1: none repeat. */
void menus_draw(Menus *menus, const CwFrame *frame, double share);
