#include "fuzz/support/verify.h"

void fuzz_verify(const char *path, const ReplayPlayer *player, size_t tick_count, bool finished)
{
    Session session = {0};
    Run run;
    CwError error = {0};
    CwReplayFile *replay = replay_load_for(path, player, &error);
    CW_ASSERT(replay != NULL, error.text);
    CW_ASSERT(replay->state == CW_REPLAY_ENDED, replay->problem.text);
    CW_ASSERT(replay->tick_count == tick_count, "record the whole run");
    CW_ASSERT(replay_open_session(&session, replay, player, &error), error.text);
    run_begin(&run, &(RunDesc){.session = &session, .source = run_source_replay(replay)});
    CW_ASSERT(run_advance_to(&run, tick_count, &error), error.text);
    CW_ASSERT(run.differs_at == 0 && run.is_finished == finished, "play as recorded");
    session_close(&session);
    cw_replay_free(replay);
}
