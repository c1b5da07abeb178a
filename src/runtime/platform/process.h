/* Begins and ends this process for program.c, and tells its file, number and stack. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The file of this program, to be read or started again. */
const char *process_file(void);

/* Prepares a starting program: standard streams carry bytes and UTF-8, and errors go to a file if
 * the system gave no stream for them. Returns the arguments of main in UTF-8; `given` itself if it
 * is UTF-8 already or not from main. */
char **process_begin(int *count, char **given);

/* Ends the program; without a terminal it shows why it failed. Not called after a crash. */
void process_end(int status);

int64_t process_id(void);

/* The limit of the first thread's stack; SIZE_MAX: none. */
size_t process_stack_bytes(void);
