/* The searches side by side: a process a core, each with a seed of its own. They share one board:
 * the fastest run of all, from which each goes on. The parent watches it. */
#include "base/report.h"
#include "solve/solve.h"
#include "time/real_clock.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MAX = 64, POLL_MS = 100, POLISH_ATTEMPTS = 40 };

static const double DRIVER_SHARE = 0.5; /* of the seconds of the only process */
static const double NEAR_TARGET = 0.93; /* of it: a run that is a little faster is what was asked */
static const double AIM = 0.965;        /* of it */
static const double SPREAD = 0.12;      /* of what is tried around a guess */

/* In memory that all processes share. */
typedef struct Board {
    pthread_mutex_t mutex;
    atomic_bool found; /* there is a run that finishes, or was */
    double furthest;
    SolveRun best; /* its `down` is here: */
    uint32_t down[SOLVE_TICKS_MAX];
} Board;

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
    pthread_mutexattr_destroy(&shared);
    return board;
}

/* Who held it may have been killed: no run is on the board then, another will be. */
static void lock(Board *board)
{
    if (pthread_mutex_lock(&board->mutex) == EOWNERDEAD) {
        board->best = (SolveRun){0};
        pthread_mutex_consistent(&board->mutex);
    }
}

/* With a target: no slower than that, but as slow as can be. */
static bool is_better(uint64_t target_ticks, const SolveRun *run, const SolveRun *than)
{
    bool slow = run->time_ticks > target_ticks, was_slow = than->time_ticks > target_ticks;
    bool both_finish = run->time_ticks > 0 && than->time_ticks > 0;
    if (!both_finish || target_ticks == 0 || (slow && was_slow)) {
        return solve_run_beats(run, than);
    }
    return slow == was_slow ? run->time_ticks > than->time_ticks : was_slow;
}

/* A process's part. */
typedef struct Work {
    const SolveDesc *desc;
    int number;
    pid_t parent;
    Board *board;
    SolveSearch search;
    SolveRun best;
    SolveMarks marks; /* of it */
} Work;

/* The better of the board's run and this one becomes both; true when that is the board's. */
static bool exchange(Work *work)
{
    Board *board = work->board;
    SolveRun *best = &work->best;
    uint64_t target_ticks = work->desc->target_ticks;
    lock(board);
    board->furthest = fmax(board->furthest, work->search.furthest);
    bool take = is_better(target_ticks, &board->best, best);
    if (take) {
        take = solve_run_copy(best, &board->best);
    } else if (is_better(target_ticks, best, &board->best)) {
        memcpy(board->down, best->down, (size_t)best->tick_count * sizeof *best->down);
        board->best = *best;
        board->best.down = board->down;
        board->found = best->time_ticks > 0;
    }
    pthread_mutex_unlock(&board->mutex);
    return take;
}

static bool is_fast_enough(const Work *work)
{
    return work->best.time_ticks > 0 && work->best.time_ticks <= work->desc->target_ticks;
}

static bool is_near_target(const SolveDesc *desc, uint64_t ticks)
{
    return ticks > 0 && ticks <= desc->target_ticks &&
           (double)ticks >= NEAR_TARGET * (double)desc->target_ticks;
}

static bool goes_on(const Work *work)
{
    return !solve_is_late(&work->search) && getppid() == work->parent &&
           !is_near_target(work->desc, work->best.time_ticks);
}

/* Passes of many kinds: coarse ones find a way soon, fine ones a better. */
static void look_for_a_way(Work *work, int pass)
{
    static const int widths[] = {24, 48, 96, 160}, ticks[] = {15, 12, 10, 8, 6};
    uint32_t kind = cw_rng_below(&work->search.rng, (uint32_t)CW_ARRAY_LENGTH(ticks));
    SolveBeamDesc beam = {.width = widths[pass < 3 ? pass : 3], .move_ticks = ticks[kind]};
    solve_beam(&work->search, &beam, &work->best);
}

/* From anywhere on the best run; where that doesn't finish, from not long before its end. */
static bool look_for_a_better(Work *work)
{
    static const int widths[] = {3, 6, 12, 24, 48, 96}, ticks[] = {15, 12, 8, 6};
    enum { LAST_TICKS = 900 };
    CwRng *rng = &work->search.rng;
    bool finishes = work->best.time_ticks > 0;
    uint32_t width = cw_rng_below(rng, 4) + (finishes ? 0 : 2);
    int count = work->best.tick_count, span = finishes || count < LAST_TICKS ? count : LAST_TICKS;
    SolveBeamDesc beam = {.width = widths[width],
                          .move_ticks = ticks[cw_rng_below(rng, (uint32_t)CW_ARRAY_LENGTH(ticks))],
                          .guide = &work->marks,
                          .first_tick = count - 1 - (int)cw_rng_below(rng, (uint32_t)span)};
    return solve_beam(&work->search, &beam, &work->best);
}

static bool mark(Work *work)
{
    return solve_marks_make(&work->search, &work->best, 0, &work->marks);
}

/* Polishes, and looks for another way from somewhere, by turns. */
static void improve(Work *work)
{
    bool marked = mark(work);
    while (marked && goes_on(work) && !is_fast_enough(work)) {
        if (work->best.time_ticks > 0) {
            solve_polish(&work->search, POLISH_ATTEMPTS, &work->best, &work->marks);
        }
        bool better = look_for_a_better(work);
        if (exchange(work) || better) {
            marked = mark(work);
        }
    }
}

/* The time of the driver's run; 0: it does not arrive. How far it got is of use on the first try.
 */
static uint64_t drive(Work *work, const SolveDriveDesc *desc, int64_t until_ns)
{
    SolveRun run;
    bool arrives = solve_drive(&work->search, desc, until_ns, &run);
    uint64_t time_ticks = run.time_ticks;
    if (!arrives && work->best.down != NULL) {
        solve_run_free(&run);
        return 0;
    }
    solve_run_free(&work->best);
    work->best = run;
    exchange(work);
    return time_ticks;
}

/* The game's driver, to arrive when he is asked to: he takes over a faster run where its lead makes
 * up for him, or keeps a slower pace. Both are guesses; what is near them is tried. */
static void drive_to_target(Work *work)
{
    SolveRun lead = {0};
    if (work->best.time_ticks == 0 || work->search.session->desc.game->bot == NULL ||
        !solve_run_copy(&lead, &work->best)) {
        return;
    }
    int64_t until_ns = work->search.deadline_ns;
    double best = (double)lead.time_ticks, aim = AIM * (double)work->desc->target_ticks;
    double own = (double)drive(work, &(SolveDriveDesc){0}, until_ns);
    while (goes_on(work)) {
        double chance = cw_rng_range(&work->search.rng, -SPREAD, SPREAD);
        double share = own > aim ? (own - aim) / (own - best) : own > 0.0 ? 0.0 : 0.5;
        SolveDriveDesc desc = {.lead = &lead,
                               .lead_ticks = (int)((share + fabs(chance)) * lead.tick_count),
                               .guide = own > aim ? NULL : &work->marks,
                               .ratio = aim / best * (1.0 + chance)};
        drive(work, &desc, until_ns);
    }
    solve_run_free(&lead);
}

static void search_on(Work *work)
{
    int64_t now_ns = real_clock_now_ns(NULL), deadline_ns = work->search.deadline_ns;
    double share = work->desc->jobs > 1 ? 1.0 : DRIVER_SHARE;
    if (work->desc->known != NULL && solve_run_copy(&work->best, work->desc->known)) {
        exchange(work);
    }
    if (work->number == 0 && work->best.down == NULL) {
        drive(work, &(SolveDriveDesc){0},
              now_ns + (int64_t)(share * (double)(deadline_ns - now_ns)));
    }
    work->search.found = &work->board->found;
    for (int pass = 0; work->best.down == NULL && goes_on(work); pass++) {
        look_for_a_way(work, pass);
        exchange(work);
    }
    improve(work);
    drive_to_target(work);
}

static void work_on(Work *work, int64_t deadline_ns)
{
    signal(SIGINT, SIG_IGN); /* the parent ends us */
    Session session = {0};
    CwError error = {0};
    if (session_open(&session, &work->desc->session, &error) &&
        solve_search_begin(&work->search, &session, work->desc->seed + (uint64_t)work->number,
                           deadline_ns)) {
        search_on(work);
    } else {
        report("%s", error.text);
    }
    _exit(0);
}

static pid_t start_worker(const SolveDesc *desc, int number, Board *board, int64_t deadline_ns)
{
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        Work work = {.desc = desc, .number = number, .parent = parent, .board = board};
        work_on(&work, deadline_ns);
    }
    return process;
}

/* True when the target is reached. */
static bool tell_progress(const SolveDesc *desc, Board *board, int64_t begin_ns)
{
    lock(board);
    SolveProgress progress = {.furthest = board->furthest,
                              .time_ticks = board->best.time_ticks,
                              .part_s = (double)(real_clock_now_ns(NULL) - begin_ns) / 1e9};
    pthread_mutex_unlock(&board->mutex);
    if (desc->progress != NULL) {
        desc->progress(desc->context, &progress);
    }
    return is_near_target(desc, progress.time_ticks);
}

static void watch(const SolveDesc *desc, Board *board, pid_t *processes)
{
    int64_t begin_ns = real_clock_now_ns(NULL);
    bool over = false;
    for (int open = desc->jobs; open > 0 && !over;) {
        nanosleep(&(struct timespec){.tv_nsec = POLL_MS * 1000000L}, NULL);
        for (int i = 0; i < desc->jobs; i++) {
            if (processes[i] > 0 && waitpid(processes[i], NULL, WNOHANG) == processes[i]) {
                processes[i] = 0;
                open--;
            }
        }
        over =
            tell_progress(desc, board, begin_ns) || (desc->cancelled != NULL && desc->cancelled());
    }
}

static void end_workers(const pid_t *processes, int count)
{
    for (int i = 0; i < count; i++) {
        if (processes[i] > 0) {
            kill(processes[i], SIGKILL);
            while (waitpid(processes[i], NULL, 0) < 0 && errno == EINTR) {
            }
        }
    }
}

static bool run_workers(const SolveDesc *desc, Board *board, CwError *error)
{
    pid_t processes[JOBS_MAX] = {0};
    int64_t deadline_ns = real_clock_now_ns(NULL) + (int64_t)(desc->seconds * 1e9);
    bool started = true;
    for (int i = 0; i < desc->jobs && started; i++) {
        processes[i] = start_worker(desc, i, board, deadline_ns);
        started = processes[i] > 0;
    }
    int cause = errno;
    if (started) {
        watch(desc, board, processes);
    }
    end_workers(processes, desc->jobs);
    return started ||
           cw_error_set(error, "no process could be started for the search: %s", strerror(cause));
}

bool solve_in_parallel(const SolveDesc *asked, SolveRun *best, CwError *error)
{
    SolveDesc desc = *asked;
    desc.jobs = desc.jobs < 1 ? 1 : desc.jobs > JOBS_MAX ? JOBS_MAX : desc.jobs;
    Board *board = open_board();
    if (board == NULL) {
        return cw_error_set(error, "no memory for the search: %s", strerror(errno));
    }
    bool good = run_workers(&desc, board, error);
    double furthest = board->furthest;
    if (good && board->best.time_ticks > 0) {
        good = solve_run_copy(best, &board->best) || cw_error_set(error, "out of memory");
    } else if (good) {
        good = cw_error_set(error,
                            "found no run that finishes; the furthest got %.0f %% of the way: "
                            "give it more --seconds",
                            100.0 * furthest);
    }
    munmap(board, sizeof *board);
    return good;
}
