/* Prompts: the name of the key or button for an action on the device used last. For hints that a
 * game draws:
 *
 *     char hop[CW_PROMPT_BYTES];
 *     cw_frame_prompt(frame, 0, ACTION_HOP, hop);
 *
 * writes "Space" for a keyboard (in the player's layout), "A" for a controller (a letter and an
 * arrow for a stick), and for touch the sign on the action's touch zone (CwGame.input.signs). */
#pragma once

#include "clockwork/system.h"

enum { CW_PROMPT_BYTES = 32 };

/* The engine's own actions; pass one as `action`. */
enum { CW_PROMPT_REWIND = -1, CW_PROMPT_RETRY = -2, CW_PROMPT_PAUSE = -3 };

/* Writes the prompt of an action of a player, from 0; "" if nothing is bound on the device, and
 * without a window. While the mouse is used, an action without a mouse button shows its key. */
void cw_frame_prompt(const CwFrame *frame, int player, int action, char text[CW_PROMPT_BYTES]);
