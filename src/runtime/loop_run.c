/* What goes with a run, from the level's first tick to its end: its past, its check, its
 * recordings. */
#include "runtime/loop_parts.h"

enum { KEYFRAMES_PER_S = 1 };

static void save_recordings(void *recorder)
{
    recorder_flush(recorder);
}

/* Runs that nobody plays are not worth a recording: the title's, and replays but for those that
 * are recorded anew. */
static RecorderDesc what_to_record(const Loop *loop)
{
    Screen screen = loop->menu.screen;
    bool played = screen != SCREEN_TITLE && (screen != SCREEN_WATCHING || loop->desc.record_anew);
    return played ? loop->desc.recorder : (RecorderDesc){0};
}

bool loop_begin_run(Loop *loop, Error *error)
{
    step_clock_set_tick_rate(&loop->clock, loop->session.desc.settings.tick_rate);
    timeline_begin(&loop->timeline, &loop->session, loop->history, loop->sync_test);
    loop_time_begin(loop);
    loop->replay_differs = false;
    RecorderDesc desc = what_to_record(loop);
    if (!recorder_begin(&loop->recorder, &desc, &loop->timeline, error)) {
        return false;
    }
    arena_set_last_words(loop->session.world->arena, save_recordings, &loop->recorder);
    return true;
}

void loop_end_run(Loop *loop)
{
    /* At the newest tick, like the file's end; the player may be looking at an older one. */
    bool finished = loop->timeline.finished;
    loop->recording_failed = !recorder_end(&loop->recorder, finished) || loop->recording_failed;
}

bool loop_open_past(Loop *loop, Error *error)
{
    const LoopDesc *desc = &loop->desc;
    size_t budget = (size_t)desc->config->history << 20;
    int keyframe_ticks = desc->config->sim.tick_rate / KEYFRAMES_PER_S;
    if (!desc->headless && budget > 0) {
        loop->history = history_create(budget, keyframe_ticks, error);
        if (loop->history == NULL) {
            return false;
        }
    }
    if (desc->sync_test_depth > 0) {
        loop->sync_test = sync_test_create(desc->sync_test_depth, error);
        return loop->sync_test != NULL;
    }
    return true;
}

void loop_close_past(Loop *loop)
{
    history_destroy(loop->history);
    sync_test_destroy(loop->sync_test);
}
