/* Late readings, for the frame pacer: is one time that passed, or only a late look at the clock?
 *
 * The next readings tell: they are as late, or back in time; at once, or bit by bit where a queue
 * of frames feeds the display, which then shows nothing of it. What was seen of the last few says
 * what to do with a new one before its cause is known. Owned by the frame pacer, whose header
 * explains the constants. */
#ifndef TIME_LATE_READING_H
#define TIME_LATE_READING_H

#include "time/frame_length.h"

#include <stdbool.h>

typedef enum LateState {
    LATE_SETTLED,   /* no question is open that matters to others */
    LATE_CONFIRMED, /* an open one was time, and was not shown yet */
    LATE_WAITING,   /* one that a queue may have absorbed is open */
    LATE_DRAINING   /* it is coming back: this frame is short for no other reason */
} LateState;

typedef struct LateReading {
    double late_ns;  /* of the reading whose cause is still open; 0: none */
    double trust;    /* share of late readings that proved to be time */
    double queue;    /* share of those that a queue may absorb that came back */
    int still_count; /* readings since in a row that didn't come back any further */
    bool far;        /* so late that a queue may have absorbed it */
    bool shown;      /* counts as time before its cause is known */
} LateReading;

/* No queue is known of, and late readings are time. */
void late_reading_init(LateReading *late);

/* Takes a frame of dt_ns, of which `length` doesn't know yet. *passed_ns: the time that counts as
 * passed now, beyond the usual frame. */
LateState late_reading_add(LateReading *late, double dt_ns, const FrameLength *length,
                           double *passed_ns);

/* The frames have another length now: the lateness was the change. */
void late_reading_new_rate(LateReading *late);

/* True when late readings are usually time. */
bool late_reading_trusting(const LateReading *late);

/* Returns the part of the last reading that the next ones may take back. */
double late_reading_doubt_ns(const LateReading *late);

#endif
