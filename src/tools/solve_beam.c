/* The beam: all runs in it are at the same tick; each tries every move, and the furthest of what
 * comes out go on. Of runs that are nearly at the same place, as fast and turned alike, only the
 * best does: a hundred copies of one idea would be one idea. */
#include "tools/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_NUMBERS = 5 };

static const double FORESIGHT = 2.5;  /* moves: what is fast counts as if it were there already */
static const double NOISE = 0.002;    /* of progress, so that no two passes are alike */
static const double PATIENCE_S = 6.0; /* a beam that gets no further for so long is at its end */
static const double CELL_M = 0.5, CELL_MPS = 1.0, CELL_RAD = 0.3;

/* A move of a run, and the one before it. */
typedef struct Step {
    int parent; /* -1: the first */
    uint32_t down;
} Step;

typedef struct Node {
    CwSnapshot world;
    int step;
    double progress, score;
    int cell[CELL_NUMBERS];
} Node;

typedef struct Beam {
    SolveSearch *search;
    SolveBeamDesc desc;
    Step *steps; /* a tree: every move of every run that was ever kept */
    int step_count, step_capacity;
    Node *nodes, *next; /* `width` each */
    int node_count, next_count;
    int tick;
    SolveRun *best;
    bool improved, failed;
} Beam;

static void place_cell(const cpBody *body, int cell[CELL_NUMBERS])
{
    memset(cell, 0, sizeof(int) * CELL_NUMBERS);
    if (body != NULL) {
        cpVect at = cpBodyGetPosition(body), speed = cpBodyGetVelocity(body);
        cell[0] = (int)floor(at.x / CELL_M);
        cell[1] = (int)floor(at.y / CELL_M);
        cell[2] = (int)floor(speed.x / CELL_MPS);
        cell[3] = (int)floor(speed.y / CELL_MPS);
        cell[4] = (int)floor(cpBodyGetAngle(body) / CELL_RAD);
    }
}

/* Where a candidate of this score goes: in the place of one like it, into a free place, in that of
 * the worst. NULL: it is not good enough. */
static Node *find_place(Beam *beam, const Node *candidate)
{
    Node *worst = NULL;
    for (int i = 0; i < beam->next_count; i++) {
        Node *node = &beam->next[i];
        if (memcmp(node->cell, candidate->cell, sizeof node->cell) == 0) {
            return candidate->score > node->score ? node : NULL;
        }
        if (worst == NULL || node->score < worst->score) {
            worst = node;
        }
    }
    if (beam->next_count < beam->desc.width) {
        return &beam->next[beam->next_count++];
    }
    return candidate->score > worst->score ? worst : NULL;
}

static int add_step(Beam *beam, int parent, uint32_t down)
{
    if (beam->step_count == beam->step_capacity) {
        int capacity = beam->step_capacity == 0 ? 4096 : 2 * beam->step_capacity;
        Step *steps = realloc(beam->steps, (size_t)capacity * sizeof *steps);
        if (steps == NULL) {
            beam->failed = true;
            return parent;
        }
        beam->steps = steps;
        beam->step_capacity = capacity;
    }
    beam->steps[beam->step_count] = (Step){parent, down};
    return beam->step_count++;
}

static void keep(Beam *beam, const Node *from, uint32_t down, const CwProbe *probe)
{
    double gained = probe->progress - from->progress;
    Node candidate = {.progress = probe->progress,
                      .score = probe->progress + FORESIGHT * gained +
                               cw_rng_range(&beam->search->rng, 0.0, NOISE)};
    place_cell(probe->player, candidate.cell);
    Node *place = find_place(beam, &candidate);
    if (place == NULL) {
        return;
    }
    candidate.world = place->world; /* its memory */
    candidate.step = add_step(beam, from->step, down);
    *place = candidate;
    beam->failed = !cw_world_snapshot(beam->search->session->world, &place->world) || beam->failed;
}

/* The moves up to a step and `ticks` of another one are the best run. */
static void take_best(Beam *beam, int step, uint32_t down, int ticks, const CwProbe *probe)
{
    SolveRun run = {.tick_count = beam->tick + ticks, .time_ticks = solve_time(probe)};
    run.down = malloc((size_t)run.tick_count * sizeof *run.down);
    if (run.down == NULL) {
        beam->failed = true;
        return;
    }
    for (int i = beam->tick; i < run.tick_count; i++) {
        run.down[i] = down;
    }
    for (int end = beam->tick; step >= 0; step = beam->steps[step].parent) {
        for (int i = 0; i < beam->desc.move_ticks; i++) {
            run.down[--end] = beam->steps[step].down;
        }
    }
    solve_run_free(beam->best);
    *beam->best = run;
    beam->improved = true;
}

static void try_move(Beam *beam, const Node *node, uint32_t down)
{
    CwProbe probe = {0};
    cw_world_restore(beam->search->session->world, &node->world);
    for (int tick = 1; tick <= beam->desc.move_ticks; tick++) {
        if (!solve_tick(beam->search, down, &probe)) {
            return;
        }
        if (probe.finished) {
            if (beam->best->down == NULL || solve_time(&probe) < beam->best->time_ticks) {
                take_best(beam, node->step, down, tick, &probe);
            }
            return;
        }
    }
    keep(beam, node, down, &probe);
}

/* All moves of all nodes; the next beam becomes this one. */
static void grow(Beam *beam)
{
    beam->next_count = 0;
    for (int i = 0; i < beam->node_count && !beam->failed; i++) {
        for (int move = 0; move < beam->search->move_count; move++) {
            try_move(beam, &beam->nodes[i], beam->search->moves[move]);
        }
        if (solve_is_late(beam->search)) {
            break;
        }
    }
    Node *nodes = beam->nodes;
    beam->nodes = beam->next;
    beam->next = nodes;
    beam->node_count = beam->next_count;
    beam->tick += beam->desc.move_ticks;
}

static double furthest_of(const Beam *beam)
{
    double furthest = 0.0;
    for (int i = 0; i < beam->node_count; i++) {
        furthest = fmax(furthest, beam->nodes[i].progress);
    }
    return furthest;
}

/* Nothing further can beat the best, or it got nowhere for long. */
static bool is_over(const Beam *beam, int stalled_ticks)
{
    double tick_rate = beam->search->session->desc.settings.tick_rate;
    return beam->failed || beam->improved || beam->node_count == 0 || solve_is_late(beam->search) ||
           beam->tick >= SOLVE_TICKS_MAX || stalled_ticks > PATIENCE_S * tick_rate ||
           (beam->best->down != NULL && beam->tick >= beam->best->tick_count);
}

static void run(Beam *beam)
{
    double furthest = -1.0;
    int stalled_ticks = 0;
    while (!is_over(beam, stalled_ticks)) {
        grow(beam);
        double now = furthest_of(beam);
        stalled_ticks = now > furthest + 1e-4 ? 0 : stalled_ticks + beam->desc.move_ticks;
        furthest = fmax(furthest, now);
    }
}

static void free_nodes(Node *nodes, int count)
{
    for (int i = 0; nodes != NULL && i < count; i++) {
        cw_snapshot_free(&nodes[i].world);
    }
    free(nodes);
}

bool solve_beam(SolveSearch *search, const SolveBeamDesc *desc, SolveRun *best)
{
    Beam beam = {.search = search,
                 .desc = *desc,
                 .nodes = calloc((size_t)desc->width, sizeof(Node)),
                 .next = calloc((size_t)desc->width, sizeof(Node)),
                 .best = best};
    if (beam.nodes != NULL && beam.next != NULL) {
        cw_world_restore(search->session->world, &search->start);
        beam.nodes[0].step = -1;
        beam.node_count = cw_world_snapshot(search->session->world, &beam.nodes[0].world) ? 1 : 0;
        run(&beam);
    }
    free_nodes(beam.nodes, desc->width);
    free_nodes(beam.next, desc->width);
    free(beam.steps);
    return beam.improved;
}
