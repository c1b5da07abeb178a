/* The cost of the coming tick (sim/coming.h), of a world with 1,000 bodies and in each level of the
 * game. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "cli/program.h"
#include "platform/clock.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>

enum { SETTLE_TICKS = 60, PASSES = 3, BENCH_SLOT = 5 };

static const double GOAL_US = 80;

/* ---- 1,000 bodies ---- */

typedef struct ComingBench {
    Session session;
    Run run;
} ComingBench;

static bool start_scene(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    scene_find("rain")->build(&(SceneSite){.world = world});
    return true;
}

static const CwGame game = {.id = "rain",
                            .title = "Rain",
                            .kinds = scene_kinds,
                            .kind_count = SCENE_KIND_COUNT,
                            .state_bytes = 1,
                            .start = start_scene};

static BenchState open_bench(void *context, const BenchFigure *figure, const Program *program,
                             CwError *error)
{
    (void)figure, (void)program;
    ComingBench *bench = context;
    const WorldDesc usual = world_desc_default();
    SessionDesc desc = {.game = &game,
                        .settings = usual.settings,
                        .arena_bytes = usual.arena_bytes,
                        .slot = BENCH_SLOT,
                        .level = "rain"};
    if (!session_open(&bench->session, &desc, error)) {
        return BENCH_FAILED;
    }
    run_begin(&bench->run, &(RunDesc){.session = &bench->session, .source = run_source_held()});
    return run_advance_to(&bench->run, SETTLE_TICKS, error) ? BENCH_READY : BENCH_FAILED;
}

static void close_bench(void *context)
{
    ComingBench *bench = context;
    session_close(&bench->session);
}

static void tick(void *context)
{
    ComingBench *bench = context;
    run_advance(&bench->run, NULL);
}

static void coming_tick(void *context)
{
    ComingBench *bench = context;
    run_simulate_coming(&bench->run, NULL);
    tick(context);
}

static const BenchFigure figures[] = {
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.3, coming_tick, tick, 4, .rounds = 60},
};

const BenchGroup bench_coming = {figures, CW_ARRAY_LENGTH(figures), sizeof(ComingBench), open_bench,
                                 close_bench};

/* ---- levels ---- */

/* Two sessions play the level's own recording side by side. One of them simulates each tick before
 * it is due and then adopts it. They are timed tick by tick in several passes, of which the
 * shortest time counts, so that work beside this program adds nothing. */
typedef struct Side {
    Session session;
    Run run;
    bool simulates_coming;
    int64_t *least_ns; /* a tick; of all passes */
} Side;

typedef struct LevelsBench {
    const Program *program;
    CwReplayFile *replay;
    Side sides[2];
} LevelsBench;

static bool open_side(LevelsBench *bench, int index, CwError *error)
{
    Side *side = &bench->sides[index];
    const Program *program = bench->program;
    const ReplayPlayer player = {.game = program->game,
                                 .levels = &program->levels,
                                 .slot = BENCH_SLOT + index,
                                 .inputs_only = true};
    if (!replay_open_session(&side->session, bench->replay, &player, error)) {
        return false;
    }
    RunSource source = run_source_replay(bench->replay);
    source.recording = NULL; /* play compares nothing either */
    run_begin(&side->run, &(RunDesc){.session = &side->session, .source = source});
    side->simulates_coming = index == 1;
    return true;
}

static bool time_tick(Side *side, uint64_t tick, CwError *error)
{
    int64_t begin_ns = clock_now_ns();
    if (side->simulates_coming) {
        run_simulate_coming(&side->run, NULL);
    }
    bool good = run_advance(&side->run, error);
    int64_t length_ns = clock_now_ns() - begin_ns;
    int64_t *least_ns = &side->least_ns[tick];
    *least_ns = *least_ns == 0 || length_ns < *least_ns ? length_ns : *least_ns;
    return good;
}

static bool play(LevelsBench *bench, CwError *error)
{
    bool good = open_side(bench, 0, error) && open_side(bench, 1, error);
    for (uint64_t tick = 0; good && tick < bench->replay->tick_count; tick++) {
        good = time_tick(&bench->sides[tick % 2], tick, error) &&
               time_tick(&bench->sides[1 - tick % 2], tick, error);
    }
    session_close(&bench->sides[0].session);
    session_close(&bench->sides[1].session);
    return good;
}

static double mean_us(const Side *side, uint64_t tick_count)
{
    int64_t sum_ns = 0;
    for (uint64_t tick = 0; tick < tick_count; tick++) {
        sum_ns += side->least_ns[tick];
    }
    return (double)sum_ns * 1e-3 / (double)tick_count;
}

/* Microseconds that a coming tick adds to a tick of this level, the mean of its run. */
static bool measure(LevelsBench *bench, const char *level, double *added_us, CwError *error)
{
    bench->replay = bench_load_run(bench->program, level, error);
    bool good = bench->replay != NULL;
    for (int i = 0; good && i < 2; i++) {
        bench->sides[i].least_ns = calloc(bench->replay->tick_count, sizeof(int64_t));
        good = bench->sides[i].least_ns != NULL;
    }
    for (int pass = 0; good && pass < PASSES; pass++) {
        good = play(bench, error);
    }
    if (good) {
        double usual_us = mean_us(&bench->sides[0], bench->replay->tick_count);
        *added_us = mean_us(&bench->sides[1], bench->replay->tick_count) - usual_us;
        printf("  %-14s  a tick %6.1f  coming +%5.1f us\n", level, usual_us, *added_us);
    }
    free(bench->sides[0].least_ns);
    free(bench->sides[1].least_ns);
    bench->sides[0].least_ns = bench->sides[1].least_ns = NULL;
    cw_replay_free(bench->replay);
    return good;
}

static BenchState open_levels(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)figure, (void)error;
    ((LevelsBench *)context)->program = program;
    return BENCH_READY;
}

/* The figure is that of the worst level. */
static bool sample(void *context, double *ours, double *limit)
{
    LevelsBench *bench = context;
    const Levels *levels = &bench->program->levels;
    CwError error = {0};
    *limit = GOAL_US;
    *ours = 0;
    for (int i = 0; i < levels->count; i++) {
        double added_us;
        if (!measure(bench, levels->names[i], &added_us, &error)) {
            return false;
        }
        *ours = added_us > *ours ? added_us : *ours;
    }
    return true;
}

static const BenchFigure level_figures[] = {
    {"coming", "us", "added by a coming tick in the level where that is most; limit: 80 us", 1,
     .sample = sample, .rounds = 1},
};

const BenchGroup bench_coming_levels = {level_figures, CW_ARRAY_LENGTH(level_figures),
                                        sizeof(LevelsBench), open_levels, NULL};
