/* The memory of a process, sampled at moments that are alike, and a test that it stays flat. Growth
 * is from the third quarter of the samples to the fourth: that of the smallest value or of the
 * middle one, whichever grows less, as a leak moves both. */
#pragma once

#include <stdint.h>

typedef enum GrowthColumn {
    GROWTH_RSS,    /* bytes of memory that are resident */
    GROWTH_MALLOC, /* bytes that malloc has handed out; 0 of another process */
    GROWTH_ARENA,  /* bytes of the world; set by the caller */
    GROWTH_FDS,
    GROWTH_THREADS,
    GROWTH_FILES,      /* files in the player's folder */
    GROWTH_FILE_BYTES, /* bytes in them, in blocks of 64 KiB: the lengths of runs differ */
    GROWTH_COLUMN_COUNT
} GrowthColumn;

enum { GROWTH_SAMPLES_MAX = 4096 };

typedef struct GrowthSample {
    double step; /* how often the thing that may leak was done */
    int64_t values[GROWTH_COLUMN_COUNT];
} GrowthSample;

typedef struct Growth {
    int pid;            /* 0: this process */
    const char *folder; /* the player's */
    int count;
    GrowthSample samples[GROWTH_SAMPLES_MAX];
} Growth;

/* Full, it forgets every other sample. */
void growth_take(Growth *meter, double step, int64_t arena_bytes);

/* Counts columns that grow by more than their limit (negative: none), and names them in `found`. */
int growth_find(const Growth *meter, const double limits[GROWTH_COLUMN_COUNT], char found[512]);
