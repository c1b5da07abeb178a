/* This process: its beginning and end, its file, number and stack, and requests to quit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file of this program, to be read or started again. */
const char *process_file(void);

/* Prepares a starting program: standard streams carry UTF-8, and errors go to a file if the system
 * gave no stream for them. Returns the arguments of main in UTF-8; keeps other arguments. */
char **process_begin(int *count, char **given);

/* Ends the program; without a terminal it shows why it failed. Not called after a crash. */
void process_end(int status);

int64_t process_id(void);

/* The limit of the first thread's stack; SIZE_MAX: none. */
size_t process_stack_bytes(void);

/* ---- quitting ----
 *
 * SIGINT, SIGTERM and similar signals become a flag that hosts read once a frame. If the flag is
 * not read within two seconds of processor time, the program ends with a report of the place where
 * it hangs (crash.h). A second signal some seconds later ends it in any case; an immediate one has
 * no effect, because `timeout` and terminals send signals twice. One host at a time. */

/* Clears the flag and begins to catch. */
void quit_catch(void);

/* Until the second call of quit_wished (the second frame) a signal ends the program at once with
 * success: there is nothing to save yet. */
void quit_catch_at_start(void);

/* Restores the earlier handlers. */
void quit_restore(void);

/* True if a signal came since quit_catch. */
bool quit_wished(void);
