#include "solve/solve.h"

#include "time/real_clock.h"

#include <stdlib.h>
#include <string.h>

void solve_run_free(SolveRun *run)
{
    free(run->down);
    *run = (SolveRun){0};
}

bool solve_run_copy(SolveRun *run, const SolveRun *from)
{
    size_t bytes = (size_t)from->tick_count * sizeof *from->down;
    uint32_t *down = malloc(bytes);
    if (down == NULL) {
        return false;
    }
    memcpy(down, from->down, bytes);
    free(run->down);
    *run = *from;
    run->down = down;
    return true;
}

bool solve_run_beats(const SolveRun *run, const SolveRun *other)
{
    if (other->down == NULL || (run->time_ticks > 0) != (other->time_ticks > 0)) {
        return run->down != NULL && (other->down == NULL || run->time_ticks > 0);
    }
    return run->time_ticks > 0 ? run->time_ticks < other->time_ticks
                               : run->progress > other->progress;
}

/* Nothing, each action, and each two of them. */
static void list_moves(SolveSearch *search, int action_count)
{
    const int limit = (int)CW_ARRAY_LENGTH(search->moves);
    search->moves[search->move_count++] = 0;
    for (int a = 0; a < action_count; a++) {
        for (int b = a; b < action_count && search->move_count < limit; b++) {
            search->moves[search->move_count++] = UINT32_C(1) << a | UINT32_C(1) << b;
        }
    }
}

bool solve_search_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns)
{
    *search = (SolveSearch){.session = session, .deadline_ns = deadline_ns};
    cw_rng_seed(&search->rng, seed, 1);
    list_moves(search, session->desc.game->action_count);
    return cw_world_snapshot(session->world, &search->start);
}

void solve_search_end(SolveSearch *search)
{
    cw_snapshot_free(&search->start);
}

bool solve_is_past(int64_t time_ns)
{
    return real_clock_now_ns(NULL) >= time_ns;
}

bool solve_is_late(const SolveSearch *search)
{
    return solve_is_past(search->deadline_ns);
}

uint32_t solve_any_move(SolveSearch *search, const SolveRun *best)
{
    CwRng *rng = &search->rng;
    return best->down != NULL && cw_rng_below(rng, 2) == 0
               ? best->down[cw_rng_below(rng, (uint32_t)best->tick_count)]
               : search->moves[cw_rng_below(rng, (uint32_t)search->move_count)];
}

bool solve_take(SolveSearch *search, const CwTickInput *input, CwProbe *probe)
{
    CwError error;
    if (!session_tick(search->session, input, &error)) {
        return false;
    }
    *probe = session_probe(search->session);
    if (probe->progress > search->furthest) {
        search->furthest = probe->progress;
    }
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
    return solve_take(search, &input, probe);
}

uint64_t solve_time(const CwProbe *probe)
{
    return probe->time_ticks > 0 ? probe->time_ticks : probe->finish_tick;
}
