#include "rich_past.h"

#include "replay_samples.h"

Session session;
CwHistory *history;
SyncTest *sync_test;
Run past;
static ReplayWriter recorder;

void past_set_up(void)
{
    rich_open(&session, 0);
}

void past_tear_down(void)
{
    replay_writer_close(&recorder, false);
    unlink(sample_path());
    cw_history_destroy(history);
    sync_test_destroy(sync_test);
    session_close(&session);
    history = NULL;
    sync_test = NULL;
}

void past_begin(size_t budget_bytes, int keyframe_ticks)
{
    cw_history_destroy(history);
    history = cw_history_create(budget_bytes, keyframe_ticks, &error);
    EXPECT_OK(history != NULL);
    run_begin(&past, &(RunDesc){.session = &session, .history = history});
}

void past_begin_sync_test(int depth)
{
    sync_test_destroy(sync_test);
    sync_test = sync_test_create(depth, &error);
    EXPECT_OK(sync_test != NULL);
    run_begin(&past, &(RunDesc){.session = &session, .sync_test = sync_test});
}

void past_record(void)
{
    CwReplayHeader header = replay_header_of(&session);
    EXPECT_OK(replay_writer_open(&recorder, sample_path(), &header, &error));
    run_add_writer(&past, &recorder);
}

CwReplayFile *past_recording(void)
{
    ck_assert(replay_writer_close(&recorder, past.finished));
    CwReplayFile *replay = sample_load();
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    return replay;
}

bool past_tick(uint64_t course, CwError *failure)
{
    CwTickInput input = rich_input(cw_world_tick(session.world) + 1, course);
    run_add_presses(&past, &input);
    return run_tick(&past, &input, failure);
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
