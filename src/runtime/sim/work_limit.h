/* How much processor time a thread may spend on somebody else's recording or level. The results of
 * a simulation don't depend on it: it only ends with an error. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WorkLimit {
    double seconds; /* 0: none */
    int64_t work_end_ns, wall_end_ns;
    bool is_over;  /* a check has found it so */
    uint64_t tick; /* of the world that it ended */
} WorkLimit;

/* From now on, in this thread. */
WorkLimit work_limit_begin(double seconds);

/* Fine with NULL: no limit. */
bool work_limit_check(WorkLimit *limit);
