/* The services behind a game's calls that take a frame, such as cw_sound_play and cw_rumble. The
 * loop fills the struct. Calls whose service is NULL do nothing. */
#pragma once

#include "clockwork/system.h"

struct CwFrameServices {
    const struct Run *run;               /* cw_frame_run_input, cw_frame_run_info */
    CwSystemSet *systems;                /* cw_frame_enable_system */
    const struct LiveSettings *settings; /* cw_config_whole and the like */
    struct Rumble *rumble;
    struct Sound *sound;
    struct BestRuns *best_runs;
    struct Typing *typing; /* cw_text_entry */
    struct Meter *meter;   /* cw_frame_stats */
    struct Stage *stage;   /* cw_frame_prompt and cw_frame_join */
};

static inline const CwFrameServices *services_of(const CwFrame *frame)
{
    static const CwFrameServices none;
    return frame->services == NULL ? &none : frame->services;
}
