/* The requests of a tick or a frame phase to pause, restart, quit and so on (clockwork/flow.h), as
 * plain data. The loop and playback carry them out. A tick's requests stay in its world until the
 * next tick begins. */
#pragma once

#include "clockwork/flow.h"

enum { LEVEL_NAME_BYTES = 64 }; /* a level's name: [a-z0-9-]+ and a NUL */
enum { PAGE_TITLE_BYTES = 64 };

#define LEVEL_WITHOUT_MAP "level" /* the only level of a game without maps and names */

typedef enum FlowTime { FLOW_TIME_KEPT, FLOW_PAUSED, FLOW_RESUMED, FLOW_STEPPED } FlowTime;

/* Ways to end a run. Larger values override smaller ones. */
typedef enum FlowEnd { FLOW_GOES_ON, FLOW_RESTART, FLOW_LEVEL, FLOW_QUIT } FlowEnd;

/* Settings for FLOW_RESTART. */
typedef enum FlowSettings {
    FLOW_SETTINGS_KEPT,    /* as at the last start by code */
    FLOW_SETTINGS_DEFAULT, /* the level's own */
    FLOW_SETTINGS_GIVEN    /* CwFlow.settings */
} FlowSettings;

struct CwFlow {
    FlowTime time;
    int steps;
    bool has_scale, has_fps, saves_carry;
    double time_scale;
    int target_fps;
    double wrong_scale;          /* the requested scale if it was out of range, else 0 */
    int wrong_fps;               /* the requested rate if it was out of range, else 0 */
    char page[PAGE_TITLE_BYTES]; /* title of the page to open; "": none */
    FlowEnd end;
    int status;                   /* status for FLOW_QUIT */
    char level[LEVEL_NAME_BYTES]; /* level of FLOW_LEVEL; "": the next level */
    FlowSettings which_settings;
    CwSimSettings settings;
};

bool flow_is_empty(const CwFlow *flow);

/* Copies how `other` ends the run, unless this flow has an end of a larger value. */
void flow_end_as(CwFlow *flow, const CwFlow *other);
