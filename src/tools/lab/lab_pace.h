/* When the lab's next frame begins: evenly, unevenly or late, as wanted.
 *
 * The lab in a window waits for these moments, the table only counts with them; both get the same
 * sequence from the same settings. */
#ifndef LAB_LAB_PACE_H
#define LAB_LAB_PACE_H

#include "clockwork/rng.h"
#include "time/limiter.h"

typedef struct LabPace {
    double fps;    /* 0: the caller's own interval */
    int jitter_ms; /* each frame is late by up to this */
    int stall_ms;  /* repeated every stall_every_ms; 0: none */
    int stall_every_ms;
    int once_ms; /* a single stall in the coming frame */
    int64_t stall_due_ns;
    Limiter limiter;
    CwRng rng;
} LabPace;

/* Even frames at the caller's own interval. */
LabPace lab_pace_default(void);

/* The moment at which the coming frame begins, not before now. `interval_ns` is used without a
 * rate, 0 for none. Call once per frame. */
int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns);

#endif
