/* One world: its hash, and its tick with and without what play adds, beside a bare space. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "clockwork/history.h"
#include "platform/library.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

enum { WORLD_SLOT = 6, BARE_SLOT, SETTLE_TICKS = 60, KEYFRAME_TICKS = 60, HISTORY_MIB = 64 };

/* The system's own Chipmunk, whose structs are like ours: copies a space of circles, and steps it.
 * The copy lives as long as the process. */
typedef struct SystemChipmunk {
    __typeof__(&cpSpaceNew) space_new;
    __typeof__(&cpSpaceStep) step;
    __typeof__(&cpBodyNew) body_new;
    __typeof__(&cpBodySetPosition) set_position;
    __typeof__(&cpCircleShapeNew) circle_new;
    __typeof__(&cpSegmentShapeNew) segment_new;
    __typeof__(&cpSpaceAddBody) add_body;
    __typeof__(&cpSpaceAddShape) add_shape;
    cpSpace *space;
} SystemChipmunk;

typedef struct Course {
    CwWorld *world;
    Schedule schedule;
    Arena *arena; /* of the bare space */
    cpSpace *bare;
    SystemChipmunk system; /* with a copy of that, where it is the limit */
    uint64_t sink;         /* keeps the compiler from dropping work */
    CwHistory *history;
} Course;

static bool open_world(Course *course, WorldDesc desc, CwError *error)
{
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
    const Course *course = context;
    arena_make_current(course->arena);
    cpSpaceStep(course->bare, cw_world_dt_s(course->world));
}

static void step_system(void *context)
{
    const Course *course = context;
    course->system.step(course->system.space, cw_world_dt_s(course->world));
}

static bool load_system(SystemChipmunk *system)
{
    struct {
        const char *name;
        void *function;
    } const rows[] = {
        {"cpSpaceNew", &system->space_new},        {"cpSpaceStep", &system->step},
        {"cpBodyNew", &system->body_new},          {"cpBodySetPosition", &system->set_position},
        {"cpCircleShapeNew", &system->circle_new}, {"cpSegmentShapeNew", &system->segment_new},
        {"cpSpaceAddBody", &system->add_body},     {"cpSpaceAddShape", &system->add_shape}};
    void *library = library_open_apart("libchipmunk.so.7", NULL);
    bool good = library != NULL;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows) && good; i++) {
        good = library_find_symbol(library, rows[i].name, rows[i].function, NULL);
    }
    return good;
}

static void copy_shape(cpBody *body, cpShape *shape, void *context)
{
    (void)body;
    const SystemChipmunk *system = context;
    bool is_wall = cpShapeGetBody(shape) == cpSpaceGetStaticBody(cpShapeGetSpace(shape));
    cpBody *copy = &system->space->_staticBody;
    if (!is_wall) {
        copy = system->add_body(system->space, system->body_new(body->m, body->i));
        system->set_position(copy, body->p);
    }
    cpShape *copied =
        is_wall ? system->segment_new(copy, cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape),
                                      cpSegmentShapeGetRadius(shape))
                : system->circle_new(copy, cpCircleShapeGetRadius(shape), cpvzero);
    copied->u = shape->u;
    copied->e = shape->e;
    copied->type = shape->type;
    system->add_shape(system->space, copied);
}

static void copy_body(cpBody *body, void *context)
{
    cpBodyEachShape(body, copy_shape, context);
}

static void copy_bare(SystemChipmunk *system, const cpSpace *bare)
{
    cpSpace *space = system->space = system->space_new();
    space->iterations = bare->iterations;
    space->gravity = bare->gravity;
    space->collisionSlop = bare->collisionSlop;
    copy_body(bare->staticBody, system);
    cpSpaceEachBody((cpSpace *)(uintptr_t)bare, copy_body, system);
}

static BenchState open_course(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)program;
    Course *course = context;
    const Scene *scene = scene_find(figure->scene);
    const WorldDesc desc = world_desc_default();
    course->arena = arena_create(BARE_SLOT, desc.arena_bytes, error);
    course->history = cw_history_create((size_t)HISTORY_MIB << 20, KEYFRAME_TICKS, error);
    if (course->arena == NULL || course->history == NULL || !open_world(course, desc, error)) {
        return BENCH_FAILED;
    }
    cpSpaceSetSleepTimeThreshold(cw_world_space(course->world), INFINITY);
    scene->build(&(SceneSite){.world = course->world});
    world_finish_building(course->world);
    arena_make_current(course->arena);
    course->bare = space_open(&desc.settings);
    cpSpaceSetSleepTimeThreshold(course->bare, INFINITY);
    scene->build(&(SceneSite){.space = course->bare});
    if (figure->limit == step_system) {
        if (!load_system(&course->system)) {
            return BENCH_NO_CHIPMUNK;
        }
        copy_bare(&course->system, course->bare);
    }
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
        figure->limit == step_system ? step_system(course) : step_bare(course);
    }
    cw_history_begin(course->history, course->world);
    return BENCH_READY;
}

static void close_course(void *context)
{
    Course *course = context;
    cw_history_destroy(course->history);
    world_close(course->world);
    arena_destroy(course->arena);
}

static void play_tick(void *context)
{
    Course *course = context;
    tick(course);
    cw_history_tick(course->history, course->world);
    course->sink += cw_world_hash(course->world);
}

static void hash(void *context)
{
    Course *course = context;
    course->sink += cw_world_hash(course->world);
}

static const BenchFigure figures[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02, tick,
     step_bare, 4, .rounds = 120, .scene = "rain"},
    {"tick_system", "ns/tick", "the same; limit: cpSpaceStep of the system's own libchipmunk", 0.97,
     tick, step_system, 4, .rounds = 120, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 4,
     .rounds = 60, .scene = "pyramid-40"},
    {"play_1000", "ns/tick", "the same as the first with history and hash, as in play", 1.1,
     play_tick, step_bare, KEYFRAME_TICKS, .rounds = 21, .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.045, hash, tick, 4,
     .rounds = 60, .scene = "rain"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures), sizeof(Course), open_course,
                                close_course};
