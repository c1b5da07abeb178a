#include "program/loop.h"

#include "platform/clock.h"
#include "platform/crash.h"
#include "sim/breadcrumb.h"

#include <math.h>
#include <string.h>

/* From one picture to the next; with what else may come between within 50 ms. */
static const int64_t PERIOD_NS = 46000000;
static const int64_t FIRST_PICTURE_NS = 12000000; /* that it takes, before one was timed */
static const int64_t SLICE_MIN_NS = 8000000;
static const int64_t SHOWN_AFTER_NS = 200000000;

bool loop_rerun_runs(const Loop *loop)
{
    return playback_is_held(&loop->playback, HOLD_RERUN);
}

bool loop_open_rerun(Loop *loop, const RerunPlan *plan, CwError *error)
{
    Playback *playback = &loop->playback;
    SessionDesc desc = playback_session_desc(loop->desc.game, loop->desc.config);
    desc.fingerprint = loop->desc.rules.fingerprint;
    desc.guest = loop->desc.rules.guest;
    loop->rerun = (LoopRerun){.plan = plan,
                              .tick = plan->tick,
                              .last = plan->last > 0 ? plan->last : plan->run->tick_count,
                              .began_ns = clock_now_ns()};
    if (!playback_open_rerun(playback, plan, &desc, error)) {
        return false;
    }
    playback_hold(playback, HOLD_RERUN, true);
    menus_show(&loop->menus, ACTIVITY_PLAYING);
    return true;
}

/* False at its end, or when it can't go on. What the game asks of time is ignored. */
static bool rerun_tick(Loop *loop)
{
    Playback *playback = &loop->playback;
    LoopRerun *rerun = &loop->rerun;
    const CwFlow *flow = &playback->session.world->flow;
    if (!playback_rerun_tick(playback, &loop->end.error)) {
        rerun->failed = rerun->plan == NULL;
        loop_expect(loop, rerun->failed);
        return false;
    }
    if (loop->desc.dev != NULL) {
        loop->desc.dev->ticked(loop->desc.dev->context, &playback->session);
    }
    rerun->ends = flow->end != FLOW_GOES_ON;
    if (!rerun->ends && rerun->plan != NULL) {
        runs_apply_flow(&loop->runs, flow);
    }
    return !rerun->ends;
}

static void restore_marks(Loop *loop)
{
    const RerunPlan *plan = loop->rerun.plan;
    if (plan->has_a) {
        ab_span_mark(&loop->menus.span, &loop->playback, 'a', plan->mark_a);
    }
    if (plan->has_b) {
        ab_span_mark(&loop->menus.span, &loop->playback, 'b', plan->mark_b);
    }
}

static void end_plan(Loop *loop)
{
    Playback *playback = &loop->playback;
    run_leave_source(&playback->run);
    playback->wanted = cw_world_settings(playback->session.world); /* as recorded changes left it */
    if (loop->rerun.plan->taken_over) {
        run_note_taken(&playback->run);
    }
    if (loop->rerun.plan->continued) {
        run_note_continued(&playback->run);
        notices_add(&loop->monitor.notices, "A run that is continued ranks apart");
    }
    playback_end_game_pause(playback);
    if (loop->rerun.plan->paused && !loop->desc.mode.headless) {
        menus_show(&loop->menus, ACTIVITY_PAUSED);
    }
    restore_marks(loop);
}

static void end_edit(Loop *loop)
{
    char text[96];
    uint64_t tick = cw_world_tick(loop->playback.session.world);
    run_end_repeat(&loop->playback.run);
    if (tick < loop->rerun.last) {
        snprintf(text, sizeof text, "the run now ends at tick %llu, because the game ends it there",
                 (unsigned long long)tick);
        inspect_say(&loop->menus.inspect, true, text);
    }
}

/* If the player had rewound, seek back to that tick. */
static void resume_after_rerun(Loop *loop)
{
    Playback *playback = &loop->playback;
    LoopRerun *rerun = &loop->rerun;
    rerun->length_ns = clock_now_ns() - rerun->began_ns;
    if (!loop->end.failed && rerun->plan == NULL) {
        end_edit(loop);
    } else if (!loop->end.failed) {
        end_plan(loop);
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    if (!loop->end.failed && rerun->tick < tick && playback->history != NULL) {
        loop_expect(loop, playback_seek(playback, (double)rerun->tick, &loop->end.error));
    }
    loop->menus.inspect.stale = true;
    playback_hold(playback, HOLD_RERUN, false);
    players_discard_edges(&loop->stage.players);
    playback_show_tick(playback);
    step_clock_restart_timing(&playback->clock);
}

/* ---- slices ---- */

/* The time that painting leaves between two pictures, or a third of it. */
static int64_t slice_ns(const LoopRerun *rerun, int64_t now_ns)
{
    bool first = rerun->sliced_ns == 0;
    int64_t shown_ns = rerun->plan == NULL ? 0 : rerun->plan->shown_ns;
    int64_t stood_ns = first && shown_ns > 0 ? now_ns - shown_ns : 0;
    int64_t picture_ns = first ? FIRST_PICTURE_NS : now_ns - rerun->sliced_ns;
    int64_t least_ns = picture_ns / 2 > SLICE_MIN_NS ? picture_ns / 2 : SLICE_MIN_NS;
    int64_t left_ns = PERIOD_NS - picture_ns - stood_ns;
    return left_ns > least_ns ? left_ns : least_ns;
}

void loop_rerun_slice(Loop *loop)
{
    LoopRerun *rerun = &loop->rerun;
    const CwWorld *world = loop->playback.session.world;
    int64_t began_ns = clock_now_ns();
    int64_t end_ns = began_ns + slice_ns(rerun, began_ns);
    bool goes_on = !rerun->ends;
    while (goes_on && cw_world_tick(world) < rerun->last && clock_now_ns() < end_ns) {
        goes_on = rerun_tick(loop);
    }
    rerun->sliced_ns = clock_now_ns();
    if (rerun->failed) {
        loop_rerun_undo_failed(loop);
        return;
    }
    if (rerun->ends && rerun->plan != NULL) {
        runs_apply_flow(&loop->runs, &world->flow);
    }
    if (!goes_on || cw_world_tick(world) == rerun->last) {
        resume_after_rerun(loop);
    }
}

/* ---- beside the painter ---- */

/* The last tick is the loop's, and so is what the game asks of it. */
static int run_beside(void *context)
{
    Loop *loop = context;
    LoopRerun *rerun = &loop->rerun;
    const CwWorld *world = loop->playback.session.world;
    const char *path = loop->playback.recorder.path;
    CrashStack stack;
    crash_join_thread(&stack);
    current_breadcrumb.recording = path[0] == '\0' ? NULL : path;
    bool goes_on = !rerun->ends;
    while (goes_on && !atomic_load(&rerun->painted) && cw_world_tick(world) + 1 < rerun->last) {
        goes_on = rerun_tick(loop);
    }
    return 0;
}

void loop_rerun_begin_paint(Loop *loop)
{
    LoopRerun *rerun = &loop->rerun;
    atomic_store(&rerun->painted, false);
    bool runs = loop_rerun_runs(loop) && !loop->desc.mode.headless;
    rerun->beside = runs ? thread_start(run_beside, "rerun", loop) : NULL;
}

void loop_rerun_end_paint(Loop *loop)
{
    LoopRerun *rerun = &loop->rerun;
    atomic_store(&rerun->painted, true);
    thread_join(rerun->beside);
    if (rerun->failed) {
        loop_rerun_undo_failed(loop);
    }
}

double loop_rerun_share(const Loop *loop)
{
    const LoopRerun *rerun = &loop->rerun;
    bool shown = loop_rerun_runs(loop) && clock_now_ns() - rerun->began_ns > SHOWN_AFTER_NS;
    uint64_t first = rerun->plan == NULL ? rerun->tick : 0;
    double done = (double)(cw_world_tick(loop->playback.session.world) - first);
    return shown ? done / fmax(1, (double)(rerun->last - first)) : 1;
}
