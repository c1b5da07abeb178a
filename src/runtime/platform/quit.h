/* SIGINT, SIGTERM and their like as a wish to end: a flag that hosts read once a frame. Another one
 * seconds later ends a program that hangs; at once it means nothing, as `timeout` and terminals
 * send it twice. One host at a time. */
#pragma once

#include <stdbool.h>

/* Clears the flag and begins to catch. */
void quit_catch(void);

/* At the start: until quit_wished is called the second time (the second frame), a signal ends the
 * program at once with success: nothing has to be saved yet. */
void quit_catch_at_start(void);

/* Restores the handlers from before. */
void quit_restore(void);

/* True once a signal came since quit_catch. */
bool quit_wished(void);
