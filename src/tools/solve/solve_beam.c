/* The beam: runs at the same tick; each tries several moves, and the furthest continue, of those at
 * nearly the same place and speed only the best. The first run repeats the guide, which knows the
 * way where all faster runs end. */
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_NUMBERS = 5, GUIDED_MOVES = 6, CATCH_UP_TICKS = 90, SHIFT_TICKS = 30 };

static const double FORESIGHT_TICKS = 25; /* a fast run is ranked where it will be by then */
static const double NOISE = 0.002;        /* of progress, so that no two passes are alike */
static const double PATIENCE_S = 6;       /* a beam ends after so long without progress */
static const double CELL_M = 0.5, CELL_MPS = 1, CELL_RAD = 0.3;

typedef struct Node {
    CwSnapshot world;
    SolveRun run;   /* leads to that world */
    int guide_tick; /* at which the guide is about as far */
    double score;
    int cell[CELL_NUMBERS]; /* place, speed and angle, rounded */
} Node;

typedef struct Beam {
    SolveSearch *search;
    int width, move_ticks, first_tick, tick;
    Node *nodes, *next; /* `width` each */
    int node_count, next_count;
    SolveRun found; /* better than the guide */
} Beam;

static void place_cell(const cpBody *body, int cell[CELL_NUMBERS])
{
    if (body != NULL) {
        cpVect at = cpBodyGetPosition(body), speed = cpBodyGetVelocity(body);
        cell[0] = (int)floor(at.x / CELL_M);
        cell[1] = (int)floor(at.y / CELL_M);
        cell[2] = (int)floor(speed.x / CELL_MPS);
        cell[3] = (int)floor(speed.y / CELL_MPS);
        cell[4] = (int)floor(cpBodyGetAngle(body) / CELL_RAD);
    }
}

/* A node's place: of one in its cell, free, or the worst's. NULL: it is not good enough. */
static Node *find_place(Beam *beam, double score, const int cell[CELL_NUMBERS])
{
    Node *worst = NULL;
    for (int i = 1; i < beam->next_count; i++) {
        Node *node = &beam->next[i];
        if (memcmp(node->cell, cell, sizeof node->cell) == 0) {
            return score > node->score ? node : NULL;
        }
        if (worst == NULL || node->score < worst->score) {
            worst = node;
        }
    }
    if (beam->next_count < beam->width) {
        return &beam->next[beam->next_count++];
    }
    return worst != NULL && score > worst->score ? worst : NULL;
}

/* The tick near `tick` at which the guide has this progress. */
static int find_guide_tick(const SolveSearch *search, int tick, double progress)
{
    int last = search->best.tick_count > 0 ? search->best.tick_count - 1 : 0;
    int low = tick - SHIFT_TICKS, high = tick + SHIFT_TICKS;
    tick = tick < last ? tick : last;
    while (tick < last && tick < high && search->progress[tick] < progress) {
        tick++;
    }
    while (tick > 0 && tick > low && search->progress[tick] > progress) {
        tick--;
    }
    return tick;
}

static void keep(Beam *beam, const Node *from, bool guided, const CwProbe *probe)
{
    SolveSearch *search = beam->search;
    bool is_guide = guided && from == beam->nodes;
    double gained = (probe->progress - from->run.progress) / beam->move_ticks;
    double score =
        probe->progress + FORESIGHT_TICKS * gained + cw_rng_range(&search->rng, 0, NOISE);
    int cell[CELL_NUMBERS] = {0}, guide_tick = from->guide_tick + beam->move_ticks;
    place_cell(probe->player, cell);
    Node *node = is_guide ? &beam->next[0] : find_place(beam, score, cell);
    if (node != NULL) {
        solve_run_copy(&node->run, &search->trial);
        node->run.progress = probe->progress;
        node->score = score;
        node->guide_tick =
            is_guide ? guide_tick : find_guide_tick(search, guide_tick, probe->progress);
        memcpy(node->cell, cell, sizeof cell);
        solve_snapshot(search, &node->world);
    }
}

static void note(Beam *beam, const SolveRun *run)
{
    if (solve_run_beats(run, beam->found.tick_count > 0 ? &beam->found : &beam->search->best)) {
        solve_run_copy(&beam->found, run);
    }
}

/* Holds `move`, or with `guided` what the guide holds at that place. */
static void try_move(Beam *beam, const Node *node, uint32_t move, bool guided)
{
    SolveSearch *search = beam->search;
    SolveRun *trial = &search->trial;
    CwProbe probe = {0};
    solve_run_copy(trial, &node->run);
    cw_world_restore(search->session->world, &node->world);
    for (int i = 0; i < beam->move_ticks && !probe.finished; i++) {
        int at = node->guide_tick + i;
        uint32_t held = at < search->best.tick_count ? search->best.down[at] : 0;
        trial->down[trial->tick_count] = guided ? held : move;
        if (!solve_tick(search, trial->down[trial->tick_count++], &probe)) {
            return;
        }
    }
    if (probe.finished) {
        trial->time_ticks = solve_time(&probe);
        trial->progress = 1;
        note(beam, trial);
    } else {
        keep(beam, node, guided, &probe);
    }
}

static void try_moves(Beam *beam, const Node *node)
{
    SolveSearch *search = beam->search;
    bool has_guide = search->best.tick_count > 0;
    int count = has_guide ? GUIDED_MOVES : search->move_count;
    for (int i = 0; i < count; i++) {
        uint32_t move = has_guide && i > 0 ? solve_random_move(search) : search->moves[i];
        try_move(beam, node, move, i == 0);
    }
}

/* Nothing further can beat the best run, or there is nothing further. */
static bool is_over(const Beam *beam)
{
    const SolveRun *best = &beam->search->best;
    return beam->found.time_ticks > 0 || solve_is_late(beam->search) ||
           beam->tick + beam->move_ticks > SOLVE_TICKS_MAX ||
           (best->time_ticks > 0 && beam->tick >= best->tick_count);
}

/* Tries all moves of all nodes. The furthest result, but for the guide; NULL when there is none. */
static const Node *grow(Beam *beam)
{
    beam->next_count = 1;
    for (int i = 0; i < beam->node_count && !solve_is_late(beam->search); i++) {
        try_moves(beam, &beam->nodes[i]);
    }
    Node *nodes = beam->nodes, *furthest = NULL;
    beam->nodes = beam->next;
    beam->next = nodes;
    beam->node_count = beam->next_count;
    beam->tick += beam->move_ticks;
    for (int i = 1; i < beam->node_count; i++) {
        Node *node = &beam->nodes[i];
        furthest =
            furthest == NULL || node->run.progress > furthest->run.progress ? node : furthest;
    }
    return furthest;
}

static void run(Beam *beam)
{
    double furthest = -1, tick_rate = beam->search->session->desc.settings.tick_rate;
    int stalled_ticks = 0;
    while (!is_over(beam) && stalled_ticks <= PATIENCE_S * tick_rate) {
        const Node *node = grow(beam);
        bool is_behind = node != NULL && beam->search->best.time_ticks > 0 &&
                         beam->tick - beam->first_tick >= CATCH_UP_TICKS &&
                         node->run.progress <= beam->nodes[0].run.progress;
        if (node == NULL || is_behind) {
            return;
        }
        note(beam, &node->run);
        bool gains = node->run.progress > furthest + 1e-4;
        stalled_ticks = gains ? 0 : stalled_ticks + beam->move_ticks;
        furthest = fmax(furthest, node->run.progress);
    }
}

/* Both first nodes begin as the guide at that mark. */
static void begin(Beam *beam)
{
    SolveSearch *search = beam->search;
    Node *ends[] = {beam->nodes, beam->next};
    beam->tick = beam->first_tick;
    beam->node_count = 1;
    cw_world_restore(search->session->world, &search->marks[beam->tick / SOLVE_MARK_TICKS]);
    for (int i = 0; i < 2; i++) {
        Node *node = ends[i];
        solve_run_copy(&node->run, &search->best);
        node->run.tick_count = node->guide_tick = beam->tick;
        node->run.time_ticks = 0;
        node->run.progress = search->progress[beam->tick];
        solve_snapshot(search, &node->world);
    }
}

void solve_beam(SolveSearch *search, int width, int move_ticks, int first)
{
    Beam *beam = calloc(1, sizeof *beam);
    Node *nodes = calloc(2 * (size_t)width, sizeof *nodes);
    if (beam != NULL && nodes != NULL) {
        beam->search = search;
        beam->width = width;
        beam->move_ticks = move_ticks;
        beam->first_tick = first / SOLVE_MARK_TICKS * SOLVE_MARK_TICKS;
        beam->nodes = nodes;
        beam->next = nodes + width;
        begin(beam);
        run(beam);
        if (beam->found.tick_count > 0) {
            solve_run_copy(&search->trial, &beam->found);
            solve_accept(search, beam->first_tick);
        }
        for (int i = 0; i < 2 * width; i++) {
            cw_snapshot_free(&nodes[i].world);
        }
    }
    free(nodes);
    free(beam);
}
