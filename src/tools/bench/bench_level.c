/* Figures of the game's first level: its tick, its past, its recording, and worlds beside it. */
#include "bench/bench.h"
#include "clockwork/history.h"
#include "clockwork/worlds.h"
#include "lab/learned_inputs.h"
#include "run/replay_rows.h"
#include "run/replay_run.h"
#include "shell/playback.h"

#include <stdlib.h>
#include <string.h>

enum { BENCH_SLOT = 5, CALL_TICKS = 30, RUN_TICKS = 1200, FORK_TICKS = 120, TWIN_TICKS = 10 };

static const double HISTORY_LIMIT_NS = 500000; /* half a millisecond */

/* The level, driven by what the game's bot did in it. */
typedef struct LevelRun {
    Session session;
    CwTickInput input;
    LearnedInputs learned;
    CwHistory *history;
    CwSim *twin;
    void *copy; /* of the world */
    uint64_t sink;
    CwError error;
} LevelRun;

static bool open_level(Session *session, const BenchSubject *subject, CwError *error)
{
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
    return session_open(session, &desc, error);
}

static bool open_run(LevelRun *run, const BenchSubject *subject, CwError *error)
{
    *run = (LevelRun){0};
    if (!open_level(&run->session, subject, error) ||
        !learned_inputs_learn(&run->learned, &run->session, error)) {
        return false;
    }
    CwSimDesc desc = cw_sim_desc_of(run->session.world);
    run->twin = cw_sim_open(&desc, error);
    run->history = cw_history_create((size_t)subject->config->history << 20,
                                     subject->config->sim.tick_rate, error);
    run->copy = malloc(arena_limit(run->session.world->arena));
    if (run->twin == NULL || run->history == NULL || run->copy == NULL) {
        return false;
    }
    cw_history_begin(run->history, run->session.world);
    return true;
}

/* False when a tick failed. */
static bool close_run(LevelRun *run, CwError *error)
{
    free(run->copy);
    cw_history_destroy(run->history);
    learned_inputs_free(&run->learned);
    session_close(&run->session); /* and the twin */
    return run->error.text[0] == '\0' || cw_error_set(error, "%s", run->error.text);
}

static void next_tick(LevelRun *run)
{
    run->input = learned_inputs_at(&run->learned, cw_world_tick(run->session.world));
    session_tick(&run->session, &run->input, &run->error);
}

/* ---- work ---- */

/* The level begins again whenever it was finished. */
static void run_ticks(void *context)
{
    LevelRun *run = context;
    for (int i = 0; i < CALL_TICKS; i++) {
        if (session_probe(&run->session).finished) {
            session_restart(&run->session, &run->error);
        }
        next_tick(run);
    }
}

static void verify_ticks(void *context)
{
    LevelRun *run = context;
    for (int i = 0; i < CALL_TICKS; i++) {
        if (session_probe(&run->session).finished) {
            session_restart(&run->session, &run->error);
        }
        next_tick(run);
        run->sink += cw_world_hash(run->session.world);
    }
}

static void run_first(void *context)
{
    for (int i = 0; i < TWIN_TICKS; i++) {
        next_tick(context);
    }
}

static void run_twin(void *context)
{
    LevelRun *run = context;
    for (int i = 0; i < TWIN_TICKS; i++) {
        uint64_t tick = cw_world_tick(cw_sim_world(run->twin));
        CwTickInput input = learned_inputs_at(&run->learned, tick);
        cw_sim_tick(run->twin, &input, &run->error);
    }
}

static void run_fork(void *context)
{
    LevelRun *run = context;
    CwFork fork = {.ticks = FORK_TICKS, .inputs = &run->input, .input_count = 1};
    cw_world_fork(run->session.world, &fork, &run->error);
}

/* The same ticks between two copies of the same bytes. */
static void run_in_copies(void *context)
{
    LevelRun *run = context;
    Arena *arena = run->session.world->arena;
    size_t bytes = arena_used(arena);
    CwTickInput input = run->input;
    arena_copy(arena, run->copy);
    for (int i = 0; i < FORK_TICKS; i++) {
        session_tick(&run->session, &input, &run->error);
        input.players[0].pressed = input.players[0].released = 0;
    }
    LastWords words = arena_begin_restore(arena, bytes);
    memcpy(arena, run->copy, bytes);
    arena_end_restore(arena, words);
}

/* ---- measuring ---- */

/* A contest a second into the level. */
static bool measure(const BenchFigure *figure, const BenchSubject *subject, ContestResult *result,
                    CwError *error)
{
    LevelRun run;
    bool ready = open_run(&run, subject, error);
    for (int i = 0; ready && figure->special && i < subject->config->sim.tick_rate; i++) {
        next_tick(&run);
    }
    if (ready) {
        *result = contest_run(
            &(Contest){figure->ours, figure->limit, &run, figure->units, figure->rounds});
    }
    return close_run(&run, error) && ready;
}

static bool measure_verify(const BenchFigure *figure, const BenchSubject *subject,
                           ContestResult *result, CwError *error)
{
    bool good = measure(figure, subject, result, error);
    result->limit_ns = 1e9 / subject->config->sim.tick_rate;
    result->ratio = result->value_ns / result->limit_ns;
    return good;
}

static bool measure_history(const BenchFigure *figure, const BenchSubject *subject,
                            ContestResult *result, CwError *error)
{
    (void)figure;
    double ns[RUN_TICKS];
    LevelRun run;
    bool ready = open_run(&run, subject, error);
    for (int i = 0; ready && i < RUN_TICKS; i++) {
        next_tick(&run);
        double begin_ns = contest_cpu_ns();
        cw_history_tick(run.history, run.session.world);
        ns[i] = contest_cpu_ns() - begin_ns;
    }
    if (ready) {
        *result = contest_summary(ns, RUN_TICKS);
        result->limit_ns = HISTORY_LIMIT_NS;
        result->ratio = result->p99_ns / HISTORY_LIMIT_NS;
    }
    return close_run(&run, error) && ready;
}

typedef enum Size { HISTORY_SIZE, REPLAY_SIZE, FORK_SIZE } Size;

/* The bytes of a run's inputs as recordings code them. */
typedef struct InputSize {
    ReplayRows rows;
    uint8_t *block;
    size_t bytes;
} InputSize;

static bool input_size_begin(InputSize *size, const Session *session, CwError *error)
{
    CwReplayHeader header = replay_header_of(session);
    bool opened = replay_rows_open(&size->rows, &header);
    size->block = opened ? malloc(replay_rows_bound(&size->rows)) : NULL;
    return size->block != NULL || cw_error_set(error, "out of memory");
}

static void input_size_tick(InputSize *size, const CwTickInput *input)
{
    replay_rows_add(&size->rows, input);
    if (size->rows.count == size->rows.capacity) {
        size->bytes += replay_rows_encode(&size->rows, size->block);
        size->rows.count = 0;
    }
}

/* What a run of twenty seconds takes: MiB and bytes a minute, KiB. */
static bool measure_size(const BenchFigure *figure, const BenchSubject *subject,
                         ContestResult *result, CwError *error)
{
    LevelRun run;
    InputSize inputs = {0};
    bool ready = open_run(&run, subject, error) && input_size_begin(&inputs, &run.session, error);
    size_t before = ready ? cw_history_bytes(run.history) : 0;
    for (int i = 0; ready && i < RUN_TICKS; i++) {
        next_tick(&run);
        cw_history_tick(run.history, run.session.world);
        input_size_tick(&inputs, &run.input);
    }
    if (ready) {
        double minutes = (double)RUN_TICKS / subject->config->sim.tick_rate / 60;
        double mib = (double)(cw_history_bytes(run.history) - before) / (1 << 20);
        double sizes[] = {[HISTORY_SIZE] = mib / minutes,
                          [REPLAY_SIZE] = (double)inputs.bytes / minutes,
                          [FORK_SIZE] = (double)arena_used(run.session.world->arena) / 1024};
        double size = sizes[figure->count];
        *result = (ContestResult){.value_ns = size, .least_ns = size, .rounds = 1};
    }
    replay_rows_close(&inputs.rows);
    free(inputs.block);
    return close_run(&run, error) && ready;
}

static const BenchFigure figures[] = {
    {"level_tick", "ns/tick", "a tick of the game's first level, headless", 0, measure, run_ticks,
     NULL, CALL_TICKS, .rounds = CONTEST_ROUNDS_MAX},
    {"verify", "ns/tick", "a tick of verifying it; limit: real time", 0.005, measure_verify,
     verify_ticks, NULL, CALL_TICKS, .rounds = CONTEST_ROUNDS_MAX},
    {"history", "ns/tick", "the history in it; p99 against half a millisecond", 1,
     .measure = measure_history},
    {"history_size", "MiB/min", "the memory that the history takes", 0, measure_size,
     .count = HISTORY_SIZE},
    {"replay_size", "B/min", "the inputs in a replay, bot at the controls; hashes: 28,800", 0,
     measure_size, .count = REPLAY_SIZE},
    {"twin", "ns/tick", "a tick of a second world; limit: the first one's beside it", 1.05, measure,
     run_twin, run_first, TWIN_TICKS, .rounds = 60},
    {"fork", "us", "a fork of 120 ticks; limit: those ticks between two memcpy", 1.05, measure,
     run_fork, run_in_copies, 1e3, 30, .special = true},
    {"fork_size", "KiB", "what each of its two copies is", 0, measure_size, .count = FORK_SIZE},
};

const BenchGroup bench_level = {figures, CW_ARRAY_LENGTH(figures)};
