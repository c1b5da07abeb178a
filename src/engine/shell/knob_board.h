/* The board of knobs: numbers that `clockwork dev` lets a person turn on a page of the pause
 * (screen_knobs.c). The page shows and changes values; its owner reads the board once a frame. */
#pragma once

#include "sim/knobs.h"

typedef struct KnobRow {
    CwKnob knob;
    double value, before; /* before the last Keep, as in the source otherwise */
} KnobRow;

typedef enum KnobAsk { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO } KnobAsk;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* with which runs begin */
    int selected;     /* row that was changed last */
    bool held;        /* the mouse holds something */
    KnobAsk ask;
    CwError error; /* shown under the rows */
} KnobBoard;
