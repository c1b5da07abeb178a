#include "app/loop_again.h"

#include "app/loop_runs.h"
#include "base/report.h"
#include "time/real_clock.h"

#include <math.h>

static const int64_t SLICE_NS = 36000000; /* and the picture after it, within 50 ms */
static const int64_t SHOWN_AFTER_NS = 200000000;

bool loop_open_again(Loop *loop, const RunAgain *again, CwError *error)
{
    Playback *playback = &loop->playback;
    SessionDesc desc = playback_session_desc(loop->desc.game, loop->desc.config);
    desc.fingerprint = loop->desc.fingerprint;
    loop->again = (LoopAgain){.run = again, .runs = true, .began_ns = real_clock_now_ns(NULL)};
    if (!playback_open_again(playback, again, &desc, error)) {
        return false;
    }
    playback_hold(playback, HOLD_AGAIN, true);
    loop_show(loop, SCREEN_PLAYING);
    return true;
}

/* Where it parts from the run before. */
static void compare(LoopAgain *again, const Timeline *timeline, uint64_t tick)
{
    const CwReplayTick *before = &again->run->run->ticks[tick - 1];
    CwWorld *world = timeline->session->world;
    uint64_t hash = timeline->writer_count > 0 ? timeline->hash : cw_world_hash(world);
    if (again->first_difference == 0 && hash != before->hash) {
        again->first_difference = tick;
    }
}

/* What was changed by hand behind this tick; what can't be any more is left out. */
static void edit_again(Loop *loop, uint64_t tick)
{
    const CwReplayFile *run = loop->again.run->run;
    for (size_t i = 0; i < run->edit_count; i++) {
        CwError error = {0};
        if (run->edits[i].tick == tick &&
            !timeline_edit(&loop->playback.timeline, &run->edits[i], &error)) {
            report("a value that was changed by hand stays as it is: %s", error.text);
        }
    }
}

/* A game that ends its run earlier than before ends it. False when it can't go on. */
static bool run_tick(Loop *loop, uint64_t tick)
{
    Playback *playback = &loop->playback;
    LoopAgain *again = &loop->again;
    CwTickInput input = run_again_input(again->run, tick);
    if (!playback_repeat(playback, &input, &loop->error)) {
        loop_fail(loop);
        return false;
    }
    compare(again, &playback->timeline, tick);
    edit_again(loop, tick);
    if (loop->desc.dev != NULL) {
        loop->desc.dev->ticked(loop->desc.dev->context, &playback->session);
    }
    loop_apply_flow(loop, &playback->session.world->flow);
    return loop->next.end == FLOW_GOES_ON;
}

static void mark_again(Loop *loop)
{
    const RunAgain *run = loop->again.run;
    if (run->mark_a > 0) {
        span_loop_mark(&loop->span, &loop->playback, 'a', run->mark_a);
    }
    if (run->mark_b > 0) {
        span_loop_mark(&loop->span, &loop->playback, 'b', run->mark_b);
    }
}

/* Behind it lies the future of a player who was looking back. */
static void end_again(Loop *loop)
{
    Playback *playback = &loop->playback;
    LoopAgain *again = &loop->again;
    again->runs = false;
    again->length_ns = real_clock_now_ns(NULL) - again->began_ns;
    playback_end_game_pause(playback);
    uint64_t tick = cw_world_tick(playback->session.world);
    if (!loop->failed && again->run->tick < tick && playback->history != NULL &&
        !playback_seek(playback, (double)again->run->tick, &loop->error)) {
        loop_fail(loop);
    }
    playback_hold(playback, HOLD_AGAIN, false);
    players_forget_edges(&loop->stage.players);
    if (again->run->paused && !loop->desc.headless) {
        loop_show(loop, SCREEN_PAUSED);
    }
    mark_again(loop);
    playback->exact = step_clock_is_paused(&playback->clock);
    step_clock_restart_timing(&playback->clock);
}

void loop_run_again(Loop *loop)
{
    LoopAgain *again = &loop->again;
    int64_t began_ns = real_clock_now_ns(NULL);
    uint64_t last = again->run->run->tick_count;
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    bool goes_on = true;
    while (goes_on && tick < last && real_clock_now_ns(NULL) - began_ns < SLICE_NS) {
        tick++;
        goes_on = run_tick(loop, tick);
    }
    again->worked_ns += real_clock_now_ns(NULL) - began_ns;
    if (!goes_on || tick == last) {
        end_again(loop);
    }
}

double loop_again_share(const Loop *loop)
{
    const LoopAgain *again = &loop->again;
    bool shown = again->runs && real_clock_now_ns(NULL) - again->began_ns > SHOWN_AFTER_NS;
    double ticks = (double)again->run->run->tick_count;
    return shown ? (double)cw_world_tick(loop->playback.session.world) / fmax(1, ticks) : 1;
}
