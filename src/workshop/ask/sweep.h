/* `clockwork sweep`: plays a recording's inputs again with several values of one or two numbers of
 * the game, and compares the runs.
 *
 * Each value is a trial in a process of its own, because knobs are variables of the process:
 * sweep_trial.c simulates it and prints its result, sweep.c starts the trials and prints the table,
 * sweep_svg.c draws the paths. */
#pragma once

#include "change/knobs.h"
#include "program/program.h"

enum {
    SWEEP_TRIALS_MAX = 100,
    SWEEP_JOBS_MAX = 64,
    SWEEP_POINTS_MAX = 500,
    SWEEP_LINE_BYTES = 16384
};

/* A number and the values that it gets: a knob, or "simulation.KEY". */
typedef struct SweepNumber {
    char name[KNOB_NAME_BYTES];
    double first, last;
    int count;
} SweepNumber;

typedef struct Sweep {
    const Program *program;
    SweepNumber numbers[TUNES_MAX];
    int number_count;
    int trial_count;
} Sweep;

/* The value of a number in a trial, from 0. The last number changes fastest. */
double sweep_value(const Sweep *sweep, int trial, int number);

/* Simulates one trial and prints its result: the names of the table's cells, the cells, then the
 * path of the player, a point in centimetres a line. Returns the exit status. */
int sweep_trial(const Sweep *sweep, int trial);

typedef struct SweepResult {
    char names[SWEEP_LINE_BYTES], cells[SWEEP_LINE_BYTES]; /* with commas between them */
    CwPoint2 path[SWEEP_POINTS_MAX];
    int point_count;
} SweepResult;

/* Writes the paths of all trials as a picture, in metres. */
bool sweep_write_svg(const Sweep *sweep, const SweepResult *results, CwError *error);
