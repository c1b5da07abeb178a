/* Recordings of Windup by the monkey, simulated again under their own settings. */
#include "change/changes.h"
#include "check/input_monkey.h"
#include "common/numbers.h"
#include "run/replay_run.h"
#include "support/expect.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

#include <sys/stat.h>

enum { FINGERPRINT = 4711 };

static double grip;
static const CwKnob knob = {"GRIP", "", "grip.c", 1, 2, 0, 9, &grip};
static const CwKnob *const knobs[] = {&knob};

static CwGame game; /* Windup, perhaps with the knob */
static CwReplayEdit turned;
static CarryForm begun; /* carry that the run begins with */
static Levels levels;
static ReplayPlayer player;
static SessionGuest guest;
static CwReplayFile *replay;
static Session session;

static void tear_down(void)
{
    session_close(&session);
    cw_replay_free(replay);
}

SET_UP(.tear_down = tear_down)
{
    levels_find(&levels, "assets");
    ck_assert_int_gt(levels.count, 0);
    game = windup_game;
    turned = knob_edit("GRIP", 2);
    begun = (CarryForm){0};
    guest = changes_guest(0);
    player = (ReplayPlayer){
        .guest = &guest, .game = &game, .levels = &levels, .fingerprint = FINGERPRINT};
    replay = NULL;
}

static void record(CwSimSettings settings, uint64_t monkey_seed, int ticks)
{
    char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    Run run;
    ReplayWriter writer = {0};
    CwRng monkey = seeded_rng(monkey_seed, 1);
    ck_assert(levels_resolve(&levels, "first-wind", path, name, &error));
    SessionDesc desc = {.game = &game,
                        .settings = settings,
                        .guest = &guest,
                        .changes = &turned,
                        .change_count = (size_t)game.content.knob_count,
                        .arena_bytes = (size_t)16 << 20,
                        .seed = 99,
                        .carry = begun,
                        .fingerprint = FINGERPRINT,
                        .map_path = path,
                        .level = name};
    EXPECT_OK(session_open(&session, &desc, &error));
    run_begin(&run, &(RunDesc){.session = &session});
    CwReplayHeader header = replay_header_of(&session, (MapText){0});
    EXPECT_OK(replay_writer_open(&writer, sample_path(), &header, &error));
    replay_writer_carry(&writer, session.carry);
    run_add_writer(&run, &writer);
    for (int i = 0; i < ticks; i++) {
        CwTickInput input = session.world->input;
        input_monkey(&monkey, &input.players[0], ACTION_COUNT);
        EXPECT_OK(run_tick(&run, &input, &error));
    }
    ck_assert(replay_writer_close(&writer, run.is_finished));
    session_close(&session);
    replay = sample_load();
    ck_assert_uint_eq(replay->tick_count, (size_t)ticks);
}

static CwSimSettings usual(void)
{
    return world_desc_default().settings;
}

static void open_replay(Session *opened, int slot)
{
    player.slot = slot;
    EXPECT_OK(replay_open_session(opened, replay, &player, &error));
}

static void follow(Session *opened, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++) {
        uint64_t tick = cw_world_tick(opened->world) + 1;
        CwTickInput input = cw_replay_input(replay, tick);
        EXPECT_OK(session_tick(opened, &input, &error));
        ck_assert_msg(cw_world_hash(opened->world) == cw_replay_hash(replay, tick),
                      "tick %lu differs", (unsigned long)tick);
    }
}

TEST(a_recording_holds_the_settings_that_its_level_s_map_gave)
{
    char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s.tmj", sample_path());
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(
        "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":"
        "32,"
        "\"tileheight\":32,\"infinite\":false,\"layers\":[],\"properties\":[{\"name\":\"gravity\","
        "\"type\":\"float\",\"value\":-1.5}]}",
        file);
    fclose(file);
    SessionDesc desc = {.game = &game,
                        .settings = cw_sim_settings_default(),
                        .guest = &guest,
                        .arena_bytes = (size_t)16 << 20,
                        .map_path = path,
                        .level = "moon"};
    EXPECT_OK(session_open(&session, &desc, &error));
    remove(path);
    CwReplayHeader header = replay_header_of(&session, (MapText){0});
    ck_assert_double_eq(header.settings.gravity_mps2, -1.5);
}

TEST(a_run_plays_under_its_own_settings)
{
    CwSimSettings settings = {
        .tick_rate = 144, .substeps = 3, .iterations = 17, .gravity_mps2 = -8.125};
    record(settings, 3, 600);
    open_replay(&session, 0);
    ck_assert_int_eq(session.settings.tick_rate, 144);
    ck_assert_int_eq(session.settings.substeps, 3);
    ck_assert_int_eq(session.settings.iterations, 17);
    ck_assert(session.settings.gravity_mps2 == -8.125);
    follow(&session, replay->tick_count);
}

TEST(twelve_hours_of_play_fit_into_a_file)
{
    const char *path = "assets/replays/first-wind.cwr";
    struct stat facts;
    replay = cw_replay_load(path, &error);
    EXPECT_OK(replay != NULL && stat(path, &facts) == 0);
    double tick_bytes = (double)facts.st_size / (double)replay->tick_count;
    ck_assert_double_lt(tick_bytes * 12 * 3600 * 60, (double)CW_REPLAY_FILE_BYTES_MAX);
}

/* The run of a monkey, who finishes nothing. */
TEST(a_run_that_began_with_progress_ranks_only_if_the_game_says_so, .rounds = 3)
{
    static const CwField fields[] = {{.name = "kicks", .type = CW_FIELD_I64, .count = 1}};
    const int64_t kicks = _i > 0;
    CwRunTime time;
    game.carry = (CwGameCarry){sizeof kicks, fields, 1, NULL};
    game.rank.any_carry = _i == 2;
    begun = carry_write(&game.carry, &kicks);
    record(usual(), 3, 10);
    free(begun.bytes);
    replay->finished = true;
    EXPECT_REFUSED(run_judge(replay, &(RunRules){player, usual()}, &time, &error),
                   _i == 1 ? "began with the progress of an earlier run" : "is not finished in it");
    game.carry.field_count = 0;
    EXPECT_REFUSED(replay_open_session(&session, replay, &player, &error), "kicks is dropped");
}

static uint64_t record_with(double value)
{
    turned = knob_edit("GRIP", value);
    game.content.knobs = knobs;
    game.content.knob_count = 1;
    cw_replay_free(replay);
    record(usual(), 3, 100);
    return cw_replay_hash(replay, 100);
}

TEST(a_turned_knob_is_an_edit_that_is_hashed_verifies_and_is_never_ranked)
{
    CwRunTime time;
    record(usual(), 3, 100);
    uint64_t without = cw_replay_hash(replay, 100);
    ck_assert_uint_eq(record_with(2), without);
    ck_assert_uint_ne(record_with(3), without);
    ck_assert_str_eq(replay->edits[0].field, "knob.GRIP");
    open_replay(&session, 0);
    follow(&session, 100);
    ck_assert(!run_judge(replay, &(RunRules){player, usual()}, &time, &error));
    expect_text(error.text, "changed by hand");
}

/* Each world has its own value, in a process with one variable. */
TEST(worlds_beside_each_other_keep_their_knobs_and_a_game_without_one_refuses)
{
    Session other = {0};
    record_with(3);
    open_replay(&session, 0);
    replay->edit_count = 0;
    open_replay(&other, 1);
    ck_assert(grip == 2);
    follow(&session, 1);
    ck_assert(grip == 3);
    session_close(&other);
    replay->edit_count = 1;
    game.content.knob_count = 0;
    EXPECT_REFUSED(replay_open_session(&other, replay, &player, &error), "--game FILE.so");
    player.guest = NULL; /* a finished game's */
    EXPECT_REFUSED(replay_open_session(&other, replay, &player, &error), "maker's build");
}
