/* The searches side by side: a process a core, each with a seed of its own; what one finds comes
 * through a pipe, the parent keeps the fastest. */
#include "base/report.h"
#include "time/real_clock.h"
#include "tools/solve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64, POLL_MS = 200, POLISH_ATTEMPTS = 300 };

/* What goes through the pipe, in front of the ticks of a run: none where only progress is told. */
typedef struct Message {
    double furthest;
    uint64_t time_ticks;
    int32_t tick_count;
} Message;

typedef struct Worker {
    pid_t process;
    int pipe; /* -1: it has ended */
    double furthest;
} Worker;

static bool write_all(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, (const char *)bytes + done, size - done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool read_all(int file, void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = read(file, (char *)bytes + done, size - done);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool tell(int file, const SolveSearch *search, const SolveRun *run)
{
    Message message = {search->furthest, run->time_ticks, run->tick_count};
    return write_all(file, &message, sizeof message) &&
           write_all(file, run->down, (size_t)run->tick_count * sizeof *run->down);
}

/* Passes of many kinds: coarse ones find a way soon, fine ones a better. */
static SolveBeamDesc next_beam(SolveSearch *search, int pass)
{
    static const int widths[] = {24, 48, 96, 160}, ticks[] = {15, 12, 10, 8, 6};
    int grade = pass < 3 ? pass : 3;
    return (SolveBeamDesc){.width = widths[grade],
                           .move_ticks =
                               ticks[cw_rng_below(&search->rng, (uint32_t)CW_ARRAY_LENGTH(ticks))]};
}

/* Until the time is over or the parent has gone. */
static void search_on(SolveSearch *search, int file)
{
    SolveRun best = {0};
    bool heard = true;
    for (int pass = 0; heard && !solve_is_late(search); pass++) {
        SolveBeamDesc beam = next_beam(search, pass);
        solve_beam(search, &beam, &best);
        heard = tell(file, search, &best);
        while (heard && best.down != NULL && !solve_is_late(search) &&
               solve_polish(search, POLISH_ATTEMPTS, &best)) {
            heard = tell(file, search, &best);
        }
    }
    solve_run_free(&best);
}

static void work(const SolveDesc *desc, int number, int64_t deadline_ns, int file)
{
    signal(SIGINT, SIG_IGN); /* the parent ends us */
    signal(SIGPIPE, SIG_IGN);
    Session session = {0};
    SolveSearch search = {0};
    CwError error = {0};
    if (session_open(&session, &desc->session, &error) &&
        solve_search_begin(&search, &session, desc->seed + (uint64_t)number, deadline_ns)) {
        search_on(&search, file);
    } else {
        report("%s", error.text);
    }
    solve_search_end(&search);
    session_close(&session);
    _exit(0);
}

static bool start_worker(Worker *worker, const SolveDesc *desc, int number, int64_t deadline_ns)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return false;
    }
    worker->process = fork();
    if (worker->process == 0) {
        close(ends[0]);
        work(desc, number, deadline_ns, ends[1]);
    }
    close(ends[1]);
    worker->pipe = ends[0];
    if (worker->process < 0) {
        close(ends[0]);
        worker->pipe = -1;
    }
    return worker->process > 0;
}

/* Takes what a worker has to say; false when it has ended. */
static bool hear(Worker *worker, SolveRun *best)
{
    Message message;
    if (!read_all(worker->pipe, &message, sizeof message)) {
        return false;
    }
    worker->furthest = message.furthest;
    SolveRun run = {.tick_count = message.tick_count, .time_ticks = message.time_ticks};
    if (run.tick_count == 0) {
        return true;
    }
    run.down = malloc((size_t)run.tick_count * sizeof *run.down);
    if (run.down == NULL ||
        !read_all(worker->pipe, run.down, (size_t)run.tick_count * sizeof *run.down)) {
        free(run.down);
        return false;
    }
    if (best->down != NULL && best->time_ticks <= run.time_ticks) {
        solve_run_free(&run);
        return true;
    }
    solve_run_free(best);
    *best = run;
    return true;
}

static void tell_progress(const SolveDesc *desc, const Worker *workers, const SolveRun *best,
                          int64_t begin_ns)
{
    SolveProgress progress = {.time_ticks = best->time_ticks,
                              .part_s = (double)(real_clock_now_ns(NULL) - begin_ns) / 1e9};
    for (int i = 0; i < desc->jobs; i++) {
        progress.furthest =
            workers[i].furthest > progress.furthest ? workers[i].furthest : progress.furthest;
    }
    if (desc->progress != NULL) {
        desc->progress(desc->context, &progress);
    }
}

static void listen(const SolveDesc *desc, Worker *workers, SolveRun *best)
{
    int64_t begin_ns = real_clock_now_ns(NULL);
    for (int open = desc->jobs; open > 0;) {
        struct pollfd polls[JOBS_MAX];
        for (int i = 0; i < desc->jobs; i++) {
            polls[i] = (struct pollfd){.fd = workers[i].pipe, .events = POLLIN};
        }
        poll(polls, (nfds_t)desc->jobs, POLL_MS);
        for (int i = 0; i < desc->jobs; i++) {
            if (workers[i].pipe >= 0 && polls[i].revents != 0 && !hear(&workers[i], best)) {
                close(workers[i].pipe);
                workers[i].pipe = -1;
                open--;
            }
        }
        tell_progress(desc, workers, best, begin_ns);
        if (desc->cancelled != NULL && desc->cancelled()) {
            break;
        }
    }
}

static void end_workers(Worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        if (workers[i].pipe >= 0) {
            close(workers[i].pipe);
        }
        if (workers[i].process > 0) {
            kill(workers[i].process, SIGKILL);
            while (waitpid(workers[i].process, NULL, 0) < 0 && errno == EINTR) {
            }
        }
    }
}

bool solve_in_parallel(const SolveDesc *asked, SolveRun *best, CwError *error)
{
    SolveDesc desc = *asked;
    Worker workers[JOBS_MAX] = {0};
    desc.jobs = desc.jobs < 1 ? 1 : desc.jobs > JOBS_MAX ? JOBS_MAX : desc.jobs;
    int64_t deadline_ns = real_clock_now_ns(NULL) + (int64_t)(desc.seconds * 1e9);
    bool started = true;
    for (int i = 0; i < desc.jobs; i++) {
        workers[i].pipe = -1;
    }
    for (int i = 0; i < desc.jobs && started; i++) {
        started = start_worker(&workers[i], &desc, i, deadline_ns);
    }
    if (started) {
        listen(&desc, workers, best);
    }
    double furthest = 0.0;
    for (int i = 0; i < desc.jobs; i++) {
        furthest = workers[i].furthest > furthest ? workers[i].furthest : furthest;
    }
    end_workers(workers, desc.jobs);
    if (!started) {
        return cw_error_set(error, "no process could be started for the search: %s",
                            strerror(errno));
    }
    return best->down != NULL ||
           cw_error_set(error,
                        "found no run that finishes; the furthest got %.0f %% of the way: give it "
                        "more --seconds",
                        100.0 * furthest);
}
