/* Other programs, and this one again, run in the background: their output in memory, polled, never
 * waited for. And what is to know of this process.
 *
 * Each runs in a process group of its own, so that all that it starts ends with it; and it ends
 * when this program does. Standard input is empty. */
#ifndef PLATFORM_PROCESS_H
#define PLATFORM_PROCESS_H

#include "clockwork/base.h"

#include <stdio.h>

enum { PROCESS_OUTPUT, PROCESS_ERRORS, PROCESS_STREAMS };

/* At most this of each stream: the beginning of the output, the end of the errors. */
enum { PROCESS_TEXT_BYTES = 1 << 16 };

enum { PROCESS_NOT_FOUND = 127 }; /* exit status where there is no such program */

/* The file of this program, to read it or to start it again. */
extern const char PROCESS_FILE[];

typedef struct ProcessDesc {
    const char *const *arguments; /* the program, looked for in PATH, its arguments, NULL */
    bool again;                   /* it is this program, whatever it is called there */
    const char *const *variables; /* set in its environment: names and values, NULL; or NULL */
    size_t stack_bytes;           /* limit of its stack; 0: that of this process */
    bool one_stream;              /* errors go to the output, in their order */
} ProcessDesc;

/* Zero-initialise. Large. */
typedef struct Process {
    int64_t id; /* 0: none runs */
    int64_t pipes[PROCESS_STREAMS];
    char texts[PROCESS_STREAMS][PROCESS_TEXT_BYTES]; /* so far; a NUL is a question mark */
    size_t lengths[PROCESS_STREAMS];
    int64_t started_ns; /* clock_now_ns */
    int status;         /* when it has ended: the exit status, or 128 + signal */
    int signal;         /* that ended it; 0: none */
} Process;

/* Starts it. `process` must not be running. */
bool process_start(Process *process, const ProcessDesc *desc, CwError *error);

/* Takes in what it wrote. True when it has ended since the last call. */
bool process_poll(Process *process);

/* Waits until it has ended. */
void process_wait(Process *process);

/* Ends it and all it started, at once. */
void process_kill(Process *process);

/* Makes a program of this engine report where it is, and end (crash.h). */
void process_interrupt(const Process *process);

/* The short name, such as SEGV, of a signal by which a fault, an abort or the watchdog (crash.h)
 * ends a program; NULL for others. */
const char *process_fault(int signal);

/* Starts a program on this one's terminal and waits until it ends. SIGINT and SIGTERM, which this
 * program must have caught (quit.h), are handed on, every two seconds again. Returns its exit
 * status, -1 when it can't be started; `ended_by` is the signal that ended it, or 0. */
int process_run(const char *const *arguments, int *ended_by);

/* What a process has taken so far; zero where that is not known. */
typedef struct ProcessCost {
    int64_t work_ns;        /* processor time of all its threads */
    int64_t resident_bytes; /* memory that is there */
} ProcessCost;

ProcessCost process_cost(const Process *process);

/* ---- this process ---- */

int64_t process_id(void);

/* Standard output for the caller alone, written line by line; what the rest of the program prints
 * there goes nowhere. NULL with errno. */
FILE *process_take_output(void);

/* The limit of the first thread's stack; SIZE_MAX: none. */
size_t process_stack_bytes(void);

#endif
