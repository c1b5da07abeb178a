/* A run looked at again: its worlds now and then, and how far it was. */
#include "solve/solve.h"

#include <stdlib.h>

void solve_marks_free(SolveMarks *marks)
{
    for (int i = 0; i < marks->count; i++) {
        cw_snapshot_free(&marks->worlds[i]);
    }
    free(marks->worlds);
    free(marks->progress);
    *marks = (SolveMarks){0};
}

/* Room for more ticks; what is there stays. */
static bool make_room(SolveMarks *marks, int tick_count)
{
    int count = tick_count / SOLVE_MARK_TICKS + 1;
    CwSnapshot *worlds = marks->worlds;
    if (count > marks->count) {
        worlds = realloc(marks->worlds, (size_t)count * sizeof *worlds);
    }
    double *progress = realloc(marks->progress, ((size_t)tick_count + 1) * sizeof *progress);
    marks->worlds = worlds != NULL ? worlds : marks->worlds;
    marks->progress = progress != NULL ? progress : marks->progress;
    if (worlds == NULL || progress == NULL) {
        return false;
    }
    while (marks->count < count) {
        marks->worlds[marks->count++] = (CwSnapshot){0};
    }
    return true;
}

bool solve_marks_make(SolveSearch *search, const SolveRun *run, int first, SolveMarks *marks)
{
    CwWorld *world = search->session->world;
    bool anew = marks->worlds == NULL;
    int from = anew ? 0 : first / SOLVE_MARK_TICKS;
    if (!make_room(marks, run->tick_count)) {
        return false;
    }
    cw_world_restore(world, anew ? &search->start : &marks->worlds[from]);
    CwProbe probe = session_probe(search->session);
    for (int tick = from * SOLVE_MARK_TICKS; tick < run->tick_count; tick++) {
        marks->progress[tick] = probe.progress;
        bool kept = tick % SOLVE_MARK_TICKS != 0 ||
                    cw_world_snapshot(world, &marks->worlds[tick / SOLVE_MARK_TICKS]);
        if (!kept || !solve_tick(search, run->down[tick], &probe)) {
            return false;
        }
    }
    marks->progress[run->tick_count] = probe.progress;
    marks->tick_count = run->tick_count;
    return true;
}
