/* The lab without a window: both loops under each condition, what is measured, and the table. */
#include "lab/lab_side.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

enum { ROWS_MAX = 32, FRAME_60_NS = 16666667 };

typedef struct TableRow {
    char loop[16], condition[16], hash[32];
    long frames, ticks, tunnelled;
    double player_m, longest_step_ms, dropped_ms;
} TableRow;

static Config config;
static LabSide side;
static TableRow rows[ROWS_MAX];
static int row_count;
static char table[8192];

static void tear_down(void)
{
    lab_side_close(&side);
}

SET_UP(.tear_down = tear_down)
{
    game_config(&config, &windup_game);
}

static LabDesc lab_of(const char *scene)
{
    return (LabDesc){.config = &config,
                     .game = &windup_game,
                     .map_path = "assets/lab/bridge.tmj",
                     .settings = config.sim,
                     .driver = sample_load_from("assets/lab/bridge.cwr"),
                     .scene = scene == NULL ? NULL : lab_scene_find(scene)};
}

static void read_rows(void)
{
    row_count = 0;
    const char *line = strchr(table, '\n');
    for (; line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n')) {
        TableRow *row = &rows[row_count++];
        int read = sscanf(line + 1, "%15s %15s %ld %ld %ld %lf %lf %lf %31s", row->loop,
                          row->condition, &row->frames, &row->ticks, &row->tunnelled,
                          &row->player_m, &row->longest_step_ms, &row->dropped_ms, row->hash);
        ck_assert_int_eq(read, 9);
    }
}

static void run(const char *scene, double seconds)
{
    FILE *file = fmemopen(table, sizeof table, "w");
    LabDesc desc = lab_of(scene);
    EXPECT_OK(lab_table_print(&desc, seconds, file, &error));
    fclose(file);
    read_rows();
}

static const TableRow *find_row(const char *loop, const char *condition)
{
    for (int i = 0; i < row_count; i++) {
        if (strcmp(rows[i].loop, loop) == 0 && strcmp(rows[i].condition, condition) == 0) {
            return &rows[i];
        }
    }
    ck_abort_msg("no row %s %s in\n%s", loop, condition, table);
    return NULL;
}

TEST(every_fixed_row_is_the_same_world_and_no_naive_row_is)
{
    run("bridge", 8);
    const TableRow *fixed = find_row("fixed", "60fps");
    for (int i = 0; i < row_count; i++) {
        bool is_fixed = strcmp(rows[i].loop, "fixed") == 0;
        ck_assert_int_eq(strcmp(rows[i].hash, fixed->hash) == 0, is_fixed);
        ck_assert_int_eq(rows[i].ticks == fixed->ticks, is_fixed || rows[i].frames == 480);
    }
    ck_assert_double_gt(fabs(find_row("naive", "stall100")->player_m - fixed->player_m), 1);
}

TEST(a_stall_is_one_long_step_or_dropped_time)
{
    run("wall", 3);
    ck_assert_double_eq_tol(find_row("naive", "stall500")->longest_step_ms, 516.7, 0.1);
    ck_assert_double_eq_tol(find_row("fixed", "stall500")->longest_step_ms, 16.7, 0.1);
    ck_assert_double_eq(find_row("naive", "stall500")->dropped_ms, 0);
    ck_assert_double_gt(find_row("fixed", "stall500")->dropped_ms, 300);
}

TEST(long_steps_carry_balls_through_the_wall)
{
    run("wall", 10);
    ck_assert_int_gt(find_row("naive", "30fps")->tunnelled, 0);
    ck_assert_int_gt(find_row("naive", "stall100")->tunnelled, 0);
    ck_assert_int_eq(find_row("fixed", "stall500")->tunnelled, 0);
}

TEST(all_arenas_are_closed_afterwards)
{
    run(NULL, 0.05);
    for (int slot = 0; slot < ARENA_SLOT_COUNT; slot++) {
        Arena *arena = arena_create(slot, 1 << 20, &error);
        ck_assert_msg(arena != NULL, "slot %d: %s", slot, error.text);
        arena_destroy(arena);
    }
}

TEST(a_level_that_is_missing_is_an_error_and_leaves_nothing_open)
{
    LabDesc desc = lab_of("bridge");
    desc.map_path = "assets/lab/nothing.tmj";
    EXPECT_REFUSED(lab_table_print(&desc, 1, fmemopen(table, sizeof table, "w"), &error),
                   "nothing.tmj");
    run("bridge", 0.05);
}

static CwWorld *open_side(LabLoop loop, const char *scene)
{
    LabDesc desc = lab_of(scene);
    desc.loop = loop;
    EXPECT_OK(lab_side_open(&side, &desc, &error));
    world_make_current(side.session.world);
    return side.session.world;
}

TEST(a_body_that_tunnelled_counts_once_and_for_good)
{
    CwWorld *world = open_side(LAB_FIXED, "wall");
    cpVect home = cpBodyGetPosition(world->bodies[3]);
    for (int i = 0; i < 3; i++) {
        cpBodySetPosition(world->bodies[3], i == 2 ? home : cpv(4, 0));
        lab_side_frame(&side, FRAME_60_NS, UINT64_MAX);
        ck_assert_int_eq(side.lost_count, 1);
    }
}

/* ---- frame times ---- */

TEST(stalls_come_once_a_second)
{
    LabPace pace = {.fps = 100, .stall_ms = 100};
    int64_t now_ns = lab_pace_next_ns(&pace, 0, 0);
    int stalls = 0;
    for (int i = 0; i < 510; i++) {
        int64_t next_ns = lab_pace_next_ns(&pace, now_ns, 0);
        stalls += next_ns - now_ns > 90000000;
        now_ns = next_ns;
    }
    ck_assert_int_eq(stalls, 5);
}
