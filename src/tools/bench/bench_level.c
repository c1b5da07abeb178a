/* Figures of the game's first level: its tick, and worlds beside it. */
#include "bench/bench.h"
#include "cli/program.h"
#include "clockwork/worlds.h"
#include "run/replay_run.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

enum { BENCH_SLOT = 5, FORK_TICKS = 120 };

typedef struct LevelRun {
    Session session;
    Run ticks;
    CwReplayFile *replay;
    CwSim *twin;
    void *copy; /* of the world */
} LevelRun;

static CwTickInput recorded_input(const CwReplayFile *replay, const CwWorld *world)
{
    uint64_t tick = cw_world_tick(world) + 1;
    return tick <= replay->tick_count ? cw_replay_input(replay, tick) : (CwTickInput){0};
}

/* Compares nothing with the recording, as play does not either. */
static CwTickInput next_recorded(const void *context, const Session *session)
{
    return recorded_input(context, session->world);
}

static void begin_ticks(LevelRun *run)
{
    RunSource source = {.next = next_recorded, .context = run->replay};
    run_begin(&run->ticks, &(RunDesc){.session = &run->session, .source = source});
}

/* The level begins again whenever it was finished. */
static void next_tick(void *context)
{
    LevelRun *run = context;
    CwError error = {0};
    bool good = true;
    if (run->ticks.finished) {
        good = session_restart(&run->session, &error);
        begin_ticks(run);
    }
    good = good && run_advance(&run->ticks, &error);
    CW_ASSERT(good, "run clockwork play: the game's first level breaks");
}

static BenchState open_run(void *context, const BenchFigure *figure, const Program *program,
                           CwError *error)
{
    (void)figure;
    LevelRun *run = context;
    const ReplayPlayer player = {
        .game = program->game, .levels = &program->levels, .slot = BENCH_SLOT, .inputs_only = true};
    run->replay = bench_load_run(program, program->levels.names[0], error);
    if (run->replay == NULL || !replay_open_session(&run->session, run->replay, &player, error)) {
        return BENCH_FAILED;
    }
    begin_ticks(run);
    CwSimDesc twin = cw_sim_desc_of(run->session.world);
    run->twin = cw_sim_open(&twin, error);
    run->copy = malloc(arena_limit(run->session.world->arena));
    return run->twin == NULL || run->copy == NULL ? BENCH_FAILED : BENCH_READY;
}

static void close_run(void *context)
{
    LevelRun *run = context;
    free(run->copy);
    session_close(&run->session); /* and the twin */
    cw_replay_free(run->replay);
}

static void tick_twin(void *context)
{
    LevelRun *run = context;
    CwError error = {0};
    CwTickInput input = recorded_input(run->replay, cw_sim_world(run->twin));
    cw_sim_tick(run->twin, &input, &error);
}

static void run_fork(void *context)
{
    LevelRun *run = context;
    CwError error = {0};
    CwTickInput held = run->session.world->input;
    CwFork fork = {.ticks = FORK_TICKS, .inputs = &held, .input_count = 1};
    cw_world_fork(run->session.world, &fork, &error);
}

/* The same ticks between two copies of the same bytes. */
static void run_in_copies(void *context)
{
    LevelRun *run = context;
    Arena *arena = run->session.world->arena;
    size_t bytes = arena_used(arena);
    Run held;
    CwError error = {0};
    arena_copy(arena, run->copy);
    run_begin(&held, &(RunDesc){.session = &run->session, .source = run_source_held()});
    run_advance_to(&held, cw_world_tick(run->session.world) + FORK_TICKS, &error);
    LastWords words = arena_begin_restore(arena, bytes);
    memcpy(arena, run->copy, bytes);
    arena_end_restore(arena, words);
}

static const BenchFigure figures[] = {
    {"level_tick", "ns/tick", "a tick of the game's first level, headless", 0, next_tick, NULL, 30,
     .rounds = 200},
    {"twin", "ns/tick", "a tick of a second world; limit: the first one's beside it", 1.05,
     tick_twin, next_tick, 10, .rounds = 60},
    {"fork", "us", "a fork of 120 ticks; limit: those ticks between two memcpy", 1.05, run_fork,
     run_in_copies, 1, 1e3, .rounds = 30},
};

const BenchGroup bench_level = {figures, CW_ARRAY_LENGTH(figures), sizeof(LevelRun), open_run,
                                close_run};
