#include "tools/bench_run.h"

#include "app/playback.h"
#include "clockwork/history.h"
#include "clockwork/worlds.h"
#include "sim/replay_input.h"
#include "time/real_clock.h"
#include "tools/learned_inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BENCH_SLOT = 5, CALL_TICKS = 30, RUN_TICKS = 1200, START_ROUNDS = 7 };
enum { TWIN_CALL_TICKS = 10, TWIN_ROUNDS = 60, FORK_TICKS = 120, FORK_ROUNDS = 30 };

static const double HISTORY_LIMIT_NS = 500000; /* half a millisecond */

typedef struct LevelRun {
    Session session;
    CwHistory *history;
    CwTickInput input;
    LearnedInputs learned;
    bool hashed;
    uint64_t sink;
    CwError error;
} LevelRun;

static bool open_level(LevelRun *run, const BenchSubject *subject, CwError *error)
{
    *run = (LevelRun){0};
    SessionDesc desc = playback_session_desc(subject->game, subject->config);
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    desc.slot = BENCH_SLOT;
    if (subject->levels->count > 0) {
        if (!levels_resolve(subject->levels, subject->levels->names[0], path, name, error)) {
            return false;
        }
        desc.map_path = path;
        desc.level = name;
    }
    return session_open(&run->session, &desc, error);
}

static bool open_run(LevelRun *run, const BenchSubject *subject, CwError *error)
{
    if (!open_level(run, subject, error)) {
        return false;
    }
    if (!learned_inputs_learn(&run->learned, &run->session, error)) {
        session_close(&run->session);
        return cw_error_context(error, "the bot's run failed");
    }
    return true;
}

static bool close_run(LevelRun *run, CwError *error)
{
    learned_inputs_free(&run->learned);
    session_close(&run->session);
    return run->error.text[0] == '\0' || cw_error_set(error, "%s", run->error.text);
}

/* What is done in the coming tick of a world of the run. */
static void next_input(const LevelRun *run, const CwWorld *world, CwTickInput *input)
{
    *input = learned_inputs_at(&run->learned, cw_world_tick(world));
}

static void next_tick(LevelRun *run)
{
    next_input(run, run->session.world, &run->input);
    session_tick(&run->session, &run->input, &run->error);
}

/* The level from the start whenever it was finished. */
static void run_ticks(void *context)
{
    LevelRun *run = context;
    for (int i = 0; i < CALL_TICKS; i++) {
        if (session_probe(&run->session).finished) {
            session_restart(&run->session, &run->error);
        }
        next_tick(run);
        run->sink += run->hashed ? cw_world_hash(run->session.world) : 0;
    }
}

static bool measure(const BenchSubject *subject, bool hashed, ContestResult *result, CwError *error)
{
    LevelRun run;
    if (!open_run(&run, subject, error)) {
        return false;
    }
    run.hashed = hashed;
    *result = contest_run(&(Contest){
        .ours = run_ticks, .context = &run, .units = CALL_TICKS, .rounds = CONTEST_ROUNDS_MAX});
    return close_run(&run, error);
}

bool bench_level_tick(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    return measure(subject, false, result, error);
}

bool bench_verify(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    bool good = measure(subject, true, result, error);
    result->limit_ns = 1e9 / subject->config->sim.tick_rate;
    result->ratio = result->value_ns / result->limit_ns;
    return good;
}

/* ---- the past ---- */

static bool open_past(LevelRun *run, const BenchSubject *subject, CwError *error)
{
    if (!open_run(run, subject, error)) {
        return false;
    }
    run->history = cw_history_create((size_t)subject->config->history << 20,
                                     subject->config->sim.tick_rate, error);
    if (run->history == NULL) {
        learned_inputs_free(&run->learned);
        session_close(&run->session);
        return false;
    }
    cw_history_begin(run->history, run->session.world);
    return true;
}

static void close_past(LevelRun *run)
{
    cw_history_destroy(run->history);
    learned_inputs_free(&run->learned);
    session_close(&run->session);
}

bool bench_history_tick(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    double ns[RUN_TICKS];
    LevelRun run;
    if (!open_past(&run, subject, error)) {
        return false;
    }
    for (int i = 0; i < RUN_TICKS; i++) {
        next_tick(&run);
        double begin_ns = contest_cpu_ns();
        cw_history_tick(run.history, run.session.world);
        ns[i] = contest_cpu_ns() - begin_ns;
    }
    *result = contest_summary(ns, RUN_TICKS);
    result->limit_ns = HISTORY_LIMIT_NS;
    result->ratio = result->p99_ns / HISTORY_LIMIT_NS;
    close_past(&run);
    return true;
}

bool bench_history_size(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    LevelRun run;
    if (!open_past(&run, subject, error)) {
        return false;
    }
    size_t before = cw_history_bytes(run.history);
    for (int i = 0; i < RUN_TICKS; i++) {
        next_tick(&run);
        cw_history_tick(run.history, run.session.world);
    }
    double mib = (double)(cw_history_bytes(run.history) - before) / (1 << 20);
    double minutes = (double)RUN_TICKS / subject->config->sim.tick_rate / 60;
    *result = (ContestResult){.value_ns = mib / minutes, .least_ns = mib / minutes, .rounds = 1};
    close_past(&run);
    return true;
}

bool bench_replay_size(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    uint8_t bytes[RUN_TICKS * REPLAY_INPUT_BYTES_MAX];
    LevelRun run;
    if (!open_run(&run, subject, error)) {
        return false;
    }
    ReplayInputWriter writer = {0};
    replay_input_writer_begin(&writer, bytes);
    for (int i = 0; i < RUN_TICKS; i++) {
        next_tick(&run);
        replay_input_writer_put(&writer, &run.input.players[0], run.input.command);
    }
    double minutes = (double)RUN_TICKS / subject->config->sim.tick_rate / 60;
    double rate = (double)writer.used_bytes / minutes;
    *result = (ContestResult){.value_ns = rate, .least_ns = rate, .rounds = 1};
    return close_run(&run, error);
}

/* ---- worlds beside the run ---- */

typedef struct Twins {
    LevelRun run;
    CwSim *twin;
    CwTickInput input; /* of the twin */
    void *copy;        /* of the run's world */
} Twins;

static void run_first(void *context)
{
    Twins *twins = context;
    for (int i = 0; i < TWIN_CALL_TICKS; i++) {
        next_tick(&twins->run);
    }
}

static void run_twin(void *context)
{
    Twins *twins = context;
    for (int i = 0; i < TWIN_CALL_TICKS; i++) {
        next_input(&twins->run, cw_sim_world(twins->twin), &twins->input);
        cw_sim_tick(twins->twin, &twins->input, &twins->run.error);
    }
}

bool bench_twin_tick(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    Twins twins = {0};
    if (!open_run(&twins.run, subject, error)) {
        return false;
    }
    CwSimDesc desc = cw_sim_desc_of(twins.run.session.world);
    twins.twin = cw_sim_open(&desc, &twins.run.error);
    if (twins.twin != NULL) {
        *result = contest_run(&(Contest){.ours = run_twin,
                                         .limit = run_first,
                                         .context = &twins,
                                         .units = TWIN_CALL_TICKS,
                                         .rounds = TWIN_ROUNDS});
    }
    return close_run(&twins.run, error);
}

static void run_fork(void *context)
{
    Twins *twins = context;
    CwFork fork = {.ticks = FORK_TICKS, .inputs = &twins->run.input, .input_count = 1};
    cw_world_fork(twins->run.session.world, &fork, &twins->run.error);
}

/* The same ticks between two copies of the same bytes. */
static void run_in_copies(void *context)
{
    Twins *twins = context;
    Session *session = &twins->run.session;
    Arena *arena = session->world->arena;
    size_t bytes = arena_used(arena);
    CwTickInput input = twins->run.input;
    arena_copy(arena, twins->copy);
    for (int i = 0; i < FORK_TICKS; i++) {
        session_tick(session, &input, &twins->run.error);
        input.players[0].pressed = input.players[0].released = 0;
    }
    LastWords words = arena_begin_restore(arena, bytes);
    memcpy(arena, twins->copy, bytes);
    arena_end_restore(arena, words);
}

/* A second into the level. */
static bool open_parent(Twins *twins, const BenchSubject *subject, CwError *error)
{
    *twins = (Twins){0};
    if (!open_run(&twins->run, subject, error)) {
        return false;
    }
    for (int i = 0; i < subject->config->sim.tick_rate; i++) {
        next_tick(&twins->run);
    }
    return true;
}

bool bench_fork(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    Twins twins;
    if (!open_parent(&twins, subject, error)) {
        return false;
    }
    twins.copy = malloc(arena_used(twins.run.session.world->arena));
    CW_ASSERT(twins.copy != NULL, "free memory for a copy of the world");
    *result = contest_run(&(Contest){.ours = run_fork,
                                     .limit = run_in_copies,
                                     .context = &twins,
                                     .units = 1e3, /* us */
                                     .rounds = FORK_ROUNDS});
    free(twins.copy);
    return close_run(&twins.run, error);
}

bool bench_fork_size(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    Twins twins;
    if (!open_parent(&twins, subject, error)) {
        return false;
    }
    double kib = (double)arena_used(twins.run.session.world->arena) / 1024;
    *result = (ContestResult){.value_ns = kib, .least_ns = kib, .rounds = 1};
    return close_run(&twins.run, error);
}

/* ---- the start ---- */

/* In a window where there is a display. */
static bool start_once(const char *program)
{
    bool display = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
    const char *where = display ? "--set=display.fullscreen=off" : "--headless";
    fflush(stdout); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        bool quiet =
            freopen("/dev/null", "w", stdout) != NULL && freopen("/dev/null", "w", stderr) != NULL;
        if (quiet) {
            execl(program, program, "play", where, "--ticks", "1", "--set=display.background=run",
                  "--set=game.flight_recorder=0", (char *)NULL);
        }
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

bool bench_first_frame(const BenchSubject *subject, ContestResult *result, CwError *error)
{
    double ns[START_ROUNDS];
    for (int i = 0; i < START_ROUNDS; i++) {
        int64_t begin_ns = real_clock_now_ns(NULL);
        if (!start_once(subject->program)) {
            return cw_error_set(error, "%s could not be started for a run of one tick",
                                subject->program);
        }
        ns[i] = (double)(real_clock_now_ns(NULL) - begin_ns) * 1e-6;
    }
    *result = contest_summary(ns, START_ROUNDS);
    return true;
}
