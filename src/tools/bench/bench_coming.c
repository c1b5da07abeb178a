/* The coming tick of a world with 1,000 bodies (sim/coming.h). The game's levels are in
 * bench_coming_levels.c. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "run/run.h"

#include <math.h>

enum { SETTLE_TICKS = 60, BENCH_SLOT = 5 };

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

/* The other way to have both worlds: the tick is simulated again when it is due. */
static void tick_twice(void *context)
{
    ComingBench *bench = context;
    const CwTickInput other = {.players[0].pointer_x = 1};
    run_simulate_coming(&bench->run, &other);
    tick(context);
}

static const BenchFigure figures[] = {
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.3, coming_tick, tick, 4, .rounds = 60},
    {"coming_wrong", "ns/tick", "the same where the guess is wrong", 0, tick_twice, tick, 4,
     .rounds = 60},
};

const BenchGroup bench_coming = {figures, CW_ARRAY_LENGTH(figures), sizeof(ComingBench), open_bench,
                                 close_bench};
