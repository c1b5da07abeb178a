/* Figures of one world: its hash, and its tick with and without what play adds, beside a bare space
 * with the same bodies; and how the cost of a tick grows with their number. */
#include "bench/bench.h"
#include "bench/scenes.h"
#include "clockwork/event.h"
#include "clockwork/history.h"
#include "platform/file.h"
#include "platform/process.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { WORLD_SLOT = 6, BARE_SLOT, SETTLE_TICKS = 60, KEYFRAME_TICKS = 60, HISTORY_MIB = 64 };

/* A world of a scene's kinds, and a bare space that is stepped alongside. */
typedef struct Course {
    CwWorld *world;
    Schedule schedule;
    Arena *arena; /* of the bare space */
    cpSpace *bare;
    uint64_t sink; /* keeps the compiler from dropping work */
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
    for (int i = 0; i < SETTLE_TICKS; i++) {
        tick(course);
        step_bare(course);
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
    {"tick_pyramid", "ns/tick", "the same with a pyramid of 820 boxes", 1.02, tick, step_bare, 4,
     .rounds = 60, .scene = "pyramid-40"},
    {"play_1000", "ns/tick", "the same as the first with history and hash, as in play", 1.1,
     play_tick, step_bare, KEYFRAME_TICKS, .rounds = 21, .scene = "rain"},
    {"hash", "ns", "cw_world_hash with 1,000 bodies; limit: their tick", 0.045, hash, tick, 4,
     .rounds = 60, .scene = "rain"},
};

const BenchGroup bench_world = {figures, CW_ARRAY_LENGTH(figures), sizeof(Course), open_course,
                                close_course};

/* ---- growth ---- */

/* A round includes ticks in which Chipmunk sorts bodies into its tree anew, every seven or so. */
enum { STEPS = 5, ROUNDS = 3, ROUND_TICKS = 14, ARENA_MIB = 1024 };
static const double SPACING_M = 2.0, SIZE_M = 0.4;

typedef struct Field {
    Course course; /* first, so that it is a context of `tick` */
    int count;
    bool in_rows;
} Field;

/* Neighbours come at different times, as things of a game do. Where they come one after another,
 * Chipmunk's tree of boxes gets as deep as a row of them is long. */
static CwEntity put(Field *field, int i, ThingDesc desc)
{
    const int64_t stride = 61803; /* shares no divisor with the counts */
    int seat = field->in_rows ? i : (int)(i * stride % field->count);
    int columns = (int)ceil(sqrt(field->count));
    desc.at_m = cpv(seat % columns * SPACING_M, seat / columns * SPACING_M);
    desc.size_m = SIZE_M;
    desc.round = true;
    desc.velocity_mps = cpv(1, 0); /* keeps bodies awake */
    return cw_world_spawn(field->course.world, SCENE_KIND_THING, &desc, sizeof desc);
}

static cpBody *body_of(const Field *field, CwEntity entity)
{
    return ((const Thing *)cw_world_data_const(field->course.world, entity))->body;
}

static void fill_with_bodies(Field *field)
{
    for (int i = 0; i < field->count; i++) {
        put(field, i, (ThingDesc){0});
    }
}

static void fill_in_rows(Field *field)
{
    field->in_rows = true;
    fill_with_bodies(field);
}

/* Each body swings on a joint of its own. */
static void fill_with_joints(Field *field)
{
    CwWorld *world = field->course.world;
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(world));
    for (int i = 0; i < field->count; i++) {
        cpBody *body = body_of(field, put(field, i, (ThingDesc){.ghost = true}));
        cpVect above_m = cpvadd(cpBodyGetPosition(body), cpv(0.5, 1));
        cw_world_add_constraint(world, (CwEntity){0},
                                cpPinJointNew(ground, body, above_m, cpvzero));
    }
}

/* One half lies over the other: each pair touches, and parts later. */
static void fill_with_sensors(Field *field)
{
    for (int i = 0; i < field->count / 2; i++) {
        put(field, i, (ThingDesc){.sensor = true});
        put(field, i, (ThingDesc){.sensor = true});
    }
}

/* Every other body jumps off its partner, and back. */
static void part_and_meet(void *context)
{
    const Field *field = context;
    CwWorld *world = field->course.world;
    double way_m = cw_world_tick(world) % 2 == 0 ? 0.9 : -0.9;
    bool moves = false;
    for (CwEntity e = {0}; (e = cw_world_next(world, e)).index1 != 0; moves = !moves) {
        if (moves) {
            cpBody *body = body_of(field, e);
            cpBodySetPosition(body, cpvadd(cpBodyGetPosition(body), cpv(way_m, 0)));
        }
    }
    tick(context);
}

typedef struct Series {
    const char *name, *about;
    void (*fill)(Field *field);
    BenchWork *work;
} Series;

static const Series table[] = {
    {"bodies", "a tick of bodies apart, an entity each", fill_with_bodies, tick},
    {"rows", "the same come row by row: Chipmunk's tree is as deep as a row", fill_in_rows, tick},
    {"joints", "a tick of bodies on a joint each", fill_with_joints, tick},
    {"events", "a tick in which every other pair meets or parts", fill_with_sensors, part_and_meet},
};

static bool open_field(Field *field, const Series *series, CwError *error)
{
    WorldDesc desc = world_desc_default();
    desc.arena_bytes = (size_t)ARENA_MIB << 20;
    desc.settings.gravity_mps2 = 0;
    if (!open_world(&field->course, desc, error)) {
        return false;
    }
    series->fill(field);
    world_finish_building(field->course.world);
    for (int i = 0; i < 4; i++) {
        tick(&field->course);
    }
    return true;
}

static bool measure_series(const Series *series, FILE *data, CwError *error)
{
    const BenchFigure figure = {
        .ours = series->work, .calls = ROUND_TICKS, .units = 1e3, .rounds = ROUNDS};
    BenchResult result;
    double last_us = 0, us = 0;
    printf("%-10s", series->name);
    fprintf(data, "\"%s\"\n", series->name);
    for (int i = 0, count = 10; i < STEPS; i++, count *= 10) {
        Field field = {.count = count};
        bool open = open_field(&field, series, error);
        last_us = us;
        us = open && bench_contest(&figure, &field, &result) ? result.value : 0;
        close_course(&field.course);
        if (!open) {
            return cw_error_context(error, "bench --plot, %s", series->name);
        }
        printf(" %12.1f", us);
        fprintf(data, "%d %g\n", count, us);
    }
    fprintf(data, "\n\n");
    printf(" %8.2f  %s\n", log10(us / last_us), series->about);
    fflush(stdout);
    return true;
}

/* The script is a file beside the picture while gnuplot draws it. */
bool bench_growth(const char *path, CwError *error)
{
    char script[PATH_BYTES_MAX];
    bool fits = snprintf(script, sizeof script, "%s.gnuplot", path) < (int)sizeof script;
    FILE *plot = fits ? file_create(script) : NULL;
    Process *gnuplot = calloc(1, sizeof *gnuplot);
    if (plot == NULL || gnuplot == NULL) {
        free(gnuplot);
        return cw_error_set(error, "%s: can't be drawn: %s", path, file_reason(errno));
    }
    printf("%-10s %12d %12d %12d %12d %12d %8s\n", "us of", 10, 100, 1000, 10000, 100000,
           "exponent");
    fprintf(plot, "$growth << end\n");
    bool measured = true;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(table) && measured; i++) {
        measured = measure_series(&table[i], plot, error);
    }
    fprintf(plot,
            "end\nset terminal svg size 760,440 background '#ffffff'\nset output ARG1\n"
            "set logscale xy\nset grid\nset key outside\nset xlabel 'how many'\n"
            "set ylabel 'CPU time, us'\n"
            "plot for [i=0:%zu] $growth index i with lines lw 2 title columnheader(1)\n",
            CW_ARRAY_LENGTH(table) - 1);
    const char *const words[] = {"gnuplot", "-c", script, path, NULL};
    bool drawn = fclose(plot) == 0 && measured &&
                 process_start(gnuplot, &(ProcessDesc){.arguments = words}, error);
    process_wait(gnuplot);
    drawn = drawn && gnuplot->status == 0;
    free(gnuplot);
    file_remove(script);
    return measured &&
           (drawn || cw_error_set(error, "%s: can't be drawn; is gnuplot installed?", path));
}
