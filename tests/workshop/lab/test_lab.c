/* The lab without a window: its sides, its frame times and what it leaves behind. */
#include "lab/lab.h"
#include "support/expect.h"
#include "support/game_config.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

enum { FRAME_60_NS = 16666667 };

static Config config;
static LabSide side;
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

static void run(const char *scene, double seconds)
{
    FILE *file = fmemopen(table, sizeof table, "w");
    LabDesc desc = lab_of(scene);
    EXPECT_OK(lab_table_print(&desc, seconds, file, &error));
    fclose(file);
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
