#include "replay_samples.h"

#include "change/changes.h"
#include "expect.h"
#include "temp_folder.h"

enum {
    SAMPLE_ACTION_COUNT = 6,
    SAMPLE_ACTIONS = (1 << SAMPLE_ACTION_COUNT) - 1,
    SAMPLE_HELD = 1 << 5
};

CwReplayHeader sample_header(int tick_rate)
{
    return (CwReplayHeader){
        .version = REPLAY_VERSION,
        .game_id = "windup",
        .level = "first-wind",
        .rules_version = 3,
        .settings = {.tick_rate = tick_rate,
                     .substeps = 2,
                     .iterations = 10,
                     .gravity_mps2 = -9.81},
        .arena_bytes = UINT64_C(64) << 20,
        .level_hash = 0x1122334455667788,
        .seed = 42,
        .fingerprint = 0x99aabbccddeeff00,
        .player_count = 1,
        .action_count = SAMPLE_ACTION_COUNT,
    };
}

static bool chance(CwRng *rng, uint32_t in)
{
    return cw_rng_below(rng, in) == 0;
}

CwInputFrame sample_any_input(CwRng *rng, const CwInputFrame *before)
{
    CwInputFrame input = *before;
    uint32_t *masks[] = {&input.down, &input.pressed, &input.released};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(masks); i++) {
        *masks[i] = chance(rng, 3) ? (uint32_t)cw_rng_next(rng) : *masks[i];
    }
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        input.value[action] = chance(rng, 8) ? (uint8_t)cw_rng_next(rng) : input.value[action];
    }
    int16_t *numbers[] = {&input.pointer_x, &input.pointer_y, &input.pointer_dx, &input.pointer_dy,
                          &input.wheel};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        *numbers[i] = chance(rng, 3) ? (int16_t)cw_rng_next(rng) : *numbers[i];
    }
    return chance(rng, 10) ? (CwInputFrame){0} : input;
}

static CwInputFrame sample_taps(CwRng *rng)
{
    CwInputFrame input = sample_any_input(rng, &(CwInputFrame){0});
    input.down = SAMPLE_HELD;
    input.released = input.pressed &= SAMPLE_ACTIONS & ~(uint32_t)SAMPLE_HELD;
    for (int action = 0; action < CW_ACTION_MAX; action++) {
        input.value[action] &= action < SAMPLE_ACTION_COUNT ? CW_ACTION_VALUE_MAX : 0;
    }
    return input;
}

CwTickInput sample_tick_input(uint64_t tick)
{
    static const int most[CW_SETTING_TICK_RATE] = {0, CW_SIM_SUBSTEPS_MAX, CW_SIM_ITERATIONS_MAX,
                                                   CW_SIM_GRAVITY_MAX_MPS2 * 1000000};
    CwRng rng = seeded_rng(tick, 7);
    CwTickInput input = {0};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        bool idle = cw_rng_below(&rng, 3) != 0;
        input.players[i] = idle ? (CwInputFrame){.down = SAMPLE_HELD} : sample_taps(&rng);
    }
    if (chance(&rng, 6)) {
        uint32_t setting = 1 + cw_rng_below(&rng, CW_SETTING_TICK_RATE - 1);
        input.command =
            (CwInputCommand){setting, 1 + (int32_t)cw_rng_below(&rng, (uint32_t)most[setting])};
    }
    return input;
}

static uint64_t sample_tick_hash(uint64_t tick)
{
    return (tick + 1) * 0x9e3779b97f4a7c15;
}

void sample_write_ticks(ReplayWriter *writer, uint64_t first, uint64_t count)
{
    for (uint64_t tick = first; tick < first + count; tick++) {
        CwTickInput input = sample_tick_input(tick);
        replay_writer_tick(writer, &input, sample_tick_hash(tick));
    }
}

bool sample_is_run(const CwReplayFile *replay, uint64_t tick, size_t count, uint64_t first)
{
    size_t players_bytes = replay->header.player_count * sizeof(CwInputFrame);
    for (size_t i = 0; i < count; i++) {
        CwTickInput input = sample_tick_input(first + i);
        CwTickInput read = cw_replay_input(replay, tick + i + 1);
        if (memcmp(read.players, input.players, players_bytes) != 0 ||
            memcmp(&read.command, &input.command, sizeof input.command) != 0 ||
            cw_replay_hash(replay, tick + i + 1) != sample_tick_hash(first + i)) {
            return false;
        }
    }
    return true;
}

void sample_flip_hash(const CwReplayFile *replay, uint64_t tick)
{
    *replay_hash_place(replay, tick) ^= 1;
}

uint64_t sample_verify(const CwReplayFile *replay, const CwGame *game, CwSimSettings *at_end)
{
    static const Levels no_levels;
    const SessionGuest guest = changes_guest(0);
    const ReplayPlayer player = {.game = game,
                                 .levels = &no_levels,
                                 .fingerprint = replay->header.fingerprint,
                                 .slot = 3,
                                 .guest = &guest};
    Session session = {0};
    uint64_t hash = 0;
    EXPECT_OK(replay_open_session(&session, replay, &player, &error));
    Run run;
    run_begin(&run, &(RunDesc){.session = &session, .source = run_source_replay(replay)});
    for (size_t i = 0; i < replay->tick_count; i++) {
        EXPECT_OK(run_advance(&run, &error));
        hash = cw_world_hash(session.world);
        ck_assert_msg(hash == cw_replay_hash(replay, i + 1), "tick %zu differs", i + 1);
    }
    if (at_end != NULL) {
        *at_end = session.world->settings;
    }
    session_close(&session);
    return hash;
}

const char *sample_path(void)
{
    static char path[64];
    snprintf(path, sizeof path, "%s", temp_path("sample.cwr"));
    return path;
}

size_t sample_read(uint8_t *bytes, size_t capacity)
{
    size_t size = read_bytes(sample_path(), bytes, capacity);
    ck_assert_msg(size < capacity, "enlarge the test's buffer");
    return size;
}

CwReplayFile *sample_load_from(const char *path)
{
    static CwReplayFile *loaded[64]; /* no leak: the test's process ends with them */
    static size_t count;
    CwReplayFile *replay = cw_replay_load(path, &error);
    EXPECT_OK(replay);
    loaded[count++ % CW_ARRAY_LENGTH(loaded)] = replay;
    return replay;
}

CwReplayFile *sample_load(void)
{
    return sample_load_from(sample_path());
}
