/* What is on the screen for who plays with a mouse or by touch: buttons, pedals and the cursor. All
 * of it comes with the device and goes when it rests or another one is used. */
#ifndef SHELL_LOOP_BUTTONS_H
#define SHELL_LOOP_BUTTONS_H

#include "shell/loop.h"

/* Once a frame, before the menus: which buttons there are, and whether the cursor is seen. */
void loop_update_buttons(Loop *loop);

void loop_draw_buttons(Loop *loop);

#endif
