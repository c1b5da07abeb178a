/* Limits the CPU time that a thread spends on a foreign recording or level. It never changes a
 * simulation's results; it only ends it with an error.
 *
 * It counts all work of the thread. It is paused while the thread does other work, such as drawing,
 * and each tick resumes it. */
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

/* Pause and resume the limit, which may be NULL. Resuming returns whether it was paused. */
void work_limit_pause(WorkLimit *limit);
bool work_limit_resume(WorkLimit *limit);

/* Gives back up to `seconds` of a paused limit's used time. */
void work_limit_refill(WorkLimit *limit, double seconds);

bool work_limit_check(WorkLimit *limit);
