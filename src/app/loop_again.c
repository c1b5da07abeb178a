#include "app/loop_again.h"

#include "app/loop_runs.h"
#include "base/report.h"
#include "time/real_clock.h"

#include <math.h>

/* From one picture to the next; with what else may come between within 50 ms. */
static const int64_t PERIOD_NS = 46000000;
static const int64_t FIRST_PICTURE_NS = 12000000; /* that it takes, before one was timed */
static const int64_t SLICE_MIN_NS = 8000000;
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

/* What was changed by hand behind the world's tick; what can't be any more is left out. */
static void edit_again(Loop *loop)
{
    const CwReplayFile *run = loop->again.run->run;
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    for (size_t i = 0; i < run->edit_count; i++) {
        CwError error = {0};
        if (run->edits[i].tick == tick &&
            !timeline_edit(&loop->playback.timeline, &run->edits[i], &error)) {
            report("a value that was changed by hand stays as it is: %s", error.text);
        }
    }
}

/* False when it can't go on, or was asked to end: a game may end its run earlier than before. */
static bool run_tick(Loop *loop)
{
    Playback *playback = &loop->playback;
    LoopAgain *again = &loop->again;
    uint64_t tick = cw_world_tick(playback->session.world) + 1;
    const CwFlow *flow = &playback->session.world->flow;
    CwTickInput input = run_again_input(again->run, tick);
    edit_again(loop);
    if (!playback_repeat(playback, &input, &loop->error)) {
        loop_fail(loop);
        return false;
    }
    compare(again, &playback->timeline, tick);
    if (loop->desc.dev != NULL) {
        loop->desc.dev->ticked(loop->desc.dev->context, &playback->session);
    }
    again->ends = flow->end != FLOW_GOES_ON;
    if (!again->ends) {
        loop_apply_flow(loop, flow);
    }
    return !again->ends;
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

/* What a picture and what is around it leave of the time between two. Where they take all of it,
 * a third of the time is still for the run. */
static int64_t slice_ns(const LoopAgain *again, int64_t now_ns)
{
    bool first = again->sliced_ns == 0;
    int64_t stood_ns = first && again->run->shown_ns > 0 ? now_ns - again->run->shown_ns : 0;
    int64_t picture_ns = first ? FIRST_PICTURE_NS : now_ns - again->sliced_ns;
    int64_t least_ns = picture_ns / 2 > SLICE_MIN_NS ? picture_ns / 2 : SLICE_MIN_NS;
    int64_t left_ns = PERIOD_NS - picture_ns - stood_ns;
    return left_ns > least_ns ? left_ns : least_ns;
}

void loop_run_again(Loop *loop)
{
    LoopAgain *again = &loop->again;
    const CwWorld *world = loop->playback.session.world;
    int64_t began_ns = real_clock_now_ns(NULL);
    int64_t end_ns = began_ns + slice_ns(again, began_ns);
    uint64_t last = again->run->run->tick_count;
    bool goes_on = !again->ends;
    while (goes_on && cw_world_tick(world) < last && real_clock_now_ns(NULL) < end_ns) {
        goes_on = run_tick(loop);
    }
    again->sliced_ns = real_clock_now_ns(NULL);
    if (again->ends) {
        loop_apply_flow(loop, &world->flow);
    }
    if (!goes_on || cw_world_tick(world) == last) {
        if (!loop->failed) {
            edit_again(loop);
        }
        end_again(loop);
    }
}

/* ---- beside the painter ---- */

/* The last tick is the loop's, and so is what the game asks of it. */
static void *run_beside(void *context)
{
    Loop *loop = context;
    LoopAgain *again = &loop->again;
    const CwWorld *world = loop->playback.session.world;
    bool goes_on = !again->ends;
    while (goes_on && !atomic_load(&again->painted) &&
           cw_world_tick(world) + 1 < again->run->run->tick_count) {
        goes_on = run_tick(loop);
    }
    return NULL;
}

void loop_again_begin_paint(Loop *loop)
{
    LoopAgain *again = &loop->again;
    atomic_store(&again->painted, false);
    again->is_beside = again->runs && !loop->desc.headless &&
                       pthread_create(&again->beside, NULL, run_beside, loop) == 0;
}

void loop_again_end_paint(Loop *loop)
{
    LoopAgain *again = &loop->again;
    atomic_store(&again->painted, true);
    if (again->is_beside) {
        pthread_join(again->beside, NULL);
    }
}

double loop_again_share(const Loop *loop)
{
    const LoopAgain *again = &loop->again;
    bool shown = again->runs && real_clock_now_ns(NULL) - again->began_ns > SHOWN_AFTER_NS;
    double ticks = (double)again->run->run->tick_count;
    return shown ? (double)cw_world_tick(loop->playback.session.world) / fmax(1, ticks) : 1;
}
