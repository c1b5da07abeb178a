/* Parts of kinds: their hooks, data and names; and view memory over rewinds. */
#include "fields/field_path.h"
#include "sim/session.h"
#include "support/call_log.h"
#include "support/sim_world.h"
#include "support/toy_game.h"

enum { CRATE, BARREL, KIND_COUNT };

typedef struct Health {
    int32_t points;
} Health;
static const CwField health_fields[] = {CW_FIELD(Health, points)};

static void health_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    ((Health *)data)->points = args == NULL ? 0 : *(const int32_t *)args;
    note('h');
}

static void health_tick(CwWorld *world, CwEntity self, void *data)
{
    ((Health *)data)->points++;
    note('+');
}

static void health_destroy(CwWorld *world, CwEntity self, void *data)
{
    note('H');
}

static void mover_destroy(CwWorld *world, CwEntity self, void *data)
{
    note('M');
}

static const CwKind health_part = {"health",
                                   sizeof(Health),
                                   .fields = health_fields,
                                   .field_count = 1,
                                   .spawn = health_spawn,
                                   .tick = health_tick,
                                   .destroy = health_destroy,
                                   .view_bytes = 4};
static const CwKind mover_part = {"mover", 24, .destroy = mover_destroy};

static void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    ((Health *)cw_world_part(world, self, &health_part))->points += 5;
    note('c');
}

static void crate_destroy(CwWorld *world, CwEntity self, void *data)
{
    note('C');
}

static const CwKind kinds[KIND_COUNT] = {
    [CRATE] = {"crate", sizeof(double), .parts = {&mover_part, &health_part}, .spawn = crate_spawn,
               .destroy = crate_destroy},
    [BARREL] = {"barrel", .parts = {&health_part}, .view_bytes = 4},
};

static CwWorld *world;
static Session session;

static void tear_down(void)
{
    session_close(&session);
    sim_tear_down();
}

SET_UP(.tear_down = tear_down)
{
    memset(called, 0, sizeof called);
    world = sim_begin_kinds(kinds, KIND_COUNT);
}

static int32_t points(CwEntity entity)
{
    return ((const Health *)cw_world_part_const(world, entity, &health_part))->points;
}

TEST(parts_spawn_before_their_kind_and_are_destroyed_after_it_in_reverse)
{
    int32_t begun_with = 100;
    CwEntity crate = cw_world_spawn(world, CRATE, &begun_with, sizeof begun_with);
    ck_assert_int_eq(points(crate), 105);
    sim_start(0);
    cw_world_destroy(world, crate);
    sim_run(&sim, 1);
    ck_assert_str_eq(called, "hcCHM");
}

TEST(next_with_visits_every_entity_that_has_the_part)
{
    CwEntity crate = cw_world_spawn(world, CRATE, NULL, 0),
             barrel = cw_world_spawn(world, BARREL, NULL, 0);
    ck_assert_ptr_null(cw_world_part(world, barrel, &mover_part));
    ck_assert_ptr_null(cw_world_part(world, (CwEntity){0}, &health_part));
    ck_assert_uint_eq((uintptr_t)cw_world_part(world, crate, &health_part) % 16, 0);
    ck_assert(cw_entity_equal(cw_world_next_with(world, &health_part, crate), barrel));
    ck_assert(cw_entity_equal(cw_world_next_with(world, &mover_part, (CwEntity){0}), crate));
    ck_assert_uint_eq(cw_world_next_with(world, &mover_part, crate).index1, 0);
}

TEST(a_part_s_field_has_a_name_and_counts_in_the_hash)
{
    FieldPaths paths = {0};
    FieldValue values[FIELD_PATH_MAX];
    CwEntity barrel = cw_world_spawn(world, BARREL, NULL, 0);
    uint64_t before = cw_world_hash(world);
    ((Health *)cw_world_part(world, barrel, &health_part))->points = 7;
    ck_assert_uint_ne(cw_world_hash(world), before);
    EXPECT_OK(field_paths_add(&paths, world, "barrel.1.health.points", &error));
    field_paths_read(paths.items, paths.count, world, values);
    ck_assert_double_eq(values[0].number, 7);
    EXPECT_REFUSED(field_paths_add(&paths, world, "barrel.helth.points", &error),
                   "did you mean barrel.health.points");
}

static int kind_to_spawn;

static bool start_empty(CwWorld *at, const CwMap *map, CwError *cause)
{
    return true;
}

static void spawn_in_tick_2(CwWorld *at)
{
    if (cw_world_tick(at) == 2) {
        cw_world_spawn(at, kind_to_spawn, NULL, 0);
    }
}

static bool start_with_barrel(CwWorld *at, const CwMap *map, CwError *cause)
{
    cw_world_spawn(at, BARREL, NULL, 0);
    return start_empty(at, map, cause);
}

static const CwSystem spawner = {"spawner", CW_PHASE_GAME_LOGIC, .tick = spawn_in_tick_2};

static bool open_session(const CwGame *game)
{
    SessionDesc desc = {.slot = 1,
                        .game = game,
                        .settings = cw_sim_settings_default(),
                        .arena_bytes = (size_t)8 << 20,
                        .level = "toy"};
    return session_open(&session, &desc, &error);
}

static void tick_session(uint32_t down)
{
    EXPECT_OK(session_tick(&session, &(CwTickInput){.players = {{.down = down}}}, &error));
}

static CwGame game_of_spawner(bool (*start)(CwWorld *, const CwMap *, CwError *))
{
    CwGame game = toy_game;
    game.content.kinds = kinds;
    game.content.kind_count = KIND_COUNT;
    game.content.systems = &spawner;
    game.content.system_count = 1;
    game.start = start;
    kind_to_spawn = BARREL;
    return game;
}

TEST(view_memory_stays_with_an_entity_and_is_cleared_for_its_successor)
{
    CwGame game = game_of_spawner(start_empty);
    CwSnapshot before = {0}, with = {0};
    const CwEntity barrel = {1, 1};
    EXPECT_OK(open_session(&game));
    tick_session(0);
    ck_assert(cw_world_snapshot(session.world, &before));
    ck_assert_ptr_null(cw_world_view(session.world, barrel));
    tick_session(0);
    int32_t *own = cw_world_view(session.world, barrel);
    int32_t *of_part = cw_world_part_view(session.world, barrel, &health_part);
    *own = 5;
    *of_part = 6;
    ck_assert(cw_world_snapshot(session.world, &with));
    EXPECT_OK(cw_world_fork(session.world, &(CwFork){.ticks = 9}, &error));
    tick_session(0);
    cw_world_restore(session.world, &with);
    ck_assert_int_eq(*(int32_t *)cw_world_view(session.world, barrel), 5);
    ck_assert_int_eq(*(int32_t *)cw_world_part_view(session.world, barrel, &health_part), 6);
    cw_world_restore(session.world, &before);
    tick_session(0); /* the same again */
    ck_assert_int_eq(*(int32_t *)cw_world_view(session.world, barrel), 5);
    cw_world_restore(session.world, &before);
    tick_session(1 << TOY_RUN);
    ck_assert_int_eq(*(int32_t *)cw_world_view(session.world, barrel), 0);
    cw_world_restore(session.world, &before);
    session_run_phase(&session, CW_PHASE_END_FRAME, &(CwFrame){0});
    ck_assert_uint_eq(session.views.items[0].stamp, 0);
    cw_snapshot_free(&before);
    cw_snapshot_free(&with);
}

static int32_t *health_view(void)
{
    return cw_world_part_view(session.world, (CwEntity){1, 1}, &health_part);
}

/* After a change by hand, or in a game whose code changed. */
TEST(view_memory_is_not_handed_to_an_entity_of_another_kind)
{
    CwGame game = game_of_spawner(start_empty);
    CwSnapshot before = {0};
    EXPECT_OK(open_session(&game));
    tick_session(0);
    EXPECT_OK(cw_world_snapshot(session.world, &before));
    tick_session(0);
    *health_view() = 5;
    cw_world_restore(session.world, &before);
    kind_to_spawn = CRATE;
    tick_session(0);
    ck_assert_int_eq(*health_view(), 0);
    cw_snapshot_free(&before);
}

TEST(view_memory_is_cleared_when_the_level_begins_again)
{
    CwGame game = game_of_spawner(start_with_barrel);
    EXPECT_OK(open_session(&game));
    *health_view() = 5;
    EXPECT_OK(session_restart(&session, NULL, &error));
    ck_assert_int_eq(*health_view(), 0);
}
