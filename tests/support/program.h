/* Programs as a user sees them: a shell command line in, exit status and output back.
 *
 * The command runs in a folder of its own, made by program_begin and gone after program_end, with
 * HOME there too and the checkout's assets for programs that were built elsewhere; files are named
 * relative to it. There is no display. In command lines $CLOCKWORK is the program under test. */
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

#include <stdbool.h>

typedef struct Outcome {
    int status; /* exit status; 128 + signal as in a shell */
    char out[16384], err[16384];
} Outcome;

/* Prepares a file's tests: the program's absolute path into $CLOCKWORK. 0, and a line on stderr,
 * when the environment does not name one that exists. */
int program_find(void);

void program_begin(void);
void program_end(void);

/* Valid until the next call. Fails the test when the command can't be run at all. */
const Outcome *program_run(const char *command);

/* The text of a file in the folder, cut at 64 KiB; fails the test when there is none. */
const char *program_file(const char *name);

void program_write(const char *name, const char *text);

#endif
