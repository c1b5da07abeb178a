#include "clockwork/replay.h"
#include "sim/little_endian.h"
#include "sim/replay_header.h"
#include "support/replay_samples.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static uint8_t bytes[512];

/* A sound header with one field changed by the caller, checksum included. */
static void encode_changed(size_t at, uint64_t value, int byte_count)
{
    ReplayHeader header = sample_header(60);
    replay_header_encode(&header, bytes);
    store_le(bytes + at, value, byte_count);
    store_le(bytes + 172, XXH3_64bits_withSeed(bytes, 172, 0), 8);
}

/* What the reader says to the first `size` of `bytes`, whose header is refused. */
static const char *refusal(size_t size)
{
    static Error error;
    error = (Error){0};
    ck_assert_ptr_null(replay_parse(bytes, size, &error));
    return error.text;
}

START_TEST(a_header_comes_back)
{
    ReplayHeader header = sample_header(60);
    ReplayHeader back;
    ReplayBody body;
    uint64_t checksum = replay_header_encode(&header, bytes);
    ck_assert(replay_header_decode(bytes, REPLAY_HEADER_BYTES, &back, &body, NULL));
    ck_assert_uint_eq(body.offset, REPLAY_HEADER_BYTES);
    ck_assert_uint_eq(body.seed, checksum);
    ck_assert_str_eq(back.game_id, header.game_id);
    ck_assert_str_eq(back.level, header.level);
    ck_assert_int_eq(back.settings.tick_rate, 60);
    ck_assert_double_eq(back.settings.gravity_mps2, -9.81);
    ck_assert_uint_eq(replay_header_encode(&back, bytes), checksum);
}
END_TEST

static uint64_t double_bits(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

START_TEST(values_out_of_bounds_are_refused_by_name)
{
    const struct {
        size_t at;
        uint64_t value;
        int byte_count;
        const char *name;
    } rows[] = {
        {16, 0, 1, "game id"},
        {17, '/', 1, "game id"},
        {16 + 20, 'x', 1, "game id"},
        {48, 'A', 1, "level name"},
        {48 + 63, 'a', 1, "level name"},
        {116, 0, 4, "tick_rate is 0"},
        {116, 1001, 4, "tick_rate is 1001"},
        {116, UINT32_MAX, 4, "tick_rate is -1"},
        {120, 0, 4, "substeps"},
        {120, 17, 4, "substeps"},
        {124, 0, 4, "iterations"},
        {124, 101, 4, "iterations"},
        {128, double_bits(NAN), 8, "gravity"},
        {128, double_bits(-INFINITY), 8, "gravity"},
        {128, double_bits(1000.5), 8, "gravity"},
        {136, (4u << 20) - 1, 8, "arena"},
        {136, (UINT64_C(4) << 30) + 1, 8, "arena"},
        {168, ACTION_MAX + 1, 4, "action count"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        encode_changed(rows[i].at, rows[i].value, rows[i].byte_count);
        const char *text = refusal(REPLAY_HEADER_BYTES);
        ck_assert_msg(strstr(text, rows[i].name) != NULL, "row %zu: %s", i, text);
    }
}
END_TEST

START_TEST(the_bounds_themselves_are_accepted)
{
    ReplayHeader header = sample_header(REPLAY_TICK_RATE_MAX);
    header.settings = (ReplaySettings){REPLAY_TICK_RATE_MAX, REPLAY_SUBSTEPS_MAX,
                                       REPLAY_ITERATIONS_MAX, -REPLAY_GRAVITY_MAX_MPS2};
    header.arena_bytes = REPLAY_ARENA_BYTES_MAX;
    memset(header.level, 'z', sizeof header.level - 1);
    ck_assert(replay_header_check(&header, NULL));
    header.settings = (ReplaySettings){1, 1, 1, REPLAY_GRAVITY_MAX_MPS2};
    header.arena_bytes = REPLAY_ARENA_BYTES_MIN;
    header.action_count = ACTION_MAX;
    ck_assert(replay_header_check(&header, NULL));
}
END_TEST

START_TEST(a_header_that_is_none_says_why)
{
    encode_changed(0, 'X', 1);
    ck_assert_ptr_nonnull(strstr(refusal(REPLAY_HEADER_BYTES), "not a replay"));
    encode_changed(8, 2, 4);
    ck_assert_ptr_nonnull(
        strstr(refusal(REPLAY_HEADER_BYTES), "version 2, this program reads up to 1"));
    encode_changed(8, 0, 4);
    ck_assert_ptr_nonnull(strstr(refusal(REPLAY_HEADER_BYTES), "version 0"));
    encode_changed(12, REPLAY_HEADER_BYTES_MAX + 1, 4);
    ck_assert_ptr_nonnull(strstr(refusal(REPLAY_HEADER_BYTES), "header length 4097"));
    encode_changed(12, REPLAY_HEADER_BYTES + 1, 4);
    ck_assert_str_eq(refusal(REPLAY_HEADER_BYTES), "truncated header: 180 of 181 bytes");
    encode_changed(152, 43, 8);
    bytes[152]++;
    ck_assert_ptr_nonnull(strstr(refusal(REPLAY_HEADER_BYTES), "checksum"));
    ck_assert_str_eq(refusal(100), "truncated header: 100 of 180 bytes");
    ck_assert_str_eq(refusal(0), "truncated header: 0 of 180 bytes");
}
END_TEST

START_TEST(a_longer_header_of_a_later_program_is_read)
{
    encode_changed(12, REPLAY_HEADER_BYTES + 16, 4);
    memset(bytes + 172, 0xee, 16);
    store_le(bytes + 188, XXH3_64bits_withSeed(bytes, 188, 0), 8);
    ReplayFile *replay = replay_parse(bytes, REPLAY_HEADER_BYTES + 16, NULL);
    ck_assert_ptr_nonnull(replay);
    ck_assert_str_eq(replay->header.level, "first-wind");
    ck_assert_int_eq(replay->state, REPLAY_CUT);
    replay_free(replay);
}
END_TEST

START_TEST(a_replay_of_another_world_is_refused_by_name)
{
    ReplayHeader file = sample_header(60);
    ReplayHeader here = sample_header(120); /* settings are the file's own affair */
    here.seed++;
    ck_assert(replay_header_matches(&file, &here, NULL));
    Error errors[4] = {0};
    here.fingerprint++;
    ck_assert(!replay_header_matches(&file, &here, &errors[0]));
    here.level_hash++;
    ck_assert(!replay_header_matches(&file, &here, &errors[1]));
    here.rules_version++;
    ck_assert(!replay_header_matches(&file, &here, &errors[2]));
    here.game_id[0] = 'x';
    ck_assert(!replay_header_matches(&file, &here, &errors[3]));
    ck_assert_ptr_nonnull(strstr(errors[0].text, "fingerprint 99aabbccddeeff00"));
    ck_assert_ptr_nonnull(strstr(errors[1].text, "content 1122334455667788 in the recording"));
    ck_assert_ptr_nonnull(strstr(errors[2].text, "rules version 3 of the game, this is 4"));
    ck_assert_ptr_nonnull(strstr(errors[3].text, "the game windup, this is xindup"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replay_header");
    TCase *tests = tcase_create("replay_header");
    tcase_add_test(tests, a_header_comes_back);
    tcase_add_test(tests, values_out_of_bounds_are_refused_by_name);
    tcase_add_test(tests, the_bounds_themselves_are_accepted);
    tcase_add_test(tests, a_header_that_is_none_says_why);
    tcase_add_test(tests, a_longer_header_of_a_later_program_is_read);
    tcase_add_test(tests, a_replay_of_another_world_is_refused_by_name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed_count = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed_count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
