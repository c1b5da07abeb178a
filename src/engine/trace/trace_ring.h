/* The trace ring: what ran when, for as long back as it reaches. The monitor notes every phase,
 * system and part of a frame while somebody may want to know; trace_writer.h turns it into a file.
 *
 * Allocated once; noting is a store. A span's label says what it is and on which track of the trace
 * it lies. Times are CLOCK_MONOTONIC; spans come in order of their ends. */
#ifndef TRACE_TRACE_RING_H
#define TRACE_TRACE_RING_H

#include "sim/schedule.h"

/* The parts of a frame of the loop besides its phases. The overlay and the trace name them; the
 * loop marks their ends. */
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

enum { TRACE_SPANS_MAX = 1 << 17 }; /* 4 MiB: 10 s at 400 frames a second */

/* Labels: a phase, CW_PHASE_COUNT + a part, one of these, or TRACE_SYSTEM + its registration. */
enum {
    TRACE_PART = CW_PHASE_COUNT,
    TRACE_FRAME = TRACE_PART + PART_COUNT, /* id: frame, count: ticks, value: alpha */
    TRACE_TICK,                            /* id: tick */
    TRACE_DROPPED,                         /* an instant; id: ns of the game's time */
    TRACE_HITCH,                           /* an instant; id: frame, value: x the median */
    TRACE_SYSTEM
};

/* The phases and parts in the order of a frame, behind TRACE_FRAME: one track each. A system lies
 * on its phase's track, ticks and instants on that of the frames. */
enum { TRACE_TRACK_COUNT = 1 + CW_PHASE_COUNT + PART_COUNT };
extern const uint8_t trace_tracks[TRACE_TRACK_COUNT];

typedef struct TraceSpan {
    int64_t begin_ns, end_ns;
    uint64_t id; /* of phases, parts and systems: the tick, or the frame outside ticks */
    float value;
    uint16_t label;
    uint16_t count;
} TraceSpan;

typedef struct TraceRing {
    TraceSpan *spans;                    /* NULL: not open */
    uint64_t count;                      /* ever noted; number n lies at n % TRACE_SPANS_MAX */
    int64_t origin_ns;                   /* where the trace's time begins */
    CwSystem systems[SCHEDULE_CAPACITY]; /* of the labels */
    int system_count;
} TraceRing;

bool trace_ring_open(TraceRing *ring, int64_t origin_ns, CwError *error);
void trace_ring_close(TraceRing *ring);

/* Sets the systems that labels mean. A game has the same ones in every run. */
void trace_ring_set_systems(TraceRing *ring, const Schedule *schedule);

void trace_ring_note(TraceRing *ring, const TraceSpan *span);

/* Number `index`, which must be in [trace_ring_oldest, count). */
const TraceSpan *trace_ring_at(const TraceRing *ring, uint64_t index);
uint64_t trace_ring_oldest(const TraceRing *ring);

/* The first one that ended at or after `time_ns`; `count` when there is none. */
uint64_t trace_ring_find(const TraceRing *ring, int64_t time_ns);

/* Returns the name of a label; only those of systems need `ring`. */
const char *trace_label_name(const TraceRing *ring, int label);

/* True for a tick phase and its systems, PART_REMEMBER and TRACE_TICK: their id is a tick. */
bool trace_label_of_tick(const TraceRing *ring, int label);

#endif
