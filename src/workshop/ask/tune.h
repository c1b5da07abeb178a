/* `rerun --tune NAME=FIRST..LAST/COUNT`: one or two numbers of the game that get several values.
 * Each value, or pair of values, is a trial: the recording is played again with it. */
#pragma once

#include "change/knobs.h"
#include "main/maker.h"

enum { TUNE_VALUES_MAX = 1000 };

/* A knob, or "simulation.KEY". */
typedef struct TunedNumber {
    char name[KNOB_NAME_BYTES];
    double first, last;
    int count; /* number of values */
} TunedNumber;

/* Zero-initialise for a rerun without --tune: one trial. */
typedef struct Tuning {
    TunedNumber numbers[TUNES_MAX];
    int count;
    bool has_setting; /* one is a key of [simulation] */
} Tuning;

/* Reads --tune and checks every value. False after a message. */
bool tuning_read(Tuning *tuning, const Maker *maker, const CwGame *game);

int tuning_trial_count(const Tuning *tuning);

/* The value of a number in a trial, from 0. The last number changes fastest. */
double tuning_value(const Tuning *tuning, int trial, int number);

/* Copies a recording and gives the copy the values of a trial. The copy shares everything else with
 * the original, and `edits` is the caller's to free. False: out of memory. */
bool tuning_apply(const Tuning *tuning, int trial, const CwReplayFile *recording,
                  CwReplayFile *tuned);
