/* Prompts: the name of the key or button that is bound to an action now, on the device that was
 * used last. For hints that a game draws:
 *
 *     char hop[CW_PROMPT_BYTES];
 *     cw_frame_prompt(frame, 0, ACTION_HOP, hop);
 *
 * gives "Space" in the layout of this machine, "A" with a controller in hand (a stick by its letter
 * and an arrow), and by touch the sign on the action's button on the screen
 * (CwGame.action_signs). Not available in ticks. */
#pragma once

#include "clockwork/system.h"

enum { CW_PROMPT_BYTES = 32 };

/* The engine's own actions; pass one as `action`. */
enum { CW_PROMPT_REWIND = -1, CW_PROMPT_RETRY = -2, CW_PROMPT_PAUSE = -3 };

/* For a player from 0 and one of the game's actions; "" where nothing on that device does it, and
 * without a window. While the mouse is in use, bindings of the keyboard are shown, too. */
void cw_frame_prompt(const CwFrame *frame, int player, int action, char text[CW_PROMPT_BYTES]);
