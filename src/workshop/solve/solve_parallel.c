/* Runs searches in parallel, each with its own thread, world and seed. They share the best run,
 * from which all continue. */
#include "clockwork/worlds.h"

#include "base/report.h"
#include "platform/clock.h"
#include "run/replay_run.h"
#include "sim/world.h"
#include "solve/solve.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { POLISH_ATTEMPTS = 40, PICKS = 200 };

static const int64_t LOOK_NS = 100000000, WAIT_NS = 100000;
static const double NEAR_TARGET = 0.93; /* shortest good run, as a share of the target's time */
static const double AIM = 0.965;        /* time to try for, as a share of the target's */
static const double SPREAD = 0.12;      /* random variation of the pace, as a share */

typedef struct Shared {
    const SolveDesc *desc;
    int64_t begin_ns;
    _Atomic int64_t look_ns; /* time of the next look */
    atomic_bool is_over;
    atomic_flag is_locked; /* guards the members below */
    double furthest;       /* best progress so far, 0..1 */
    SolveRun *best;
} Shared;

typedef struct Worker {
    Shared *shared;
    int number;
    SolveSearch search;
} Worker;

static void lock(Shared *shared)
{
    while (atomic_flag_test_and_set(&shared->is_locked)) {
        clock_sleep_ns(WAIT_NS);
    }
}

static void unlock(Shared *shared)
{
    atomic_flag_clear(&shared->is_locked);
}

static bool is_reached(uint64_t target_ticks, const SolveRun *best)
{
    return best->time_ticks > 0 && best->time_ticks <= target_ticks &&
           (double)best->time_ticks >= NEAR_TARGET * (double)target_ticks;
}

/* Shows the progress, and notes whether the searches are over. */
static void look(Shared *shared, int64_t now_ns)
{
    const SolveDesc *desc = shared->desc;
    lock(shared);
    SolveProgress progress = {.furthest = shared->furthest,
                              .time_ticks = shared->best->time_ticks,
                              .elapsed_s = (double)(now_ns - shared->begin_ns) / 1e9};
    bool reached = is_reached(desc->target_ticks, shared->best);
    unlock(shared);
    if (reached || !desc->progress(desc->context, &progress)) {
        atomic_store(&shared->is_over, true);
    }
}

/* Called by all searches. The first one that calls when it is time takes a look. */
static bool is_over(void *context)
{
    Shared *shared = context;
    int64_t now_ns = clock_now_ns(), look_ns = atomic_load(&shared->look_ns);
    if (now_ns >= look_ns &&
        atomic_compare_exchange_strong(&shared->look_ns, &look_ns, INT64_MAX)) {
        look(shared, now_ns);
        atomic_store(&shared->look_ns, now_ns + LOOK_NS);
    }
    return atomic_load(&shared->is_over);
}

/* With a target, the slowest run that is not slower than the target is best. */
static bool is_better(uint64_t target_ticks, const SolveRun *run, const SolveRun *other)
{
    bool reaches = run->time_ticks > 0 && run->time_ticks <= target_ticks;
    bool other_reaches = other->time_ticks > 0 && other->time_ticks <= target_ticks;
    if (reaches && other_reaches) {
        return run->time_ticks > other->time_ticks;
    }
    return reaches || (!other_reaches && solve_run_beats(run, other));
}

/* ---- a search ---- */

static void exchange(Worker *worker)
{
    Shared *shared = worker->shared;
    SolveSearch *search = &worker->search;
    uint64_t target_ticks = shared->desc->target_ticks;
    lock(shared);
    shared->furthest = fmax(shared->furthest, search->furthest);
    bool takes = is_better(target_ticks, shared->best, &search->best);
    if (takes) {
        solve_run_copy(&search->trial, shared->best);
    } else if (is_better(target_ticks, &search->best, shared->best)) {
        solve_run_copy(shared->best, &search->best);
    }
    unlock(shared);
    if (takes) {
        solve_accept(search, 0);
    }
}

/* Simulates the known run within its limit. True if it finishes. */
static bool repeat_known(Worker *worker)
{
    const SolveDesc *desc = worker->shared->desc;
    WorkLimit *limit = worker->search.session->desc.limit;
    *limit = replay_begin_limit(desc->known, desc->limit_s);
    bool finishes = solve_repeat(&worker->search);
    if (limit->is_over && worker->number == 0) {
        *desc->slow = *limit;
        atomic_store(&worker->shared->is_over, true);
    }
    *limit = (WorkLimit){0};
    return finishes;
}

/* Begins with the known run, or with the driver, which gets half the time. */
static void begin_search(Worker *worker)
{
    const SolveDesc *desc = worker->shared->desc;
    SolveSearch *search = &worker->search;
    int64_t deadline_ns = search->deadline_ns, now_ns = clock_now_ns();
    if (desc->known != NULL) {
        lock(worker->shared);
        solve_take_inputs(search, desc->known);
        unlock(worker->shared);
    }
    if (desc->known == NULL) {
        search->deadline_ns = now_ns + (deadline_ns - now_ns) / 2;
        solve_drive(search, 0, 0);
        search->deadline_ns = deadline_ns;
    } else if (!repeat_known(worker) && worker->number == 0 && !desc->slow->is_over) {
        report("the known run gets %.0f %% of the way in level %s: the search goes on from there",
               100 * search->trial.progress, desc->session.level);
    }
    solve_accept(search, 0);
    exchange(worker);
}

/* Lets the driver take over from the best run, at its own pace or one that fits the target. */
static void drive_to_target(SolveSearch *search, uint64_t target_ticks)
{
    const SolveRun *best = &search->best;
    double spread = 1 + cw_rng_range(&search->rng, -SPREAD, SPREAD);
    double pace = AIM * (double)target_ticks / (double)best->time_ticks * spread;
    bool leads = cw_rng_below(&search->rng, 2) == 0;
    int lead_ticks = leads ? (int)cw_rng_below(&search->rng, (uint32_t)best->tick_count) : 0;
    solve_drive(search, lead_ticks, cw_rng_below(&search->rng, 4) == 0 ? 0 : pace);
    if (is_better(target_ticks, &search->trial, best)) {
        solve_accept(search, 0);
    }
}

static bool work(CwSim *sim, void *data, CwError *error)
{
    Worker *worker = data;
    const SolveDesc *desc = worker->shared->desc;
    SolveSearch *search = &worker->search;
    int64_t deadline_ns = worker->shared->begin_ns + (int64_t)(desc->seconds * 1e9);
    (void)error;
    solve_begin(search, cw_sim_world(sim)->session, desc->seed + (uint64_t)worker->number,
                deadline_ns);
    search->ticks_left = desc->ticks;
    search->is_over = is_over;
    search->context = worker->shared;
    begin_search(worker);
    while (!solve_is_late(search)) {
        uint64_t time_ticks = search->best.time_ticks;
        if (time_ticks > 0 && time_ticks <= desc->target_ticks && desc->session.game->bot != NULL) {
            drive_to_target(search, desc->target_ticks);
        } else {
            solve_polish(search, time_ticks > 0 ? POLISH_ATTEMPTS : 0);
            solve_explore(search, PICKS);
        }
        exchange(worker);
    }
    solve_end(search);
    arena_make_current(NULL); /* ticks leave the world's arena current on this thread */
    return true;
}

bool solve_in_parallel(const SolveDesc *desc, SolveRun *best, CwError *error)
{
    const SessionDesc *session = &desc->session;
    int count = desc->jobs < 1 ? 1 : desc->jobs > CW_SIM_MAX ? CW_SIM_MAX : desc->jobs;
    CwSimRun runs[CW_SIM_MAX];
    Worker *workers = calloc((size_t)count, sizeof *workers);
    Shared shared = {
        .desc = desc, .begin_ns = clock_now_ns(), .is_locked = ATOMIC_FLAG_INIT, .best = best};
    best->tick_count = 0;
    best->time_ticks = 0;
    best->progress = 0;
    if (workers == NULL) {
        return cw_error_set(error, "out of memory for the search");
    }
    for (int i = 0; i < count; i++) {
        workers[i].shared = &shared;
        workers[i].number = i;
        runs[i] = (CwSimRun){{.game = session->game,
                              .map_path = session->map_path,
                              .level = session->level,
                              .settings = session->settings,
                              .seed = session->seed,
                              .arena_bytes = session->arena_bytes},
                             work,
                             &workers[i],
                             {""}};
    }
    bool began = cw_sim_run_many(runs, count, count) > 0;
    free(workers);
    if (!began) {
        *error = runs[0].error;
        return false;
    }
    return best->time_ticks > 0 ||
           cw_error_set(error,
                        "found no run that finishes; the furthest got %.0f %% of the way: give it "
                        "more --seconds",
                        100 * shared.furthest);
}
