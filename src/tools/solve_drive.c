/* The game's own driver as a first way through: what it holds, tick by tick. */
#include "tools/solve.h"

#include <stdlib.h>

enum { LIFT_TICKS = 12 }; /* how long who takes it easy lets go at a time */

static const double PATIENCE_S = 20.0; /* without getting further */

/* The run from its start until it finishes; false when that is nowhere near. */
static bool drive(SolveSearch *search, double ease, int64_t until_ns, SolveRun *run)
{
    Session *session = search->session;
    double further = -1.0, patience = PATIENCE_S * session->desc.settings.tick_rate;
    bool lifts = false;
    CwProbe probe = {0};
    for (int tick = 0, since = 0; since < patience && tick < SOLVE_TICKS_MAX; tick++, since++) {
        CwTickInput input = {0};
        session->desc.game->bot(session->world, &input.players[0]);
        if (tick % LIFT_TICKS == 0) {
            lifts = ease > 0.0 && cw_rng_range(&search->rng, 0.0, 1.0) < ease;
        }
        if (lifts) {
            input = (CwTickInput){0};
            cw_input_derive_edges(&input.players[0], cw_world_input(session->world));
        }
        run->down[run->tick_count++] = input.players[0].down;
        if (solve_is_past(until_ns) || !solve_take(search, &input, &probe)) {
            return false;
        }
        if (probe.finished) {
            run->time_ticks = solve_time(&probe);
            return true;
        }
        since = probe.progress > further ? 0 : since;
        further = probe.progress > further ? probe.progress : further;
    }
    return false;
}

/* Whether it finishes by what is held alone: a driver may hold half. */
static bool finishes_again(SolveSearch *search, SolveRun *run)
{
    CwProbe probe = {0};
    cw_world_restore(search->session->world, &search->start);
    for (int tick = 0; tick < run->tick_count && !probe.finished; tick++) {
        if (!solve_tick(search, run->down[tick], &probe)) {
            return false;
        }
    }
    return probe.finished && solve_time(&probe) == run->time_ticks;
}

bool solve_repeat(SolveSearch *search, const CwReplayFile *replay, SolveRun *run)
{
    CwProbe probe = {0};
    *run = (SolveRun){.down = malloc(replay->tick_count * sizeof *run->down + 1)};
    cw_world_restore(search->session->world, &search->start);
    for (size_t tick = 0; run->down != NULL && tick < replay->tick_count && !probe.finished;
         tick++) {
        run->down[tick] = cw_replay_input(replay, tick + 1).players[0].down;
        run->tick_count++;
        if (!solve_tick(search, run->down[tick], &probe)) {
            break;
        }
    }
    run->time_ticks = solve_time(&probe);
    if (!probe.finished) {
        solve_run_free(run);
    }
    return probe.finished;
}

bool solve_drive(SolveSearch *search, double ease, int64_t until_ns, SolveRun *run)
{
    *run = (SolveRun){0};
    if (search->session->desc.game->bot == NULL) {
        return false;
    }
    run->down = malloc((size_t)SOLVE_TICKS_MAX * sizeof *run->down);
    cw_world_restore(search->session->world, &search->start);
    bool good =
        run->down != NULL && drive(search, ease, until_ns, run) && finishes_again(search, run);
    if (!good) {
        solve_run_free(run);
    }
    return good;
}
