/* Measures a tick with and without what play adds, the coming tick (sim/coming.h), a hash and a
 * snapshot; limit: a bare cpSpace. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "platform/library.h"
#include "run/run.h"
#include "system/object_file.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_SLOT = 6, BARE_SLOT, SETTLE_TICKS = 60, KEYFRAME_TICKS = 60, HISTORY_MIB = 64 };

#define FUNCTIONS(X)                                                                               \
    X(cpSpaceNew)                                                                                  \
    X(cpSpaceFree)                                                                                 \
    X(cpSpaceSetIterations)                                                                        \
    X(cpSpaceSetGravity)                                                                           \
    X(cpSpaceSetCollisionSlop)                                                                     \
    X(cpSpaceGetStaticBody)                                                                        \
    X(cpSpaceAddBody)                                                                              \
    X(cpSpaceAddShape)                                                                             \
    X(cpSpaceStep)                                                                                 \
    X(cpBodyNew)                                                                                   \
    X(cpBodySetPosition)                                                                           \
    X(cpBodySetVelocity)                                                                           \
    X(cpCircleShapeNew)                                                                            \
    X(cpSegmentShapeNew)                                                                           \
    X(cpShapeSetFriction)                                                                          \
    X(cpShapeSetElasticity)
#define MEMBER(name) __typeof__(&name) name;
#define FIND(name) good = good && library_find_symbol(library, #name, &installed->name, NULL);

/* Chipmunk as the system has it installed (Debian: libchipmunk7). It is loaded for one figure only,
 * so the program does not depend on it. */
typedef struct Installed {
    FUNCTIONS(MEMBER)
    cpSpace *space;
} Installed;

typedef struct Course {
    CwGame game;
    Session session;
    Run run; /* its ticks are those of coming_1000 */
    BareScene bare;
    uint64_t sink; /* keeps the compiler from removing work */
    CwHistory *history;
    CwSnapshot snapshot;
    Installed installed;
    void *twin; /* another copy of the snapshot's bytes */
} Course;

static bool start_scene(CwWorld *world, const char *name)
{
    cpSpaceSetSleepTimeThreshold(cw_world_space(world), INFINITY);
    scene_find(name)->build(&(SceneSite){.world = world});
    return true;
}

static bool start_rain(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    return start_scene(world, "rain");
}

static bool start_pyramid(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    return start_scene(world, "pyramid-40");
}

/* ---- work ---- */

static void tick(void *context)
{
    Course *course = context;
    const CwTickInput input = {0};
    bool done = session_tick(&course->session, &input, NULL);
    CW_ASSERT(done, "mend the world's tick: a benchmark's scene can't go on");
}

static void step_bare(void *context)
{
    bare_scene_step(&((const Course *)context)->bare);
}

static void step_installed(void *context)
{
    const Installed *installed = &((const Course *)context)->installed;
    installed->cpSpaceStep(installed->space, 1.0 / SETTLE_TICKS);
}

static void take_hash(void *context)
{
    Course *course = context;
    course->sink += cw_world_hash(course->session.world);
}

static void play_tick(void *context)
{
    Course *course = context;
    tick(course);
    cw_history_tick(course->history, course->session.world);
    take_hash(course);
}

static void next_tick(void *context)
{
    bool done = run_advance(&((Course *)context)->run, NULL);
    CW_ASSERT(done, "mend the run's tick: a benchmark's scene can't go on");
}

static void coming_tick(void *context)
{
    run_simulate_coming(&((Course *)context)->run, NULL);
    next_tick(context);
}

static void take_snapshot(void *context)
{
    Course *course = context;
    bool taken = cw_world_snapshot(course->session.world, &course->snapshot);
    CW_ASSERT(taken, "free memory for a benchmark");
}

static void copy_bytes(void *context)
{
    Course *course = context;
    memcpy(course->twin, course->snapshot.bytes, course->snapshot.size);
}

/* ---- figures ---- */

static bool open_session(Course *course, const char *scene, CwError *error)
{
    const WorldDesc usual = world_desc_default();
    course->game = (CwGame){
        .id = "bench",
        .title = "Bench",
        .content = {.kinds = scene_kinds, .kind_count = SCENE_KIND_COUNT, .state_bytes = 1},
        .start = strcmp(scene, "rain") == 0 ? start_rain : start_pyramid};
    const SessionDesc desc = {.game = &course->game,
                              .settings = usual.settings,
                              .arena_bytes = usual.arena_bytes,
                              .slot = WORLD_SLOT,
                              .level = scene};
    return session_open(&course->session, &desc, error);
}

/* Copies a circle with its body, or a wall. */
static void copy_shape(cpShape *shape, void *context)
{
    const Installed *to = context;
    cpBody *from = cpShapeGetBody(shape), *body = to->cpSpaceGetStaticBody(to->space);
    cpShape *copy;
    if (cpBodyGetType(from) == CP_BODY_TYPE_STATIC) {
        copy = to->cpSegmentShapeNew(body, cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape),
                                     cpSegmentShapeGetRadius(shape));
    } else {
        body = to->cpSpaceAddBody(to->space,
                                  to->cpBodyNew(cpBodyGetMass(from), cpBodyGetMoment(from)));
        to->cpBodySetPosition(body, cpBodyGetPosition(from));
        to->cpBodySetVelocity(body, cpBodyGetVelocity(from));
        copy = to->cpCircleShapeNew(body, cpCircleShapeGetRadius(shape), cpvzero);
    }
    to->cpShapeSetFriction(copy, cpShapeGetFriction(shape));
    to->cpShapeSetElasticity(copy, cpShapeGetElasticity(shape));
    to->cpSpaceAddShape(to->space, copy);
}

static bool open_installed(Installed *installed, cpSpace *like)
{
    void *library = object_open_apart("libchipmunk.so.7");
    bool good = library != NULL;
    FUNCTIONS(FIND)
    if (good) {
        installed->space = installed->cpSpaceNew();
        installed->cpSpaceSetIterations(installed->space, cpSpaceGetIterations(like));
        installed->cpSpaceSetGravity(installed->space, cpSpaceGetGravity(like));
        installed->cpSpaceSetCollisionSlop(installed->space, cpSpaceGetCollisionSlop(like));
        cpSpaceEachShape(like, copy_shape, installed);
    }
    return good;
}

static BenchState open_course(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    (void)program;
    Course *course = context;
    course->history = cw_history_create((size_t)HISTORY_MIB << 20, KEYFRAME_TICKS, error);
    if (course->history == NULL ||
        !bare_scene_open(&course->bare, figure->scene, BARE_SLOT, error) ||
        !open_session(course, figure->scene, error)) {
        return BENCH_FAILED;
    }
    if (figure->limit == step_installed &&
        !open_installed(&course->installed, course->bare.space)) {
        return BENCH_NO_CHIPMUNK;
    }
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
    }
    run_begin(&course->run, &(RunDesc){.session = &course->session, .source = run_source_held()});
    cw_history_begin(course->history, course->session.world);
    take_snapshot(course);
    course->twin = malloc(course->snapshot.size);
    return course->twin != NULL || cw_error_set(error, "out of memory") ? BENCH_READY
                                                                        : BENCH_FAILED;
}

static void close_course(void *context)
{
    Course *course = context;
    cw_history_destroy(course->history);
    cw_snapshot_free(&course->snapshot);
    free(course->twin);
    if (course->installed.space != NULL) {
        course->installed.cpSpaceFree(course->installed.space);
    }
    session_close(&course->session);
    bare_scene_close(&course->bare);
}

static const BenchFigure figures[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02, tick,
     step_bare, 1, .rounds = 480, .counted = 8, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 1,
     .rounds = 240, .counted = 8, .scene = "pyramid-40"},
    {"tick_debian", "ns/tick", "the first; limit: cpSpaceStep of the system's libchipmunk.so.7",
     0.92, tick, step_installed, 1, .rounds = 480, .scene = "rain"},
    {"play_1000", "ns/tick", "the same as the first with history and hash, as in play", 1.05,
     play_tick, step_bare, KEYFRAME_TICKS, .rounds = 21, .counted = 1, .scene = "rain"},
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.2, coming_tick, next_tick, 1, .rounds = 240, .counted = 8, .limit_is_ours = true,
     .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.04, take_hash, tick, 1,
     .rounds = 240, .counted = 4, .limit_is_ours = true, .scene = "rain"},
    {"snapshot", "ns", "cw_world_snapshot with 1,000 bodies; limit: memcpy", 1.05, take_snapshot,
     copy_bytes, 4, .rounds = 240, .counted = 1, .scene = "rain"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures), sizeof(Course), open_course,
                                close_course};
