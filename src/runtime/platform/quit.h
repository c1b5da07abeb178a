/* Turns SIGINT, SIGTERM and similar signals into a flag that hosts read once a frame. A second
 * signal some seconds later ends a program that hangs. An immediate one has no effect, because
 * `timeout` and terminals send signals twice. One host at a time. */
#pragma once

#include <stdbool.h>

/* Begins to catch, with a clear flag. Does nothing while signals are caught already. */
void quit_catch(void);

/* Restores the handlers from before. */
void quit_restore(void);

/* Whether a signal came since quit_catch. */
bool quit_wished(void);
