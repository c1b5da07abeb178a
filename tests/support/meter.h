/* What a process uses, sampled while it runs, and a test that it stays flat.
 *
 * A sample is taken at moments that are alike, such as the start of a level. Each goes to a row of
 * a CSV file. Growth is from the third quarter of the samples to the fourth, when caches have
 * filled: that of the smallest value or of the middle one, whichever grows less. What leaks moves
 * both; a few samples that are not like the others move one. */
#pragma once

#include <stdint.h>
#include <stdio.h>

typedef enum MeterColumn {
    METER_RSS,    /* bytes of memory that are resident */
    METER_MALLOC, /* bytes that malloc has handed out; 0 of another process */
    METER_ARENA,  /* bytes of the world; set by the caller */
    METER_FDS,
    METER_THREADS,
    METER_FILES,      /* files in the player's folder */
    METER_FILE_BYTES, /* bytes in them, in blocks of 64 KiB: the lengths of runs differ */
    METER_COLUMN_COUNT
} MeterColumn;

enum { METER_SAMPLES_MAX = 4096 };

typedef struct MeterSample {
    double step; /* how often the thing that may leak was done */
    int64_t values[METER_COLUMN_COUNT];
} MeterSample;

typedef struct Meter {
    int pid;            /* 0: this process */
    const char *folder; /* the player's */
    FILE *csv;          /* NULL: none. Stays the caller's */
    const char *name;   /* first column of its rows */
    int count;
    MeterSample samples[METER_SAMPLES_MAX];
} Meter;

/* Full, it forgets every other sample. */
void meter_take(Meter *meter, double step, int64_t arena_bytes);

/* Growth in a step. */
double meter_slope(const Meter *meter, MeterColumn column);

/* How many columns grow by more than their limit in a step; names them in `found`. A negative limit
 * is none. */
int meter_find_growth(const Meter *meter, const double limits[METER_COLUMN_COUNT], char found[512]);

void meter_write_header(FILE *csv);
