/* Buttons, pedals and the cursor, for players with a mouse or fingers. All of
 * it appears with the device and disappears when the device rests or another one is used. */
#ifndef SHELL_TOUCH_UI_H
#define SHELL_TOUCH_UI_H

#include "shell/screens.h"

/* Once a frame, before the menus: places the buttons and shows or hides the cursor. */
void touch_ui_update(const Screens *screens);

void touch_ui_draw(const Screens *screens);

#endif
