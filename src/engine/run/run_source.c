#include "run/run_source.h"

#include "clockwork/worlds.h"
#include "run/run.h"
#include "sim/possible_input.h"

static CwTickInput next_recorded(const void *context, const Session *session)
{
    const CwReplayFile *replay = context;
    uint64_t tick = cw_world_tick(session->world) + 1;
    return tick <= replay->tick_count ? cw_replay_input(replay, tick) : (CwTickInput){0};
}

RunSource run_source_replay(const CwReplayFile *replay)
{
    return (RunSource){.next = next_recorded,
                       .context = replay,
                       .end = replay->tick_count,
                       .recording = replay,
                       .edits = replay->edits,
                       .edit_count = replay->edit_count};
}

static CwTickInput next_held(const void *context, const Session *session)
{
    (void)context;
    return possible_input_held(&session->world->input);
}

RunSource run_source_held(void)
{
    return (RunSource){.next = next_held, .end = UINT64_MAX};
}

bool cw_frame_run_input(const CwFrame *frame, uint64_t tick, CwTickInput *input)
{
    const Run *run = frame->run;
    if (run == NULL) {
        return false;
    }
    bool edited = run->edits.count > 0 && tick > run->edits.items[0].tick; /* inputs miss that */
    if (tick == 0 || tick > cw_world_tick(run->session->world) || edited) {
        return false;
    }
    if (run->source.next == next_recorded && tick <= run->source.end) {
        *input = cw_replay_input(run->source.context, tick);
        return true;
    }
    /* Without a history both ends are the present. */
    if (tick <= run_oldest(run) || tick > run_newest(run)) {
        return false;
    }
    *input = cw_history_input(run->history, tick);
    return true;
}
