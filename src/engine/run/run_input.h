/* The inputs of a run so far, for views (cw_frame_run_input in clockwork/worlds.h): from the replay
 * that is watched, else from the timeline's history. Both stay the caller's. */
#ifndef RUN_RUN_INPUT_H
#define RUN_RUN_INPUT_H

#include "clockwork/replay.h"
#include "run/timeline.h"

struct CwRun {
    const Timeline *timeline;
    const CwReplayFile *replay; /* NULL: none is watched */
};

#endif
