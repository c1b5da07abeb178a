/* Numbers that `clockwork dev` lets a person turn on a page of the pause (screen_knobs.c), which
 * shows and changes them; their owner reads the board once a frame (change/dev_knobs.c). */
#pragma once

#include "change/knobs.h"
#include "pages/screens.h"

typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity" */
    CwKnob knob;                /* has no name; line 0 for settings */
    double value;
    double before;          /* value before the last Keep; without one that of the file */
    CwInputSetting setting; /* CW_SETTING_NONE: a number of the code */
    bool in_level, whole;   /* the level sets this setting; it has no fraction */
} KnobRow;

typedef enum KnobAsk { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO } KnobAsk;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* the knobs with which runs begin */
    int selected;     /* row that was changed last */
    bool held;        /* the mouse holds a slider */
    KnobAsk ask;
    CwError error; /* shown under the rows */
} KnobBoard;

/* The page of the knobs, whose `self` is the board. */
extern const ScreenDef screen_knobs;
