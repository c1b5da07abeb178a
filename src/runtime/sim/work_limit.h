/* A limit on the processor time that a thread spends on somebody else's recording or level. It
 * never changes the results of a simulation: it only ends it with an error.
 *
 * It counts all work of the thread while it runs. Where the thread does other work in between, such
 * as drawing, it is paused, and each tick resumes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WorkLimit {
    double seconds;                   /* 0: none */
    int64_t left_ns;                  /* time left while paused */
    int64_t work_end_ns, wall_end_ns; /* ends while running; 0: paused */
    bool is_over;                     /* a check found the time used up */
    uint64_t tick;                    /* tick of the world that ended */
} WorkLimit;

/* Begins a limit for the calling thread. */
WorkLimit work_limit_begin(double seconds);

/* Pause and resume the limit. Resuming is true if it was paused; NULL: it was not. */
void work_limit_pause(WorkLimit *limit);
bool work_limit_resume(WorkLimit *limit);

/* Gives a paused limit up to `seconds` of its used time back. */
void work_limit_refill(WorkLimit *limit, double seconds);

bool work_limit_check(WorkLimit *limit);
