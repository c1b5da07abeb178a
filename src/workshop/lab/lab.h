/* The lab compares two loops in a window. Two worlds, one above the other, get the same scene,
 * driver and frame times.
 *
 * The upper loop steps by the length of the frame, the lower one by whole ticks; or both step by
 * whole ticks, and only the lower one is interpolated. Frames can be throttled and stalled.
 * `clockwork lab` calls lab_frame until it returns false; the caller owns host and renderer. */
#pragma once

#include "frame/stage.h"
#include "lab/lab_side.h"
#include "ui/page.h"

/* Rows of the lab's page. */
typedef enum LabSetting {
    LAB_SCENE,
    LAB_COMPARE, /* the two loops, or one loop without and with interpolation */
    LAB_STALL,
    LAB_FPS,
    LAB_SUBSTEPS,
    LAB_SETTING_COUNT
} LabSetting;

enum { LAB_SIDE_COUNT = 2, LAB_INTERPOLATION_HZ = 20 };

typedef struct Lab {
    LabDesc desc;
    Stage stage;
    Page page;
    int choices[LAB_SETTING_COUNT];
    LabPace pace;
    LabSide sides[LAB_SIDE_COUNT];
    int64_t frame_ns; /* length of the last frame */
    bool failed;      /* `error` is set */
    CwError error;
} Lab;

/* Opens the scene of `desc`, or if that is NULL the first. An open lab must not move in memory. On
 * false nothing is open. */
bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error);

/* Runs a frame. False when the lab is over, by an error if lab->failed. */
bool lab_frame(Lab *lab);

void lab_close(Lab *lab);

/* Restarts both worlds with the present settings. */
void lab_restart(Lab *lab);
