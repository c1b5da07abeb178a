/* Each time another allocation fails, work is done all the same or refused with words. The
 * sanitizers see that nothing is lost or freed twice. */
#include "change/changes.h"
#include "clockwork/map_world.h"
#include "fields/field_difference.h"
#include "inspect/past_walk.h"
#include "support/failing_memory.h"
#include "support/program.h"
#include "support/replay_samples.h"
#include "windup/windup.h"

static char easy_path[256];

SET_UP(.timeout_s = 240)
{
    snprintf(easy_path, sizeof easy_path, "%s", temp_path("easy.tmj"));
    write_easy_level("easy.tmj", NULL);
    temp_listen();
}

static bool start(CwWorld *world, const CwMap *map, CwError *problem)
{
    CwMapCollision collision = cw_map_collision_default();
    return cw_map_build_collision(world, map, &collision, problem) >= 0;
}

static const CwGame toy = {.id = "toy",
                           .title = "toy",
                           .rules_version = 1,
                           .looks = {.camera_height_m = 9},
                           .start = start};

static bool load_map(const char *path)
{
    CwMap *map = cw_map_load(path, &error);
    cw_map_free(map);
    return map != NULL;
}

/* With all that the map came of in one text, as recordings carry it. */
static bool open_text(const char *path)
{
    static char bytes[64 * 1024];
    size_t size = read_bytes(path, bytes, sizeof bytes);
    Session session = {0};
    SessionDesc desc = {.game = &toy,
                        .settings = cw_sim_settings_default(),
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = path,
                        .map_text = {bytes, size},
                        .level = "text"};
    bool ok = session_open(&session, &desc, &error);
    session_close(&session);
    return ok;
}

static bool load_replay(const char *path)
{
    CwReplayFile *replay = cw_replay_load(path, &error);
    bool ok = replay != NULL && replay->state != CW_REPLAY_BAD;
    if (replay != NULL && !ok) {
        error = replay->problem;
    }
    cw_replay_free(replay);
    return ok;
}

static void look(void *context, const Session *session)
{
    *(uint64_t *)context = session->world->tick;
}

static bool walk(const Run *run)
{
    PastWalk past = {0};
    uint64_t seen = 0;
    past_walk_begin(&past, 2, 3);
    bool ok = true;
    while (ok && !past.is_done) {
        ok = past_walk_run(&past, run, 0, look, &seen, &error);
    }
    past_walk_free(&past);
    return ok;
}

/* A run with a history, a sync test and a recording. */
static bool play(const char *path)
{
    Session session = {0};
    const SessionGuest guest = changes_guest(2);
    SessionDesc desc = {.game = &windup_game,
                        .guest = &guest,
                        .settings = cw_sim_settings_default(),
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = path,
                        .level = "level"};
    if (!session_open(&session, &desc, &error)) {
        return false;
    }
    Run run;
    ReplayWriter writer = {0};
    CwReplayHeader header = replay_header_of(&session, (MapText){0});
    CwHistory *history = cw_history_create((size_t)4 << 20, 4, &error);
    bool ok = history != NULL && replay_writer_open(&writer, temp_path("run.cwr"), &header, &error);
    if (ok) {
        run_begin(&run, &(RunDesc){.session = &session, .history = history});
        run_add_writer(&run, &writer);
        for (uint64_t tick = 1; ok && tick <= 4; tick++) {
            CwTickInput input = sample_tick_input(tick);
            ok = run_tick(&run, &input, &error);
        }
        ok = ok && walk(&run);
        replay_writer_close(&writer, true);
    }
    cw_history_destroy(history);
    session_close(&session);
    return ok;
}

static const struct {
    bool (*work)(const char *path);
    const char *path;
} rows[] = {
    {load_map, "assets/levels/first-wind.tmj"},
    {open_text, "tests/fuzz/seeds/map/carried-json"},
    {open_text, "tests/fuzz/seeds/map/carried-xml"},
    {open_text, "tests/fuzz/seeds/map/embedded.tmj"},
    {open_text, "tests/fuzz/seeds/map/infinite.tmx"},
    {open_text, "tests/fuzz/seeds/map/zlib.tmx"},
    {open_text, "tests/fuzz/seeds/map/zstd.tmx"},
    {load_replay, "tests/fuzz/seeds/replay/carried.cwr"},
    {play, NULL}, /* a level of a few things: a larger one has as many places, and takes minutes */
};

TEST(any_allocation_may_fail, .rounds = CW_ARRAY_LENGTH(rows))
{
    const char *path = rows[_i].path != NULL ? rows[_i].path : easy_path;
    EXPECT_OK(rows[_i].work(path)); /* what is made only once is there now */
    bool failed = true;
    for (long call = 0; failed; call++) {
        failing_memory_begin(call);
        bool ok = rows[_i].work(path);
        failed = failing_memory_end();
        ck_assert_msg(ok || (failed && error.text[0] != '\0'), "call %ld of %s: %s", call, path,
                      error.text);
        error = (CwError){0};
    }
}

static bool differ(int how, const Session sessions[2], const CwSnapshot *past)
{
    FieldDifference field;
    CwWorld *a = sessions[0].world, *b = sessions[1].world;
    return how == 0   ? field_difference_find(&field, a, b)
           : how == 1 ? field_difference_find_shared(&field, a, b)
                      : field_difference_since(&field, a, past);
}

TEST(a_comparison_without_memory_finds_nothing, .rounds = 3)
{
    static const SessionDesc desc = {.game = &windup_game,
                                     .arena_bytes = (size_t)16 << 20,
                                     .map_path = "assets/levels/first-wind.tmj",
                                     .level = "level"};
    Session sessions[2] = {0};
    CwSnapshot past = {0};
    for (int i = 0; i < 2; i++) {
        SessionDesc own = desc;
        own.slot = i;
        own.settings = cw_sim_settings_default();
        EXPECT_OK(session_open(&sessions[i], &own, &error));
    }
    ck_assert(cw_world_snapshot(sessions[0].world, &past));
    for (uint64_t tick = 1; tick <= 30; tick++) {
        CwTickInput input = sample_tick_input(tick);
        EXPECT_OK(session_tick(&sessions[0], &input, &error));
    }
    ck_assert(differ(_i, sessions, &past));
    bool failed = true;
    for (long call = 0; failed; call++) {
        failing_memory_begin(call);
        bool differs = differ(_i, sessions, &past);
        failed = failing_memory_end();
        ck_assert_msg(differs || failed, "call %ld", call);
    }
    cw_snapshot_free(&past);
    session_close(&sessions[0]);
    session_close(&sessions[1]);
}
