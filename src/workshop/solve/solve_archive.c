/* The archive, after Go-Explore (Ecoffet and others, 2019): for each coarse place and speed (cell)
 * it keeps the run that arrives first, and it continues from cells that were tried least. So it
 * also finds routes that begin slower than the best run. */
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS_MAX = 1200,
    CELL_NUMBERS = 4,
    DRAWN = 4, /* random cells, of which the least tried one continues */
    HOLDS = 6,
    HOLD_TICKS_MIN = 6,
    HOLD_TICKS_MAX = 30,
    NEAR_TICKS = 3,
    LATE_TICKS = 120 /* a run that is further behind the best one ends */
};

static const double CELL_M = 4, CELL_MPS = 6;

typedef struct Cell {
    int key[CELL_NUMBERS]; /* place and speed, rounded */
    int tries;             /* since the cell got its present run */
    CwSnapshot world;      /* world at the end of the run */
    SolveRun *run;         /* allocated only up to its last tick */
} Cell;

struct SolveArchive {
    int count;
    Cell cells[CELLS_MAX];
};

/* Removes a cell and moves the last one to its index. */
static void drop(SolveArchive *archive, int cell)
{
    Cell *last = &archive->cells[--archive->count];
    cw_snapshot_free(&archive->cells[cell].world);
    free(archive->cells[cell].run);
    archive->cells[cell] = *last;
    *last = (Cell){0};
}

SolveArchive *solve_archive_create(void)
{
    return calloc(1, sizeof(SolveArchive));
}

void solve_archive_free(SolveSearch *search)
{
    while (search->archive != NULL && search->archive->count > 0) {
        drop(search->archive, search->archive->count - 1);
    }
    free(search->archive);
}

/* The tick at which the best run reaches this progress. */
static int find_guide_tick(const SolveSearch *search, double progress)
{
    int tick = 0;
    while (tick < search->best.tick_count && search->progress[tick] < progress) {
        tick++;
    }
    return tick;
}

static bool is_late(const SolveSearch *search, const SolveRun *run)
{
    const SolveRun *best = &search->best;
    return best->time_ticks > 0 &&
           (run->tick_count >= best->tick_count ||
            run->tick_count > find_guide_tick(search, run->progress) + LATE_TICKS);
}

/* The index of the body's cell, old or new; CELLS_MAX: the archive is full. */
static int find_cell(SolveArchive *archive, const cpBody *body)
{
    cpVect at = cpBodyGetPosition(body), speed = cpBodyGetVelocity(body);
    int key[CELL_NUMBERS] = {(int)floor(at.x / CELL_M), (int)floor(at.y / CELL_M),
                             (int)floor(speed.x / CELL_MPS), (int)floor(speed.y / CELL_MPS + 0.5)};
    int i = 0;
    while (i < archive->count && memcmp(archive->cells[i].key, key, sizeof key) != 0) {
        i++;
    }
    if (i < CELLS_MAX) {
        memcpy(archive->cells[i].key, key, sizeof key);
    }
    return i;
}

/* Keeps the trial so far, unless another run reached the cell sooner. */
static void keep(SolveSearch *search, const CwProbe *probe)
{
    SolveArchive *archive = search->archive;
    const SolveRun *trial = &search->trial;
    int i = probe->player != NULL ? find_cell(archive, probe->player) : CELLS_MAX;
    Cell *cell = &archive->cells[i];
    if (i == CELLS_MAX || (i < archive->count && cell->run->tick_count <= trial->tick_count)) {
        return;
    }
    if (i == archive->count) {
        size_t ticks_bytes = (size_t)trial->tick_count * sizeof trial->down[0];
        cell->run = malloc(offsetof(SolveRun, down) + ticks_bytes);
        if (cell->run == NULL) {
            return;
        }
        archive->count++;
    }
    solve_run_copy(cell->run, trial);
    cell->tries = 0;
    solve_snapshot(search, &cell->world);
}

static void keep_best(SolveSearch *search)
{
    solve_run_copy(&search->trial, &search->best);
    for (int i = 0; i == 0 || i < search->best.tick_count; i += SOLVE_MARK_TICKS) {
        cw_world_restore(search->session->world, &search->marks[i / SOLVE_MARK_TICKS]);
        CwProbe probe = session_probe(search->session);
        search->trial.tick_count = i;
        search->trial.time_ticks = 0;
        search->trial.progress = search->progress[i];
        keep(search, &probe);
    }
}

/* The trial holds a random move, or `guided` the best run's inputs from the same progress on. False
 * when the trial ends. */
static bool hold(SolveSearch *search, int ticks, bool guided)
{
    SolveRun *trial = &search->trial;
    const SolveRun *best = &search->best;
    uint32_t move = solve_random_move(search);
    int guide_tick = find_guide_tick(search, trial->progress);
    CwProbe probe = {0};
    for (int i = 0; i < ticks && !probe.finished; i++) {
        int at = guide_tick + i;
        uint32_t held = at < best->tick_count ? best->down[at] : 0;
        trial->down[trial->tick_count] = guided ? held : move;
        if (!solve_tick(search, trial->down[trial->tick_count++], &probe)) {
            return false;
        }
    }
    trial->progress = probe.progress;
    trial->time_ticks = probe.finished ? solve_time(&probe) : 0;
    if (solve_run_beats(trial, best)) {
        solve_accept(search, 0);
    }
    if (probe.finished || is_late(search, trial)) {
        return false;
    }
    keep(search, &probe);
    return true;
}

/* Tries moves from a cell. A run ahead of the best one may follow its inputs, to stay ahead. */
static void continue_from(SolveSearch *search, Cell *cell)
{
    SolveRun *trial = &search->trial;
    bool follows = false;
    cell->tries++;
    solve_run_copy(trial, cell->run);
    cw_world_restore(search->session->world, &cell->world);
    for (int i = 0; follows || i < HOLDS; i++) {
        int more = (int)cw_rng_below(&search->rng, HOLD_TICKS_MAX - HOLD_TICKS_MIN + 1);
        bool ahead = search->best.time_ticks > 0 &&
                     trial->tick_count <= find_guide_tick(search, trial->progress) + NEAR_TICKS;
        follows = ahead && (follows || cw_rng_below(&search->rng, 3) == 0);
        if (trial->tick_count + HOLD_TICKS_MAX > SOLVE_TICKS_MAX ||
            !hold(search, HOLD_TICKS_MIN + more, follows)) {
            return;
        }
    }
}

void solve_explore(SolveSearch *search, int picks)
{
    SolveArchive *archive = search->archive;
    for (int i = archive->count - 1; i >= 0; i--) {
        if (is_late(search, archive->cells[i].run)) {
            drop(archive, i);
        }
    }
    keep_best(search);
    for (int i = 0; i < picks && archive->count > 0 && !solve_is_late(search); i++) {
        Cell *cell = NULL;
        for (int k = 0; k < DRAWN; k++) {
            Cell *other = &archive->cells[cw_rng_below(&search->rng, (uint32_t)archive->count)];
            cell = cell == NULL || other->tries < cell->tries ? other : cell;
        }
        continue_from(search, cell);
    }
}
