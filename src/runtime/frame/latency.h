/* Measures the parts of a frame, and the time from an input to its picture. The loop marks the ends
 * of a frame's parts and tells of inputs and pictures. Overlay, --stats and trace show all. */
#pragma once

#include "clockwork/game.h"

/* A frame's parts besides phases. Overlay and trace name them; the loop marks their ends. */
typedef enum FramePart {
    PART_WAIT,     /* the limiter's sleep, asking the system for events */
    PART_PLAN,     /* window, menus, step clock, the input of a tick */
    PART_REMEMBER, /* after a tick: history, recordings, logs */
    PART_PAINT,    /* menus and overlay, sorting, the renderer */
    PART_PRESENT,  /* until the display took the picture */
    PART_COUNT
} FramePart;

/* "wait" and the like. */
const char *frame_part_name(FramePart part);

/* All tracks of time in the order of a frame: a phase, or CW_PHASE_COUNT + a part. */
enum { FRAME_TRACK_COUNT = CW_PHASE_COUNT + PART_COUNT };
extern const uint8_t frame_tracks[FRAME_TRACK_COUNT];

/* ---- latency: how long an input takes to be seen ----
 *
 * The time from the arrival of an event that changes an action to the present of the first picture
 * that shows its effect. The loop tells of such events, the tick in which they move something, and
 * every picture. Tick t is first visible after t - 1, maybe before it is due (a coming tick), and
 * fully at t; both are measured. One input at a time is followed, from the oldest that waits. Where
 * present waits for the display the time ends with the wait. Shown by --stats. */

enum { LATENCY_SAMPLES = 1024 }; /* the newest are kept */

typedef struct LatencySamples {
    int64_t ns[LATENCY_SAMPLES];
    uint64_t count; /* of all there were */
} LatencySamples;

typedef struct Latency {
    bool waiting; /* an event has come and no tick has taken it */
    bool begun;   /* a tick has taken one; it is not fully seen */
    bool seen;    /* but a little */
    int64_t waiting_ns, event_ns;
    uint64_t tick;
    uint64_t coming_tick; /* would take what waits; 0: none is simulated yet */
    int64_t coming_ns;    /* when a picture showed a part of it first; 0: none did */
    LatencySamples first, full;
} Latency;

/* An event that came at time_ns changed an action; it waits for a tick. */
void latency_event(Latency *latency, int64_t time_ns);

/* The coming tick had what waits, moving something in this tick; counts once that is true. */
void latency_coming(Latency *latency, uint64_t tick);

/* The waiting input was taken and moves something in the tick with this number. */
void latency_tick(Latency *latency, uint64_t tick);

/* A picture of the moment tick - 1 + alpha was presented by now_ns. */
void latency_present(Latency *latency, uint64_t tick, double alpha, int64_t now_ns);

/* Whatever is on its way won't be seen: a seek, another level. */
void latency_discard(Latency *latency);

/* The ms that this part of the samples doesn't exceed (0.5: the median); 0 without any. */
double latency_quantile_ms(const LatencySamples *samples, double part);
