/* Knobs: numbers in a game's code that `clockwork dev` shows as sliders in a pause.
 *
 *     CW_TUNE(SPRING_NPM, 6000, 3000, 12000, "N/m");
 *
 * goes outside of functions and makes SPRING_NPM a double for all code below it. While the slider
 * is dragged, the run so far is simulated again with the new number. The button Keep writes the
 * number into this line of the source. So 6000 must be a plain decimal here, and CW_TUNE must be on
 * one line.
 *
 * Builds for `clockwork dev` define CW_TUNING (assets/template/Makefile). There the number is a
 * variable that the engine sets before each tick; in other builds it is a constant. Read knobs in
 * functions: a constant table with a knob in it does not compile in those builds.
 *
 * A recording holds each changed number as an edit (replay.h) before the first tick, and the world
 * hash includes it. A run with a changed number is never ranked. */
#pragma once

#include "clockwork/base.h"

/* A number with a slider. Games make it with CW_TUNE alone. */
typedef struct CwKnob {
    const char *name, *unit;
    const char *file; /* source file, as passed to the compiler */
    int line;
    double initial, low, high;
    double *value; /* the variable that the code reads */
} CwKnob;

#ifdef CW_TUNING
#define CW_TUNE(name, initial, low, high, unit)                                                    \
    static double name = (initial);                                                                \
    static const CwKnob cw_knob_##name = {#name,     unit,  __FILE__, __LINE__,                    \
                                          (initial), (low), (high),   &name};                      \
    __attribute__((section("cw_knobs"), used)) static const CwKnob *const cw_knob_row_##name =     \
        &cw_knob_##name

/* For CW_GAME_EXPORT: where the linker puts the rows of all files. */
__attribute__((weak, visibility("hidden"))) extern const CwKnob *const __start_cw_knobs[];
__attribute__((weak, visibility("hidden"))) extern const CwKnob *const __stop_cw_knobs[];
#define CW_KNOBS_PLACE static CwGame cw_game_tuned;
#define CW_KNOBS_ROWS &cw_game_tuned, __start_cw_knobs, __stop_cw_knobs
#else
#define CW_TUNE(name, initial, low, high, unit)                                                    \
    __attribute__((unused)) static const double name = (initial)
#define CW_KNOBS_PLACE
#define CW_KNOBS_ROWS NULL, NULL, NULL
#endif
