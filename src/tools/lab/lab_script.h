/* The lab without a window: each loop under each condition, in virtual time, as a table.
 *
 * A row is a loop under a condition, over all scenes or over one: bodies that tunnelled summed up,
 * the other figures at their worst. Every fixed row ends at the same tick, so all have the same
 * hash if frames don't matter. The same on every machine. Prints to the streams it is given. */
#ifndef LAB_LAB_SCRIPT_H
#define LAB_LAB_SCRIPT_H

#include "base/log_file.h"
#include "lab/lab_side.h"
#include "time/frame_times.h"

typedef struct LabScriptDesc {
    const Config *config;
    const CwGame *game;    /* of the scene "bridge"; may be NULL: then there is no such scene */
    const char *map_path;  /* of that game */
    const LabScene *scene; /* NULL: all */
    const FrameTimes *frame_times; /* a condition more: these frames, over and over; may be NULL */
    double seconds;                /* simulated by every run */
    FILE *table;
    LogFile *series; /* CSV, a line a frame; may be NULL */
} LabScriptDesc;

/* All scenes, 10 s, a table on stdout. */
LabScriptDesc lab_script_desc_default(void);

bool lab_script_run(const LabScriptDesc *desc, CwError *error);

#endif
