/* Changes by hand in the loop: the ticks after one run again with the same inputs. */
#include "change/changes.h"
#include "panel/pause.h"

#include <stdio.h>
#include <string.h>

static void begin_again(Pause *pause)
{
    Playback *playback = &pause->loop->playback;
    uint64_t tick = cw_world_tick(playback->session.world);
    uint64_t last = run_newest(&playback->run);
    catch_up_begin(pause->loop, &(CatchUpDesc){.tick = tick, .last = last, .repeats = true});
    pause->inspect.stale = true;
}

void pause_type(void *self, const char *text)
{
    Pause *pause = self;
    Loop *loop = pause->loop;
    Inspect *inspect = &pause->inspect;
    CwError error = {0};
    if (inspect->typed_name[0] == '\0') {
        inspect_find(inspect, &loop->playback.session, text);
        return;
    }
    if (strcmp(text, inspect->typed_text) == 0) {
        return;
    }
    bool changed = changes_type(&loop->playback, inspect->typed_name, text, &error);
    inspect_say(inspect, !changed, changed ? "changed; this run is no longer ranked" : error.text);
    if (changed) {
        begin_again(pause);
    }
}

static UndoOutcome undo_last(Pause *pause, CwError *error)
{
    Playback *playback = &pause->loop->playback;
    UndoOutcome outcome = changes_undo(&playback->run, error);
    if (outcome == UNDO_DONE) {
        playback_note_jump(playback);
        begin_again(pause);
    }
    return outcome;
}

void pause_take_back(Pause *pause)
{
    Loop *loop = pause->loop;
    CwError error = {0};
    UndoOutcome outcome = undo_last(pause, &error);
    if (outcome == UNDO_LOST) {
        loop->end.error = error;
        loop_expect(loop, false);
    } else {
        bool done = outcome == UNDO_DONE;
        inspect_say(&pause->inspect, !done, done ? "change undone" : error.text);
    }
}

static void undo_failed(Pause *pause)
{
    Loop *loop = pause->loop;
    CwError why = loop->end.error;
    loop->end.error = (CwError){0};
    if (loop_expect(loop, undo_last(pause, &loop->end.error) == UNDO_DONE)) {
        inspect_say(&pause->inspect, true, why.text);
    }
}

void pause_caught_up(void *self, bool failed)
{
    Pause *pause = self;
    Loop *loop = pause->loop;
    char text[96];
    if (failed) {
        undo_failed(pause);
        return;
    }
    pause->inspect.stale = true;
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    run_end_repeat(&loop->playback.run);
    if (tick < loop->catch_up.desc.last) {
        snprintf(text, sizeof text, "the run now ends at tick %llu, because the game ends it there",
                 (unsigned long long)tick);
        inspect_say(&pause->inspect, true, text);
    }
}
