/* The lab without a window: both loops under each condition, what is measured, and the table. */
#include "lab/lab_side.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

enum { ROWS_MAX = 32, FRAME_60_NS = 16666667 };

typedef struct TableRow {
    char loop[16], condition[16], hash[32];
    long frames, ticks, tunnelled, broken;
    double energy_pct, divergence_m, joint_gap_mm, longest_step_ms, dropped_ms;
} TableRow;

static Config config;
static LabSide side;
static LabGrab grab;
static FrameTimes no_frames;
static LogFile no_series;
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

static LabTableDesc table_of(const char *scene, double seconds)
{
    return (LabTableDesc){.lab = {.config = &config,
                                  .game = &windup_game,
                                  .map_path = "assets/lab/bridge.tmj",
                                  .settings = config.sim,
                                  .driver = sample_load_from("assets/lab/bridge.cwr"),
                                  .scene = scene == NULL ? NULL : lab_scene_find(scene)},
                          .frame_times = &no_frames,
                          .series = &no_series,
                          .seconds = seconds};
}

static void read_rows(void)
{
    row_count = 0;
    const char *line = strchr(table, '\n');
    for (; line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n')) {
        TableRow *row = &rows[row_count++];
        int read = sscanf(line + 1, "%15s %15s %ld %ld %ld %lf %lf %lf %lf %lf %ld %31s", row->loop,
                          row->condition, &row->frames, &row->ticks, &row->tunnelled,
                          &row->energy_pct, &row->divergence_m, &row->joint_gap_mm,
                          &row->longest_step_ms, &row->dropped_ms, &row->broken, row->hash);
        ck_assert_int_eq(read, 12);
    }
}

static void run(LabTableDesc desc)
{
    LogFile file = {.file = fmemopen(table, sizeof table, "w")};
    desc.table = &file;
    ck_assert_msg(lab_table_print(&desc, &error), "%s", error.text);
    log_file_close(&file);
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

/* ---- the table and the series ---- */

TEST(the_series_has_a_line_for_each_frame)
{
    static char series[1 << 16];
    LabTableDesc desc = table_of("pendulum", 0.25);
    desc.series = &(LogFile){.file = fmemopen(series, sizeof series, "w")};
    run(desc);
    ck_assert(log_file_close(desc.series));
    long lines = -1, frames = 0; /* without the header */
    for (const char *c = series; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    for (int i = 0; i < row_count; i++) {
        frames += rows[i].frames;
    }
    ck_assert_int_eq(lines, frames);
    ck_assert(strncmp(series, "scene,loop,condition,time_s,simulated_s,frame_ms,", 49) == 0);
}

TEST(given_frames_are_a_condition_of_their_own)
{
    FrameTime times[] = {{0, 0}, {20000000, 0}, {320000000, 0}, {330000000, 0}};
    FrameTimes frame_times = {.rows = times, .count = CW_ARRAY_LENGTH(times)};
    LabTableDesc desc = table_of("wall", 2);
    desc.frame_times = &frame_times;
    run(desc);
    ck_assert_double_eq_tol(find_row("naive", "frames")->longest_step_ms, 300, 0.05);
    ck_assert_int_gt(find_row("naive", "frames")->tunnelled, 0);
    ck_assert_int_eq(find_row("fixed", "frames")->tunnelled, 0);
    ck_assert_str_eq(find_row("fixed", "frames")->hash, find_row("fixed", "60fps")->hash);
}

TEST(all_arenas_are_closed_afterwards)
{
    run(table_of(NULL, 0.05));
    for (int slot = 0; slot < ARENA_SLOT_COUNT; slot++) {
        Arena *arena = arena_create(slot, 1 << 20, &error);
        ck_assert_msg(arena != NULL, "slot %d: %s", slot, error.text);
        arena_destroy(arena);
    }
}

TEST(a_level_that_is_missing_is_an_error_and_leaves_nothing_open)
{
    LabTableDesc desc = table_of("bridge", 1);
    desc.lab.map_path = "assets/lab/nothing.tmj";
    desc.table = &no_series;
    EXPECT_REFUSED(lab_table_print(&desc, &error), "nothing.tmj");
    run(table_of("bridge", 0.05));
}

static CwWorld *open_side(LabLoop loop, const char *scene)
{
    LabDesc desc = table_of(scene, 0).lab;
    desc.loop = loop;
    desc.grab = &grab;
    EXPECT_OK(lab_side_open(&side, &desc, &error));
    world_make_current(side.run.session.world);
    return side.run.session.world;
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

TEST(a_body_below_the_ground_has_tunnelled)
{
    CwWorld *world = open_side(LAB_FIXED, "stack");
    lab_side_frame(&side, FRAME_60_NS, UINT64_MAX);
    ck_assert_int_eq(side.lost_count, 0);
    cpBodySetPosition(world->bodies[0], cpv(0, -4.2));
    lab_side_frame(&side, FRAME_60_NS, UINT64_MAX);
    ck_assert_int_eq(side.lost_count, 1);
}

TEST(energy_is_that_of_motion_and_height)
{
    CwWorld *world = open_side(LAB_NAIVE, "pendulum");
    cpBody *bob = world->bodies[0];
    double mass_kg = cpBodyGetMass(bob);
    double height_j = mass_kg * 9.81 * (cpBodyGetPosition(bob).y + 2.8);
    ck_assert_double_eq_tol(side.energy_at_start_j, height_j, 1e-9);
    cpBodySetVelocity(bob, cpv(0, 5));
    lab_side_frame(&side, 1000, UINT64_MAX); /* too short for anything to move */
    ck_assert_double_eq_tol(side.energy_pct, 100 * 0.5 * mass_kg * 25 / height_j, 0.5);
}

TEST(the_joint_gap_is_the_distance_between_the_ends)
{
    CwWorld *world = open_side(LAB_NAIVE, "pendulum");
    lab_side_frame(&side, 1000, UINT64_MAX);
    ck_assert_double_eq_tol(side.joint_gap_m, 0, 1e-4);
    cpBodySetPosition(world->bodies[0], cpvadd(cpBodyGetPosition(world->bodies[0]), cpv(0.3, 0.4)));
    lab_side_frame(&side, 1000, UINT64_MAX);
    ck_assert_double_eq_tol(side.joint_gap_m, 0.5, 1e-3);
}

TEST(more_substeps_make_the_physics_better)
{
    double gap_m[2];
    for (int i = 0; i < 2; i++) {
        config.sim.substeps = i == 0 ? 1 : 8;
        open_side(LAB_FIXED, "pendulum");
        for (int frame = 0; frame < 120; frame++) {
            lab_side_frame(&side, FRAME_60_NS, UINT64_MAX);
        }
        gap_m[i] = side.worst_joint_gap_m;
        ck_assert(side.divergence_m == 0);
        lab_side_close(&side);
    }
    ck_assert_double_lt(gap_m[1], gap_m[0] / 4);
}

/* ---- frame times ---- */

TEST(frames_keep_their_rate_and_jitter_its_bound)
{
    LabPace pace = lab_pace(100, 4, 0);
    int64_t now_ns = 0;
    for (int i = 0; i <= 1000; i++) {
        now_ns = lab_pace_next_ns(&pace, now_ns, 0);
    }
    ck_assert_int_ge(now_ns, INT64_C(9980000000));
    ck_assert_int_le(now_ns, INT64_C(10004000000));
}

TEST(stalls_come_once_a_second)
{
    LabPace pace = lab_pace(100, 0, 100);
    int64_t now_ns = lab_pace_next_ns(&pace, 0, 0);
    int stalls = 0;
    for (int i = 0; i < 510; i++) {
        int64_t next_ns = lab_pace_next_ns(&pace, now_ns, 0);
        stalls += next_ns - now_ns > 90000000;
        now_ns = next_ns;
    }
    ck_assert_int_eq(stalls, 5);
}
