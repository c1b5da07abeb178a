/* What frame phases are told of the moment, and what they ask of the loop.
 *
 * The loop begins it with each frame and places it again when the frame's ticks have run; it owns
 * what the game's code asked in it, and what the player held in the frame before. */
#ifndef SHELL_VIEW_FRAME_H
#define SHELL_VIEW_FRAME_H

#include "shell/playback.h"
#include "shell/stage.h"

typedef struct ViewFrame {
    CwFrame frame;
    CwFlow asked;
    CwInputFrame input[CW_PLAYER_MAX]; /* ticks may come later, or not at all */
} ViewFrame;

/* A frame of which the ticks have yet to run. Takes the playback's notes of what happened before it
 * (loaded, jumped, moved). */
void view_frame_begin(ViewFrame *view, Playback *playback, Stage *stage, const StepFrame *step);

/* The ticks of the frame ran: their picture is shown. */
void view_frame_place(ViewFrame *view, Playback *playback, const StepFrame *step);

#endif
