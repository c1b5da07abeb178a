#include "solve/solve.h"

#include "platform/clock.h"
#include "run/run.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { STEADY_TICKS = 3 };

static const double PATIENCE_S = 10; /* the driver gives up after this time without progress */

/* ---- runs ---- */

void solve_run_copy(SolveRun *run, const SolveRun *from)
{
    memcpy(run, from, offsetof(SolveRun, down) + (size_t)from->tick_count * sizeof *from->down);
}

bool solve_run_beats(const SolveRun *run, const SolveRun *other)
{
    if (run->time_ticks == 0 || other->time_ticks == 0) {
        return run->time_ticks > 0 || (other->time_ticks == 0 && run->progress > other->progress);
    }
    return run->time_ticks < other->time_ticks;
}

/* ---- the search ---- */

void solve_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns)
{
    const int limit = (int)CW_ARRAY_LENGTH(search->moves);
    memset(search, 0, sizeof *search);
    search->session = session;
    search->run = malloc(sizeof *search->run);
    search->archive = solve_archive_create();
    CW_ASSERT(search->run != NULL && search->archive != NULL, "free some memory");
    run_begin(search->run, &(RunDesc){.session = session});
    search->deadline_ns = deadline_ns;
    search->ticks_left = INT64_MAX;
    search->move_count = 1;
    cw_rng_seed(&search->rng, seed, 1);
    for (int a = 0; a < session->desc.game->input.action_count; a++) {
        for (int b = 0; b <= a && search->move_count < limit; b++) {
            search->moves[search->move_count++] = UINT32_C(1) << a | UINT32_C(1) << b;
        }
    }
    solve_snapshot(search, &search->marks[0]);
}

void solve_end(SolveSearch *search)
{
    free(search->run);
    solve_archive_free(search);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(search->marks); i++) {
        cw_snapshot_free(&search->marks[i]);
    }
}

void solve_snapshot(SolveSearch *search, CwSnapshot *snapshot)
{
    if (!cw_world_snapshot(search->session->world, snapshot)) {
        search->deadline_ns = 0;
    }
}

bool solve_is_late(const SolveSearch *search)
{
    return search->ticks_left <= 0 || clock_now_ns() >= search->deadline_ns ||
           (search->is_over != NULL && search->is_over(search->context));
}

uint32_t solve_random_move(SolveSearch *search)
{
    const SolveRun *best = &search->best;
    return best->tick_count > 0 && cw_rng_below(&search->rng, 2) == 0
               ? best->down[cw_rng_below(&search->rng, (uint32_t)best->tick_count)]
               : search->moves[cw_rng_below(&search->rng, (uint32_t)search->move_count)];
}

static bool tick(SolveSearch *search, const CwTickInput *input, CwProbe *probe)
{
    CwError error;
    if (solve_is_late(search) || !run_tick(search->run, input, &error)) {
        return false;
    }
    search->ticks_left--;
    *probe = search->run->probe;
    search->furthest = fmax(search->furthest, probe->progress);
    return true;
}

CwTickInput solve_input(const CwWorld *world, uint32_t down)
{
    CwTickInput input = {0};
    CwInputFrame *player = &input.players[0];
    player->down = down;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        player->value[action] = (down >> action & 1) != 0 ? CW_ACTION_VALUE_MAX : 0;
    }
    cw_input_derive_edges(player, cw_world_input(world));
    return input;
}

bool solve_tick(SolveSearch *search, uint32_t down, CwProbe *probe)
{
    CwTickInput input = solve_input(search->session->world, down);
    return tick(search, &input, probe);
}

uint64_t solve_time(const CwProbe *probe)
{
    return probe->time_ticks > 0 ? probe->time_ticks : probe->finish_tick;
}

void solve_accept(SolveSearch *search, int first)
{
    CwWorld *world = search->session->world;
    SolveRun *best = &search->best;
    int from = first / SOLVE_MARK_TICKS;
    solve_run_copy(best, &search->trial);
    cw_world_restore(world, &search->marks[from]);
    CwProbe probe = session_probe(search->session);
    for (int i = from * SOLVE_MARK_TICKS; i < best->tick_count; i++) {
        search->progress[i] = probe.progress;
        if (i % SOLVE_MARK_TICKS == 0) {
            solve_snapshot(search, &search->marks[i / SOLVE_MARK_TICKS]);
        }
        if (!solve_tick(search, best->down[i], &probe)) {
            search->deadline_ns = 0;
            return;
        }
    }
    search->progress[best->tick_count] = probe.progress;
}

/* ---- first runs ---- */

bool solve_repeat(SolveSearch *search)
{
    SolveRun *run = &search->trial;
    CwProbe probe = {0};
    int64_t deadline_ns = search->deadline_ns;
    int count = run->tick_count;
    search->deadline_ns = INT64_MAX;
    run->tick_count = 0;
    run->progress = 0;
    cw_world_restore(search->session->world, &search->marks[0]);
    for (int i = 0; i < count && !probe.finished && solve_tick(search, run->down[i], &probe); i++) {
        if (probe.finished || probe.progress > run->progress) {
            run->progress = probe.progress;
            run->tick_count = i + 1;
        }
    }
    run->time_ticks = probe.finished ? solve_time(&probe) : 0;
    search->deadline_ns = deadline_ns;
    return probe.finished;
}

void solve_take_inputs(SolveSearch *search, const CwReplayFile *replay)
{
    SolveRun *run = &search->trial;
    int count = replay->tick_count < SOLVE_TICKS_MAX ? (int)replay->tick_count : SOLVE_TICKS_MAX;
    for (run->tick_count = 0; run->tick_count < count; run->tick_count++) {
        CwTickInput input = cw_replay_input(replay, (uint64_t)run->tick_count + 1);
        run->down[run->tick_count] = input.players[0].down;
    }
}

/* Whether the driver is ahead of the best run slowed down to `pace`. */
static bool is_ahead(const SolveSearch *search, double pace, double progress)
{
    double at = pace > 0 ? search->trial.tick_count / pace : (double)SOLVE_TICKS_MAX;
    return at < search->best.tick_count && progress > search->progress[(int)at];
}

/* The actions that the driver wants to hold, and for how long they have been the same. */
typedef struct Wish {
    uint32_t down;
    int ticks;
} Wish;

/* Releases the driver's actions while it is ahead of the pace. New actions last a moment, so that
 * jumps and turns in the air work. */
static CwTickInput driver_input(const SolveSearch *search, double pace, double progress, Wish *wish)
{
    const CwWorld *world = search->session->world;
    CwTickInput input = {0};
    CwInputFrame *player = &input.players[0];
    search->session->desc.game->bot(world, player);
    wish->ticks = player->down == wish->down ? wish->ticks + 1 : 0;
    wish->down = player->down;
    if (wish->ticks >= STEADY_TICKS && is_ahead(search, pace, progress)) {
        /* Other input stays, because a driver may keep its plan there. */
        for (int action = 0; action < CW_ACTION_MAX; action++) {
            player->value[action] = (player->down >> action & 1) != 0 ? 0 : player->value[action];
        }
        player->down = 0;
        cw_input_derive_edges(player, cw_world_input(world));
    }
    return input;
}

bool solve_drive(SolveSearch *search, int lead_ticks, double pace)
{
    const Session *session = search->session;
    SolveRun *run = &search->trial;
    double further = -1, patience = PATIENCE_S * session->desc.settings.tick_rate;
    CwProbe probe = {0};
    Wish wish = {0};
    int stuck_ticks = 0;
    bool driven = session->desc.game->bot != NULL;
    run->tick_count = 0;
    cw_world_restore(session->world, &search->marks[0]);
    while (driven && stuck_ticks < patience && run->tick_count < SOLVE_TICKS_MAX) {
        int i = run->tick_count;
        CwTickInput input = i < lead_ticks && i < search->best.tick_count
                                ? solve_input(session->world, search->best.down[i])
                                : driver_input(search, pace, probe.progress, &wish);
        driven = tick(search, &input, &probe) && !probe.finished;
        run->down[run->tick_count++] = input.players[0].down;
        stuck_ticks = probe.progress > further ? 0 : stuck_ticks + 1;
        further = fmax(further, probe.progress);
    }
    return solve_repeat(search);
}
