/* The frame that the game's code gets: the moment, its services, and its requests. The loop begins
 * it with each frame and places it after the frame's ticks. It owns saves, best runs and rumble. */
#pragma once

#include "base/frame_services.h"
#include "frame/best_runs.h"
#include "frame/saves.h"
#include "screens/menus.h"

/* State of clockwork/input.h: bindings and the device in use, which the loop owns. */
typedef struct Prompts {
    const CwGame *game;
    const Players *players;
    const InputMap *ui; /* bindings of UI actions */
    Device device;
} Prompts;

/* Rumble that frames request (clockwork/input.h), until the host applies it. */
typedef struct Rumble {
    HostRumble asked[CW_PLAYER_MAX];
    bool is_asked[CW_PLAYER_MAX];
    bool shakes[CW_PLAYER_MAX]; /* may still be shaking */
} Rumble;

typedef struct ViewFrame {
    CwFrame frame;
    CwFrameServices services; /* services that `frame` offers */
    CwFlow asked;
    CwInputFrame input[CW_PLAYER_MAX]; /* input from devices: ticks may come later, or not at all */
    CwSaves saves;
    BestRuns best_runs;
    Rumble rumble;
    Prompts prompts;
    CwParticles *particles; /* NULL: the game has no emitters */
    bool time_jumped;       /* a seek or a rewind since the last frame */
} ViewFrame;

/* Opens the frame. False without memory for the game's particles, which the frame owns. */
bool view_frame_open(ViewFrame *view, const CwGame *game, CwError *error);

/* Begins a frame before its ticks run. `driven`: only devices steer, so views see their input at
 * once. Clears the playback's notes (loaded, jumped, moved). */
void view_frame_begin(ViewFrame *view, Menus *menus, const StepFrame *step, bool driven);

/* Places the frame's picture after its ticks. */
void view_frame_place(ViewFrame *view, Menus *menus, const StepFrame *step);

/* Applies the rumble requested since the last call, or stops it where it is not allowed. */
void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed);
