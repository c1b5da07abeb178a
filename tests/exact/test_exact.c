/* Exactness across builds: the same runs on every compiler, at every level of optimisation, under
 * the sanitizers and on every x86-64 CPU. Their hashes, a line a tick, go to the file that
 * $EXACT_LOG names, for tests/packaging/exact.sh to compare. */
#include "check/input_monkey.h"
#include "common/numbers.h"
#include "run/levels.h"
#include "run/replay_header.h"
#include "support/rich_game.h"
#include "support/sim_world.h"
#include "windup/windup.h"

#include <inttypes.h>

enum { RUN_TICKS = 1500, SCENE_TICKS = 150 };

static Levels levels;

static void print_tick(FILE *file, const char *run, const CwWorld *world)
{
    fprintf(file, "%s %" PRIu64 " %016" PRIx64 "\n", run, cw_world_tick(world),
            cw_world_hash(world));
}

static void print_rich(FILE *file)
{
    Session session = {0};
    rich_open(&session, 0);
    for (int i = 0; i < RUN_TICKS; i++) {
        rich_tick(&session, 0);
        print_tick(file, "rich", session.world);
    }
    session_close(&session);
}

static void open_windup(Session *session)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    EXPECT_OK(levels_resolve(&levels, "first-wind", path, name, &error));
    SessionDesc desc = {.game = &windup_game,
                        .settings = world_desc_default().settings,
                        .arena_bytes = (size_t)16 << 20,
                        .map_path = path,
                        .level = name};
    EXPECT_OK(session_open(session, &desc, &error));
}

static void print_windup(FILE *file, const char *run, bool monkey)
{
    Session session = {0};
    CwRng dice = seeded_rng(7, 1);
    open_windup(&session);
    for (int i = 0; i < RUN_TICKS; i++) {
        CwTickInput input = session.world->input;
        if (monkey) {
            input_monkey(&dice, &input.players[0], ACTION_COUNT);
        } else {
            input = (CwTickInput){0};
            windup_game.bot(session.world, &input.players[0]);
            cw_input_derive_edges(&input.players[0], &session.world->input.players[0]);
        }
        EXPECT_OK(session_tick(&session, &input, &error));
        print_tick(file, run, session.world);
    }
    session_close(&session);
}

static void print_scene(FILE *file, const char *scene, int ticks)
{
    sim_begin_scene(scene);
    for (int i = 0; i < ticks; i++) {
        sim_run(&sim, 1);
        print_tick(file, scene, sim.world);
    }
    sim_tear_down();
}

static void print_all(FILE *file)
{
    fprintf(file, "fingerprint %016" PRIx64 "\n", fingerprint_compute(0, &error));
    print_rich(file);
    print_windup(file, "monkey", true);
    print_windup(file, "bot", false);
    print_scene(file, "mixed", 4 * SCENE_TICKS);
    print_scene(file, "pyramid-40", SCENE_TICKS);
    print_scene(file, "rain", SCENE_TICKS);
}

static int find_levels(void)
{
    levels_find(&levels, "assets");
    return getenv("EXACT_LOG") != NULL ? 1 : test_skip_file("only exact.sh runs it");
}

FIXTURE(.prepare = find_levels, .timeout_s = 120);

TEST(the_hashes_of_the_runs_are_written_to_a_log)
{
    FILE *file = fopen(getenv("EXACT_LOG"), "w");
    ck_assert_ptr_nonnull(file);
    print_all(file);
    ck_assert_int_eq(fclose(file), 0);
}
