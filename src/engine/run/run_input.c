#include "run/run_input.h"

#include "clockwork/worlds.h"

bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input)
{
    const struct CwRun *run = frame->run;
    if (run == NULL || tick == 0 || tick > cw_world_tick(run->timeline->session->world)) {
        return false;
    }
    const Timeline *timeline = run->timeline;
    if (timeline->edit_count > 0 && tick > timeline->edits[0].tick) {
        return false; /* by the inputs alone nobody comes to this world */
    }
    if (run->replay != NULL && tick <= run->replay->tick_count) {
        *input = cw_replay_input(run->replay, tick);
        return true;
    }
    /* Without a history both ends are the present. */
    if (tick <= timeline_oldest(run->timeline) || tick > timeline_newest(run->timeline)) {
        return false;
    }
    *input = cw_history_input(run->timeline->history, tick);
    return true;
}
