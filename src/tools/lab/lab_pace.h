/* When the lab's next frame begins: even, uneven or late, as asked for.
 *
 * The windowed lab waits for these moments, the headless one only counts with them; both get the
 * same sequence from the same settings. Pure but for its own random numbers; knows no clock. */
#ifndef LAB_LAB_PACE_H
#define LAB_LAB_PACE_H

#include "clockwork/rng.h"
#include "time/limiter.h"

typedef struct LabPace {
    double fps;    /* 0: as the caller's own interval says */
    int jitter_ms; /* each frame is late by up to this */
    int stall_ms;  /* repeated every stall_every_ms; 0: none */
    int stall_every_ms;
    int64_t pending_ns; /* stalls asked for once, not yet done */
    int64_t stall_due_ns;
    Limiter limiter;
    CwRng rng;
} LabPace;

LabPace lab_pace_default(void);

/* One stall in the coming frame. */
void lab_pace_stall(LabPace *pace, int ms);

/* The moment at which the coming frame begins, not before now; `interval_ns` is used where no rate
 * is asked for, 0 for none. Call once a frame. */
int64_t lab_pace_next_ns(LabPace *pace, int64_t now_ns, int64_t interval_ns);

#endif
