/* Figures of one world: its tick, with and without what play adds, its poses, copies, hash and
 * history, and what it takes to destroy much of it at once; beside a bare space with the same
 * bodies. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "clockwork/history.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_SLOT = 6, BARE_SLOT = 7 };
enum { SETTLE_TICKS = 60, TICKS_A_CALL = 4 };
enum { KEYFRAME_TICKS = 60, PLAY_ROUNDS = 21, HISTORY_MIB = 64 };

static const char PYRAMID[] = "pyramid-40"; /* is kept awake */

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
    CwHistory *history;
} Course;

static void course_close(Course *course)
{
    cw_snapshot_free(&course->snapshot);
    free(course->copy);
    cw_history_destroy(course->history);
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

static void wake(cpBody *body, void *context)
{
    (void)context;
    cpBodyActivate(body);
}

static void keep_awake(cpSpace *space)
{
    cpSpaceSetSleepTimeThreshold(space, INFINITY);
    cpSpaceEachBody(space, wake, NULL);
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
    if (strcmp(scene, PYRAMID) == 0) {
        keep_awake(cw_world_space(course->world));
        arena_make_current(course->arena);
        keep_awake(course->bare);
    }
    course->history = cw_history_create((size_t)HISTORY_MIB << 20, KEYFRAME_TICKS, error);
    if (course->history == NULL) {
        course_close(course);
        return false;
    }
    cw_history_begin(course->history, course->world);
    return true;
}

/* ---- work ---- */

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

/* From keyframe to keyframe. */
static void run_play(void *context)
{
    Course *course = context;
    for (int i = 0; i < KEYFRAME_TICKS; i++) {
        tick_world(course);
        cw_history_tick(course->history, course->world);
        course->sink += (double)(cw_world_hash(course->world) & 1);
    }
}

static void run_keyframe_of_steps(void *context)
{
    for (int i = 0; i < KEYFRAME_TICKS; i++) {
        step_bare(context);
    }
}

/* Two times of the same round: means, because a history works in bursts. */
typedef struct Pairs {
    double ours[PLAY_ROUNDS], limits[PLAY_ROUNDS];
} Pairs;

static void run_hashes(void *context)
{
    Course *course = context;
    for (int i = 0; i < TICKS_A_CALL; i++) {
        course->sink += (double)(cw_world_hash(course->world) & 1);
    }
}

enum { POSE_CALLS = 50, POSE_BODIES = 1000 };

static void run_poses(void *context)
{
    Course *course = context;
    const CwWorld *world = course->world;
    cpBody *const *bodies = world->bodies;
    CwTransform2 poses[POSE_BODIES];
    for (int call = 0; call < POSE_CALLS; call++) {
        for (int i = 0; i < POSE_BODIES; i++) {
            poses[i] = cw_world_pose(world, bodies[i], call / (double)POSE_CALLS);
        }
        course->sink += poses[call].x_m;
    }
}

/* What there is of a pose, without a place between two. */
static void copy_poses(void *context)
{
    Course *course = context;
    CwTransform2 poses[POSE_BODIES];
    for (int call = 0; call < POSE_CALLS; call++) {
        memcpy(poses, course->world->current_poses, sizeof poses);
        course->sink += poses[call].x_m;
    }
}

static void run_all_poses(void *context)
{
    Course *course = context;
    CwTransform2 poses[POSE_BODIES];
    for (int call = 0; call < POSE_CALLS; call++) {
        cw_world_poses(course->world, call / (double)POSE_CALLS, poses, POSE_BODIES);
        course->sink += poses[call].x_m;
    }
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

/* ---- destroying all at once ---- */

static void destroy_all(Course *course)
{
    CwWorld *world = course->world;
    for (CwEntity e = cw_world_next(world, (CwEntity){0}); e.index1 != 0;
         e = cw_world_next(world, e)) {
        cw_world_destroy(world, e);
    }
    entities_flush(world);
}

/* ---- measuring ---- */

/* Opens the figure's scene, runs its contest, and closes it. */
static bool measure(const BenchFigure *figure, const BenchSubject *subject, ContestResult *result,
                    CwError *error)
{
    (void)subject;
    Course course;
    if (!course_open(&course, figure->scene, error)) {
        return false;
    }
    *result = contest_run(
        &(Contest){figure->ours, figure->limit, &course, figure->units, figure->rounds});
    course_close(&course);
    return true;
}

static bool measure_history(const BenchFigure *figure, const BenchSubject *subject,
                            ContestResult *result, CwError *error)
{
    (void)subject;
    Course course;
    Pairs pairs = {0};
    if (!course_open(&course, figure->scene, error)) {
        return false;
    }
    for (int i = 0; i < PLAY_ROUNDS * KEYFRAME_TICKS; i++) {
        double begin_ns = contest_cpu_ns();
        tick_world(&course);
        double middle_ns = contest_cpu_ns();
        cw_history_tick(course.history, course.world);
        pairs.limits[i / KEYFRAME_TICKS] += (middle_ns - begin_ns) / (double)KEYFRAME_TICKS;
        pairs.ours[i / KEYFRAME_TICKS] += (contest_cpu_ns() - middle_ns) / (double)KEYFRAME_TICKS;
    }
    *result = contest_outcome(pairs.ours, pairs.limits, PLAY_ROUNDS);
    course_close(&course);
    return true;
}

static bool measure_destroy(const BenchFigure *figure, const BenchSubject *subject,
                            ContestResult *result, CwError *error)
{
    (void)subject;
    Course course;
    Pairs pairs = {0};
    if (!course_open(&course, figure->scene, error)) {
        return false;
    }
    run_snapshot(&course);
    for (int i = 0; i < PLAY_ROUNDS; i++) {
        double begin_ns = contest_cpu_ns();
        step_bare(&course);
        pairs.limits[i] = (contest_cpu_ns() - begin_ns) * 1e-3;
        world_make_current(course.world);
        begin_ns = contest_cpu_ns();
        destroy_all(&course);
        pairs.ours[i] = (contest_cpu_ns() - begin_ns) * 1e-3;
        cw_world_restore(course.world, &course.snapshot);
    }
    *result = contest_outcome(pairs.ours, pairs.limits, PLAY_ROUNDS);
    course_close(&course);
    return true;
}

static const BenchFigure figures[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02,
     measure, run_ticks, run_steps, TICKS_A_CALL, 120, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes, kept awake", 1.02, measure,
     run_ticks, run_steps, TICKS_A_CALL, 60, .scene = PYRAMID},
    {"play_1000", "ns/tick", "the same with history and hash, as in play", 1.1, measure, run_play,
     run_keyframe_of_steps, KEYFRAME_TICKS, PLAY_ROUNDS, .scene = "rain"},
    {"pose", "ns/pose", "cw_world_pose; limit: memcpy of what it returns", 7.3, measure, run_poses,
     copy_poses, POSE_CALLS *POSE_BODIES, 100, .scene = "rain"},
    {"pose_batch", "ns/pose", "cw_world_poses; limit: the same", 1.7, measure, run_all_poses,
     copy_poses, POSE_CALLS *POSE_BODIES, 100, .scene = "rain"},
    {"snapshot", "ns", "cw_world_snapshot with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     measure, run_snapshot, copy_out, 1, 200, .scene = "rain"},
    {"restore", "ns", "cw_world_restore with 1,000 bodies; limit: memcpy of the same bytes", 1.2,
     measure, run_restore, copy_in, 1, 200, .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.045, measure, run_hashes,
     run_ticks, TICKS_A_CALL, 60, .scene = "rain"},
    {"history_1000", "ns/tick", "the history of 1,000 bodies; limit: their tick", 0.03,
     measure_history, .scene = "rain"},
    {"destroy_1k", "us", "1,000 touching bodies destroyed in a tick; limit: bare cpSpaceStep", 1,
     measure_destroy, .scene = "rain"},
    {"destroy_10k", "us", "the same with 10,000", 1, measure_destroy, .scene = "downpour"},
    {"destroy_pins", "us", "the same with 10,000 joined to the ground", 3, measure_destroy,
     .scene = "pins"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures)};
