/* The frame as its phases see it: the moment, what they may use, what they ask of the flow. Begun
 * with each frame, and placed again when its ticks have run. Owns what the players held before. */
#pragma once

#include "base/frame_services.h"
#include "frame/best_runs.h"
#include "frame/saves.h"
#include "pages/menus.h"

/* Behind clockwork/prompt.h (prompts.c): bindings and the device in use, which stay the loop's. */
typedef struct Prompts {
    const CwGame *game;
    const Players *players;
    const InputMap *ui; /* of the UI actions */
    Device device;
} Prompts;

/* Rumble that frames ask for (clockwork/rumble.h), on its way to the host. */
typedef struct Rumble {
    HostRumble asked[CW_PLAYER_MAX];
    bool is_asked[CW_PLAYER_MAX];
    bool shakes[CW_PLAYER_MAX]; /* perhaps still */
} Rumble;

typedef struct ViewFrame {
    CwFrame frame;
    CwFrameServices services; /* of `frame` */
    CwFlow asked;
    CwInputFrame input[CW_PLAYER_MAX]; /* of the devices: ticks may come later, or not at all */
    CwSaves saves;
    BestRuns best_runs;
    Rumble rumble;
    Prompts prompts;
    CwParticles *particles; /* NULL: the game has no emitters */
    bool time_jumped;       /* since the frame before, by a seek or a rewind */
} ViewFrame;

/* False without memory for the game's particles, which its owner destroys. */
bool view_frame_open(ViewFrame *view, const CwGame *game, CwError *error);

/* A frame whose ticks have yet to run. `driven`: only devices steer, so views see them at once.
 * Takes the playback's notes of what happened before (loaded, jumped, moved). */
void view_frame_begin(ViewFrame *view, Menus *menus, const StepFrame *step, bool driven);

/* The ticks of the frame ran: their picture is shown. */
void view_frame_place(ViewFrame *view, Menus *menus, const StepFrame *step);

/* Hands over what was asked for since the last call; where it is not allowed, the end of it. */
void rumble_apply(Rumble *rumble, Host *host, const Players *players, bool allowed);
