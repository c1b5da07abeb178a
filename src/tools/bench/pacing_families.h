/* The seeded families of pacing traces: displays and loops of many kinds, each a minute long. A
 * family and a seed make the same trace on every machine. pacing_vsync.c has those that wait for
 * the display, pacing_free.c those that don't, pacing_queued.c those that run ahead of it. Used by
 * the benchmark and its tests. */
#ifndef BENCH_PACING_FAMILIES_H
#define BENCH_PACING_FAMILIES_H

#include "bench/pacing_trace.h"
#include "clockwork/rng.h"

/* Groups whose scores are averaged. */
typedef enum PacingGroup {
    PACING_FIXED,    /* a fixed refresh rate */
    PACING_MISSED,   /* missed vblanks */
    PACING_CHANGED,  /* refresh changes, stalls, clock jumps */
    PACING_FREE,     /* variable refresh, uncapped */
    PACING_CADENCE,  /* regular patterns like 2-3-2-3 */
    PACING_ABSORBED, /* late loops whose pictures a queue keeps even */
    PACING_GROUP_COUNT
} PacingGroup;

/* "fixed rate", ... */
const char *pacing_group_name(PacingGroup group);

typedef struct PacingFamily {
    const char *name;
    PacingGroup group;
} PacingFamily;

int pacing_family_count(void);
PacingFamily pacing_family(int index);

/* Fills an empty trace. */
void pacing_family_make(int index, uint64_t seed, PacingTrace *trace);

/* ---- The kinds, for pacing_families.c ---- */

int pacing_vsync_count(void);
PacingFamily pacing_vsync_family(int index);
void pacing_vsync_make(int index, CwRng *rng, PacingTrace *trace);

int pacing_free_count(void);
PacingFamily pacing_free_family(int index);
void pacing_free_make(int index, CwRng *rng, PacingTrace *trace);

int pacing_queued_count(void);
PacingFamily pacing_queued_family(int index);
void pacing_queued_make(int index, CwRng *rng, PacingTrace *trace);

#endif
