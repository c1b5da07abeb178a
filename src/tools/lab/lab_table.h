/* The lab without a window: each loop under each condition, in virtual time, as a table.
 *
 * A row is a loop under a condition over all scenes or one: the sum of the bodies that tunnelled
 * and the worst of the other figures. Every fixed row ends at the same tick, so all have the same
 * hash when frame times don't matter. The table is the same on every machine. */
#ifndef LAB_LAB_TABLE_H
#define LAB_LAB_TABLE_H

#include "base/log_file.h"
#include "lab/lab_side.h"
#include "time/frame_times.h"

typedef struct LabTableDesc {
    LabDesc lab;                   /* without a scene: all of them */
    const FrameTimes *frame_times; /* one more condition repeats these frames; may be NULL */
    double seconds;                /* simulated by every run */
    FILE *table;
    LogFile *series; /* CSV, a line per frame; may be NULL */
} LabTableDesc;

bool lab_table_print(const LabTableDesc *desc, CwError *error);

#endif
