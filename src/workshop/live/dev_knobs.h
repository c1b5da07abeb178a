/* The tab of the knobs, which are turned in a pause. A preview simulates the run so far with the
 * numbers on the board, in another world and in slices. It gives a trail to draw. When the slider
 * stops, the run itself begins again with these numbers, as after a save. */
#pragma once

#include "change/knobs.h"
#include "live/dev_trail.h"
#include "live/rerun_plan.h"
#include "program/program.h"

struct DevRunner;

typedef struct KnobRow {
    char name[KNOB_NAME_BYTES]; /* "HOP_NS", "simulation.gravity" */
    CwKnob knob;                /* has no name; line 0 for settings */
    double value;
    double value_before_keep;   /* value before the last Keep; without a Keep the file's value */
    CwInputSetting setting;     /* CW_SETTING_NONE: a number of the code */
    bool is_in_level, is_whole; /* the level sets this setting; it has no fraction */
} KnobRow;

typedef enum KnobRequest { KNOBS_NOTHING, KNOBS_KEEP, KNOBS_UNDO } KnobRequest;

typedef struct KnobBoard {
    KnobRow rows[KNOBS_MAX];
    int count;
    KnobEdits turned; /* the knobs with which runs begin */
    int selected;     /* row that was changed last */
    bool is_held;     /* the mouse holds a slider */
    KnobRequest request;
    CwError error; /* shown under the rows */
} KnobBoard;

typedef struct DevKnobs {
    KnobBoard board;
    CwMap *map;                  /* the level in its file; NULL: none */
    CwSimSettings settings;      /* settings for a plan, turned ones included */
    KnobEdits wanted, previewed; /* turned knobs on the board, and in the last preview */
    int64_t changed_ns;          /* time of the last change of `wanted` */
    char label[80];              /* the last change: "HOP_NS = 7" */
    bool is_running, is_done;    /* state of the preview */
    Session session;
    Run run;
    RerunPlan plan;
    CwReplayFile *recording;
    DevTrail growing, shown; /* trails of the present preview and of the last whole one */
    ScreenKind page;         /* page and row for the next loop to show */
    PageSide side;
    int row;
} DevKnobs;

/* screens_guest returns the KnobBoard. */
extern const ScreenDef dev_knobs_page;

/* Fills the board for a game and its program (NULL: not open yet). A turned number stays, unless
 * its file has another number now. */
void dev_knobs_open(struct DevRunner *runner, const CwGame *game, const Program *program);

/* Gives a plan these values. It points into `knobs` and `edits`. */
void dev_knobs_plan(DevKnobs *knobs, const KnobEdits *edits, RerunPlan *plan);

/* Called once a frame. True when the run must begin again with the turned numbers. */
bool dev_knobs_update(struct DevRunner *runner);

/* Closes the preview before the loop ends, and shows the same page in the next loop. */
void dev_knobs_leave(struct DevRunner *runner);
void dev_knobs_show(struct DevRunner *runner);
