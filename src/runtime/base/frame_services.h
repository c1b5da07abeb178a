/* What calls with a frame reach beyond its members, such as cw_sound_play and cw_rumble. The loop
 * fills it; each member is defined by the header that implements its calls. */
#pragma once

#include "clockwork/system.h"

/* A member that is NULL: its calls do nothing. */
struct CwFrameServices {
    const struct CwRun *run;             /* for cw_frame_run_input and cw_frame_run_info */
    CwSystemSet *systems;                /* for cw_frame_enable_system */
    const struct CwConfigValues *config; /* of the game's keys */
    struct CwRumble *rumble;
    struct CwSound *sound;
    struct CwBestRuns *best_runs;
    struct CwTyping *typing; /* for cw_text_entry */
    struct CwMeter *meter;   /* for cw_frame_stats */
    const struct CwPrompts *prompts;
};

static inline const CwFrameServices *services_of(const CwFrame *frame)
{
    static const CwFrameServices none;
    return frame->services == NULL ? &none : frame->services;
}
