/* The polish: takes a run that finishes and tries it with something shifted, left out, doubled or
 * replaced; what finishes sooner is the run from then on. */
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

enum { SHIFT_TICKS_MAX = 8, SPAN_TICKS_MAX = 45 };

static const double BEHIND = 0.012; /* of the level: who falls back so far never catches up */

/* Changes `down`, of `count` ticks, somewhere; the first tick that changed. */
static int change(SolveSearch *search, uint32_t *down, int *count, int capacity)
{
    CwRng *rng = &search->rng;
    int at = (int)cw_rng_below(rng, (uint32_t)*count);
    int span = 1 + (int)cw_rng_below(rng, SHIFT_TICKS_MAX);
    switch (cw_rng_below(rng, 4)) {
    case 0: /* left out */
        span = span < *count - at ? span : *count - at - 1;
        memmove(down + at, down + at + span, (size_t)(*count - at - span) * sizeof *down);
        *count -= span;
        return at;
    case 1: /* held for longer */
        span = span < capacity - *count ? span : capacity - *count;
        memmove(down + at + span, down + at, (size_t)(*count - at) * sizeof *down);
        for (int i = 0; i < span; i++) {
            down[at + i] = down[at + span];
        }
        *count += span;
        return at;
    default: /* another move for a while */
        span = 1 + (int)cw_rng_below(rng, SPAN_TICKS_MAX);
        uint32_t move = solve_any_move(search, &(SolveRun){.down = down, .tick_count = *count});
        for (int i = at; i < at + span && i < *count; i++) {
            down[i] = move;
        }
        return at;
    }
}

/* Plays on from the mark before `first`; true when it finishes, with its length and time. */
static bool finishes(SolveSearch *search, const SolveMarks *marks, int first, SolveRun *run)
{
    int mark = first / SOLVE_MARK_TICKS;
    cw_world_restore(search->session->world, &marks->worlds[mark]);
    CwProbe probe = {0};
    for (int tick = mark * SOLVE_MARK_TICKS; tick < run->tick_count && tick < marks->tick_count;
         tick++) {
        if (!solve_tick(search, run->down[tick], &probe)) {
            return false;
        }
        if (probe.finished) {
            run->tick_count = tick + 1;
            run->time_ticks = solve_time(&probe);
            return true;
        }
        if ((tick + 1) % SOLVE_MARK_TICKS == 0 &&
            probe.progress < marks->progress[tick + 1] - BEHIND) {
            return false;
        }
    }
    return false;
}

bool solve_polish(SolveSearch *search, int attempts, SolveRun *best, SolveMarks *marks)
{
    int capacity = best->tick_count + SHIFT_TICKS_MAX;
    SolveRun run = {.down = malloc((size_t)capacity * sizeof *run.down)};
    bool improved = false, ready = run.down != NULL;
    for (int i = 0; ready && i < attempts && !solve_is_late(search); i++) {
        memcpy(run.down, best->down, (size_t)best->tick_count * sizeof *run.down);
        run.tick_count = best->tick_count;
        int first = change(search, run.down, &run.tick_count, capacity);
        if (!finishes(search, marks, first, &run) || run.time_ticks > best->time_ticks) {
            continue;
        }
        /* as fast in another way is kept as well: from there on others are near */
        improved = improved || run.time_ticks < best->time_ticks;
        ready = solve_run_copy(best, &run) && solve_marks_make(search, best, first, marks);
    }
    free(run.down);
    return improved;
}
