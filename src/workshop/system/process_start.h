/* Starts programs for the maker's tools.
 *
 * process_start runs a program in the background, with its output in memory and an empty standard
 * input. It ends with this program. Programs that it has started end, too, unless this one is
 * killed. For Linux: elsewhere process_start fails, and the rest is not built. */
#pragma once

#include "clockwork/base.h"
#include "platform/process.h"

#include <stdio.h>

enum { PROCESS_OUTPUT, PROCESS_ERRORS, PROCESS_STREAMS };

/* Bytes kept of each stream: the beginning of the output, the end of the errors. */
enum { PROCESS_TEXT_BYTES = 1 << 16 };

enum { PROCESS_NOT_FOUND = 127 }; /* exit status where there is no such program */

typedef enum ProcessEnd {
    PROCESS_ENDED,   /* it exited, or a signal asked it to */
    PROCESS_CRASHED, /* a fault or an abort */
    PROCESS_KILLED,  /* SIGKILL, by a person or because memory was short */
    PROCESS_STUCK    /* the watchdog (crash.h) ended it */
} ProcessEnd;

typedef struct ProcessDesc {
    const char *const *arguments; /* the program (searched in PATH), its arguments, NULL */
    bool has_one_stream;          /* errors go to the output, in their order */
} ProcessDesc;

/* Zero-initialise. Large. */
typedef struct Process {
    int64_t id; /* also of its group; 0: none runs */
    int64_t pipes[PROCESS_STREAMS];
    char texts[PROCESS_STREAMS][PROCESS_TEXT_BYTES]; /* output so far; NUL becomes '?' */
    size_t lengths[PROCESS_STREAMS];
    int status; /* exit status after the end; 128 + the signal that ended it */
    ProcessEnd end;
} Process;

/* Starts it. `process` must not be running. */
bool process_start(Process *process, const ProcessDesc *desc, CwError *error);

/* Reads its output. True when it has ended since the last call. */
bool process_poll(Process *process);

void process_wait(Process *process);

/* Kills it and its group. */
void process_kill(Process *process);

/* Runs a program on this one's terminal. While quit_wished (platform/process.h), asks it every two
 * seconds to end. Returns its status as above, -1 when it can't be started. */
int process_run_in_foreground(const char *const *arguments, ProcessEnd *end);

/* Replaces this program by another one. Returns with errno if that fails. */
void process_become(const char *const *arguments);

/* The costs of a process so far; zero if unknown. */
typedef struct ProcessCost {
    int64_t work_ns;        /* processor time of all threads */
    int64_t resident_bytes; /* resident memory */
} ProcessCost;

ProcessCost process_cost(const Process *process);

/* Returns a stream of lines to standard output, which no other code can write to. NULL with errno.
 */
FILE *process_take_output(void);
