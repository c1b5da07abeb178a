/* The game's own driver as a first way through: what it holds, tick by tick. */
#include "solve/solve.h"

#include <stdlib.h>

enum { STEADY_TICKS = 3 };

static const double PATIENCE_S = 10.0; /* without getting further */

/* A driver at work. */
typedef struct Driver {
    SolveSearch *search;
    const SolveDriveDesc *desc;
    uint32_t wish;  /* what it wants to hold, */
    int wish_ticks; /* and has for so long */
} Driver;

static bool is_ahead(const SolveDriveDesc *desc, int tick, double progress)
{
    double guide_tick = (double)tick / desc->ratio;
    return guide_tick < desc->guide->tick_count &&
           progress > desc->guide->progress[(int)guide_tick];
}

/* Who is ahead of his pace lets go, but not of what he has only just begun to do: a jump, a turn in
 * the air. */
static void keep_pace(Driver *driver, int tick, double progress, CwInputFrame *input)
{
    driver->wish_ticks = input->down == driver->wish ? driver->wish_ticks + 1 : 0;
    driver->wish = input->down;
    if (driver->desc->guide == NULL || driver->wish_ticks < STEADY_TICKS ||
        !is_ahead(driver->desc, tick, progress)) {
        return;
    }
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        input->value[action] = (input->down >> action & 1) != 0 ? 0 : input->value[action];
    }
    input->down = 0; /* the rest, such as a plan that it notes, stays */
    cw_input_derive_edges(input, cw_world_input(driver->search->session->world));
}

/* What the driver holds in a tick, or whose place he takes. */
static CwTickInput next_input(Driver *driver, int tick, double progress)
{
    const SolveDriveDesc *desc = driver->desc;
    const Session *session = driver->search->session;
    if (tick < desc->lead_ticks && tick < desc->lead->tick_count) {
        return solve_input(session->world, desc->lead->down[tick]);
    }
    CwTickInput input = {0};
    session->desc.game->bot(session->world, &input.players[0]);
    keep_pace(driver, tick, progress, &input.players[0]);
    return input;
}

/* From the start until it finishes, or is nowhere near. */
static void drive(Driver *driver, int64_t until_ns, SolveRun *run)
{
    Session *session = driver->search->session;
    double further = -1.0, patience = PATIENCE_S * session->desc.settings.tick_rate;
    CwProbe probe = {0};
    for (int since = 0; since < patience && run->tick_count < SOLVE_TICKS_MAX; since++) {
        CwTickInput input = next_input(driver, run->tick_count, probe.progress);
        if (solve_is_past(until_ns) || !solve_take(driver->search, &input, &probe)) {
            return;
        }
        run->down[run->tick_count++] = input.players[0].down;
        if (probe.finished) {
            return;
        }
        since = probe.progress > further ? 0 : since;
        further = probe.progress > further ? probe.progress : further;
    }
}

/* What comes of it by what is held alone (a driver may hold half): its end, there or where it was
 * furthest. */
static bool judge(SolveSearch *search, SolveRun *run)
{
    CwProbe probe = {0};
    int furthest_count = 0;
    cw_world_restore(search->session->world, &search->start);
    for (int tick = 0; tick < run->tick_count && !probe.finished; tick++) {
        if (!solve_tick(search, run->down[tick], &probe)) {
            break;
        }
        if (probe.finished || probe.progress > run->progress) {
            run->progress = probe.progress;
            furthest_count = tick + 1;
        }
    }
    run->tick_count = furthest_count;
    run->time_ticks = probe.finished ? solve_time(&probe) : 0;
    if (furthest_count == 0) {
        solve_run_free(run);
    }
    return probe.finished;
}

bool solve_repeat(SolveSearch *search, const CwReplayFile *replay, SolveRun *run)
{
    int count = replay->tick_count < SOLVE_TICKS_MAX ? (int)replay->tick_count : SOLVE_TICKS_MAX;
    *run = (SolveRun){.down = malloc((size_t)SOLVE_TICKS_MAX * sizeof *run->down)};
    for (int i = 0; run->down != NULL && i < count; i++) {
        run->down[run->tick_count++] = cw_replay_input(replay, (uint64_t)i + 1).players[0].down;
    }
    return judge(search, run);
}

bool solve_drive(SolveSearch *search, const SolveDriveDesc *desc, int64_t until_ns, SolveRun *run)
{
    Driver driver = {.search = search, .desc = desc};
    *run = (SolveRun){0};
    if (search->session->desc.game->bot == NULL) {
        return false;
    }
    run->down = malloc((size_t)SOLVE_TICKS_MAX * sizeof *run->down);
    if (run->down != NULL) {
        cw_world_restore(search->session->world, &search->start);
        drive(&driver, until_ns, run);
    }
    return judge(search, run);
}
