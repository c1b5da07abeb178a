/* The tick of a world, beside a bare space. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { WORLD_SLOT = 6, BARE_SLOT, SETTLE_TICKS = 60 };

typedef struct Course {
    CwWorld *world;
    Schedule schedule;
    BareScene bare;
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
    return good;
}

static void tick(void *context)
{
    Course *course = context;
    const CwTickInput input = {0};
    world_begin_tick(course->world, &input);
    schedule_run_tick(&course->schedule, course->world);
    world_check(course->world, NULL);
}

static void step_bare(void *context)
{
    bare_scene_step(&((const Course *)context)->bare);
}

static BenchState open_course(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)program;
    Course *course = context;
    if (!bare_scene_open(&course->bare, figure->scene, BARE_SLOT, error) ||
        !open_world(course, error)) {
        return BENCH_FAILED;
    }
    world_make_current(course->world);
    cpSpaceSetSleepTimeThreshold(cw_world_space(course->world), INFINITY);
    scene_find(figure->scene)->build(&(SceneSite){.world = course->world});
    world_finish_building(course->world);
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
    }
    return BENCH_READY;
}

static void close_course(void *context)
{
    Course *course = context;
    world_close(course->world);
    bare_scene_close(&course->bare);
}

static const BenchFigure figures[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02, tick,
     step_bare, 4, .rounds = 120, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 4,
     .rounds = 60, .scene = "pyramid-40"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures), sizeof(Course), open_course,
                                close_course};
