/* The inputs of a run so far, for views (cw_frame_run_input in clockwork/worlds.h): from the replay
 * that is watched, else from the run's history. Both stay the caller's. */
#ifndef RUN_RUN_INPUT_H
#define RUN_RUN_INPUT_H

#include "clockwork/replay.h"
#include "run/run.h"

struct CwRun {
    const Run *run;
    const CwReplayFile *replay; /* NULL: none is watched */
};

#endif
