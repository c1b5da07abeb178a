/* Figures of levels: the first one's tick, worlds beside it, and the coming tick (sim/coming.h),
 * also of a world with 1,000 bodies. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "clockwork/worlds.h"
#include "platform/clock.h"
#include "program/program.h"
#include "run/replay_run.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_SLOT = 5, BARE_SLOT = 7, FORK_TICKS = 120, SETTLE_TICKS = 60, PASSES = 4 };

static const double GOAL_US = 80; /* of a coming tick */

typedef struct LevelRun {
    const Program *program;
    Session session;
    Run ticks;
    CwReplayFile *replay; /* NULL: the scene */
    CwSim *twin;
    void *copy; /* of the world */
    BareScene bare;
} LevelRun;

/* Compares nothing with the recording, as play does not either. */
static void begin_ticks(LevelRun *run)
{
    RunSource source = run->replay == NULL ? run_source_held() : run_source_replay(run->replay);
    source.recording = NULL;
    run_begin(&run->ticks, &(RunDesc){.session = &run->session, .source = source});
}

/* Plays the level's own recording. */
static bool open_level(LevelRun *run, const char *level, CwError *error)
{
    const Program *program = run->program;
    const ReplayPlayer player = {
        .game = program->game, .levels = &program->levels, .slot = BENCH_SLOT, .inputs_only = true};
    run->replay = bench_load_run(program, level, error);
    bool good =
        run->replay != NULL && replay_open_session(&run->session, run->replay, &player, error);
    if (good) {
        begin_ticks(run);
    }
    return good;
}

static void close_run(void *context)
{
    LevelRun *run = context;
    free(run->copy);
    session_close(&run->session); /* and the twin */
    cw_replay_free(run->replay);
    bare_scene_close(&run->bare);
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

static void tick_twin(void *context)
{
    LevelRun *run = context;
    CwError error = {0};
    uint64_t tick = cw_world_tick(cw_sim_world(run->twin)) + 1;
    bool recorded = tick <= run->replay->tick_count;
    CwTickInput input = recorded ? cw_replay_input(run->replay, tick) : (CwTickInput){0};
    cw_sim_tick(run->twin, &input, &error);
}

static void step_bare(void *context)
{
    bare_scene_step(&((const LevelRun *)context)->bare);
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

/* ---- the coming tick ---- */

static bool start_scene(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    scene_find("rain")->build(&(SceneSite){.world = world});
    return true;
}

static bool open_scene(LevelRun *run, CwError *error)
{
    static const CwGame game = {
        .id = "rain",
        .title = "Rain",
        .content = {.kinds = scene_kinds, .kind_count = SCENE_KIND_COUNT, .state_bytes = 1},
        .start = start_scene};
    const WorldDesc usual = world_desc_default();
    SessionDesc desc = {.game = &game,
                        .settings = usual.settings,
                        .arena_bytes = usual.arena_bytes,
                        .slot = BENCH_SLOT,
                        .level = "rain"};
    if (!session_open(&run->session, &desc, error)) {
        return false;
    }
    begin_ticks(run);
    return run_advance_to(&run->ticks, SETTLE_TICKS, error);
}

static void coming_tick(void *context)
{
    LevelRun *run = context;
    run_simulate_coming(&run->ticks, NULL);
    next_tick(context);
}

/* Plays all ticks of the recording, with or without coming ones, and notes how long each took. */
static bool time_ticks(LevelRun *run, bool coming, int64_t *least_ns, CwError *error)
{
    if (!session_restart(&run->session, error)) {
        return false;
    }
    begin_ticks(run);
    for (size_t i = 0; i < run->replay->tick_count; i++) {
        int64_t begin_ns = clock_now_ns();
        if (coming) {
            run_simulate_coming(&run->ticks, NULL);
        }
        if (!run_advance(&run->ticks, error)) {
            return false;
        }
        int64_t length_ns = clock_now_ns() - begin_ns;
        least_ns[i] = least_ns[i] == 0 || length_ns < least_ns[i] ? length_ns : least_ns[i];
    }
    return true;
}

/* Microseconds of a tick, with and without a coming one: the mean of the level's run. The shortest
 * time of each tick counts, so that work beside this program adds nothing. */
static bool time_level(LevelRun *run, const char *level, double mean_us[2], CwError *error)
{
    bool good = open_level(run, level, error);
    size_t count = good ? run->replay->tick_count : 0;
    for (int coming = 0; coming < 2 && good; coming++) {
        int64_t *least_ns = calloc(count + 1, sizeof *least_ns);
        good = least_ns != NULL;
        for (int pass = 0; pass < PASSES && good; pass++) {
            good = time_ticks(run, coming == 1, least_ns, error);
        }
        mean_us[coming] = 0;
        for (size_t i = 0; i < count && good; i++) {
            mean_us[coming] += (double)least_ns[i] * 1e-3 / (double)count;
        }
        free(least_ns);
    }
    return good;
}

/* The figure is that of the worst level. */
static bool sample_coming(void *context, double *ours, double *limit)
{
    const Program *program = ((LevelRun *)context)->program;
    bool good = true;
    *ours = 0;
    *limit = GOAL_US;
    for (int i = 0; i < program->levels.count && good; i++) {
        LevelRun run = {.program = program};
        double mean_us[2];
        good = time_level(&run, program->levels.names[i], mean_us, &(CwError){0});
        close_run(&run);
        if (good) {
            double added_us = mean_us[1] - mean_us[0];
            printf("  %-14s  a tick %6.1f  coming +%5.1f us\n", program->levels.names[i],
                   mean_us[0], added_us);
            *ours = fmax(*ours, added_us);
        }
    }
    return good;
}

/* ---- figures ---- */

static BenchState open_run(void *context, const BenchFigure *figure, const Program *program,
                           CwError *error)
{
    LevelRun *run = context;
    run->program = program;
    if (figure->sample != NULL) { /* it opens one level after the other */
        return BENCH_READY;
    }
    if (figure->scene != NULL) {
        return open_scene(run, error) ? BENCH_READY : BENCH_FAILED;
    }
    if (!open_level(run, program->levels.names[0], error)) {
        return BENCH_FAILED;
    }
    CwSimDesc twin = cw_sim_desc_of(run->session.world);
    run->twin = cw_sim_open(&twin, error);
    run->copy = malloc(arena_limit(run->session.world->arena));
    bool opened = run->twin != NULL && run->copy != NULL &&
                  bare_scene_open(&run->bare, "mixed", BARE_SLOT, error);
    return opened ? BENCH_READY : BENCH_FAILED;
}

static const BenchFigure figures[] = {
    {"level_tick", "ns/tick",
     "a tick of the game's first level; limit: bare cpSpaceStep of 41 bodies", 0.4, next_tick,
     step_bare, 30, .rounds = 200},
    {"twin", "ns/tick", "a tick of a second world; limit: the first one's beside it", 1.05,
     tick_twin, next_tick, 10, .rounds = 60},
    {"fork", "us", "a fork of 120 ticks; limit: those ticks between two memcpy", 1.05, run_fork,
     run_in_copies, 1, 1e3, .rounds = 30},
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.3, coming_tick, next_tick, 4, .rounds = 60, .scene = "rain"},
    {"coming", "us", "added by a coming tick in the level where that is most; limit: 80 us", 1,
     .sample = sample_coming, .rounds = 1},
};

const BenchGroup bench_level = {figures, CW_ARRAY_LENGTH(figures), sizeof(LevelRun), open_run,
                                close_run};
