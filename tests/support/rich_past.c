#include "rich_past.h"

#include "replay_samples.h"

Session session;
CwHistory *history;
Run past;
static ReplayWriter recorder;

void past_set_up(void)
{
    static SessionGuest guest;
    guest = changes_guest(0);
    rich_open(&session, 0);
    session.desc.guest = &guest;
    EXPECT_OK(guest.open(&session, &error));
}

void past_tear_down(void)
{
    replay_writer_close(&recorder, false);
    cw_history_destroy(history);
    session_close(&session);
    history = NULL;
}

void past_begin(size_t budget_bytes, int keyframe_ticks)
{
    cw_history_destroy(history);
    history = cw_history_create(budget_bytes, keyframe_ticks, &error);
    EXPECT_OK(history != NULL);
    run_begin(&past, &(RunDesc){.session = &session, .history = history});
}

void past_record(void)
{
    CwReplayHeader header = replay_header_of(&session, (MapText){0});
    EXPECT_OK(replay_writer_open(&recorder, sample_path(), &header, &error));
    run_add_writer(&past, &recorder);
}

CwReplayFile *past_recording(void)
{
    ck_assert(replay_writer_close(&recorder, past.is_finished));
    CwReplayFile *replay = sample_load();
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    return replay;
}

bool past_tick(uint64_t course, CwError *failure)
{
    CwTickInput input = rich_input(cw_world_tick(session.world) + 1, course);
    return run_play(&past, &input, failure);
}

void past_play(int ticks, uint64_t course)
{
    for (int i = 0; i < ticks; i++) {
        EXPECT_OK(past_tick(course, &error));
    }
}

void past_seek(uint64_t tick)
{
    EXPECT_OK(run_seek(&past, tick, &error));
}
