/* The player's keys and pointer on the engine's own screens, and what they ask of the loop. */
#ifndef SHELL_LOOP_MENUS_H
#define SHELL_LOOP_MENUS_H

#include "shell/loop.h"

/* Once a frame, before it is planned: time keys, pages, rows. */
void loop_update_menus(Loop *loop);

/* Calls the game's row that was asked for, and gives it what was typed. */
void loop_call_rows(Loop *loop);

/* The menu, and what is typed in it or over it. */
void loop_draw_menu(Loop *loop, const CwFrame *frame);

#endif
