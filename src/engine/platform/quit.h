/* SIGINT, SIGTERM and their like as a wish to end, for hosts: a flag that they read once a frame.
 *
 * The first signal sets the flag. Another one seconds later ends a program that hangs; at once it
 * means nothing, because `timeout` and terminals send the same wish twice. One host at a time
 * catches signals. */
#pragma once

#include <stdbool.h>

/* Clears the flag and begins to catch. */
void quit_catch(void);

/* The same for a program that starts: until quit_wished is called the second time, in the second
 * frame, a signal ends it at once and with success. The first frame still loads pictures, and
 * nothing has to be saved yet. */
void quit_catch_at_start(void);

/* Restores the handlers from before. */
void quit_restore(void);

/* True once a signal came since quit_catch. */
bool quit_wished(void);
