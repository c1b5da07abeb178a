#include "solve/solve.h"

#include "platform/clock.h"

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

/* If memory is short, the search ends. */
static void take_snapshot(SolveSearch *search, CwSnapshot *snapshot)
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

/* A random move from the best run or from `moves`. */
static uint32_t random_move(SolveSearch *search)
{
    const SolveRun *best = &search->best;
    return best->tick_count > 0 && cw_rng_below(&search->rng, 2) == 0
               ? best->down[cw_rng_below(&search->rng, (uint32_t)best->tick_count)]
               : search->moves[cw_rng_below(&search->rng, (uint32_t)search->move_count)];
}

static bool run_input(SolveSearch *search, const CwTickInput *input, CwProbe *probe)
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
    return run_input(search, &input, probe);
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
            take_snapshot(search, &search->marks[i / SOLVE_MARK_TICKS]);
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

/* True if the driver is ahead of the best run slowed down to `pace`. */
static bool is_ahead(const SolveSearch *search, double pace, double progress)
{
    double at = pace > 0 ? search->trial.tick_count / pace : (double)SOLVE_TICKS_MAX;
    return at < search->best.tick_count && progress > search->progress[(int)at];
}

/* The actions that the driver holds, and for how long they have not changed. */
typedef struct Wish {
    uint32_t down;
    int ticks;
} Wish;

/* While the driver is ahead, releases its actions, except new ones: jumps need a moment. */
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
    double further = -1, patience = PATIENCE_S * session->settings.tick_rate;
    CwProbe probe = {0};
    Wish wish = {0};
    int stuck_ticks = 0;
    bool can_drive = session->desc.game->bot != NULL;
    run->tick_count = 0;
    cw_world_restore(session->world, &search->marks[0]);
    while (can_drive && stuck_ticks < patience && run->tick_count < SOLVE_TICKS_MAX) {
        int i = run->tick_count;
        CwTickInput input = i < lead_ticks && i < search->best.tick_count
                                ? solve_input(session->world, search->best.down[i])
                                : driver_input(search, pace, probe.progress, &wish);
        can_drive = run_input(search, &input, &probe) && !probe.finished;
        run->down[run->tick_count++] = input.players[0].down;
        stuck_ticks = probe.progress > further ? 0 : stuck_ticks + 1;
        further = fmax(further, probe.progress);
    }
    return solve_repeat(search);
}

/* ---- the archive ---- */

/* The archive follows Go-Explore (Ecoffet and others, 2019). A cell is a coarse place and speed.
 * The archive keeps the fastest run to each cell. Continuing them finds routes that begin slower.
 */
enum { CELLS_MAX = 1200, CELL_NUMBERS = 4, HOLDS = 6, HOLD_TICKS_MIN = 6, HOLD_TICKS_MAX = 30 };
enum { CELL_DRAWS = 4 }; /* random cells; the least tried of them continues */
enum { NEAR_TICKS = 3, LATE_TICKS = 120 /* a run that is further behind the best one ends */ };

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
static void drop_cell(SolveArchive *archive, int cell)
{
    Cell *last = &archive->cells[--archive->count];
    cw_snapshot_free(&archive->cells[cell].world);
    free(archive->cells[cell].run);
    archive->cells[cell] = *last;
    *last = (Cell){0};
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

static bool is_behind(const SolveSearch *search, const SolveRun *run)
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
static void archive_trial(SolveSearch *search, const CwProbe *probe)
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
    take_snapshot(search, &cell->world);
}

static void archive_best(SolveSearch *search)
{
    solve_run_copy(&search->trial, &search->best);
    for (int i = 0; i == 0 || i < search->best.tick_count; i += SOLVE_MARK_TICKS) {
        cw_world_restore(search->session->world, &search->marks[i / SOLVE_MARK_TICKS]);
        CwProbe probe = session_probe(search->session);
        search->trial.tick_count = i;
        search->trial.time_ticks = 0;
        search->trial.progress = search->progress[i];
        archive_trial(search, &probe);
    }
}

/* Continues the trial with a random move, or with the best run's inputs from the same progress. */
static bool play_move(SolveSearch *search, int ticks, bool is_guided)
{
    SolveRun *trial = &search->trial;
    const SolveRun *best = &search->best;
    uint32_t move = random_move(search);
    int guide_tick = find_guide_tick(search, trial->progress);
    CwProbe probe = {0};
    for (int i = 0; i < ticks && !probe.finished; i++) {
        int at = guide_tick + i;
        uint32_t held = at < best->tick_count ? best->down[at] : 0;
        trial->down[trial->tick_count] = is_guided ? held : move;
        if (!solve_tick(search, trial->down[trial->tick_count++], &probe)) {
            return false;
        }
    }
    trial->progress = probe.progress;
    trial->time_ticks = probe.finished ? solve_time(&probe) : 0;
    if (solve_run_beats(trial, best)) {
        solve_accept(search, 0);
    }
    if (probe.finished || is_behind(search, trial)) {
        return false;
    }
    archive_trial(search, &probe);
    return true;
}

/* Tries moves from a cell. A trial ahead of the best run may use its inputs, to stay ahead. */
static void continue_from(SolveSearch *search, Cell *cell)
{
    SolveRun *trial = &search->trial;
    bool is_guided = false;
    cell->tries++;
    solve_run_copy(trial, cell->run);
    cw_world_restore(search->session->world, &cell->world);
    for (int i = 0; is_guided || i < HOLDS; i++) {
        int more = (int)cw_rng_below(&search->rng, HOLD_TICKS_MAX - HOLD_TICKS_MIN + 1);
        bool is_leading =
            search->best.time_ticks > 0 &&
            trial->tick_count <= find_guide_tick(search, trial->progress) + NEAR_TICKS;
        is_guided = is_leading && (is_guided || cw_rng_below(&search->rng, 3) == 0);
        if (trial->tick_count + HOLD_TICKS_MAX > SOLVE_TICKS_MAX ||
            !play_move(search, HOLD_TICKS_MIN + more, is_guided)) {
            return;
        }
    }
}

void solve_explore(SolveSearch *search, int picks)
{
    SolveArchive *archive = search->archive;
    for (int i = archive->count - 1; i >= 0; i--) {
        if (is_behind(search, archive->cells[i].run)) {
            drop_cell(archive, i);
        }
    }
    archive_best(search);
    for (int i = 0; i < picks && archive->count > 0 && !solve_is_late(search); i++) {
        Cell *cell = NULL;
        for (int k = 0; k < CELL_DRAWS; k++) {
            Cell *other = &archive->cells[cw_rng_below(&search->rng, (uint32_t)archive->count)];
            cell = cell == NULL || other->tries < cell->tries ? other : cell;
        }
        continue_from(search, cell);
    }
}

/* ---- the polish: removes, lengthens or replaces inputs of the best run ---- */

enum { SHIFT_TICKS_MAX = 8, SPAN_TICKS_MAX = 45 };

static const double BEHIND = 0.012; /* share of the level; a run further behind ends */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Changes the trial at a random place. Returns the first changed tick. */
static int change_trial(SolveSearch *search)
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
        uint32_t move = random_move(search);
        for (int i = at; i < smaller(at + span, *count); i++) {
            down[i] = move;
        }
    }
    return at;
}

/* Runs the trial from the mark before `first`. True if it finishes; then cuts it off there. */
static bool run_trial(SolveSearch *search, int first)
{
    SolveRun *trial = &search->trial;
    int mark = first / SOLVE_MARK_TICKS;
    int count = smaller(trial->tick_count, search->best.tick_count);
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
        int first = change_trial(search);
        /* Keeps an equally fast run, because new improvements may begin there. */
        if (run_trial(search, first) && search->trial.time_ticks <= search->best.time_ticks) {
            solve_accept(search, first);
        }
    }
}

/* ---- begin and end ---- */

void solve_begin(SolveSearch *search, Session *session, uint64_t seed, int64_t deadline_ns)
{
    const int limit = (int)CW_ARRAY_LENGTH(search->moves);
    memset(search, 0, sizeof *search);
    search->session = session;
    search->run = malloc(sizeof *search->run);
    search->archive = calloc(1, sizeof *search->archive);
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
    take_snapshot(search, &search->marks[0]);
}

void solve_end(SolveSearch *search)
{
    free(search->run);
    while (search->archive != NULL && search->archive->count > 0) {
        drop_cell(search->archive, search->archive->count - 1);
    }
    free(search->archive);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(search->marks); i++) {
        cw_snapshot_free(&search->marks[i]);
    }
}
