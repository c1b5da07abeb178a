/* A program run in the background: its output in memory, polled, never waited for.
 *
 * It runs in a process group of its own, so that all that it starts ends with it; and it ends when
 * this program does. Standard input is empty. */
#ifndef HOST_CHILD_H
#define HOST_CHILD_H

#include "clockwork/base.h"

#include <sys/types.h>

enum { CHILD_OUTPUT, CHILD_ERRORS, CHILD_STREAMS };

/* At most this of each stream: the beginning of the output, the end of the errors. */
enum { CHILD_TEXT_BYTES = 1 << 16 };

typedef struct ChildDesc {
    const char *const *arguments; /* the program, looked for in PATH, its arguments, NULL */
    bool one_stream;              /* errors go to the output, in their order */
} ChildDesc;

/* Zero-initialise. Large. */
typedef struct Child {
    pid_t process; /* 0: none runs */
    int pipes[CHILD_STREAMS];
    char texts[CHILD_STREAMS][CHILD_TEXT_BYTES]; /* so far; a NUL is a question mark */
    size_t lengths[CHILD_STREAMS];
    int64_t started_ns; /* CLOCK_MONOTONIC */
    int status;         /* when it has ended: the exit status, 128 + signal; 127: not found */
    int signal;         /* that ended it; 0: none */
} Child;

/* In place of nothing that still runs. */
bool child_start(Child *child, const ChildDesc *desc, CwError *error);

/* Takes in what it wrote. True when it has ended since the last call. */
bool child_poll(Child *child);

/* Ends it and all it started, at once. */
void child_kill(Child *child);

/* Runs a program in place of this one, with its terminal, until it ends; a wish to end that comes
 * meanwhile (platform/quit.h, which are caught) is handed on, again every two seconds. Gives its
 * exit status, -1 when it can't be started; `ended_by` is the signal that ended it, or 0. */
int child_run(const char *const *arguments, int *ended_by);

#endif
