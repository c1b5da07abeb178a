#include "bench/bench_growth.h"

#include "base/stats.h"
#include "bench/bench_contest.h"
#include "bench/scenes.h"
#include "clockwork/event.h"
#include "draw/draw_list.h"
#include "sim/schedule.h"
#include "sim/world.h"

#include <math.h>
#include <stdlib.h>

enum { WORLD_SLOT = 6, SETTLE_TICKS = 4, ARENA_MIB = 1024, LIVE_MIN = 10 };
enum { ROUNDS = 3, ROUND_TICKS = 14 };

static const double SPACING_M = 2.0, SIZE_M = 0.4;
/* Of a round. Chipmunk finds bodies a new place in its tree every seven ticks or so: a round has
 * such ticks, too. */
static const double LEAST_NS = 2e6;

const int growth_counts[GROWTH_STEPS] = {10, 100, 1000, 10000, 100000};

typedef struct Field {
    CwWorld *world;
    Schedule schedule;
    CwDrawList list;
    CwSnapshot snapshot;
    int count;
    bool in_rows;
    uint64_t sink; /* keeps the compiler from dropping work */
} Field;

/* Neighbours come at different times, as things of a game do. Where they come one after another
 * Chipmunk's tree of boxes gets as deep as a row of them is long. */
static cpVect seat(const Field *field, int i)
{
    const int64_t stride = 61803; /* shares no divisor with the counts */
    i = field->in_rows ? i : (int)(i * stride % field->count);
    int columns = (int)ceil(sqrt(field->count));
    return cpv(i % columns * SPACING_M, i / columns * SPACING_M);
}

static CwEntity put(Field *field, ThingDesc desc)
{
    desc.size_m = SIZE_M;
    desc.round = true;
    desc.velocity_mps = cpv(1, 0); /* nobody sleeps */
    return cw_world_spawn(field->world, SCENE_KIND_THING, &desc, sizeof desc);
}

static cpBody *body_of(const Field *field, CwEntity entity)
{
    return ((const Thing *)cw_world_data_const(field->world, entity))->body;
}

/* ---- what there is ---- */

static void fill_with_bodies(Field *field)
{
    for (int i = 0; i < field->count; i++) {
        put(field, (ThingDesc){.at_m = seat(field, i)});
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
    cpBody *ground = cpSpaceGetStaticBody(cw_world_space(field->world));
    for (int i = 0; i < field->count; i++) {
        cpVect at_m = seat(field, i);
        cpBody *body = body_of(field, put(field, (ThingDesc){.at_m = at_m, .ghost = true}));
        cw_world_add_constraint(field->world, (CwEntity){0},
                                cpPinJointNew(ground, body, cpvadd(at_m, cpv(0.5, 1)), cpvzero));
    }
}

/* Half of them over the other half: each pair touches, and parts again. */
static void fill_with_sensors(Field *field)
{
    for (int i = 0; i < field->count / 2; i++) {
        cpVect at_m = seat(field, i);
        put(field, (ThingDesc){.at_m = at_m, .sensor = true});
        put(field, (ThingDesc){.at_m = at_m, .sensor = true});
    }
}

/* Nearly all gone again, as after a battle. */
static void fill_and_destroy(Field *field)
{
    int kept = 0;
    fill_with_bodies(field);
    for (CwEntity e = {0}; (e = cw_world_next(field->world, e)).index1 != 0;) {
        if (kept++ >= LIVE_MIN) {
            cw_world_destroy(field->world, e);
        }
    }
}

static void fill_nothing(Field *field)
{
    (void)field;
}

/* ---- what is done with it ---- */

static void tick(Field *field)
{
    const CwTickInput input = {0};
    world_begin_tick(field->world, &input);
    schedule_run_tick(&field->schedule, field->world);
    field->sink += world_check(field->world, NULL);
}

/* Every other body jumps off its partner, and back. */
static void part_and_meet(Field *field)
{
    double way_m = cw_world_tick(field->world) % 2 == 0 ? 0.9 : -0.9;
    bool moves = false;
    for (CwEntity e = {0}; (e = cw_world_next(field->world, e)).index1 != 0; moves = !moves) {
        if (moves) {
            cpBody *body = body_of(field, e);
            cpBodySetPosition(body, cpvadd(cpBodyGetPosition(body), cpv(way_m, 0)));
        }
    }
    tick(field);
}

static void copy(Field *field)
{
    field->sink += cw_world_snapshot(field->world, &field->snapshot);
}

/* A copy of all is taken once, and goes back before each time that all goes. */
static void begin_anew(Field *field)
{
    if (field->snapshot.size == 0) {
        copy(field);
    } else {
        cw_world_restore(field->world, &field->snapshot);
    }
    world_make_current(field->world);
}

static void destroy_all(Field *field)
{
    begin_anew(field);
    for (CwEntity e = {0}; (e = cw_world_next(field->world, e)).index1 != 0;) {
        cw_world_destroy(field->world, e);
    }
    tick(field);
}

static void remove_all(Field *field)
{
    begin_anew(field);
    for (CwEntity e = {0}; (e = cw_world_next(field->world, e)).index1 != 0;) {
        cw_world_remove_body(field->world, body_of(field, e));
    }
    tick(field);
}

static void spawn_all(Field *field)
{
    begin_anew(field);
    fill_with_bodies(field);
    tick(field);
}

static void hash(Field *field)
{
    field->sink += cw_world_hash(field->world);
}

static void draw(Field *field)
{
    const CwColour colour = {200, 160, 90, 255};
    const SpriteTable none = {.camera_height_m = 720};
    draw_list_begin(&field->list, &(CwCamera){.height_m = 720}, &none);
    for (int i = 0; i < field->count; i++) {
        cw_draw_set_layer(&field->list, i % 7);
        cw_draw_circle(&field->list, (CwPoint2){i % 1000 - 500, i / 1000 - 50}, 1, colour);
    }
    draw_list_sort(&field->list);
}

/* ---- the table ---- */

typedef struct Series {
    const char *name, *about;
    void (*fill)(Field *field);
    void (*work)(Field *field);
} Series;

static const Series table[] = {
    {"bodies", "a tick of bodies apart, an entity each", fill_with_bodies, tick},
    {"rows", "the same come row by row: Chipmunk's tree is as deep as a row", fill_in_rows, tick},
    {"joints", "a tick of bodies on a joint each", fill_with_joints, tick},
    {"events", "a tick in which every other pair meets or parts", fill_with_sensors, part_and_meet},
    {"dead", "a tick when all but ten were destroyed", fill_and_destroy, tick},
    {"spawned", "a tick in which all come, and the world's way back", fill_nothing, spawn_all},
    {"destroyed", "a tick in which all go with their entities, and back", fill_with_joints,
     destroy_all},
    {"removed", "a tick in which the bodies alone go, and back", fill_with_joints, remove_all},
    {"hash", "the world's hash", fill_with_bodies, hash},
    {"snapshot", "a snapshot of the world", fill_with_bodies, copy},
    {"drawn", "what a picture is made of, listed and sorted", fill_nothing, draw},
};
const int growth_series_count = (int)CW_ARRAY_LENGTH(table);

static bool field_open(Field *field, const Series *series, int count, CwError *error)
{
    WorldDesc desc = world_desc_default();
    desc.slot = WORLD_SLOT;
    desc.kinds = scene_kinds;
    desc.kind_count = SCENE_KIND_COUNT;
    desc.arena_bytes = (size_t)ARENA_MIB << 20;
    desc.settings.gravity_mps2 = 0;
    *field = (Field){.count = count, .world = world_open(&desc, error)};
    for (int i = 0; i < world_system_count && field->world != NULL; i++) {
        if (!schedule_add(&field->schedule, &world_systems[i], error)) {
            return false;
        }
    }
    if (field->world != NULL) {
        world_make_current(field->world);
        series->fill(field);
        world_finish_building(field->world);
    }
    for (int i = 0; i < SETTLE_TICKS && field->world != NULL; i++) {
        tick(field);
    }
    return field->world != NULL;
}

static void field_close(Field *field)
{
    cw_snapshot_free(&field->snapshot);
    draw_list_free(&field->list);
    world_close(field->world);
}

static double time_of(Field *field, const Series *series)
{
    double times[ROUNDS];
    series->work(field); /* caches, page faults */
    for (int i = 0; i < ROUNDS; i++) {
        int done = 0;
        double begin_ns = contest_cpu_ns(), past_ns = 0;
        for (; past_ns < LEAST_NS || done < ROUND_TICKS; done++) {
            series->work(field);
            past_ns = contest_cpu_ns() - begin_ns;
        }
        times[i] = past_ns / done;
    }
    return stats_quantile(times, ROUNDS, 0.5);
}

bool growth_measure(int series, Growth *growth, CwError *error)
{
    *growth = (Growth){.name = table[series].name, .about = table[series].about};
    for (int i = 0; i < GROWTH_STEPS; i++) {
        Field field;
        bool open = field_open(&field, &table[series], growth_counts[i], error);
        if (open) {
            growth->cost_ns[i] = time_of(&field, &table[series]);
        }
        field_close(&field);
        if (!open) {
            return false;
        }
    }
    double last = growth->cost_ns[GROWTH_STEPS - 1] / growth->cost_ns[GROWTH_STEPS - 2];
    growth->exponent = log10(last);
    return true;
}
