/* Numbers that `clockwork dev` lets a person turn on a page of the pause (screen_knobs.c), which
 * shows and changes them; their owner reads the board once a frame (change/dev_knobs.c). */
#pragma once

#include "change/knobs.h"
#include "pages/screens.h"

/* Where a number on the board is written. */
typedef enum KnobPlace { KNOB_SOURCE, KNOB_SETTING, KNOB_PROPERTY } KnobPlace;

typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity", "rotor 12: speed" */
    CwKnob knob;                /* without a name; a line of 0: none */
    double value, before;       /* before the last Keep, as in the file otherwise */
    KnobPlace place;
    int key;       /* where in the name that of the setting or the property begins */
    int object;    /* Tiled's id; 0: the map itself */
    bool in_level; /* its file is the level */
    bool whole;
} KnobRow;

typedef enum KnobAsk { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO, KNOBS_TEST } KnobAsk;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* with which runs begin */
    int selected;     /* row that was changed last */
    int object;       /* of the level, whose numbers are shown, by Tiled's id; 0: none has any */
    int object_turn;  /* another one is wanted: -1, 1 */
    char object_words[KNOB_NAME_BYTES];
    bool held; /* the mouse holds something */
    KnobAsk ask;
    CwError error; /* shown under the rows */
} KnobBoard;

/* Its page; the `self` of its row is the board. */
extern const ScreenDef screen_knobs;
