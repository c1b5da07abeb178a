/* The searches side by side: one process per core, each with its own seed. They share a board with
 * the best run, from which each continues. The parent watches it. */
#include "base/report.h"
#include "platform/clock.h"
#include "solve/solve.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64, POLL_MS = 100, POLISH_ATTEMPTS = 40, LAST_TICKS = 900 };

static const double NEAR_TARGET = 0.93; /* a run that takes this share of the target will do */
static const double AIM = 0.965;        /* share of the target that is tried */
static const double SPREAD = 0.12;      /* of the pace around it */

/* In memory that all processes share. */
typedef struct Board {
    pthread_mutex_t mutex;
    atomic_bool reached; /* the best run has about the target's time */
    double furthest;
    SolveRun best;
} Board;

/* One process's part. */
typedef struct Worker {
    const SolveDesc *desc;
    int number;
    pid_t parent;
    Board *board;
    SolveSearch search;
} Worker;

static Board *open_board(void)
{
    Board *board =
        mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED) {
        return NULL;
    }
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&board->mutex, &shared);
    return board;
}

/* A process that was killed while it wrote may have left half a run. */
static void lock(Board *board)
{
    if (pthread_mutex_lock(&board->mutex) == EOWNERDEAD) {
        memset(&board->best, 0, sizeof board->best);
        pthread_mutex_consistent(&board->mutex);
    }
}

/* With a target, a run that reaches it is the better the slower it is. */
static bool is_better(uint64_t target_ticks, const SolveRun *run, const SolveRun *other)
{
    bool reaches = run->time_ticks > 0 && run->time_ticks <= target_ticks;
    bool other_reaches = other->time_ticks > 0 && other->time_ticks <= target_ticks;
    if (reaches && other_reaches) {
        return run->time_ticks > other->time_ticks;
    }
    return reaches || (!other_reaches && solve_run_beats(run, other));
}

/* Makes the better of the board's run and the worker's best run the best of both. */
static void exchange(Worker *worker)
{
    Board *board = worker->board;
    SolveSearch *search = &worker->search;
    const SolveRun *best = &search->best;
    uint64_t target_ticks = worker->desc->target_ticks;
    lock(board);
    bool take = is_better(target_ticks, &board->best, best);
    if (take) {
        solve_run_copy(&search->trial, &board->best);
    } else {
        solve_run_copy(&board->best, best);
        board->reached = best->time_ticks > 0 && best->time_ticks <= target_ticks &&
                         (double)best->time_ticks >= NEAR_TARGET * (double)target_ticks;
    }
    board->furthest = fmax(board->furthest, search->furthest);
    pthread_mutex_unlock(&board->mutex);
    if (take) {
        solve_accept(search, 0);
    }
}

/* The first run is the known one, or the driver's, which gets half the time. */
static void begin(Worker *worker)
{
    const SolveDesc *desc = worker->desc;
    SolveSearch *search = &worker->search;
    int64_t deadline_ns = search->deadline_ns, now_ns = clock_now_ns();
    if (desc->known == NULL) {
        search->deadline_ns = now_ns + (deadline_ns - now_ns) / 2;
        solve_drive(search, 0, 0);
        search->deadline_ns = deadline_ns;
    } else if (!solve_repeat(search, desc->known) && worker->number == 0) {
        report("the known run gets %.0f %% of the way in level %s: the search goes on from there",
               100 * search->trial.progress, desc->session.level);
    }
    solve_accept(search, 0);
    exchange(worker);
}

/* A beam from anywhere on the best run or, where that doesn't finish, from near its end. Coarse
 * ones find a way soon, fine ones a better way. */
static void look_for_a_way(SolveSearch *search)
{
    static const int widths[] = {3, 6, 12, 24, 48, 96}, ticks[] = {15, 12, 8, 6};
    bool finishes = search->best.time_ticks > 0;
    uint32_t width = cw_rng_below(&search->rng, 4) + (finishes ? 0 : 2);
    uint32_t kind = cw_rng_below(&search->rng, (uint32_t)CW_ARRAY_LENGTH(ticks));
    int count = search->best.tick_count, span = finishes || count < LAST_TICKS ? count : LAST_TICKS;
    int back = span > 0 ? 1 + (int)cw_rng_below(&search->rng, (uint32_t)span) : 0;
    solve_beam(search, widths[width], ticks[kind], count - back);
}

/* The driver takes over somewhere from the best run, at his own pace or at one that takes about the
 * target's time. */
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

static void work(Worker *worker, int64_t deadline_ns)
{
    const SolveDesc *desc = worker->desc;
    SolveSearch *search = &worker->search;
    Session session = {0};
    CwError error = {0};
    signal(SIGINT, SIG_IGN); /* the parent ends the workers */
    if (!session_open(&session, &desc->session, &error)) {
        report("%s", error.text);
        return;
    }
    solve_begin(search, &session, desc->seed + (uint64_t)worker->number, deadline_ns);
    begin(worker);
    while (!solve_is_late(search) && getppid() == worker->parent && !worker->board->reached) {
        uint64_t time_ticks = search->best.time_ticks;
        if (time_ticks > 0 && time_ticks <= desc->target_ticks && desc->session.game->bot != NULL) {
            drive_to_target(search, desc->target_ticks);
        } else {
            solve_polish(search, time_ticks > 0 ? POLISH_ATTEMPTS : 0);
            look_for_a_way(search);
        }
        exchange(worker);
    }
}

static pid_t start_worker(const SolveDesc *desc, int number, Board *board, int64_t deadline_ns)
{
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        Worker *worker = malloc(sizeof *worker);
        CW_ASSERT(worker != NULL, "free some memory");
        worker->desc = desc;
        worker->number = number;
        worker->parent = parent;
        worker->board = board;
        work(worker, deadline_ns);
        _exit(0);
    }
    return process;
}

/* Until all workers have ended or nothing more is wanted. */
static void watch(const SolveDesc *desc, Board *board, pid_t *processes)
{
    int64_t begin_ns = clock_now_ns();
    int running = desc->jobs;
    for (bool wanted = true; running > 0 && wanted && !board->reached;) {
        clock_sleep_ns(POLL_MS * 1000000);
        for (int i = 0; i < desc->jobs; i++) {
            if (processes[i] > 0 && waitpid(processes[i], NULL, WNOHANG) == processes[i]) {
                processes[i] = 0;
                running--;
            }
        }
        lock(board);
        SolveProgress progress = {.furthest = board->furthest,
                                  .time_ticks = board->best.time_ticks,
                                  .elapsed_s = (double)(clock_now_ns() - begin_ns) / 1e9};
        pthread_mutex_unlock(&board->mutex);
        wanted = desc->progress == NULL || desc->progress(desc->context, &progress);
    }
}

static bool run_workers(const SolveDesc *desc, Board *board, CwError *error)
{
    pid_t processes[JOBS_MAX] = {0};
    int64_t deadline_ns = clock_now_ns() + (int64_t)(desc->seconds * 1e9);
    bool started = true;
    for (int i = 0; i < desc->jobs && started; i++) {
        processes[i] = start_worker(desc, i, board, deadline_ns);
        started = processes[i] > 0;
    }
    if (started) {
        watch(desc, board, processes);
    } else {
        cw_error_set(error, "no process could be started for the search: %s", strerror(errno));
    }
    for (int i = 0; i < desc->jobs; i++) {
        if (processes[i] > 0) {
            kill(processes[i], SIGKILL);
            waitpid(processes[i], NULL, 0);
        }
    }
    return started;
}

bool solve_in_parallel(const SolveDesc *wanted, SolveRun *best, CwError *error)
{
    SolveDesc desc = *wanted;
    desc.jobs = desc.jobs < 1 ? 1 : desc.jobs > JOBS_MAX ? JOBS_MAX : desc.jobs;
    Board *board = open_board();
    if (board == NULL) {
        return cw_error_set(error, "no memory for the search: %s", strerror(errno));
    }
    bool found = run_workers(&desc, board, error) && board->best.time_ticks > 0;
    if (found) {
        solve_run_copy(best, &board->best);
    } else { /* an earlier error stays */
        cw_error_set(error,
                     "found no run that finishes; the furthest got %.0f %% of the way: give it "
                     "more --seconds",
                     100 * board->furthest);
    }
    munmap(board, sizeof *board);
    return found;
}
