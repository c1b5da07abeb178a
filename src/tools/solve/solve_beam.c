/* The beam: all runs in it are at the same tick; each tries every move, and the furthest of what
 * comes out go on. Of runs that are nearly at the same place, as fast and turned alike, only the
 * best does: a hundred copies of one idea would be one idea.
 *
 * With a guide, a run that finishes, each tries what the guide does at that place and some moves
 * more, beginning anywhere on its way. The guide itself is always among them: it knows the way
 * where all that were faster end. */
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_NUMBERS = 5 };

enum { GUIDED_MOVES = 6, CATCH_UP_TICKS = 90, SHIFT_TICKS = 30 };

static const double FORESIGHT = 25.0; /* ticks: what is fast counts as if it were there already */
static const double NOISE = 0.002;    /* of progress, so that no two passes are alike */
static const double FURTHER = 0.002;  /* worth being noted as a run */
static const double PATIENCE_S = 6.0; /* a beam that gets no further for so long is at its end */
static const double CELL_M = 0.5, CELL_MPS = 1.0, CELL_RAD = 0.3;

/* A move of a run, and the one before it. */
typedef struct Step {
    int parent; /* -1: the first */
    uint32_t down;
    int guide_tick; /* it does as the guide does from there on; -1: it holds `down` */
} Step;

typedef struct Node {
    CwSnapshot world;
    int step;
    int guide_tick; /* where the guide is about as far */
    double progress, score;
    int cell[CELL_NUMBERS];
} Node;

typedef struct Beam {
    SolveSearch *search;
    SolveBeamDesc desc;
    Step *steps; /* a tree: every move of every run that was ever kept */
    int step_count, step_capacity;
    Node *nodes, *next; /* `width` each; with a guide, it is the first */
    int node_count, next_count;
    int tick;
    SolveRun *best; /* the guide, until a faster one is found */
    SolveRun found; /* beats that */
    bool failed;
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

static bool is_guided(const Beam *beam)
{
    return beam->desc.guide != NULL;
}

/* Where a candidate of this score goes: in the place of one like it, into a free place, in that of
 * the worst. NULL: it is not good enough. */
static Node *find_place(Beam *beam, const Node *candidate)
{
    Node *worst = NULL;
    for (int i = is_guided(beam) ? 1 : 0; i < beam->next_count; i++) {
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
    return worst != NULL && candidate->score > worst->score ? worst : NULL;
}

static int add_step(Beam *beam, Step step)
{
    if (beam->step_count == beam->step_capacity) {
        int capacity = beam->step_capacity == 0 ? 4096 : 2 * beam->step_capacity;
        Step *steps = realloc(beam->steps, (size_t)capacity * sizeof *steps);
        if (steps == NULL) {
            beam->failed = true;
            return step.parent;
        }
        beam->steps = steps;
        beam->step_capacity = capacity;
    }
    beam->steps[beam->step_count] = step;
    return beam->step_count++;
}

/* Where the guide is as far as `progress`, not far from `tick`. */
static int find_guide_tick(const Beam *beam, int tick, double progress)
{
    const SolveMarks *guide = beam->desc.guide;
    int last = guide->tick_count - 1, low = tick - SHIFT_TICKS, high = tick + SHIFT_TICKS;
    tick = tick < last ? tick : last;
    while (tick < last && tick < high && guide->progress[tick] < progress) {
        tick++;
    }
    while (tick > 0 && tick > low && guide->progress[tick] > progress) {
        tick--;
    }
    return tick;
}

static void keep(Beam *beam, const Node *from, Step step, const CwProbe *probe)
{
    bool is_guide = is_guided(beam) && from == beam->nodes && step.guide_tick >= 0;
    double gained = (probe->progress - from->progress) / beam->desc.move_ticks;
    Node candidate = {.progress = probe->progress,
                      .guide_tick = from->guide_tick + beam->desc.move_ticks,
                      .score = probe->progress + FORESIGHT * gained +
                               cw_rng_range(&beam->search->rng, 0.0, NOISE)};
    place_cell(probe->player, candidate.cell);
    Node *place = is_guide ? &beam->next[0] : find_place(beam, &candidate);
    if (place == NULL) {
        return;
    }
    if (is_guided(beam) && !is_guide) {
        candidate.guide_tick = find_guide_tick(beam, candidate.guide_tick, probe->progress);
    }
    candidate.world = place->world; /* its memory */
    candidate.step = add_step(beam, step);
    *place = candidate;
    beam->failed = !cw_world_snapshot(beam->search->session->world, &place->world) || beam->failed;
}

/* What a move holds in the i-th of its ticks. */
static uint32_t held(const Beam *beam, const Step *step, int i)
{
    const SolveRun *guide = beam->best;
    int tick = step->guide_tick + i;
    return step->guide_tick < 0 ? step->down : tick < guide->tick_count ? guide->down[tick] : 0;
}

/* The run so far and the first ticks of a step more. */
static void take(Beam *beam, const Step *last, int ticks, SolveRun run)
{
    run.tick_count = beam->tick + ticks;
    run.down = malloc((size_t)run.tick_count * sizeof *run.down);
    if (run.down == NULL) {
        beam->failed = true;
        return;
    }
    for (int i = 0; i < beam->desc.first_tick; i++) {
        run.down[i] = beam->best->down[i];
    }
    for (int i = 0; i < ticks; i++) {
        run.down[beam->tick + i] = held(beam, last, i);
    }
    int begin = beam->tick;
    for (int step = last->parent; step >= 0; step = beam->steps[step].parent) {
        begin -= beam->desc.move_ticks;
        for (int i = 0; i < beam->desc.move_ticks; i++) {
            run.down[begin + i] = held(beam, &beam->steps[step], i);
        }
    }
    solve_run_free(&beam->found);
    beam->found = run;
}

static const SolveRun *best_of(const Beam *beam)
{
    return beam->found.down != NULL ? &beam->found : beam->best;
}

static void try_move(Beam *beam, const Node *node, Step step)
{
    CwProbe probe = {0};
    cw_world_restore(beam->search->session->world, &node->world);
    for (int i = 0; i < beam->desc.move_ticks; i++) {
        if (!solve_tick(beam->search, held(beam, &step, i), &probe)) {
            return;
        }
        if (probe.finished) {
            const SolveRun *best = best_of(beam);
            uint64_t time_ticks = solve_time(&probe);
            if (best->time_ticks == 0 || time_ticks < best->time_ticks) {
                take(beam, &step, i + 1, (SolveRun){.time_ticks = time_ticks, .progress = 1.0});
            }
            return;
        }
    }
    keep(beam, node, step, &probe);
}

static void try_moves(Beam *beam, const Node *node)
{
    SolveSearch *search = beam->search;
    if (!is_guided(beam)) {
        for (int move = 0; move < search->move_count; move++) {
            try_move(beam, node, (Step){node->step, search->moves[move], -1});
        }
        return;
    }
    try_move(beam, node, (Step){node->step, 0, node->guide_tick});
    for (int i = 1; i < GUIDED_MOVES; i++) {
        try_move(beam, node, (Step){node->step, solve_any_move(search, beam->best), -1});
    }
}

static bool is_called_off(const Beam *beam)
{
    const SolveSearch *search = beam->search;
    return solve_is_late(search) || (!is_guided(beam) && search->found != NULL && *search->found);
}

/* All moves of all nodes; the next beam becomes this one. */
static void grow(Beam *beam)
{
    beam->next_count = is_guided(beam) ? 1 : 0;
    for (int i = 0; i < beam->node_count && !beam->failed; i++) {
        try_moves(beam, &beam->nodes[i]);
        if (is_called_off(beam)) {
            break;
        }
    }
    Node *nodes = beam->nodes;
    beam->nodes = beam->next;
    beam->next = nodes;
    beam->node_count = beam->next_count;
    beam->tick += beam->desc.move_ticks;
}

static const Node *furthest_of(const Beam *beam)
{
    const Node *furthest = NULL;
    for (int i = is_guided(beam) ? 1 : 0; i < beam->node_count; i++) {
        const Node *node = &beam->nodes[i];
        furthest = furthest == NULL || node->progress > furthest->progress ? node : furthest;
    }
    return furthest;
}

/* After a while nobody is further than the guide. */
static bool is_behind(const Beam *beam, double furthest)
{
    return is_guided(beam) && beam->best->time_ticks > 0 &&
           beam->tick - beam->desc.first_tick >= CATCH_UP_TICKS &&
           furthest <= beam->nodes[0].progress;
}

/* Nothing further can beat the best, or there is nothing further. */
static bool is_over(const Beam *beam)
{
    return beam->failed || beam->found.time_ticks > 0 || beam->node_count == 0 ||
           is_called_off(beam) || beam->tick >= SOLVE_TICKS_MAX ||
           (beam->best->time_ticks > 0 && beam->tick >= beam->best->tick_count);
}

/* Where nobody has finished yet, the furthest is the best. */
static void note_furthest(Beam *beam, const Node *node)
{
    const SolveRun *best = best_of(beam);
    bool there = best->down != NULL;
    if (best->time_ticks == 0 && node->progress > (there ? best->progress : 0.0) + FURTHER) {
        take(beam, &(Step){.parent = node->step}, 0, (SolveRun){.progress = node->progress});
    }
}

static void run(Beam *beam)
{
    double furthest = -1.0, tick_rate = beam->search->session->desc.settings.tick_rate;
    int stalled_ticks = 0;
    while (!is_over(beam) && stalled_ticks <= PATIENCE_S * tick_rate) {
        grow(beam);
        const Node *node = furthest_of(beam);
        if (node == NULL || is_behind(beam, node->progress)) {
            return;
        }
        note_furthest(beam, node);
        stalled_ticks =
            node->progress > furthest + 1e-4 ? 0 : stalled_ticks + beam->desc.move_ticks;
        furthest = fmax(furthest, node->progress);
    }
}

static void free_nodes(Node *nodes, int count)
{
    for (int i = 0; nodes != NULL && i < count; i++) {
        cw_snapshot_free(&nodes[i].world);
    }
    free(nodes);
}

/* The first node: the search's start, or a mark of the guide. */
static bool begin(Beam *beam)
{
    const SolveMarks *guide = beam->desc.guide;
    Node *first = &beam->nodes[0];
    int mark = beam->desc.first_tick / SOLVE_MARK_TICKS;
    cw_world_restore(beam->search->session->world,
                     guide == NULL ? &beam->search->start : &guide->worlds[mark]);
    first->step = -1;
    beam->tick = first->guide_tick = beam->desc.first_tick = mark * SOLVE_MARK_TICKS;
    first->progress = guide == NULL ? 0.0 : guide->progress[beam->tick];
    beam->node_count = 1;
    return cw_world_snapshot(beam->search->session->world, &first->world);
}

bool solve_beam(SolveSearch *search, const SolveBeamDesc *desc, SolveRun *best)
{
    Beam beam = {.search = search,
                 .desc = *desc,
                 .nodes = calloc((size_t)desc->width, sizeof(Node)),
                 .next = calloc((size_t)desc->width, sizeof(Node)),
                 .best = best};
    if (beam.nodes != NULL && beam.next != NULL && begin(&beam)) {
        run(&beam);
    }
    bool improved = beam.found.down != NULL;
    if (improved) {
        solve_run_free(best);
        *best = beam.found;
    }
    free_nodes(beam.nodes, desc->width);
    free_nodes(beam.next, desc->width);
    free(beam.steps);
    return improved;
}
