/* How much processor time a thread may spend on somebody else's recording or level. The results of
 * a simulation don't depend on it: it only ends with an error.
 *
 * It counts all work of the thread while it runs. Where the thread does other work in between, such
 * as drawing, it is paused, and each tick resumes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WorkLimit {
    double seconds;                   /* 0: none */
    int64_t left_ns;                  /* while it is paused */
    int64_t work_end_ns, wall_end_ns; /* while it runs; 0: it is paused */
    bool is_over;                     /* a check has found it so */
    uint64_t tick;                    /* of the world that it ended */
} WorkLimit;

/* From now on, in this thread. */
WorkLimit work_limit_begin(double seconds);

/* Fine with NULL: no limit. */
void work_limit_pause(WorkLimit *limit);

/* True if it was paused. */
bool work_limit_resume(WorkLimit *limit);

/* Gives a paused limit up to `seconds` of what was used up. */
void work_limit_refill(WorkLimit *limit, double seconds);

bool work_limit_check(WorkLimit *limit);
