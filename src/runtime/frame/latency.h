/* Measures the parts of a frame, and the time from an input to its picture. The loop reports the
 * end of each part, each input and each picture. Overlay, --stats and a guest show the results. */
#pragma once

#include "clockwork/game.h"

/* A frame's parts besides phases. The loop marks their ends. */
typedef enum FramePart {
    FRAME_PART_WAIT,     /* the limiter's sleep, asking the system for events */
    FRAME_PART_PLAN,     /* window, menus, step clock, the input of a tick */
    FRAME_PART_REMEMBER, /* after a tick: history, recordings, logs */
    FRAME_PART_PAINT,    /* menus and overlay, sorting, the renderer */
    FRAME_PART_PRESENT,  /* until the display took the picture */
    FRAME_PART_COUNT
} FramePart;

const char *frame_part_name(FramePart part);

/* ---- latency: how long an input takes to be seen ----
 *
 * The time from the arrival of an event that changes an action to the present of the first picture
 * that shows its effect. Tick t begins to show after t - 1, or earlier as a coming tick, and shows
 * fully at t; both are measured. One input at a time is followed, the oldest that waits. */

enum { LATENCY_SAMPLES = 1024 }; /* the newest are kept */

typedef struct LatencySamples {
    int64_t ns[LATENCY_SAMPLES];
    uint64_t count; /* number of samples so far */
} LatencySamples;

typedef struct Latency {
    bool is_waiting; /* an event has come and no tick has taken it */
    bool has_begun;  /* a tick has taken an event, which is not fully visible yet */
    bool was_seen;   /* a picture showed a part of its effect */
    int64_t waiting_ns, event_ns;
    uint64_t tick;
    uint64_t coming_tick; /* simulated tick that would take the waiting event; 0: none yet */
    int64_t coming_ns;    /* time of the first picture that showed a part; 0: none */
    LatencySamples first, full;
} Latency;

/* Notes that an event of time_ns changed an action and waits for a tick. */
void latency_event(Latency *latency, int64_t time_ns);

/* Notes that a coming tick used the waiting input and moved something; counts once it is true. */
void latency_coming(Latency *latency, uint64_t tick);

/* Notes that tick `tick` took the waiting input and moves something. */
void latency_tick(Latency *latency, uint64_t tick);

/* Notes that a picture of the moment tick - 1 + alpha was presented by now_ns. */
void latency_present(Latency *latency, uint64_t tick, double alpha, int64_t now_ns);

/* Discards inputs that won't be seen: after a seek, or in another level. */
void latency_discard(Latency *latency);

/* The quantile `part` of the samples, ms (0.5: the median); 0 without samples. */
double latency_quantile_ms(const LatencySamples *samples, double part);
