#include "inspect/past_walk.h"

#include "base/report.h"
#include "change/changes.h"
#include "fields/world_edit.h"
#include "platform/clock.h"

#include <inttypes.h>

static const int64_t SLICE_NS = 2000000;

void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until)
{
    walk->from = from;
    walk->until = until;
    walk->is_begun = walk->is_done = false;
}

void past_walk_free(PastWalk *walk)
{
    cw_snapshot_free(&walk->state);
    *walk = (PastWalk){0};
}

/* The next tick's input, from the history if it has the tick, else from the recording. */
static CwTickInput next_of(const void *context, const Session *session)
{
    const Run *run = context;
    uint64_t tick = cw_world_tick(session->world) + 1;
    return tick > run_oldest(run) && tick <= run_newest(run)
               ? cw_history_input(run->history, tick)
               : run->source.next(run->source.context, session);
}

/* The world at a watched recording's start; NULL: there is none. */
static const CwSnapshot *find_start(const Run *run)
{
    const Changes *changes = changes_of(run->session);
    return changes == NULL || changes->start.size == 0 ? NULL : &changes->start;
}

uint64_t past_walk_start(const Run *run)
{
    return find_start(run) != NULL ? 0 : run_oldest(run);
}

uint64_t past_walk_end(const Run *run)
{
    uint64_t newest = run_newest(run);
    bool goes_on =
        run->source.recording != NULL && run->source.change_count == 0 && run->source.end > newest;
    return goes_on ? run->source.end : newest;
}

static bool visit_tick(PastWalk *walk, PastVisitor *visit, void *context, CwError *error)
{
    const Session *session = walk->run.session;
    const Changes *changes = changes_of(session);
    size_t *next = &walk->next_change;
    for (; changes != NULL && *next < changes->count &&
           changes->items[*next].tick <= cw_world_tick(session->world);
         ++*next) {
        bool is_due = changes->items[*next].tick == cw_world_tick(session->world);
        if (is_due && !world_edit_apply(session->world, &changes->items[*next], error)) {
            return false;
        }
    }
    walk->tick = cw_world_tick(session->world);
    walk->is_done = walk->tick >= walk->until;
    if (walk->tick >= walk->from) {
        visit(context, session);
    }
    return true;
}

/* Restores the walk's world. A new walk begins at the nearest keyframe, or else at the start. */
static bool resume(PastWalk *walk, const Run *run, PastVisitor *visit, void *to, CwError *error)
{
    CwWorld *world = run->session->world;
    if (walk->is_begun) {
        cw_world_restore(world, &walk->state);
        return true;
    }
    uint64_t newest = run_newest(run), begin = walk->from < newest ? walk->from : newest;
    bool is_restored = run->history != NULL && cw_history_restore(run->history, world, begin);
    if (!is_restored && find_start(run) != NULL) {
        cw_world_restore(world, find_start(run));
    } else if (!is_restored) {
        return cw_error_set(error, "the history lacks tick %" PRIu64, walk->from);
    }
    RunSource past = {.next = next_of, .context = run};
    run_begin(&walk->run,
              &(RunDesc){.session = run->session, .source = past, .has_no_guest = true});
    walk->next_change = 0;
    walk->is_begun = true;
    return visit_tick(walk, visit, to, error);
}

bool past_walk_run(PastWalk *walk, const Run *run, int64_t slice_ns, PastVisitor *visit,
                   void *context, CwError *error)
{
    int64_t end_ns = clock_now_ns() + slice_ns;
    SuspendedWorld suspended = {0};
    if (!worlds_suspend(run->session, &suspended, error)) {
        walk->is_done = true;
        return false;
    }
    bool ok = resume(walk, run, visit, context, error);
    bool goes_on = true;
    while (ok && goes_on && !walk->is_done) {
        ok = run_advance(&walk->run, error) && visit_tick(walk, visit, context, error);
        goes_on = clock_now_ns() < end_ns;
    }
    if (ok && !walk->is_done && !cw_world_snapshot(run->session->world, &walk->state)) {
        ok = cw_error_set(error, "out of memory for the copy of a past world");
    }
    worlds_resume(run->session, &suspended);
    walk->is_done = walk->is_done || !ok;
    return ok;
}

void past_walk_run_slice(PastWalk *walk, const Run *run, PastVisitor *visit, void *context)
{
    CwError error = {0};
    if (!past_walk_run(walk, run, SLICE_NS, visit, context, &error)) {
        report("the history can't be searched: %s", error.text);
    }
}
