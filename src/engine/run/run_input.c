#include "run/run_input.h"

#include "clockwork/worlds.h"

bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input)
{
    if (frame->run == NULL) {
        return false;
    }
    const Run *run = frame->run->run;
    const CwReplayFile *replay = frame->run->replay;
    bool edited =
        run->edits.count > 0 && tick > run->edits.items[0].tick; /* inputs alone miss this world */
    if (tick == 0 || tick > cw_world_tick(run->session->world) || edited) {
        return false;
    }
    if (replay != NULL && tick <= replay->tick_count) {
        *input = cw_replay_input(replay, tick);
        return true;
    }
    /* Without a history both ends are the present. */
    if (tick <= run_oldest(run) || tick > run_newest(run)) {
        return false;
    }
    *input = cw_history_input(run->history, tick);
    return true;
}
