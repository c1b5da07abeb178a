#include "run/run_source.h"

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
