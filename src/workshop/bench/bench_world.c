/* Measures ticks, in play and simulated early (sim/coming.h), too, and hash and snapshot. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "platform/library.h"
#include "system/object_file.h"

#include <chipmunk/chipmunk_private.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_SLOT = 5, WORLD_SLOT, BARE_SLOT };
enum { SETTLE_TICKS = 60, KEYFRAME_TICKS = 60, HISTORY_MIB = 64 };

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
    X(cpCircleShapeNew)                                                                            \
    X(cpPolyShapeNewRaw)                                                                           \
    X(cpSegmentShapeNew)                                                                           \
    X(cpShapeSetFriction)                                                                          \
    X(cpShapeSetElasticity)
#define MEMBER(name) __typeof__(&name) name;
#define OWN(name) name,
#define FIND(name) ok = ok && library_find_symbol(library, #name, &installed->name, NULL);

/* Chipmunk's functions: this program's, or those of the system's library (Debian: libchipmunk7),
 * which is loaded for one figure only, so the program does not depend on it. */
typedef struct Chipmunk {
    FUNCTIONS(MEMBER)
} Chipmunk;

static const Chipmunk own = {FUNCTIONS(OWN)};

typedef struct Course {
    CwGame game;
    Session session;
    Run run;              /* of `session`, or for level_tick of `level` */
    Session level;        /* the game's first level */
    CwReplayFile *replay; /* its recording */
    Arena *arena;
    Chipmunk chipmunk;
    cpSpace *bare; /* copy of the scene for Chipmunk alone; in `arena` if `chipmunk` is our own */
    uint64_t sink; /* keeps the compiler from removing work */
    CwHistory *history;
    CwSnapshot snapshot;
    void *twin; /* memory for a copy of the snapshot's bytes */
} Course;

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
    const Course *course = context;
    arena_make_current(course->arena);
    cpSpaceStep(course->bare, 1.0 / SETTLE_TICKS);
}

static void step_installed(void *context)
{
    const Course *course = context;
    course->chipmunk.cpSpaceStep(course->bare, 1.0 / SETTLE_TICKS);
}

static void hash_world(void *context)
{
    Course *course = context;
    course->sink += cw_world_hash(course->session.world);
}

static void play_tick(void *context)
{
    Course *course = context;
    tick(course);
    cw_history_tick(course->history, course->session.world);
    hash_world(course);
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

static bool start_scene(CwWorld *world, const CwMap *map, CwError *error)
{
    (void)map, (void)error;
    scene_build(world, cw_world_level(world));
    return true;
}

static bool open_session(Course *course, const char *scene, CwError *error)
{
    const WorldDesc usual = world_desc_default();
    course->game = (CwGame){.id = "bench",
                            .title = "Bench",
                            .content = {.kinds = &scene_thing, .kind_count = 1, .state_bytes = 1},
                            .start = start_scene};
    const SessionDesc desc = {.game = &course->game,
                              .settings = usual.settings,
                              .arena_bytes = usual.arena_bytes,
                              .slot = WORLD_SLOT,
                              .level = scene};
    if (!session_open(&course->session, &desc, error)) {
        return false;
    }
    cpSpaceSetSleepTimeThreshold(cw_world_space(course->session.world), INFINITY);
    return true;
}

static bool open_level(Course *course, const Program *program, CwError *error)
{
    const ReplayPlayer player = {.game = program->game,
                                 .levels = &program->levels,
                                 .slot = LEVEL_SLOT,
                                 .takes_inputs_only = true};
    char path[PATH_BYTES_MAX];
    best_runs_bundled(path, program->replays_dir, program->levels.names[0], NULL);
    course->replay = cw_replay_load(path, error);
    if (course->replay == NULL ||
        !replay_open_session(&course->level, course->replay, &player, error)) {
        return false;
    }
    RunSource source = run_source_replay(course->replay);
    source.recording = NULL; /* play compares no hashes */
    run_begin(&course->run, &(RunDesc){.session = &course->level, .source = source});
    return true;
}

static cpShape *copy_box(const Chipmunk *to, cpBody *body, const cpShape *shape)
{
    cpVect corners[4];
    for (int i = 0; i < 4; i++) {
        corners[i] = cpPolyShapeGetVert(shape, i);
    }
    return to->cpPolyShapeNewRaw(body, 4, corners, cpPolyShapeGetRadius(shape));
}

static void copy_shape(void *item, void *context)
{
    const Course *course = context;
    const Chipmunk *to = &course->chipmunk;
    cpShape *shape = item, *copy;
    cpBody *from = cpShapeGetBody(shape), *body = to->cpSpaceGetStaticBody(course->bare);
    if (cpBodyGetType(from) == CP_BODY_TYPE_STATIC) {
        copy = to->cpSegmentShapeNew(body, cpSegmentShapeGetA(shape), cpSegmentShapeGetB(shape),
                                     cpSegmentShapeGetRadius(shape));
    } else {
        body = to->cpBodyNew(cpBodyGetMass(from), cpBodyGetMoment(from));
        to->cpSpaceAddBody(course->bare, body);
        to->cpBodySetPosition(body, cpBodyGetPosition(from));
        copy = shape->klass->type == CP_CIRCLE_SHAPE
                   ? to->cpCircleShapeNew(body, cpCircleShapeGetRadius(shape), cpvzero)
                   : copy_box(to, body, shape);
    }
    to->cpShapeSetFriction(copy, cpShapeGetFriction(shape));
    to->cpShapeSetElasticity(copy, cpShapeGetElasticity(shape));
    to->cpSpaceAddShape(course->bare, copy);
}

/* False: the system has no Chipmunk. */
static bool find_installed(Chipmunk *installed)
{
    void *library = object_open_apart("libchipmunk.so.7");
    bool ok = library != NULL;
    FUNCTIONS(FIND)
    return ok;
}

/* Copies the world's scene before its first tick, and lets the copy settle. */
static void open_bare(Course *course, BenchWork *step)
{
    const cpSpace *from = cw_world_space(course->session.world);
    arena_make_current(course->arena);
    course->bare = course->chipmunk.cpSpaceNew();
    course->chipmunk.cpSpaceSetIterations(course->bare, cpSpaceGetIterations(from));
    course->chipmunk.cpSpaceSetGravity(course->bare, cpSpaceGetGravity(from));
    course->chipmunk.cpSpaceSetCollisionSlop(course->bare, cpSpaceGetCollisionSlop(from));
    cpSpatialIndexEach(from->staticShapes, copy_shape, course);
    cpSpatialIndexEach(from->dynamicShapes, copy_shape, course);
    for (int i = 0; i < SETTLE_TICKS; i++) {
        step(course);
    }
}

static BenchState open_course(void *context, const BenchFigure *figure, const Program *program,
                              CwError *error)
{
    Course *course = context;
    course->history = cw_history_create((size_t)HISTORY_MIB << 20, KEYFRAME_TICKS, error);
    course->arena = arena_create(BARE_SLOT, world_desc_default().arena_bytes, error);
    if (course->history == NULL || course->arena == NULL ||
        !open_session(course, figure->scene, error)) {
        return BENCH_FAILED;
    }
    bool installed = figure->limit == step_installed;
    course->chipmunk = own;
    if (installed && !find_installed(&course->chipmunk)) {
        return BENCH_NO_CHIPMUNK;
    }
    open_bare(course, installed ? step_installed : step_bare);
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
    }
    run_begin(&course->run, &(RunDesc){.session = &course->session, .source = run_source_held()});
    if (figure->limit == tick && figure->ours == next_tick && !open_level(course, program, error)) {
        return BENCH_FAILED;
    }
    cw_history_begin(course->history, course->session.world);
    take_snapshot(course);
    course->twin = malloc(course->snapshot.size);
    bool ok = course->twin != NULL || cw_error_set(error, "out of memory");
    return ok ? BENCH_READY : BENCH_FAILED;
}

static void close_course(void *context)
{
    Course *course = context;
    cw_history_destroy(course->history);
    cw_snapshot_free(&course->snapshot);
    free(course->twin);
    if (course->bare != NULL) {
        arena_make_current(course->arena);
        course->chipmunk.cpSpaceFree(course->bare);
    }
    session_close(&course->session);
    session_close(&course->level);
    cw_replay_free(course->replay);
    arena_destroy(course->arena);
}

static const BenchFigure FIGURES[] = {
    {"tick_1000", "ns/tick", "a whole tick with 1,000 bodies; limit: bare cpSpaceStep", 1.02, tick,
     step_bare, 1, .rounds = 480, .counted = 8, .scene = "rain"},
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 1,
     .rounds = 240, .counted = 8, .scene = "pyramid-40"},
    {"tick_debian", "ns/tick", "the first; limit: cpSpaceStep of the system's libchipmunk.so.7",
     0.92, tick, step_installed, 1, .rounds = 480, .scene = "rain"},
    {"play_1000", "ns/tick", "the same as the first with history and hash, as in play", 1.05,
     play_tick, step_bare, KEYFRAME_TICKS, .rounds = 21, .counted = 1, .scene = "rain"},
    {"level_tick", "ns/tick", "a tick of the game's first level; limit: that of tick_1000", 0.03,
     next_tick, tick, 1, .rounds = 240, .counted = 8, .is_limit_ours = true, .scene = "rain"},
    {"coming_1000", "ns/tick", "a tick with 1,000 bodies simulated before it is due; limit: a tick",
     1.2, coming_tick, next_tick, 1, .rounds = 240, .counted = 8, .is_limit_ours = true,
     .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.04, hash_world, tick, 1,
     .rounds = 240, .counted = 4, .is_limit_ours = true, .scene = "rain"},
    {"snapshot", "ns", "cw_world_snapshot with 1,000 bodies; limit: memcpy", 1.05, take_snapshot,
     copy_bytes, 4, .rounds = 240, .counted = 1, .scene = "rain"},
};

const BenchGroup bench_world = {FIGURES, CW_ARRAY_LENGTH(FIGURES), sizeof(Course), open_course,
                                close_course};
