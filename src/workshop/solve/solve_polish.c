/* The polish removes, lengthens or replaces inputs of the best run, and keeps runs no slower. */
#include "solve/solve.h"

#include <string.h>

enum { SHIFT_TICKS_MAX = 8, SPAN_TICKS_MAX = 45 };

static const double BEHIND = 0.012; /* share of the level; a run further behind ends */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Changes the trial at a random place. Returns the first changed tick. */
static int change(SolveSearch *search)
{
    CwRng *rng = &search->rng;
    uint32_t *down = search->trial.down;
    int *count = &search->trial.tick_count, at = (int)cw_rng_below(rng, (uint32_t)*count);
    int shift = 1 + (int)cw_rng_below(rng, SHIFT_TICKS_MAX), span;
    switch (cw_rng_below(rng, 4)) {
    case 0: /* removes inputs */
        shift = smaller(shift, *count - at - 1);
        *count -= shift;
        memmove(down + at, down + at + shift, (size_t)(*count - at) * sizeof *down);
        break;
    case 1: /* holds an input for longer */
        shift = smaller(shift, SOLVE_TICKS_MAX - *count);
        memmove(down + at + shift, down + at, (size_t)(*count - at) * sizeof *down);
        *count += shift;
        for (int i = 0; i < shift; i++) {
            down[at + i] = down[at + shift];
        }
        break;
    default: /* replaces inputs */
        span = 1 + (int)cw_rng_below(rng, SPAN_TICKS_MAX);
        uint32_t move = solve_random_move(search);
        for (int i = at; i < smaller(at + span, *count); i++) {
            down[i] = move;
        }
    }
    return at;
}

/* Runs the trial from the mark before `first`. True if it finishes, where it is cut off. */
static bool finishes(SolveSearch *search, int first)
{
    SolveRun *trial = &search->trial;
    int mark = first / SOLVE_MARK_TICKS,
        count = smaller(trial->tick_count, search->best.tick_count);
    CwProbe probe = {0};
    cw_world_restore(search->session->world, &search->marks[mark]);
    for (int i = mark * SOLVE_MARK_TICKS; i < count; i++) {
        if (!solve_tick(search, trial->down[i], &probe)) {
            return false;
        }
        if (probe.finished) {
            trial->tick_count = i + 1;
            trial->time_ticks = solve_time(&probe);
            return true;
        }
        if ((i + 1) % SOLVE_MARK_TICKS == 0 && probe.progress < search->progress[i + 1] - BEHIND) {
            return false;
        }
    }
    return false;
}

void solve_polish(SolveSearch *search, int attempts)
{
    for (int i = 0; i < attempts && !solve_is_late(search); i++) {
        solve_run_copy(&search->trial, &search->best);
        int first = change(search);
        /* Keeps an equally fast run, because new improvements may begin there. */

        if (finishes(search, first) && search->trial.time_ticks <= search->best.time_ticks) {
            solve_accept(search, first);
        }
    }
}
