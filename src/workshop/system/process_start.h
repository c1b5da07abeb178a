/* Starts other programs, and this one again, for the tools of a game's maker.
 *
 * process_start runs one in the background: its output goes to memory and its standard input is
 * empty. It ends when this program does, and what it has started ends with it, unless this program
 * is killed. A program in the foreground has none of these guarantees. All of that is for Linux:
 * elsewhere process_start fails, and what needs the rest is not built. */
#pragma once

#include "clockwork/base.h"
#include "platform/process.h"

#include <stdio.h>

enum { PROCESS_OUTPUT, PROCESS_ERRORS, PROCESS_STREAMS };

/* At most this of each stream: the beginning of the output, the end of the errors. */
enum { PROCESS_TEXT_BYTES = 1 << 16 };

enum { PROCESS_NOT_FOUND = 127 }; /* exit status where there is no such program */

typedef enum ProcessEnd {
    PROCESS_ENDED,   /* itself, or somebody ended it */
    PROCESS_CRASHED, /* a fault or an abort */
    PROCESS_KILLED,  /* at once: by a person, or by the system for want of memory */
    PROCESS_STUCK    /* the watchdog (crash.h) ended it */
} ProcessEnd;

typedef struct ProcessDesc {
    const char *const *arguments; /* the program, looked for in PATH, its arguments, NULL */
    bool one_stream;              /* errors go to the output, in their order */
} ProcessDesc;

/* Zero-initialise. Large. */
typedef struct Process {
    int64_t id;    /* 0: none runs */
    int64_t group; /* of all that it has started */
    int64_t pipes[PROCESS_STREAMS];
    char texts[PROCESS_STREAMS][PROCESS_TEXT_BYTES]; /* so far; a NUL is a question mark */
    size_t lengths[PROCESS_STREAMS];
    int64_t started_ns; /* clock_now_ns */
    int status;         /* when it has ended: the exit status, from 128 on if it was ended */
    ProcessEnd end;
} Process;

/* Starts it. `process` must not be running. */
bool process_start(Process *process, const ProcessDesc *desc, CwError *error);

/* Takes in what it wrote. True when it has ended since the last call. */
bool process_poll(Process *process);

void process_wait(Process *process);

/* Ends it and all it started, at once. */
void process_kill(Process *process);

/* Runs a program on this one's terminal; while quit_wished (quit.h) it is asked to end every two
 * seconds. Returns its status as above, -1 when it can't be started. */
int process_run_in_foreground(const char *const *arguments, ProcessEnd *end);

/* Puts another program into this process. Returns only where it can't be started, with errno. */
void process_become(const char *const *arguments);

/* The costs of a process so far; zero where that is not known. */
typedef struct ProcessCost {
    int64_t work_ns;        /* processor time of all its threads */
    int64_t resident_bytes; /* memory that is there */
} ProcessCost;

ProcessCost process_cost(const Process *process);

/* Standard output for the caller alone, by lines; others' goes nowhere. NULL with errno. */
FILE *process_take_output(void);
