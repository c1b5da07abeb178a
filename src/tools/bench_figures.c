#include "tools/bench_figures.h"

#include "sim/schedule.h"
#include "sim/world.h"
#include "time/step_clock.h"
#include "tools/bench_pacing.h"
#include "tools/bench_sound.h"
#include "tools/bench_sprites.h"
#include "tools/bench_watch.h"
#include "tools/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD_SLOT = 6, BARE_SLOT = 7 };
enum { SETTLE_TICKS = 60, TICKS_A_CALL = 4 };

/* ---- a scene twice: in a world, and in a bare space that is stepped alongside ---- */

typedef struct Course {
    CwWorld *world;
    Schedule schedule;
    Arena *arena; /* of the bare space */
    cpSpace *bare;
    double dt_s;
    double sink; /* keeps the compiler from dropping work */
    CwSnapshot snapshot;
    void *copy; /* as large as the snapshot */
} Course;

static void course_close(Course *course)
{
    cw_snapshot_free(&course->snapshot);
    free(course->copy);
    world_close(course->world);
    arena_destroy(course->arena);
}

static void tick_world(Course *course)
{
    const CwTickInput input = {0};
    world_begin_tick(course->world, &input);
    schedule_run_tick(&course->schedule, course->world);
    course->sink += world_check(course->world, NULL);
}

static void step_bare(Course *course)
{
    arena_make_current(course->arena);
    cpSpaceStep(course->bare, course->dt_s);
}

static bool open_worlds(Course *course, const WorldDesc *desc, CwError *error)
{
    course->world = world_open(desc, error);
    course->arena =
        course->world == NULL ? NULL : arena_create(BARE_SLOT, desc->arena_bytes, error);
    if (course->arena == NULL) {
        return false;
    }
    arena_make_current(course->arena);
    course->bare = space_open(&desc->settings);
    return true;
}

static bool course_open(Course *course, const char *scene, CwError *error)
{
    *course = (Course){0};
    WorldDesc desc = world_desc_default();
    desc.slot = WORLD_SLOT;
    desc.kinds = scene_kinds;
    desc.kind_count = SCENE_KIND_COUNT;
    if (!open_worlds(course, &desc, error)) {
        course_close(course);
        return false;
    }
    course->dt_s = cw_world_dt_s(course->world);
    for (int i = 0; i < world_system_count; i++) {
        if (!schedule_add(&course->schedule, &world_systems[i], error)) {
            course_close(course);
            return false;
        }
    }
    scene_find(scene)->build(&(SceneSite){.space = course->bare});
    world_make_current(course->world);
    scene_find(scene)->build(&(SceneSite){.world = course->world});
    world_finish_building(course->world);
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick_world(course);
        step_bare(course);
    }
    return true;
}

/* Opens a scene, runs the contest on it, and closes it. */
static bool race(const char *scene, Contest contest, ContestResult *result, CwError *error)
{
    Course course;
    if (!course_open(&course, scene, error)) {
        return false;
    }
    contest.context = &course;
    *result = contest_run(&contest);
    course_close(&course);
    return true;
}

/* ---- figures of the world ---- */

static void run_ticks(void *context)
{
    for (int i = 0; i < TICKS_A_CALL; i++) {
        tick_world(context);
    }
}

static void run_steps(void *context)
{
    for (int i = 0; i < TICKS_A_CALL; i++) {
        step_bare(context);
    }
}

static bool measure_tick(ContestResult *result, CwError *error)
{
    return race(
        "rain",
        (Contest){.ours = run_ticks, .limit = run_steps, .units = TICKS_A_CALL, .rounds = 80},
        result, error);
}

static void run_hashes(void *context)
{
    Course *course = context;
    for (int i = 0; i < TICKS_A_CALL; i++) {
        course->sink += (double)(cw_world_hash(course->world) & 1);
    }
}

static bool measure_hash(ContestResult *result, CwError *error)
{
    return race(
        "rain",
        (Contest){.ours = run_hashes, .limit = run_ticks, .units = TICKS_A_CALL, .rounds = 60},
        result, error);
}

enum { POSE_CALLS = 50, POSE_BODIES = 1000 };

static void run_poses(void *context)
{
    Course *course = context;
    for (int call = 0; call < POSE_CALLS; call++) {
        for (int i = 0; i < POSE_BODIES; i++) {
            const cpBody *body = course->world->poses[i].body;
            CwTransform2 pose = cw_world_pose(course->world, body, call / (double)POSE_CALLS);
            course->sink += pose.x_m + pose.angle_rad;
        }
    }
}

static bool measure_poses(ContestResult *result, CwError *error)
{
    return race("rain",
                (Contest){.ours = run_poses, .units = POSE_CALLS * POSE_BODIES, .rounds = 100},
                result, error);
}

static void run_snapshot(void *context)
{
    Course *course = context;
    course->sink += cw_world_snapshot(course->world, &course->snapshot);
}

static void run_restore(void *context)
{
    Course *course = context;
    if (course->snapshot.size == 0) { /* the round that is not counted */
        run_snapshot(context);
    }
    cw_world_restore(course->world, &course->snapshot);
}

/* The same bytes between the arena and a second buffer. */
static void copy_out(void *context)
{
    Course *course = context;
    size_t bytes = arena_used(course->world->arena);
    course->copy = course->copy == NULL ? malloc(bytes) : course->copy;
    CW_ASSERT(course->copy != NULL, "free memory for a copy of the world");
    arena_copy(course->world->arena, course->copy);
}

static void copy_in(void *context)
{
    Course *course = context;
    if (course->copy == NULL) {
        copy_out(context);
    }
    Arena *arena = course->world->arena;
    size_t bytes = arena_used(arena);
    LastWords words = arena_begin_restore(arena, bytes);
    memcpy(arena, course->copy, bytes);
    arena_end_restore(arena, words);
}

static bool measure_snapshot(ContestResult *result, CwError *error)
{
    return race("rain",
                (Contest){.ours = run_snapshot, .limit = copy_out, .units = 1, .rounds = 200},
                result, error);
}

static bool measure_restore(ContestResult *result, CwError *error)
{
    return race("rain", (Contest){.ours = run_restore, .limit = copy_in, .units = 1, .rounds = 200},
                result, error);
}

/* ---- figures of the engine ---- */

enum { SYSTEM_COUNT = 32, SYSTEM_TICKS = 20000, CLOCK_FRAMES = 50000 };

typedef struct SystemRace {
    Schedule schedule;
    CwTickFunction *calls[SYSTEM_COUNT];
    int count;
} SystemRace;

static void do_nothing(CwWorld *world)
{
    (void)world;
}

static void run_schedule(void *context)
{
    SystemRace *systems = context;
    for (int i = 0; i < SYSTEM_TICKS; i++) {
        schedule_run_tick(&systems->schedule, NULL);
    }
}

static void run_pointers(void *context)
{
    const SystemRace *systems = context;
    for (int tick = 0; tick < SYSTEM_TICKS; tick++) {
        for (int i = 0; i < systems->count; i++) {
            systems->calls[i](NULL);
        }
    }
}

static bool measure_systems(ContestResult *result, CwError *error)
{
    SystemRace systems = {.count = SYSTEM_COUNT};
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        int phase = CW_PHASE_INPUT + i % (CW_PHASE_FLUSH - CW_PHASE_INPUT + 1);
        const CwSystem system = {.name = "nothing", .phase = (CwPhase)phase, .tick = do_nothing};
        if (!schedule_add(&systems.schedule, &system, error)) {
            return false;
        }
        systems.calls[i] = do_nothing;
    }
    *result = contest_run(&(Contest){.ours = run_schedule,
                                     .limit = run_pointers,
                                     .context = &systems,
                                     .units = SYSTEM_TICKS,
                                     .rounds = 60});
    return true;
}

typedef struct ClockRun {
    StepClock clock;
    int64_t now_ns;
    double sink;
} ClockRun;

/* Frames of 144 Hz with a few milliseconds of jitter. */
static void run_clock(void *context)
{
    ClockRun *run = context;
    for (int i = 0; i < CLOCK_FRAMES; i++) {
        run->now_ns += 6944444 + i % 7 * 500000 - 1500000;
        run->sink += step_clock_frame(&run->clock, run->now_ns).alpha;
    }
}

static bool measure_clock(ContestResult *result, CwError *error)
{
    (void)error;
    ClockRun run = {0};
    StepClockDesc desc = step_clock_desc_default();
    step_clock_init(&run.clock, &desc);
    step_clock_start(&run.clock);
    *result = contest_run(
        &(Contest){.ours = run_clock, .context = &run, .units = CLOCK_FRAMES, .rounds = 60});
    return true;
}

const BenchFigure bench_figures[] = {
    {"step_clock", "ns/frame", "a frame of the step clock", 0, measure_clock, NULL, NULL},
    {"systems", "ns/tick", "32 empty systems in a tick; limit: a loop over pointers", 1.3,
     measure_systems, NULL, NULL},
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.05,
     measure_tick, NULL, NULL},
    {"interpolate", "ns/pose", "world_pose", 0, measure_poses, NULL, NULL},
    {"snapshot", "ns", "world_snapshot with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     measure_snapshot, NULL, NULL},
    {"restore", "ns", "world_restore with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     measure_restore, NULL, NULL},
    {"hash", "ns", "world_hash with 1,000 bodies; limit: their tick", 0.045, measure_hash, NULL,
     NULL},
    {"level_tick", "ns/tick", "a tick of the game's first level, headless", 0, NULL,
     bench_level_tick, NULL},
    {"verify", "ns/tick", "a tick of verifying it; limit: real time", 0.005, NULL, bench_verify,
     NULL},
    {"history", "ns/tick", "the history in it; p99 against half a millisecond", 1, NULL,
     bench_history_tick, NULL},
    {"history_size", "MiB/min", "the memory that the history takes", 0, NULL, bench_history_size,
     NULL},
    {"replay_size", "B/min", "the inputs in a replay, bot at the controls; hashes: 28,800", 0, NULL,
     bench_replay_size, NULL},
    {"twin", "ns/tick", "a tick of a second world; limit: the first one's beside it", 1.05, NULL,
     bench_twin_tick, NULL},
    {"fork", "us", "a fork of 120 ticks; limit: those ticks between two memcpy", 1.05, NULL,
     bench_fork, NULL},
    {"fork_size", "KiB", "what each of its two copies is", 0, NULL, bench_fork_size, NULL},
    {"first_frame", "ms", "from starting the program to the end of a run of one tick", 0, NULL,
     bench_first_frame, NULL},
    {"pacing", "ns/frame", "a frame of the frame pacer; with how evenly it shows time", 0,
     bench_pacing_measure, NULL, bench_pacing_print},
    {"overlay", "ns/frame", "the overlay at full size, painted in software at 1280x720", 0,
     bench_overlay_measure, NULL, NULL},
    {"voices_64", "% of core", "64 voices of sound, each with its pitch and place", 0,
     bench_sound_voices, NULL, NULL},
    {"sound_pull", "us", "the sound card's thread mixing a buffer of 10.7 ms of them", 0,
     bench_sound_pull, NULL, NULL},
    {"sound_delay", "ms", "from asking for a sound to its first sample at a card (SDL's dummy)", 0,
     bench_sound_delay, NULL, NULL},
    {"text", "ns/frame", "40 lines of 50 letters, painted in software at 1280x720", 0,
     bench_text_measure, NULL, NULL},
    {"trace", "ns/frame", "the spans of a frame noted and written as JSON", 0, bench_trace_measure,
     NULL, NULL},
    {"gl_10k", "ns/sprite", "10,000 sprites by OpenGL; limit: one prefilled SDL_RenderGeometry", 0,
     bench_sprites_10k_gl, NULL, NULL},
    {"gl_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx", 0, bench_copies_10k_gl, NULL,
     NULL},
    {"gl_50k", "ns/sprite", "50,000 by OpenGL; limit: one SDL_RenderGeometry", 0,
     bench_sprites_50k_gl, NULL, NULL},
    {"gl_50k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx", 0, bench_copies_50k_gl, NULL,
     NULL},
    {"gl_tiles", "ns/tile", "10,000 tiles by OpenGL; limit: one SDL_RenderGeometry", 0,
     bench_tiles_10k_gl, NULL, NULL},
    {"soft_10k", "ns/sprite", "10,000 sprites in software; limit: one SDL_RenderGeometry", 0,
     bench_sprites_10k_soft, NULL, NULL},
    {"soft_10k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx, nearest", 0,
     bench_copies_10k_soft, NULL, NULL},
    {"soft_50k", "ns/sprite", "50,000 in software; limit: one SDL_RenderGeometry", 0,
     bench_sprites_50k_soft, NULL, NULL},
    {"soft_50k_copy", "ns/sprite", "the same; limit: SDL_RenderCopyEx, nearest", 0,
     bench_copies_50k_soft, NULL, NULL},
    {"soft_tiles", "ns/tile", "10,000 tiles in software; limit: SDL_RenderCopy", 0,
     bench_tiles_10k_soft, NULL, NULL},
};

const int bench_figure_count = (int)CW_ARRAY_LENGTH(bench_figures);
