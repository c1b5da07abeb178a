/* Measures a world's hash, and its tick with and without what play adds; limit: a bare cpSpace. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "clockwork/history.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_SLOT = 6, BARE_SLOT, SETTLE_TICKS = 60, KEYFRAME_TICKS = 60, HISTORY_MIB = 64 };

typedef struct Course {
    CwWorld *world;
    Schedule schedule;
    BareScene bare;
    uint64_t sink; /* keeps the compiler from removing work */
    CwHistory *history;
    CwSnapshot snapshot;
    void *twin; /* another copy of the snapshot's bytes */
} Course;

static bool open_world(Course *course, CwError *error)
{
    WorldDesc desc = world_desc_default();
    desc.slot = WORLD_SLOT;
    desc.kinds = scene_kinds;
    desc.kind_count = SCENE_KIND_COUNT;
    course->world = world_open(&desc, error);
    bool good = course->world != NULL;
    for (int i = 0; i < world_system_count && good; i++) {
        good = schedule_add(&course->schedule, &world_systems[i], error);
    }
    if (good) {
        world_make_current(course->world);
    }
    return good;
}

static void tick(void *context)
{
    Course *course = context;
    const CwTickInput input = {0};
    world_begin_tick(course->world, &input);
    schedule_run_tick(&course->schedule, course->world);
    course->sink += world_check(course->world, NULL);
}

static void step_bare(void *context)
{
    bare_scene_step(&((const Course *)context)->bare);
}

static void take_snapshot(void *context)
{
    Course *course = context;
    bool taken = cw_world_snapshot(course->world, &course->snapshot);
    CW_ASSERT(taken, "free memory for a benchmark");
}

static BenchState open_course(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)program;
    Course *course = context;
    course->history = cw_history_create((size_t)HISTORY_MIB << 20, KEYFRAME_TICKS, error);
    if (course->history == NULL ||
        !bare_scene_open(&course->bare, figure->scene, BARE_SLOT, error) ||
        !open_world(course, error)) {
        return BENCH_FAILED;
    }
    cpSpaceSetSleepTimeThreshold(cw_world_space(course->world), INFINITY);
    scene_find(figure->scene)->build(&(SceneSite){.world = course->world});
    world_finish_building(course->world);
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
    }
    cw_history_begin(course->history, course->world);
    take_snapshot(course);
    return BENCH_READY;
}

static void close_course(void *context)
{
    Course *course = context;
    cw_history_destroy(course->history);
    cw_snapshot_free(&course->snapshot);
    free(course->twin);
    world_close(course->world);
    bare_scene_close(&course->bare);
}

static void play_tick(void *context)
{
    Course *course = context;
    tick(course);
    cw_history_tick(course->history, course->world);
    course->sink += cw_world_hash(course->world);
}

static void take_hash(void *context)
{
    Course *course = context;
    course->sink += cw_world_hash(course->world);
}

static void copy_bytes(void *context)
{
    Course *course = context;
    course->twin = realloc(course->twin, course->snapshot.size);
    CW_ASSERT(course->twin != NULL, "free memory for a benchmark");
    memcpy(course->twin, course->snapshot.bytes, course->snapshot.size);
}

static const BenchFigure figures[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02, tick,
     step_bare, 4, .rounds = 120, .counted = 2, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 4,
     .rounds = 60, .counted = 2, .scene = "pyramid-40"},
    {"play_1000", "ns/tick", "the same as the first with history and hash, as in play", 1.1,
     play_tick, step_bare, KEYFRAME_TICKS, .rounds = 21, .counted = 1, .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.045, take_hash, tick, 4,
     .rounds = 60, .counted = 1, .scene = "rain"},
    {"snapshot", "ns", "cw_world_snapshot with 1,000 bodies; limit: memcpy", 1.05, take_snapshot,
     copy_bytes, 4, .rounds = 60, .counted = 1, .scene = "rain"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures), sizeof(Course), open_course,
                                close_course};
