/* `clockwork solve LEVEL`: searches for a fast run, shows the progress, and records the best.
 *
 * Each search has a thread, world and seed. All continue from the best run, which they share. */
#include "base/report.h"
#include "clockwork/worlds.h"
#include "frame/playback.h"
#include "main/maker.h"
#include "platform/clock.h"
#include "platform/process.h"
#include "platform/thread.h"
#include "run/replay_run.h"
#include "sim/sim_settings.h"
#include "solve/solve.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SECONDS = 60, AFTER_FINISH_TICKS = 90 }; /* the replay shows the finish for a moment */
enum { POLISH_ATTEMPTS = 40, PICKS = 200 };

static const int64_t LOOK_NS = 100000000, WAIT_NS = 100000;
static const double NEAR_TARGET = 0.93; /* shortest good run, as a share of the target's time */
static const double AIM = 0.965;        /* time to try for, as a share of the target's */
static const double SPREAD = 0.12;      /* random variation of the pace, as a share */

typedef struct SolveDesc {
    SessionDesc session; /* has the level's settings */
    double seconds;
    int64_t ticks; /* limit for each job */
    int jobs;      /* searches in parallel; fewer than 1 or more than CW_SIM_MAX are adjusted */
    uint64_t seed;
    const CwReplayFile *known; /* a run to continue from; may be NULL */
    double limit_s;            /* limit for simulating `known`, as in ReplayPlayer */
    WorkLimit slow;            /* set if `known` exceeds limit_s */
    uint64_t target_ticks;     /* search a run of about this time, not slower; 0: the fastest */
    bool is_quiet;             /* no terminal sees the progress */
} SolveDesc;

typedef struct Shared {
    SolveDesc *desc;
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

static bool is_near_target(uint64_t target_ticks, const SolveRun *best)
{
    return best->time_ticks > 0 && best->time_ticks <= target_ticks &&
           (double)best->time_ticks >= NEAR_TARGET * (double)target_ticks;
}

/* Shows the progress, and ends the searches once the target is reached. */
static void show_progress(Shared *shared, int64_t now_ns)
{
    const SolveDesc *desc = shared->desc;
    lock(shared);
    double furthest = shared->furthest;
    uint64_t time_ticks = shared->best->time_ticks;
    bool is_reached = is_near_target(desc->target_ticks, shared->best);
    unlock(shared);
    double elapsed_s = (double)(now_ns - shared->begin_ns) / 1e9;
    if (!desc->is_quiet && time_ticks > 0) {
        fprintf(stderr, "\r%.0f of %.0f s, best %.2f s   ", elapsed_s, desc->seconds,
                (double)time_ticks / desc->session.settings.tick_rate);
    } else if (!desc->is_quiet) {
        fprintf(stderr, "\r%.0f of %.0f s, %.0f %% of the way   ", elapsed_s, desc->seconds,
                100 * furthest);
    }
    if (is_reached || quit_wished()) {
        atomic_store(&shared->is_over, true);
    }
}

/* SolveSearch.is_over of all searches. The first call after `look_ns` shows the progress. */
static bool is_over(void *context)
{
    Shared *shared = context;
    int64_t now_ns = clock_now_ns(), due_ns = atomic_load(&shared->look_ns);
    if (now_ns >= due_ns && atomic_compare_exchange_strong(&shared->look_ns, &due_ns, INT64_MAX)) {
        show_progress(shared, now_ns);
        atomic_store(&shared->look_ns, now_ns + LOOK_NS);
    }
    return atomic_load(&shared->is_over);
}

/* With a target, the slowest run that is in time is best. */
static bool is_better(uint64_t target_ticks, const SolveRun *run, const SolveRun *other)
{
    bool is_in_time = run->time_ticks > 0 && run->time_ticks <= target_ticks;
    bool is_other_in_time = other->time_ticks > 0 && other->time_ticks <= target_ticks;
    if (is_in_time && is_other_in_time) {
        return run->time_ticks > other->time_ticks;
    }
    return is_in_time || (!is_other_in_time && solve_run_beats(run, other));
}

/* ---- a search ---- */

static void exchange(Worker *worker)
{
    Shared *shared = worker->shared;
    SolveSearch *search = &worker->search;
    uint64_t target_ticks = shared->desc->target_ticks;
    lock(shared);
    shared->furthest = fmax(shared->furthest, search->furthest);
    bool is_behind = is_better(target_ticks, shared->best, &search->best);
    if (is_behind) {
        solve_run_copy(&search->trial, shared->best);
    } else if (is_better(target_ticks, &search->best, shared->best)) {
        solve_run_copy(shared->best, &search->best);
    }
    unlock(shared);
    if (is_behind) {
        solve_accept(search, 0);
    }
}

/* Simulates the known run within its limit, and reports how far it gets. */
static void repeat_known(Worker *worker)
{
    SolveDesc *desc = worker->shared->desc;
    WorkLimit *limit = worker->search.session->desc.limit;
    lock(worker->shared);
    solve_take_inputs(&worker->search, desc->known);
    unlock(worker->shared);
    *limit = replay_begin_limit(desc->known, desc->limit_s);
    solve_repeat(&worker->search);
    if (limit->is_over && worker->number == 0) {
        desc->slow = *limit;
        atomic_store(&worker->shared->is_over, true);
    } else if (worker->number == 0) {
        report("the known run gets %.0f %% of the way in level %s: the search goes on from there",
               100 * worker->search.trial.progress, desc->session.level);
    }
    *limit = (WorkLimit){0};
}

/* Finds a first run: the known one, or in half of the time the driver's. */
static void begin_search(Worker *worker)
{
    const SolveDesc *desc = worker->shared->desc;
    SolveSearch *search = &worker->search;
    int64_t deadline_ns = search->deadline_ns, now_ns = clock_now_ns();
    if (desc->known == NULL) {
        search->deadline_ns = now_ns + (deadline_ns - now_ns) / 2;
        solve_drive(search, 0, 0);
        search->deadline_ns = deadline_ns;
    } else {
        repeat_known(worker);
    }
    solve_accept(search, 0);
    exchange(worker);
}

/* Lets the driver take over from the best run, at its own pace or at one for the target. */
static void drive_to_target(SolveSearch *search, uint64_t target_ticks)
{
    const SolveRun *best = &search->best;
    double spread = 1 + cw_rng_range(&search->rng, -SPREAD, SPREAD);
    double pace = AIM * (double)target_ticks / (double)best->time_ticks * spread;
    bool has_lead = cw_rng_below(&search->rng, 2) == 0;
    int lead_ticks = has_lead ? (int)cw_rng_below(&search->rng, (uint32_t)best->tick_count) : 0;
    solve_drive(search, lead_ticks, cw_rng_below(&search->rng, 4) == 0 ? 0 : pace);
    if (is_better(target_ticks, &search->trial, best)) {
        solve_accept(search, 0);
    }
}

static bool run_worker(CwSim *sim, void *data, CwError *error)
{
    Worker *worker = data;
    const SolveDesc *desc = worker->shared->desc;
    SolveSearch *search = &worker->search;
    int64_t deadline_ns = worker->shared->begin_ns + (int64_t)(desc->seconds * 1e9);
    (void)error;
    uint64_t seed = desc->seed + (uint64_t)worker->number;
    solve_begin(search, cw_sim_world(sim)->session, seed, deadline_ns);
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

static bool solve_in_parallel(SolveDesc *desc, SolveRun *best, CwError *error)
{
    const SessionDesc *session = &desc->session;
    int count = desc->jobs < 1 ? 1 : desc->jobs > CW_SIM_MAX ? CW_SIM_MAX : desc->jobs;
    CwSimRun runs[CW_SIM_MAX];
    Worker *workers = calloc((size_t)count, sizeof *workers);
    Shared shared = {
        .desc = desc, .begin_ns = clock_now_ns(), .is_locked = ATOMIC_FLAG_INIT, .best = best};
    if (workers == NULL) {
        return cw_error_set(error, "out of memory for the search");
    }
    const CwSimDesc sim = {.game = session->game,
                           .map_path = session->map_path,
                           .level = session->level,
                           .settings = session->settings,
                           .seed = session->seed,
                           .arena_bytes = session->arena_bytes};
    for (int i = 0; i < count; i++) {
        workers[i].shared = &shared;
        workers[i].number = i;
        runs[i] = (CwSimRun){sim, run_worker, &workers[i], {""}};
    }
    bool has_begun = cw_sim_run_many(runs, count, count) > 0;
    free(workers);
    if (!has_begun) {
        *error = runs[0].error;
        return false;
    }
    return best->time_ticks > 0 ||
           cw_error_set(error,
                        "found no run that finishes; the furthest got %.0f %% of the way: give it "
                        "more --seconds",
                        100 * shared.furthest);
}

/* ---- the command ---- */

static bool record(const Program *program, const SolveDesc *solve, const SolveRun *run,
                   CwError *error)
{
    const SessionDesc *desc = &solve->session;
    const char *path = program->options->run.record;
    Session session = {0};
    ReplayWriter writer = {0};
    Run run_again;
    if (!session_open(&session, desc, error)) {
        return false;
    }
    MapText level = replay_level_to_record(&session, &program->levels);
    CwReplayHeader header = replay_header_of(&session, level);
    run_begin(&run_again, &(RunDesc){.session = &session});
    bool ok = replay_writer_open(&writer, path, &header, error);
    if (ok) {
        replay_writer_level(&writer, level);
        replay_writer_carry(&writer, session.carry);
        run_add_writer(&run_again, &writer);
        if (solve->known != NULL) {
            run_copy_notes(&run_again, solve->known);
        }
    }
    for (int i = 0; ok && i < run->tick_count + AFTER_FINISH_TICKS; i++) {
        uint32_t down = i < run->tick_count ? run->down[i] : 0;
        CwTickInput input = solve_input(session.world, down);
        ok = run_tick(&run_again, &input, error);
    }
    replay_writer_time(&writer, (uint32_t)run->time_ticks);
    bool is_closed = replay_writer_close(&writer, ok && run_again.is_finished);
    session_close(&session);
    return (ok && is_closed) || cw_error_set(error, "%s: the run could not be written", path);
}

static bool solve(const Program *program, SolveDesc *desc, CwError *error)
{
    SolveRun *best = calloc(1, sizeof *best);
    if (best == NULL) {
        return cw_error_set(error, "out of memory for the search");
    }
    quit_catch();
    bool ok = solve_in_parallel(desc, best, error);
    quit_restore();
    if (!desc->is_quiet) {
        fputc('\n', stderr);
    }
    ok = ok && record(program, desc, best, error);
    if (ok) {
        print_text("solved level=%s time=%.3f ticks=%d", desc->session.level,
                   (double)best->time_ticks / desc->session.settings.tick_rate, best->tick_count);
        print_name(" file=", program->options->run.record);
        putchar('\n');
    }
    free(best);
    return ok;
}

static bool apply_map_settings(SessionDesc *session, CwError *error)
{
    bool has_map = session->map_path[0] != '\0';
    CwMap *map = has_map ? map_load_quietly(session->map_path, error) : NULL;
    sim_settings_apply_map(&session->settings, map, session->fixed);
    cw_map_free(map);
    return map != NULL || !has_map;
}

/* Loads the recording to begin with. The sandbox includes the folder above the level's folder. */
static CwReplayFile *load_known(const Program *program, const char *map_path, CwError *error)
{
    char folder[PATH_BYTES_MAX];
    snprintf(folder, sizeof folder, "%.*s..", (int)(path_name(map_path) - map_path), map_path);
    const char *from = maker_of(program)->solve.from;
    return program_enter_sandbox(program, (const char *const[]){from, folder, NULL}, error)
               ? cw_replay_load(from, error)
               : NULL;
}

int command_solve(Program *program)
{
    Options *options = program->options;
    const Maker *maker = maker_of(program);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES] = "", file[LEVEL_NAME_BYTES + 8];
    CwError error = {0};
    CwReplayFile *known = NULL;
    SolveDesc desc = {.session = playback_session_desc(program->game, &program->config),
                      .seconds = maker->solve.seconds_given ? (double)maker->solve.seconds
                                 : options->run.ticks_given ? (double)INT32_MAX
                                                            : (double)SECONDS,
                      .ticks = options->run.ticks_given ? (int64_t)options->run.ticks : INT64_MAX,
                      .jobs =
                          maker->solve.jobs_given ? (int)maker->solve.jobs : thread_count_cores(),
                      .seed = options->run.seed,
                      .limit_s = options->verify.limit_s,
                      .is_quiet = !file_is_terminal(stderr)};
    bool found = levels_resolve(&program->levels, options->arguments[0], path, name, &error);
    snprintf(file, sizeof file, "%s.cwr", name);
    options->run.record = options->run.record == NULL ? file : options->run.record;
    if (!found || !replay_writer_check(options->run.record, &error) ||
        !program_fingerprint(program, &error) ||
        (maker->solve.from != NULL && (known = load_known(program, path, &error)) == NULL)) {
        return program_failed(&error);
    }
    desc.session.seed = options->run.seed;
    desc.session.fingerprint = program->fingerprint;
    desc.session.map_path = path;
    desc.session.level = name;
    desc.known = known;
    bool ok = apply_map_settings(&desc.session, &error);
    desc.target_ticks = (uint64_t)(maker->solve.target_s * desc.session.settings.tick_rate + 0.5);
    ok = ok && solve(program, &desc, &error) && !desc.slow.is_over;
    cw_replay_free(known);
    if (desc.slow.is_over) {
        cw_error_set(&error, "its inputs took more than %g s of processor time", desc.slow.seconds);
        program_print_slow(maker->solve.from, &desc.slow, &error);
        return EXIT_FAILED;
    }
    return ok ? EXIT_OK : program_failed(&error);
}
