#include "sim/little_endian.h"
#include "sim/replay_header.h"
#include "sim/replay_reader.h"
#include "sim/replay_writer.h"
#include "support/replay_samples.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static uint8_t bytes[1 << 16];
static ReplayWriter writer;

static void tear_down(void)
{
    unlink(sample_path());
}

static void open_writer(int tick_rate)
{
    ReplayHeader header = sample_header(tick_rate);
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
}

static ReplayFile *load(void)
{
    Error error = {0};
    ReplayFile *replay = replay_load(sample_path(), &error);
    ck_assert_msg(replay != NULL, "%s", error.text);
    return replay;
}

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

/* ---- Golden bytes ---- */

/* The example of replay_format.h. */
static size_t write_example(void)
{
    InputFrame input = {0};
    open_writer(4);
    replay_writer_tick(&writer, &input, 0x1111111111111111);
    replay_writer_tick(&writer, &input, 0x2222222222222222);
    input = (InputFrame){.down = 1, .pressed = 1, .value = {ACTION_VALUE_MAX}};
    replay_writer_tick(&writer, &input, 0x3333333333333333);
    input.pressed = 0;
    replay_writer_tick(&writer, &input, 0x4444444444444444);
    replay_writer_rewind(&writer, 2);
    input.wheel = -1;
    replay_writer_tick(&writer, &input, 0x5555555555555555);
    ck_assert(replay_writer_close(&writer, true));
    return sample_read(bytes, sizeof bytes);
}

/* Regenerate with: REPLAY_PRINT=1 build/plain/tests/test_replay_format */
static const uint8_t golden[] = {
    0x43, 0x57, 0x52, 0x45, 0x50, 0x4c, 0x41, 0x59, 0x01, 0x00, 0x00, 0x00, 0xb4, 0x00, 0x00, 0x00,
    0x77, 0x69, 0x6e, 0x64, 0x75, 0x70, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x66, 0x69, 0x72, 0x73, 0x74, 0x2d, 0x77, 0x69, 0x6e, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x03, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00,
    0x1f, 0x85, 0xeb, 0x51, 0xb8, 0x9e, 0x23, 0xc0, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00,
    0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x2a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0xff, 0xee, 0xdd, 0xcc, 0xbb, 0xaa, 0x99, 0x06, 0x00, 0x00, 0x00, 0x25, 0x8f, 0xc7, 0xf7,
    0xf7, 0x57, 0xd9, 0xe4, 0x01, 0x00, 0x04, 0x00, 0x24, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x40, 0x79, 0x5a, 0xfd, 0x81, 0x01, 0x01, 0x80, 0x11, 0x11, 0x11, 0x11,
    0x11, 0x11, 0x11, 0x11, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x33, 0x33, 0x33, 0x33,
    0x33, 0x33, 0x33, 0x33, 0x44, 0x44, 0x44, 0x44, 0x44, 0x44, 0x44, 0x44, 0xe3, 0x9d, 0x71, 0x3e,
    0x5f, 0x07, 0x0d, 0xb8, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x91, 0xdb, 0x88, 0x64, 0x0a, 0x58, 0xe6, 0xdb, 0x56, 0xe9, 0x68, 0xd6,
    0x01, 0x00, 0x01, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xa2, 0xb2, 0x1a, 0xf9, 0x20, 0x01, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x6e, 0xf3,
    0xb0, 0x31, 0x78, 0xd8, 0x60, 0x12, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xb8, 0x70, 0xf4, 0xaf, 0xa0, 0xce, 0x42, 0x70, 0x5f, 0xd3,
    0x65, 0x86,
};

static void print_bytes(size_t size)
{
    for (size_t i = 0; i < size; i++) {
        printf("%s0x%02x,%s", i % 16 == 0 ? "    " : " ", bytes[i],
               i % 16 == 15 || i + 1 == size ? "\n" : "");
    }
    fflush(stdout);
}

START_TEST(the_example_has_its_golden_bytes)
{
    size_t size = write_example();
    if (getenv("REPLAY_PRINT") != NULL) {
        print_bytes(size);
    }
    ck_assert_uint_eq(size, sizeof golden);
    ck_assert_mem_eq(bytes, golden, size);
}
END_TEST

START_TEST(the_golden_bytes_read_as_the_example)
{
    ReplayFile *replay = replay_parse(golden, sizeof golden, NULL);
    ck_assert_ptr_nonnull(replay);
    ck_assert_int_eq(replay->state, REPLAY_ENDED);
    ck_assert(replay->finished);
    ck_assert_uint_eq(replay->played_count, 5);
    ck_assert_uint_eq(replay->tick_count, 3);
    ck_assert_uint_eq(replay->ticks[1].hash, 0x2222222222222222);
    ck_assert_uint_eq(replay->ticks[2].hash, 0x5555555555555555);
    ck_assert_int_eq(replay->ticks[2].input.wheel, -1);
    ck_assert_int_eq(replay->ticks[2].input.down, 1);
    ck_assert_int_eq(replay->played[2].input.pressed, 1);
    replay_free(replay);
}
END_TEST

/* ---- The header ---- */

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

/* ---- Ticks, rewinds, ends ---- */

START_TEST(a_run_comes_back)
{
    open_writer(60);
    sample_write_ticks(&writer, 1, 250);
    ck_assert(replay_writer_close(&writer, false));
    ReplayFile *replay = load();
    ck_assert_int_eq(replay->state, REPLAY_ENDED);
    ck_assert(!replay->finished);
    ck_assert_uint_eq(replay->tick_count, 250);
    ck_assert(sample_is_run(replay->ticks, 250, 1));
    replay_free(replay);
}
END_TEST

START_TEST(a_run_without_ticks_comes_back)
{
    open_writer(60);
    ck_assert(replay_writer_close(&writer, false));
    ReplayFile *replay = load();
    ck_assert_int_eq(replay->state, REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, 0);
    replay_free(replay);
}
END_TEST

START_TEST(the_branch_after_the_last_rewinds_survives)
{
    open_writer(10);
    sample_write_ticks(&writer, 1, 25);
    replay_writer_rewind(&writer, 12);
    sample_write_ticks(&writer, 1013, 30); /* ticks 13 to 42 */
    replay_writer_rewind(&writer, 20);
    replay_writer_rewind(&writer, 18);
    sample_write_ticks(&writer, 2019, 5); /* ticks 19 to 23 */
    ck_assert(replay_writer_close(&writer, true));
    ReplayFile *replay = load();
    ck_assert_int_eq(replay->state, REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, 23);
    ck_assert(sample_is_run(replay->ticks, 12, 1));
    ck_assert(sample_is_run(replay->ticks + 12, 6, 1013));
    ck_assert(sample_is_run(replay->ticks + 18, 5, 2019));
    ck_assert_uint_eq(replay->played_count, 60);
    ck_assert(sample_is_run(replay->played + 25, 30, 1013));
    ck_assert_uint_eq(replay->rewind_count, 3);
    ck_assert_uint_eq(replay->rewinds[1].played_count, 55);
    ck_assert_uint_eq(replay->rewinds[1].tick, 20);
    replay_free(replay);
}
END_TEST

START_TEST(a_rewind_to_the_start_and_at_the_end_are_fine)
{
    open_writer(10);
    sample_write_ticks(&writer, 1, 5);
    replay_writer_rewind(&writer, 0);
    sample_write_ticks(&writer, 1, 7);
    replay_writer_rewind(&writer, 3);
    ck_assert(replay_writer_close(&writer, false));
    ReplayFile *replay = load();
    ck_assert_int_eq(replay->state, REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, 3);
    ck_assert(sample_is_run(replay->ticks, 3, 1));
    replay_free(replay);
}
END_TEST

START_TEST(data_after_the_end_is_bad)
{
    size_t size = write_example();
    bytes[size] = 0;
    ReplayFile *replay = replay_parse(bytes, size + 1, NULL);
    ck_assert_int_eq(replay->state, REPLAY_BAD);
    ck_assert_str_eq(replay->problem.text, "data after the end");
    ck_assert_uint_eq(replay->bad_offset, size);
    ck_assert_uint_eq(replay->tick_count, 3);
    replay_free(replay);
}
END_TEST

START_TEST(damage_is_named_with_its_tick_and_place)
{
    open_writer(10);
    sample_write_ticks(&writer, 1, 10);
    long second_chunk = (long)lseek(writer.file, 0, SEEK_CUR);
    sample_write_ticks(&writer, 11, 20);
    replay_writer_close(&writer, false);
    size_t size = sample_read(bytes, sizeof bytes);
    bytes[second_chunk + 30] ^= 1;
    ReplayFile *replay = replay_parse(bytes, size, NULL);
    ck_assert_int_eq(replay->state, REPLAY_BAD);
    ck_assert_str_eq(replay->problem.text, "a chunk's checksum is wrong");
    ck_assert_uint_eq(replay->bad_tick, 11);
    ck_assert_uint_eq(replay->bad_offset, (uint64_t)second_chunk);
    ck_assert_uint_eq(replay->tick_count, 10);
    ck_assert(sample_is_run(replay->ticks, 10, 1));
    replay_free(replay);
}
END_TEST

START_TEST(what_is_no_file_is_refused_with_its_path)
{
    const char *paths[] = {"/nowhere/a.cwr", "/tmp", "/dev/zero", "/dev/null"};
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        Error error = {0};
        ck_assert_ptr_null(replay_load(paths[i], &error));
        ck_assert_int_eq(strncmp(error.text, paths[i], strlen(paths[i])), 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replay_format");
    TCase *tests = tcase_create("replay_format");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, the_example_has_its_golden_bytes);
    tcase_add_test(tests, the_golden_bytes_read_as_the_example);
    tcase_add_test(tests, a_header_comes_back);
    tcase_add_test(tests, values_out_of_bounds_are_refused_by_name);
    tcase_add_test(tests, the_bounds_themselves_are_accepted);
    tcase_add_test(tests, a_header_that_is_none_says_why);
    tcase_add_test(tests, a_longer_header_of_a_later_program_is_read);
    tcase_add_test(tests, a_replay_of_another_world_is_refused_by_name);
    tcase_add_test(tests, a_run_comes_back);
    tcase_add_test(tests, a_run_without_ticks_comes_back);
    tcase_add_test(tests, the_branch_after_the_last_rewinds_survives);
    tcase_add_test(tests, a_rewind_to_the_start_and_at_the_end_are_fine);
    tcase_add_test(tests, data_after_the_end_is_bad);
    tcase_add_test(tests, damage_is_named_with_its_tick_and_place);
    tcase_add_test(tests, what_is_no_file_is_refused_with_its_path);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed_count = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed_count == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
