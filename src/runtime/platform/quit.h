/* Turns SIGINT, SIGTERM and similar signals into a flag that hosts read once a frame. A second
 * signal some seconds later ends a program that hangs. An immediate one has no effect, because
 * `timeout` and terminals send signals twice. One host at a time. */
#pragma once

#include <stdbool.h>

/* Clears the flag and begins to catch. */
void quit_catch(void);

/* Until the second call of quit_wished (the second frame) a signal ends the program at once with
 * success: there is nothing to save yet. */
void quit_catch_at_start(void);

/* Restores the handlers from before. */
void quit_restore(void);

/* True if a signal came since quit_catch. */
bool quit_wished(void);
