/* The frame as its phases see it: the moment, what they may use, and what they ask of the flow.
 *
 * The loop begins it with each frame and places it again when the frame's ticks have run. Owns what
 * the game's code may use beside the picture, and what the players held in the frame before. */
#ifndef SHELL_VIEW_FRAME_H
#define SHELL_VIEW_FRAME_H

#include "shell/best_runs.h"
#include "shell/menus.h"
#include "shell/prompts.h"
#include "shell/rumble.h"
#include "shell/saves.h"

typedef struct ViewFrame {
    CwFrame frame;
    CwFlow asked;
    CwInputFrame input[CW_PLAYER_MAX]; /* of the devices: ticks may come later, or not at all */
    CwSaves saves;
    CwBestRuns best_runs;
    Rumble rumble;
    CwPrompts prompts;
    bool time_jumped; /* since the frame before, by a seek or a rewind */
} ViewFrame;

/* Describes a frame whose ticks have yet to run. `driven` tells that only devices steer, so that
 * views see them at once. Takes the playback's notes of what happened before the frame (loaded,
 * jumped, moved). */
void view_frame_begin(ViewFrame *view, Menus *menus, const StepFrame *step, bool driven);

/* The ticks of the frame ran: their picture is shown. */
void view_frame_place(ViewFrame *view, Playback *playback, const StepFrame *step);

#endif
