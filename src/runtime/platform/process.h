/* What is to know of this process, and how it begins and ends. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The file of this program, to read it or to start it again. */
const char *process_file(void);

/* Prepares a program that begins: standard streams carry bytes and UTF-8, and errors go to a file
 * where the system gave them no stream. Returns the arguments of main in UTF-8; `given` itself
 * where they are so already, or where they are not those of main. */
char **process_begin(int *count, char **given);

/* Ends it; a program without a terminal shows why it failed. Not after a crash. */
void process_end(int status);

int64_t process_id(void);

/* The limit of the first thread's stack; SIZE_MAX: none. */
size_t process_stack_bytes(void);
