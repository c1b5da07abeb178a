/* Recordings of Windup, by the bot and by the monkey, simulated again: the same hash at every tick,
 * wherever and however often, under the recording's own settings. */
#include "sim/replay_run.h"

#include "clockwork/replay.h"
#include "game/windup.h"
#include "input/input_monkey.h"
#include "sim/timeline.h"
#include "sim/world_hash.h"
#include "support/replay_samples.h"
#include "support/rich_game.h"
#include "support/test.h"

#include <chipmunk/chipmunk_structs.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FINGERPRINT = 4711 };

static Levels levels;
static ReplayPlayer player;
static CwReplayFile *replay;
static CwError error;

static void set_up(void)
{
    levels_find(&levels, "assets");
    ck_assert_int_gt(levels.count, 0);
    player = (ReplayPlayer){.game = &windup_game, .levels = &levels, .fingerprint = FINGERPRINT};
    error = (CwError){0};
    replay = NULL;
}

static void tear_down(void)
{
    cw_replay_free(replay);
    unlink(sample_path());
}

FIXTURE(.set_up = set_up, .tear_down = tear_down);

/* Records a run of the first level: by a monkey with a seed, by the bot for seed 0. */
static void record(CwSimSettings settings, uint64_t monkey_seed, int ticks)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    Session session = {0};
    Timeline timeline;
    ReplayWriter writer;
    CwRng monkey;
    cw_rng_seed(&monkey, monkey_seed, 1);
    ck_assert(levels_resolve(&levels, "first-wind", path, name, &error));
    SessionDesc desc = {.game = &windup_game,
                        .settings = settings,
                        .arena_bytes = (size_t)16 << 20,
                        .seed = 99,
                        .fingerprint = FINGERPRINT,
                        .map_path = path,
                        .level = name};
    ck_assert_msg(session_open(&session, &desc, &error), "%s", error.text);
    timeline_begin(&timeline, &session, NULL, NULL);
    CwReplayHeader header = replay_header_of(&session);
    ck_assert_msg(replay_writer_open(&writer, sample_path(), &header, &error), "%s", error.text);
    timeline_add_recorder(&timeline, &writer);
    for (int i = 0; i < ticks; i++) {
        CwTickInput input = session.input;
        if (monkey_seed != 0) {
            input_monkey(&monkey, &input.players[0], ACTION_COUNT);
        } else {
            input = (CwTickInput){0};
            windup_game.bot(session.world, &input.players[0]);
            cw_input_derive_edges(&input.players[0], &session.input.players[0]);
        }
        ck_assert_msg(timeline_tick(&timeline, &input, &error), "%s", error.text);
    }
    ck_assert(replay_writer_close(&writer, timeline.finished));
    session_close(&session);
    replay = cw_replay_load(sample_path(), &error);
    ck_assert_msg(replay != NULL && replay->tick_count == (size_t)ticks, "%s", error.text);
}

static CwSimSettings usual(void)
{
    return world_desc_default().settings;
}

static void open_replay(Session *session, int slot)
{
    player.slot = slot;
    ck_assert_msg(replay_open_session(session, replay, &player, &error), "%s", error.text);
}

/* The next ticks; each must be as recorded. */
static void follow(Session *session, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++) {
        uint64_t tick = cw_world_tick(session->world) + 1;
        CwTickInput input = cw_replay_input(replay, tick);
        ck_assert_msg(session_tick(session, &input, &error), "%s", error.text);
        ck_assert_msg(cw_world_hash(session->world) == replay->ticks[tick - 1].hash,
                      "tick %lu differs", (unsigned long)cw_world_tick(session->world));
    }
}

static void expect_plays_the_same(void)
{
    Session session = {0};
    open_replay(&session, 0);
    follow(&session, replay->tick_count);
    ck_assert_int_eq(session_probe(&session).finished, replay->finished);
    session_close(&session);
}

TEST(the_bots_run_plays_the_same_to_the_finish)
{
    record(usual(), 0, 1900);
    ck_assert(replay->finished);
    expect_plays_the_same();
}

TEST(a_monkeys_run_plays_the_same)
{
    record(usual(), 7, 1500);
    expect_plays_the_same();
}

/* Whatever config.ini says: nothing of it is asked. */
TEST(a_run_plays_under_its_own_settings)
{
    CwSimSettings settings = {
        .tick_rate = 144, .substeps = 3, .iterations = 17, .gravity_mps2 = -8.125};
    record(settings, 3, 600);
    Session session = {0};
    open_replay(&session, 0);
    ck_assert_int_eq(session.desc.settings.tick_rate, 144);
    ck_assert_int_eq(session.desc.settings.substeps, 3);
    ck_assert_int_eq(session.desc.settings.iterations, 17);
    ck_assert(session.desc.settings.gravity_mps2 == -8.125);
    follow(&session, replay->tick_count);
    session_close(&session);
}

TEST(ten_restarts_at_random_points_play_the_same)
{
    record(usual(), 5, 500);
    CwRng dice;
    cw_rng_seed(&dice, 1, 1);
    Session session = {0};
    open_replay(&session, 0);
    for (int i = 0; i < 10; i++) {
        follow(&session, cw_rng_below(&dice, 200));
        ck_assert(session_restart(&session, &error));
    }
    follow(&session, replay->tick_count);
    session_close(&session);
}

TEST(two_sessions_side_by_side_play_the_same)
{
    record(usual(), 5, 400);
    Session here = {0}, there = {0};
    open_replay(&here, 0);
    follow(&here, 37);
    open_replay(&there, 6);
    while (cw_world_tick(there.world) + 5 < replay->tick_count) {
        follow(&there, 5);
        follow(&here, cw_world_tick(here.world) < replay->tick_count);
    }
    session_close(&here);
    session_close(&there);
}

/* ---- one bit flipped at tick 250 ---- */

static void expect_caught(void (*flip)(CwWorld *world), const char *section)
{
    record(usual(), 5, 300);
    Session session = {0};
    open_replay(&session, 0);
    follow(&session, 249);
    CwTickInput input = cw_replay_input(replay, 250);
    ck_assert(session_tick(&session, &input, &error));
    flip(session.world);
    uint64_t hash = cw_world_hash(session.world);
    char sections[128];
    ck_assert_uint_ne(hash, replay->ticks[249].hash);
    world_hash_describe(hash, replay->ticks[249].hash, sections, sizeof sections);
    ck_assert_str_eq(sections, section);
    session_close(&session);
}

static void flip_body(CwWorld *world)
{
    *(unsigned char *)&world->poses[0].body->v.x ^= 1;
}

static void flip_joint(CwWorld *world)
{
    cpConstraint *joint = world->space->constraints->arr[0];
    *(unsigned char *)&joint->maxForce ^= 1;
}

static void flip_entity(CwWorld *world)
{
    *(unsigned char *)&world->slots[0].generation ^= 1;
}

static void flip_rng(CwWorld *world)
{
    *(unsigned char *)&world->rng.state ^= 1;
}

static void flip_game(CwWorld *world)
{
    *(unsigned char *)&run_of(world)->respawn_count ^= 1;
}

TEST(a_flipped_bit_of_a_body_is_seen_in_its_tick)
{
    expect_caught(flip_body, "bodies");
}

TEST(a_flipped_bit_of_a_joint_is_seen_in_its_tick)
{
    expect_caught(flip_joint, "constraints");
}

TEST(a_flipped_bit_of_an_entity_is_seen_in_its_tick)
{
    expect_caught(flip_entity, "entities");
}

TEST(a_flipped_bit_of_the_random_stream_is_seen_in_its_tick)
{
    expect_caught(flip_rng, "rng");
}

TEST(a_flipped_bit_of_the_games_state_is_seen_in_its_tick)
{
    expect_caught(flip_game, "game");
}

/* ---- refusals ---- */

static void expect_refused(const char *because)
{
    Session session = {0};
    error = (CwError){0};
    ck_assert(!replay_open_session(&session, replay, &player, &error));
    ck_assert_msg(strstr(error.text, because) != NULL, "%s", error.text);
    ck_assert_ptr_null(session.world);
    session_close(&session);
}

TEST(another_fingerprint_is_refused)
{
    record(usual(), 5, 10);
    player.fingerprint++;
    expect_refused("fingerprint");
}

TEST(another_version_of_the_rules_is_refused)
{
    record(usual(), 5, 10);
    CwGame game = windup_game;
    game.rules_version++;
    player.game = &game;
    expect_refused("rules version");
}

/* Its level is not looked for: this game may have one of that name. */
TEST(another_game_is_refused)
{
    record(usual(), 5, 10);
    player.game = rich_game();
    expect_refused("recorded with the game windup, this is rich");
}

TEST(a_level_that_is_not_here_is_refused)
{
    record(usual(), 5, 10);
    snprintf(replay->header.level, sizeof replay->header.level, "lost");
    expect_refused("there is no level \"lost\"");
}

/* A copy of the assets with one number of the level changed. */
TEST(an_edited_level_is_refused_and_the_old_one_plays_again)
{
    record(usual(), 5, 10);
    char folder[] = "/tmp/clockwork-levels-XXXXXX", command[256];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command,
             "mkdir %s/levels && sed '0,/\"x\":[ ]*[0-9]/s//\"x\":1/' assets/levels/first-wind.tmj "
             ">%s/levels/first-wind.tmj",
             folder, folder);
    ck_assert_int_eq(system(command), 0);
    levels_find(&levels, folder);
    expect_refused("the level first-wind has changed");
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    levels_find(&levels, "assets");
    expect_plays_the_same();
}

TEST(settings_and_seed_are_no_reason_to_refuse)
{
    record(usual(), 5, 50);
    ck_assert_uint_eq(replay->header.seed, 99);
    replay->header.seed++;
    replay->header.settings.substeps = 5;
    Session session = {0};
    ck_assert(replay_open_session(&session, replay, &player, &error));
    session_close(&session);
}
