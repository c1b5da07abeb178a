/* The lab in a window: two worlds, one above the other, with the same scene, driver and frame
 * times.
 *
 * The upper loop steps by what the frame took, the lower one by whole ticks. Frames can be
 * throttled and stalled. The command line runs lab_frame on a host until it is over; host and
 * renderer stay the caller's. */
#pragma once

#include "frame/stage.h"
#include "lab/lab_side.h"
#include "ui/page.h"

/* The rows of the page. */
typedef enum LabSetting {
    LAB_SCENE,
    LAB_STALL,
    LAB_FPS,
    LAB_SUBSTEPS,
    LAB_SETTING_COUNT
} LabSetting;

typedef struct Lab {
    LabDesc desc;
    Stage stage;
    Page page;
    int choices[LAB_SETTING_COUNT];
    LabPace pace;
    LabSide sides[LAB_LOOP_COUNT];
    int64_t frame_ns; /* length of the last frame */
    bool failed;      /* `error` says why */
    CwError error;
} Lab;

/* With the scene of `desc`, or the first. An open lab must not move. On false nothing is open. */
bool lab_open(Lab *lab, const LabDesc *desc, const StageDesc *stage, CwError *error);

/* One frame. False when the lab is over; lab->failed then says how. */
bool lab_frame(Lab *lab);

void lab_close(Lab *lab);

/* Begins both worlds again with the settings as they are now. */
void lab_restart(Lab *lab);
