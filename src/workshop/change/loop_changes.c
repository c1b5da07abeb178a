/* Changes by hand in the loop: the ticks after one run again with the same inputs. */
#include "change/changes.h"
#include "program/loop.h"

#include <stdio.h>
#include <string.h>

static void begin_again(Loop *loop)
{
    Playback *playback = &loop->playback;
    uint64_t tick = cw_world_tick(playback->session.world);
    uint64_t last = run_newest(&playback->run);
    catch_up_begin(loop, &(CatchUpDesc){.tick = tick, .last = last, .repeats = true});
    loop->menus.inspect.stale = true;
}

void loop_changes_type(Loop *loop, const char *text)
{
    Inspect *inspect = &loop->menus.inspect;
    CwError error = {0};
    if (inspect->typed_name[0] == '\0') {
        inspect_ask(inspect, loop->playback.session.world, text);
        return;
    }
    if (strcmp(text, inspect->typed_text) == 0) {
        return;
    }
    bool changed = changes_type(&loop->playback, inspect->typed_name, text, &error);
    inspect_say(inspect, !changed, changed ? "changed; this run is no longer ranked" : error.text);
    if (changed) {
        begin_again(loop);
    }
}

void loop_changes_take_back(Loop *loop)
{
    CwError error = {0};
    switch (changes_take_back(&loop->playback, &error)) {
    case UNDO_DONE:
        inspect_say(&loop->menus.inspect, false, "change undone");
        begin_again(loop);
        break;
    case UNDO_REFUSED:
        inspect_say(&loop->menus.inspect, true, error.text);
        break;
    case UNDO_LOST:
        loop->end.error = error;
        loop_expect(loop, false);
        break;
    }
}

void loop_changes_undo_failed(Loop *loop)
{
    CwError why = loop->end.error;
    loop->end.error = (CwError){0};
    UndoOutcome outcome = changes_take_back(&loop->playback, &loop->end.error);
    if (loop_expect(loop, outcome == UNDO_DONE)) {
        begin_again(loop);
        inspect_say(&loop->menus.inspect, true, why.text);
    }
}

void loop_changes_caught_up(Loop *loop)
{
    char text[96];
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    run_end_repeat(&loop->playback.run);
    if (tick < loop->catch_up.desc.last) {
        snprintf(text, sizeof text, "the run now ends at tick %llu, because the game ends it there",
                 (unsigned long long)tick);
        inspect_say(&loop->menus.inspect, true, text);
    }
}
