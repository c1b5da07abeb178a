/* Measures a tick of the game's first level, and the coming tick (sim/coming.h). */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "program/program.h"
#include "run/replay_run.h"
#include "run/run.h"

#include <math.h>

enum { BENCH_SLOT = 5, BARE_SLOT = 7, SETTLE_TICKS = 60 };

typedef struct LevelRun {
    Session session;
    Run ticks;
    CwReplayFile *replay; /* NULL: the run is a scene */
    BareScene bare;
} LevelRun;

/* Compares no hashes with the recording, because play doesn't either. */
static void begin_ticks(LevelRun *run)
{
    RunSource source = run->replay == NULL ? run_source_held() : run_source_replay(run->replay);
    source.recording = NULL;
    run_begin(&run->ticks, &(RunDesc){.session = &run->session, .source = source});
}

/* Opens the game's first level with its recording. */
static bool open_level(LevelRun *run, const Program *program, CwError *error)
{
    const ReplayPlayer player = {
        .game = program->game, .levels = &program->levels, .slot = BENCH_SLOT, .inputs_only = true};
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES + 8];
    snprintf(name, sizeof name, "%s.cwr", program->levels.names[0]);
    path_join(path, program->replays_dir, name);
    run->replay = cw_replay_load(path, error);
    bool good =
        run->replay != NULL && replay_open_session(&run->session, run->replay, &player, error);
    if (good) {
        begin_ticks(run);
    }
    return good && bare_scene_open(&run->bare, "mixed", BARE_SLOT, error);
}

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

static BenchState open_run(void *context, const BenchFigure *figure, const Program *program,
                           CwError *error)
{
    bool opened =
        figure->scene != NULL ? open_scene(context, error) : open_level(context, program, error);
    return opened ? BENCH_READY : BENCH_FAILED;
}

static void close_run(void *context)
{
    LevelRun *run = context;
    session_close(&run->session);
    cw_replay_free(run->replay);
    bare_scene_close(&run->bare);
}

/* Runs a tick. A finished level starts again. */
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

static void coming_tick(void *context)
{
    run_simulate_coming(&((LevelRun *)context)->ticks, NULL);
    next_tick(context);
}

static void step_bare(void *context)
{
    bare_scene_step(&((const LevelRun *)context)->bare);
}

static const BenchFigure figures[] = {
    {"level_tick", "ns/tick",
     "a tick of the game's first level; limit: bare cpSpaceStep of 41 bodies", 0.4, next_tick,
     step_bare, 30, .rounds = 120},
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.3, coming_tick, next_tick, 4, .rounds = 60, .counted = 2, .scene = "rain"},
};

const BenchGroup bench_level = {figures, CW_ARRAY_LENGTH(figures), sizeof(LevelRun), open_run,
                                close_run};
