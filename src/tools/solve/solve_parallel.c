/* The searches side by side: this program again, one process a core, each with its own seed, notes
 * its best run in a file, from which the others continue. The parent watches. */
#include "base/report.h"
#include "platform/clock.h"
#include "platform/folder.h"
#include "platform/process.h"
#include "solve/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 64, POLL_MS = 100, POLISH_ATTEMPTS = 40, LAST_TICKS = 900 };

static const double NEAR_TARGET = 0.93; /* a run that takes this share of the target will do */
static const double AIM = 0.965;        /* share of the target that is tried */
static const double SPREAD = 0.12;      /* of the pace around it */

/* Tells a process that it is a worker, and its number and the folder of the notes. */
static const char WORKER[] = "CLOCKWORK_SOLVE";

/* ---- notes ---- */

/* The file of a worker; the run's ticks are cut where it ends. */
typedef struct SolveNote {
    double furthest; /* the best progress that was seen */
    SolveRun run;
} SolveNote;

static const size_t NOTE_HEAD = offsetof(SolveNote, run.down);

static size_t ticks_bytes(const SolveRun *run)
{
    return (size_t)run->tick_count * sizeof run->down[0];
}

static void name_note(char path[PATH_BYTES_MAX], const char *folder, int number, const char *end)
{
    snprintf(path, PATH_BYTES_MAX, "%s/%d%s", folder, number, end);
}

/* Under another name until it is whole. */
static void write_note(const SolveNote *note, const char *folder, int number)
{
    char path[PATH_BYTES_MAX], fresh[PATH_BYTES_MAX];
    name_note(path, folder, number, "");
    name_note(fresh, folder, number, ".new");
    FILE *file = file_create(fresh);
    size_t bytes = NOTE_HEAD + ticks_bytes(&note->run);
    bool written = file != NULL && fwrite(note, 1, bytes, file) == bytes;
    if (file != NULL && fclose(file) == 0 && written) {
        file_rename(fresh, path);
    }
}

/* False where there is none yet. */
static bool read_note(SolveNote *note, const char *folder, int number)
{
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    name_note(path, folder, number, "");
    uint8_t *bytes = file_read(path, 0, sizeof *note, &size);
    bool whole = bytes != NULL && size >= NOTE_HEAD;
    if (whole) {
        memcpy(note, bytes, size);
        whole = size == NOTE_HEAD + ticks_bytes(&note->run);
    }
    free(bytes);
    return whole;
}

static void remove_notes(const char *folder, int jobs)
{
    char path[PATH_BYTES_MAX];
    for (int i = 0; i < jobs; i++) {
        name_note(path, folder, i, "");
        file_remove(path);
        name_note(path, folder, i, ".new");
        file_remove(path);
    }
    folder_remove(folder);
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

/* ---- a worker ---- */

typedef struct Worker {
    const SolveDesc *desc;
    int number;
    const char *folder;
    SolveSearch search;
    SolveNote own, other;
} Worker;

static void exchange(Worker *worker)
{
    const SolveDesc *desc = worker->desc;
    SolveSearch *search = &worker->search;
    SolveNote *own = &worker->own, *other = &worker->other;
    bool take = false;
    own->furthest = search->furthest;
    solve_run_copy(&own->run, &search->best);
    write_note(own, worker->folder, worker->number);
    for (int i = 0; i < desc->jobs; i++) {
        if (i != worker->number && read_note(other, worker->folder, i) &&
            is_better(desc->target_ticks, &other->run, take ? &search->trial : &search->best)) {
            solve_run_copy(&search->trial, &other->run);
            take = true;
        }
    }
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

/* A beam from anywhere on the best run, or near its end. Coarse ones find a way, fine a better. */
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

/* The driver takes over from the best run, at his pace or one for the target's time. */
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

static void work(Worker *worker)
{
    const SolveDesc *desc = worker->desc;
    SolveSearch *search = &worker->search;
    Session session = {0};
    CwError error = {0};
    int64_t deadline_ns = clock_now_ns() + (int64_t)(desc->seconds * 1e9);
    if (!session_open(&session, &desc->session, &error)) {
        report("%s", error.text);
        return;
    }
    solve_begin(search, &session, desc->seed + (uint64_t)worker->number, deadline_ns);
    begin(worker);
    while (!solve_is_late(search)) {
        uint64_t time_ticks = search->best.time_ticks;
        if (time_ticks > 0 && time_ticks <= desc->target_ticks && desc->session.game->bot != NULL) {
            drive_to_target(search, desc->target_ticks);
        } else {
            solve_polish(search, time_ticks > 0 ? POLISH_ATTEMPTS : 0);
            look_for_a_way(search);
        }
        exchange(worker);
    }
    solve_end(search);
    session_close(&session);
}

static int limit_jobs(int jobs)
{
    return jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs;
}

bool solve_as_worker(const SolveDesc *wanted)
{
    const char *place = getenv(WORKER);
    Worker *worker = place == NULL ? NULL : calloc(1, sizeof *worker);
    if (place == NULL) {
        return false;
    }
    CW_ASSERT(worker != NULL, "free some memory");
    SolveDesc desc = *wanted;
    desc.jobs = limit_jobs(desc.jobs);
    char *folder;
    worker->number = (int)strtol(place, &folder, 10);
    worker->folder = folder + 1;
    worker->desc = &desc;
    work(worker);
    free(worker);
    return true;
}

/* ---- the parent ---- */

typedef struct Parent {
    const SolveDesc *desc;
    char folder[PATH_BYTES_MAX];
    size_t told[JOBS_MAX]; /* of its errors */
    SolveNote other;
    double furthest;
    Process processes[JOBS_MAX];
} Parent;

static void tell_errors(Parent *parent, int number)
{
    const Process *process = &parent->processes[number];
    fputs(process->texts[PROCESS_ERRORS] + parent->told[number], stderr);
    parent->told[number] = process->lengths[PROCESS_ERRORS];
}

static void take_notes(Parent *parent, SolveRun *best)
{
    const SolveDesc *desc = parent->desc;
    for (int i = 0; i < desc->jobs; i++) {
        if (read_note(&parent->other, parent->folder, i)) {
            parent->furthest = fmax(parent->furthest, parent->other.furthest);
            if (is_better(desc->target_ticks, &parent->other.run, best)) {
                solve_run_copy(best, &parent->other.run);
            }
        }
    }
}

static bool is_reached(uint64_t target_ticks, const SolveRun *best)
{
    return best->time_ticks > 0 && best->time_ticks <= target_ticks &&
           (double)best->time_ticks >= NEAR_TARGET * (double)target_ticks;
}

static void watch(Parent *parent, SolveRun *best)
{
    const SolveDesc *desc = parent->desc;
    int64_t begin_ns = clock_now_ns();
    int running = desc->jobs;
    for (bool wanted = true; running > 0 && wanted && !is_reached(desc->target_ticks, best);) {
        clock_sleep_ns(POLL_MS * 1000000);
        for (int i = 0; i < desc->jobs; i++) {
            running -= process_poll(&parent->processes[i]);
            tell_errors(parent, i);
        }
        take_notes(parent, best);
        SolveProgress progress = {.furthest = parent->furthest,
                                  .time_ticks = best->time_ticks,
                                  .elapsed_s = (double)(clock_now_ns() - begin_ns) / 1e9};
        wanted = desc->progress == NULL || desc->progress(desc->context, &progress);
    }
}

static bool run_workers(Parent *parent, SolveRun *best, CwError *error)
{
    const SolveDesc *desc = parent->desc;
    bool started = true;
    for (int i = 0; i < desc->jobs && started; i++) {
        char place[PATH_BYTES_MAX + 16];
        const char *const variables[] = {WORKER, place, NULL};
        snprintf(place, sizeof place, "%d %s", i, parent->folder);
        started = process_start(
            &parent->processes[i],
            &(ProcessDesc){.arguments = desc->arguments, .variables = variables, .again = true},
            error);
    }
    if (started) {
        watch(parent, best);
    }
    for (int i = 0; i < desc->jobs; i++) {
        process_kill(&parent->processes[i]);
    }
    return started;
}

bool solve_in_parallel(const SolveDesc *wanted, SolveRun *best, CwError *error)
{
    SolveDesc desc = *wanted;
    desc.jobs = limit_jobs(desc.jobs);
    Parent *parent = calloc(1, sizeof *parent);
    best->tick_count = 0;
    best->time_ticks = 0;
    best->progress = 0;
    if (parent == NULL || !folder_make_temporary(parent->folder, "clockwork-solve-")) {
        free(parent);
        return cw_error_set(error, "no place for the search's notes: %s", file_reason(errno));
    }
    parent->desc = &desc;
    bool found = run_workers(parent, best, error) && best->time_ticks > 0;
    if (!found) { /* an earlier error stays */
        cw_error_set(error,
                     "found no run that finishes; the furthest got %.0f %% of the way: give it "
                     "more --seconds",
                     100 * parent->furthest);
    }
    remove_notes(parent->folder, desc.jobs);
    free(parent);
    return found;
}
