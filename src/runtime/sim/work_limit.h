/* Limits the CPU time that a thread spends on a foreign recording or level. It ends the simulation
 * with an error, but never changes its results.
 *
 * It counts all work of the thread while it isn't paused. Pause it for other work, such as drawing.
 * Each tick resumes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WorkLimit {
    double seconds;                   /* 0: none */
    int64_t left_ns;                  /* time left while paused */
    int64_t work_end_ns, wall_end_ns; /* CPU time and wall time of the end; 0: paused */
    bool is_over;                     /* the time is used up */
    uint64_t tick;                    /* tick in which it was used up */
} WorkLimit;

/* Begins a limit for the calling thread. */
WorkLimit work_limit_begin(double seconds);

/* Pause the limit, and resume it if it isn't NULL. Resuming returns whether it was paused. */
void work_limit_pause(WorkLimit *limit);
bool work_limit_resume(WorkLimit *limit);

/* Gives a paused limit up to `seconds` of its used time back. */
void work_limit_refill(WorkLimit *limit, double seconds);

/* Whether the time is used up. A paused limit, or NULL, never is. */
bool work_limit_check(WorkLimit *limit);
