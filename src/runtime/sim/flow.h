/* Requests of a tick (in its world, until the next begins) or a frame (the loop's). Plain data:
 * playback and loop act on them. */
#pragma once

#include "clockwork/flow.h"
#include "sim/level_name.h"

typedef enum FlowTime { FLOW_TIME_KEPT, FLOW_PAUSED, FLOW_RESUMED, FLOW_STEPPED } FlowTime;

/* The largest of several wins. */
typedef enum FlowEnd { FLOW_GOES_ON, FLOW_RESTART, FLOW_LEVEL, FLOW_QUIT } FlowEnd;

/* Of FLOW_RESTART: those that the level was started with by code, its usual ones, or `settings`. */
typedef enum FlowSettings {
    FLOW_SETTINGS_KEPT,
    FLOW_SETTINGS_USUAL,
    FLOW_SETTINGS_GIVEN
} FlowSettings;

struct CwFlow {
    FlowTime time;
    int steps;
    bool has_scale, has_fps;
    double time_scale;
    int target_fps;
    double wrong_scale; /* as it was asked for, where that is out of range; else 0 */
    int wrong_fps;
    FlowEnd end;
    int status;                   /* of FLOW_QUIT */
    char level[LEVEL_NAME_BYTES]; /* of FLOW_LEVEL; "": the next one */
    FlowSettings which_settings;
    CwSimSettings settings;
};

bool flow_is_empty(const CwFlow *flow);

/* Takes over how another one ends the run, unless this does in a stronger way. */
void flow_end_as(CwFlow *flow, const CwFlow *other);
