/* Exactness across builds (X1, X2): everything here simulates the same on every compiler, at every
 * level of optimisation, under the sanitizers and on every x86-64 CPU.
 *
 * The bundled recordings hold the hash of every tick: they are what all builds are compared with.
 * `test_exact FILE` writes the hashes of more runs, a line a tick, for tests/exact.sh to compare.
 */
#include "clockwork/replay.h"
#include "core/input_monkey.h"
#include "game/windup.h"
#include "runtime/replay_run.h"
#include "sim/fingerprint.h"
#include "support/rich_game.h"
#include "support/sim_fixture.h"
#include "support/suite.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUN_TICKS = 1500, SCENE_TICKS = 150 };

static Levels levels;
static Error error;
static const char *log_path;

static void print_tick(FILE *file, const char *run, const World *world)
{
    fprintf(file, "%s %" PRIu64 " %016" PRIx64 "\n", run, world_tick(world), world_hash(world));
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
    ck_assert_msg(levels_resolve(&levels, "first-wind", path, name, &error), "%s", error.text);
    SessionDesc desc = {.game = &windup_game,
                        .settings = world_desc_default().settings,
                        .arena_bytes = (size_t)16 << 20,
                        .map_path = path,
                        .level = name};
    ck_assert_msg(session_open(session, &desc, &error), "%s", error.text);
}

static void print_windup(FILE *file, const char *run, bool monkey)
{
    Session session = {0};
    Rng dice;
    rng_seed(&dice, 7, 1);
    open_windup(&session);
    for (int i = 0; i < RUN_TICKS; i++) {
        InputFrame input = session.input;
        if (monkey) {
            input_monkey(&dice, &input, ACTION_COUNT);
        } else {
            input = (InputFrame){0};
            windup_game.bot(session.world, &input);
            input_derive_edges(&input, &session.input);
        }
        ck_assert_msg(session_tick(&session, &input, &error), "%s", error.text);
        print_tick(file, run, session.world);
    }
    session_close(&session);
}

static void print_scene(FILE *file, const char *scene, int ticks)
{
    Sim sim;
    sim_open_scene(&sim, scene, 0);
    for (int i = 0; i < ticks; i++) {
        sim_run(&sim, 1);
        print_tick(file, scene, sim.world);
    }
    sim_close(&sim);
}

static void print_all(FILE *file)
{
    fprintf(file, "fingerprint %016" PRIx64 "\n", fingerprint_compute(0, &error));
    print_rich(file);
    print_windup(file, "monkey", true);
    print_windup(file, "bot", false);
    print_scene(file, "mixed", 4 * SCENE_TICKS);
    print_scene(file, "pyramid-20", SCENE_TICKS);
    print_scene(file, "rain", SCENE_TICKS);
}

/* Where a run stops being as recorded; 0 when it is to its end. */
static uint64_t first_difference(Session *session, const ReplayFile *replay)
{
    for (size_t i = 0; i < replay->tick_count; i++) {
        ck_assert_msg(session_tick(session, &replay->ticks[i].input, &error), "%s", error.text);
        if (world_hash(session->world) != replay->ticks[i].hash) {
            return i + 1;
        }
    }
    return 0;
}

static void expect_plays(const char *path)
{
    Session session = {0};
    ReplayFile *replay = replay_load(path, &error);
    ck_assert_msg(replay != NULL, "%s", error.text);
    ReplayPlayer player = {
        .game = &windup_game, .levels = &levels, .fingerprint = fingerprint_compute(1, &error)};
    ck_assert_msg(replay_open_session(&session, &replay->header, &player, &error), "%s: %s", path,
                  error.text);
    ck_assert_uint_eq(first_difference(&session, replay), 0);
    ck_assert_int_eq(session_probe(&session).finished, replay->finished);
    session_close(&session);
    replay_free(replay);
}

START_TEST(the_bundled_recordings_play_here_as_they_were_recorded)
{
    glob_t files;
    ck_assert_int_eq(glob("assets/replays/*.cwr", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        expect_plays(files.gl_pathv[i]);
    }
    globfree(&files);
}
END_TEST

/* A check that can't fail proves nothing: one bit of a hash in the middle. */
START_TEST(a_recording_with_another_hash_is_not_what_plays)
{
    glob_t files;
    ck_assert_int_eq(glob("assets/replays/*.cwr", 0, NULL, &files), 0);
    ReplayFile *replay = replay_load(files.gl_pathv[0], &error);
    ck_assert_ptr_nonnull(replay);
    Session session = {0};
    ReplayPlayer player = {.game = &windup_game,
                           .levels = &levels,
                           .fingerprint = replay->header.fingerprint,
                           .slot = 2};
    ck_assert(replay_open_session(&session, &replay->header, &player, &error));
    replay->ticks[700].hash ^= 1;
    ck_assert_uint_eq(first_difference(&session, replay), 701);
    session_close(&session);
    replay_free(replay);
    globfree(&files);
}
END_TEST

START_TEST(the_runs_are_written_down)
{
    FILE *file = fopen(log_path, "w");
    ck_assert_ptr_nonnull(file);
    print_all(file);
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {
        the_bundled_recordings_play_here_as_they_were_recorded,
        a_recording_with_another_hash_is_not_what_plays,
    };
    levels_find(&levels, "assets");
    if (argc == 1) {
        return suite_run(
            &(SuiteDesc){"exact", tests, ARRAY_LENGTH(tests), NULL, NULL, .timeout_s = 60});
    }
    log_path = argv[1];
    const TTest *const log_only[] = {the_runs_are_written_down};
    return suite_run(&(SuiteDesc){"exact log", log_only, 1, NULL, NULL, .timeout_s = 120});
}
