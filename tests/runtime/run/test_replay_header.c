#include "base/little_endian.h"
#include "run/replay_header.h"
#include "support/expect.h"
#include "support/replay_samples.h"

#include <xxhash.h>

static uint8_t bytes[512];

enum {
    AT_GAME_ID = 32,
    AT_LEVEL = 58,
    AT_TICK_RATE = 80,
    AT_SUBSTEPS = 84,
    AT_ITERATIONS = 88,
    AT_GRAVITY = 92,
    AT_ARENA = 112,
    AT_SEED_FIELD = 120,
    AT_SEED = 132,
    AT_PLAYERS = 172,
    AT_ACTIONS = 176,
    AT_CHECKSUM = 180,
    LENGTH = 188
};

static void encode_changed(size_t at, uint64_t value, int byte_count)
{
    CwReplayHeader header = sample_header(60);
    ck_assert_uint_eq(replay_header_encode(&header, bytes).offset, LENGTH);
    store_le(bytes + at, value, byte_count);
    store_le(bytes + AT_CHECKSUM, XXH3_64bits_withSeed(bytes, AT_CHECKSUM, 0), 8);
}

/* A sound header and one more field after its own. Returns its length. */
static size_t encode_with_field(const char *name, unsigned flags, const char *content)
{
    CwReplayHeader header = sample_header(60);
    replay_header_encode(&header, bytes);
    uint8_t *field = bytes + AT_CHECKSUM;
    size_t content_bytes = strlen(content);
    memset(field, 0, REPLAY_NAME_BYTES);
    memcpy(field, name, strlen(name));
    store_le(field + 8, flags, 2);
    store_le(field + 10, content_bytes, 2);
    memcpy(field + 12, content, content_bytes);
    size_t checked_bytes = AT_CHECKSUM + 12 + content_bytes;
    store_le(bytes + 12, checked_bytes + 8, 4);
    store_le(bytes + checked_bytes, XXH3_64bits_withSeed(bytes, checked_bytes, 0), 8);
    return checked_bytes + 8;
}

static const char *refusal(size_t size)
{
    error = (CwError){0};
    ck_assert_ptr_null(cw_replay_parse(bytes, size, &error));
    return error.text;
}

TEST(a_header_comes_back)
{
    CwReplayHeader header = sample_header(60);
    CwReplayHeader back;
    ReplayBody body;
    ReplayBody written = replay_header_encode(&header, bytes);
    ck_assert(replay_header_decode(bytes, written.offset, &back, &body, NULL));
    ck_assert_uint_eq(body.offset, LENGTH);
    ck_assert_uint_eq(body.offset, written.offset);
    ck_assert_uint_eq(body.seed, written.seed);
    ck_assert_str_eq(back.game_id, header.game_id);
    ck_assert_str_eq(back.level, header.level);
    ck_assert_int_eq(back.settings.tick_rate, 60);
    ck_assert_double_eq(back.settings.gravity_mps2, -9.81);
    ck_assert_uint_eq(replay_header_encode(&back, bytes).seed, written.seed);
}

/* Headers of games without a pointer keep their bytes. */
TEST(a_pointer_in_the_world_is_a_field_of_its_own)
{
    CwReplayHeader header = sample_header(60), back;
    header.pointer_steps_per_m = 1024;
    ReplayBody body, written = replay_header_encode(&header, bytes);
    ck_assert_uint_eq(written.offset, LENGTH + 16);
    ck_assert(replay_header_decode(bytes, written.offset, &back, &body, NULL));
    ck_assert_uint_eq(back.pointer_steps_per_m, 1024);
    header.pointer_steps_per_m = 65537;
    EXPECT_REFUSED(replay_header_check(&header, &error),
                   "the pointer's steps is 65537, must be 0..65536");
    header.pointer_steps_per_m = 0;
    EXPECT_REFUSED(replay_header_matches(&back, &header, &error),
                   "recorded with 1024 steps to a metre of the pointer, this game has 0");
}

static uint64_t double_bits(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

TEST(values_out_of_bounds_are_refused_by_name)
{
    const struct {
        size_t at;
        uint64_t value;
        int byte_count;
        const char *name;
    } rows[] = {
        {AT_GAME_ID, 0, 1, "game id"},
        {AT_GAME_ID + 1, '/', 1, "game id"},
        {AT_GAME_ID + 5, 0xe9, 1, "game id"},
        {AT_LEVEL, 'A', 1, "level name"},
        {AT_LEVEL + 4, 0, 1, "level name"},
        {AT_TICK_RATE, 0, 4, "tick_rate is 0"},
        {AT_TICK_RATE, 1001, 4, "tick_rate is 1001"},
        {AT_TICK_RATE, UINT32_MAX, 4, "tick_rate is -1"},
        {AT_SUBSTEPS, 0, 4, "substeps"},
        {AT_SUBSTEPS, 17, 4, "substeps"},
        {AT_ITERATIONS, 0, 4, "iterations"},
        {AT_ITERATIONS, 101, 4, "iterations"},
        {AT_GRAVITY, double_bits(NAN), 8, "gravity"},
        {AT_GRAVITY, double_bits(-INFINITY), 8, "gravity"},
        {AT_GRAVITY, double_bits(1000.5), 8, "gravity"},
        {AT_ARENA, (4u << 20) - 1, 8, "arena"},
        {AT_ARENA, (UINT64_C(4) << 30) + 1, 8, "arena"},
        {AT_PLAYERS, 0, 4, "player count is 0"},
        {AT_PLAYERS, CW_PLAYER_MAX + 1, 4, "player count"},
        {AT_ACTIONS, CW_ACTION_MAX + 1, 4, "action count"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        encode_changed(rows[i].at, rows[i].value, rows[i].byte_count);
        expect_text(refusal(LENGTH), rows[i].name);
    }
}

TEST(the_bounds_themselves_are_accepted)
{
    CwReplayHeader header = sample_header(CW_SIM_TICK_RATE_MAX);
    header.settings = (CwSimSettings){CW_SIM_TICK_RATE_MAX, CW_SIM_SUBSTEPS_MAX,
                                      CW_SIM_ITERATIONS_MAX, -CW_SIM_GRAVITY_MAX_MPS2};
    header.arena_bytes = REPLAY_ARENA_BYTES_MAX;
    memset(header.level, 'z', sizeof header.level - 1);
    ck_assert(replay_header_check(&header, NULL));
    header.settings = (CwSimSettings){1, 1, 1, CW_SIM_GRAVITY_MAX_MPS2};
    header.arena_bytes = REPLAY_ARENA_BYTES_MIN;
    header.action_count = CW_ACTION_MAX;
    ck_assert(replay_header_check(&header, NULL));
}

TEST(an_invalid_header_is_refused_with_a_reason)
{
    encode_changed(0, 'X', 1);
    expect_text(refusal(LENGTH), "not a replay");
    encode_changed(12, REPLAY_HEADER_BYTES_MAX + 1, 4);
    expect_text(refusal(LENGTH), "header length 65537");
    encode_changed(12, 23, 4);
    expect_text(refusal(LENGTH), "header length 23");
    encode_changed(12, LENGTH + 1, 4);
    ck_assert_str_eq(refusal(LENGTH), "truncated header: 188 of 189 bytes");
    encode_changed(AT_SEED, 43, 8);
    bytes[AT_SEED]++;
    expect_text(refusal(LENGTH), "checksum");
    ck_assert_str_eq(refusal(100), "truncated header: 100 of 188 bytes");
    ck_assert_str_eq(refusal(0), "truncated header: 0 of at least 24 bytes");
}

TEST(another_version_is_refused_with_both_numbers)
{
    encode_changed(8, 3, 4);
    expect_text(refusal(LENGTH), "format version 3, this program reads version 4: play it with an");
    encode_changed(8, 5, 4);
    expect_text(refusal(LENGTH), "version 5, this program reads version 4: play");
    encode_changed(8, 0, 4);
    expect_text(refusal(LENGTH), "version 0");
}

TEST(an_optional_field_of_a_later_program_is_skipped)
{
    size_t size = encode_with_field("NOTE1234", 1, "anything");
    CwReplayFile *replay = cw_replay_parse(bytes, size, NULL);
    ck_assert_ptr_nonnull(replay);
    ck_assert_str_eq(replay->header.level, "first-wind");
    ck_assert_int_eq(replay->state, CW_REPLAY_CUT);
    cw_replay_free(replay);
}

TEST(a_required_field_of_a_later_program_is_refused_by_name)
{
    const char *names[] = {"POINTERS", "X", "NOTE1234"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        size_t size = encode_with_field(names[i], 0, "\2\40");
        expect_text(refusal(size), textf("header: %s is required and unknown here", names[i]));
    }
    expect_text(refusal(encode_with_field("NOTE", 3, "")), "NOTE has the unknown");
}

TEST(contradictory_fields_are_refused)
{
    ck_assert_str_eq(refusal(encode_with_field("SEED", 0, "12345678")),
                     "header: SEED is there twice");
    const char *names[] = {"", "lower", "A\x1b[31m", "\xff"};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        expect_text(refusal(encode_with_field(names[i], 1, "")), "a name that");
    }
    encode_changed(AT_SEED_FIELD, 'X', 1); /* "XEED" */
    expect_text(refusal(LENGTH), "XEED is required");
    encode_changed(AT_SEED_FIELD, UINT64_C(0x45544f4e), 8);
    bytes[AT_SEED_FIELD + 8] = 1; /* "NOTE", optional */
    store_le(bytes + AT_CHECKSUM, XXH3_64bits_withSeed(bytes, AT_CHECKSUM, 0), 8);
    ck_assert_str_eq(refusal(LENGTH), "header: SEED is missing");
    encode_changed(AT_PLAYERS - 2, 9, 2);
    ck_assert_str_eq(refusal(LENGTH), "header: the last field is longer than the header");
    encode_changed(AT_PLAYERS - 2, 0, 2);
    ck_assert_str_eq(refusal(LENGTH), "header: PLAYERS has 0 bytes, must have 8 to 8");
}
