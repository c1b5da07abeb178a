#include "run/past_walk.h"

#include "sim/worlds.h"

void past_walk_begin(PastWalk *walk, uint64_t from, uint64_t until)
{
    *walk = (PastWalk){.state = walk->state, .from = from, .until = until};
}

void past_walk_free(PastWalk *walk)
{
    cw_snapshot_free(&walk->state);
    *walk = (PastWalk){0};
}

static bool go_to_begin(PastWalk *walk, const Run *run, CwError *error)
{
    Session *session = run->session;
    if (run->history == NULL || !cw_history_restore(run->history, session->world, walk->from)) {
        return cw_error_set(error, "the history does not hold tick %llu",
                            (unsigned long long)walk->from);
    }
    session->input = session->world->input;
    walk->begun = true;
    return true;
}

static bool arrive(PastWalk *walk, const Run *run, PastVisitor *visit, void *context,
                   CwError *error)
{
    const Session *session = run->session;
    if (!run_apply_edits(run, error)) {
        return false;
    }
    walk->tick = cw_world_tick(session->world);
    walk->done = walk->tick >= walk->until;
    if (walk->tick >= walk->from) {
        visit(context, session);
    }
    return true;
}

static bool run_in_place(PastWalk *walk, const Run *run, uint32_t ticks, PastVisitor *visit,
                         void *context, CwError *error)
{
    Session *session = run->session;
    for (uint32_t i = 0; i < ticks && !walk->done; i++) {
        CwTickInput input = cw_history_input(run->history, walk->tick + 1);
        if (!session_tick(session, &input, error) || !arrive(walk, run, visit, context, error)) {
            return false;
        }
    }
    walk->input = session->input;
    bool kept = walk->done || cw_world_snapshot(session->world, &walk->state);
    return kept || cw_error_set(error, "out of memory for the copy of a past world");
}

bool past_walk_run(PastWalk *walk, const Run *run, uint32_t ticks, PastVisitor *visit,
                   void *context, CwError *error)
{
    Session *session = run->session;
    Aside aside;
    bool good = worlds_put_aside(session, &aside, error);
    if (!good) {
        walk->done = true;
        return false;
    }
    if (walk->begun) {
        cw_world_restore(session->world, &walk->state);
        session->input = walk->input;
    } else {
        good = go_to_begin(walk, run, error) && arrive(walk, run, visit, context, error);
    }
    good = good && run_in_place(walk, run, ticks, visit, context, error);
    worlds_take_up(session, &aside);
    walk->done = walk->done || !good;
    return good;
}
