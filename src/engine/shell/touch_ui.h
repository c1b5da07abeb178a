/* What a player with a mouse or fingers sees over the run: buttons, pedals and the cursor. All of
 * it appears with the device and disappears when the device rests or another one is used. */
#ifndef SHELL_TOUCH_UI_H
#define SHELL_TOUCH_UI_H

#include "shell/screens.h"

/* Once a frame, before the menus: places the buttons and shows or hides the cursor. */
void touch_ui_update(const Screens *screens);

void touch_ui_draw(const Screens *screens);

#endif
