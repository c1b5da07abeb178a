#include "base/little_endian.h"
#include "sim/poison.h"
#include "support/expect.h"
#include "support/replay_samples.h"

#include <sys/resource.h>
#include <xxhash.h>

static uint8_t bytes[1 << 16];
static ReplayWriter writer;
static CwReplayFile *replay;

static void tear_down(void)
{
    cw_replay_free(replay);
}

FIXTURE(.tear_down = tear_down);

static void open_writer(int tick_rate)
{
    CwReplayHeader header = sample_header(tick_rate);
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
}

static void close_and_load(bool finished, size_t ticks)
{
    ck_assert(replay_writer_close(&writer, finished));
    replay = sample_load();
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, ticks);
}

static void expect_bad(size_t size, const char *problem, size_t ticks)
{
    cw_replay_free(replay);
    replay = cw_replay_parse(bytes, size, NULL);
    ck_assert_int_eq(replay->state, CW_REPLAY_BAD);
    ck_assert_str_eq(replay->problem.text, problem);
    ck_assert_uint_eq(replay->tick_count, ticks);
}

TEST(a_recording_holds_the_path_of_its_player)
{
    const CwPoint2 path[] = {{-1.25, 20000}, {NAN, NAN}, {0.0004, -0.0006}};
    CwPoint2 place = {9, 9};
    open_writer(4);
    for (int i = 0; i < 3; i++) {
        replay_writer_tick(&writer, &(CwTickInput){0}, 1);
    }
    replay_writer_path(&writer, path, 3);
    close_and_load(true, 3);
    ck_assert(replay_player_place(replay, 1, &place));
    ck_assert(place.x == -1.25 && place.y == 20000);
    ck_assert(!replay_player_place(replay, 2, &place));
    ck_assert(replay_player_place(replay, 3, &place));
    ck_assert(place.x == 0 && place.y == -0.001);
    ck_assert(!replay_player_place(replay, 4, &place));
}

/* ---- Golden bytes ---- */

/* The example of docs/replay-format.md. */
static size_t write_example(void)
{
    CwTickInput input = {0};
    open_writer(4);
    replay_writer_tick(&writer, &input, 0x1111111111111111);
    replay_writer_tick(&writer, &input, 0x2222222222222222);
    input.players[0] = (CwInputFrame){.down = 1, .pressed = 1, .value = {CW_ACTION_VALUE_MAX}};
    replay_writer_tick(&writer, &input, 0x3333333333333333);
    input.players[0].pressed = 0;
    replay_writer_tick(&writer, &input, 0x4444444444444444);
    replay_writer_rewind(&writer, 2);
    input.players[0].wheel = -1;
    replay_writer_tick(&writer, &input, 0x5555555555555555);
    ck_assert(replay_writer_close(&writer, true));
    return sample_read(bytes, sizeof bytes);
}

/* Regenerate with: KEEP=1 build/plain/tests/test_run replay_format. Another version of LZ4 may code
 * the same inputs in other bytes. */
static const char golden_path[] = "tests/runtime/run/example.cwr";

TEST(the_example_has_its_golden_bytes)
{
    static uint8_t golden[sizeof bytes];
    size_t size = write_example();
    FILE *file = fopen(golden_path, getenv("KEEP") == NULL ? "rb" : "w+b");
    ck_assert_ptr_nonnull(file);
    if (getenv("KEEP") != NULL) {
        fwrite(bytes, 1, size, file);
        rewind(file);
    }
    ck_assert_uint_eq(fread(golden, 1, sizeof golden, file), size);
    fclose(file);
    ck_assert_mem_eq(bytes, golden, size);
}

TEST(the_golden_bytes_read_as_the_example)
{
    replay = cw_replay_load(golden_path, &error);
    EXPECT_OK(replay);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert(replay->finished);
    ck_assert_uint_eq(replay->played_count, 5);
    ck_assert_uint_eq(replay->tick_count, 3);
    ck_assert_uint_eq(cw_replay_hash(replay, 2), 0x2222222222222222);
    ck_assert_uint_eq(cw_replay_hash(replay, 3), 0x5555555555555555);
    ck_assert_int_eq(cw_replay_input(replay, 3).players[0].wheel, -1);
    ck_assert_int_eq(cw_replay_input(replay, 3).players[0].down, 1);
}

/* ---- A level that is carried ---- */

static const MapText small = {"{\"layers\":[]}", 13};

static void open_with_level(MapText level, uint64_t hash)
{
    CwReplayHeader header = sample_header(4);
    header.level_hash = hash;
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
    replay_writer_level(&writer, level);
}

/* LZ4 leaves so short a text as it is, whatever its version. */
TEST(a_carried_level_has_its_golden_bytes)
{
    static const uint8_t payload[] = {13,  0,   0,   0,   0,   0,   0,   0,   0xd0, '{', '"',
                                      'l', 'a', 'y', 'e', 'r', 's', '"', ':', '[',  ']', '}'};
    static const uint8_t head[] = {'L', 'E', 'V', 'E', 'L', 0, 0, 0, 1, 0, 1, 0, sizeof payload};
    open_with_level(small, XXH3_64bits(small.bytes, small.size));
    ck_assert(replay_writer_close(&writer, false));
    ck_assert_uint_eq(sample_read(bytes, sizeof bytes), 188 + 36 + sizeof payload + 36);
    ck_assert_mem_eq(bytes + 188, head, sizeof head);
    ck_assert_mem_eq(bytes + 188 + 28, payload, sizeof payload);
}

/* As large as a level may be; spaces are what LZ4 makes least of. */
TEST(a_carried_level_comes_back_byte_for_byte, .rounds = 2)
{
    static char large[MAP_FILE_BYTES_MAX];
    for (size_t i = 0; i < sizeof large; i++) {
        large[i] = _i == 0 ? ' ' : (char)(i * i >> 7);
    }
    open_with_level((MapText){large, sizeof large}, XXH3_64bits(large, sizeof large));
    sample_write_ticks(&writer, 1, 10);
    close_and_load(true, 10);
    ck_assert_uint_eq(replay->level_file_bytes, sizeof large);
    ck_assert(memcmp(replay->level_file, large, sizeof large) == 0);
    ck_assert(sample_is_run(replay, 0, 10, 1));
}

TEST(a_level_of_other_content_than_the_header_says_is_refused)
{
    open_with_level(small, 4711);
    sample_write_ticks(&writer, 1, 10);
    ck_assert(replay_writer_close(&writer, true));
    expect_bad(sample_read(bytes, sizeof bytes),
               "the level that it carries is not the one it was played on", 0);
    ck_assert_ptr_null(replay->level_file);
}

/* ---- Ticks, rewinds, ends ---- */

TEST(four_players_come_back_with_their_own_inputs)
{
    CwReplayHeader header = sample_header(60);
    header.player_count = CW_PLAYER_MAX;
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
    sample_write_ticks(&writer, 1, 200);
    replay_writer_rewind(&writer, 150);
    sample_write_ticks(&writer, 151, 100);
    close_and_load(true, 250);
    ck_assert_uint_eq(replay->header.player_count, CW_PLAYER_MAX);
    ck_assert(sample_is_run(replay, 0, 250, 1));
    CwTickInput input = cw_replay_input(replay, 200), wanted = sample_tick_input(200);
    ck_assert_mem_eq(&input, &wanted, sizeof input);
}

TEST(the_branch_after_the_last_rewinds_survives)
{
    open_writer(10);
    sample_write_ticks(&writer, 1, 25);
    replay_writer_rewind(&writer, 12);
    sample_write_ticks(&writer, 1013, 30); /* ticks 13 to 42 */
    replay_writer_rewind(&writer, 20);
    replay_writer_rewind(&writer, 18);
    sample_write_ticks(&writer, 2019, 5); /* ticks 19 to 23 */
    close_and_load(true, 23);
    ck_assert(sample_is_run(replay, 0, 12, 1));
    ck_assert(sample_is_run(replay, 12, 6, 1013));
    ck_assert(sample_is_run(replay, 18, 5, 2019));
    ck_assert_uint_eq(replay->played_count, 60);
    ck_assert_uint_eq(replay->rewind_count, 3);
}

TEST(a_rewind_to_the_start_and_at_the_end_are_fine)
{
    open_writer(10);
    sample_write_ticks(&writer, 1, 5);
    replay_writer_rewind(&writer, 0);
    sample_write_ticks(&writer, 1, 7);
    replay_writer_rewind(&writer, 3);
    close_and_load(false, 3);
    ck_assert(sample_is_run(replay, 0, 3, 1));
}

TEST(data_after_the_end_is_bad)
{
    size_t size = write_example();
    bytes[size] = 0;
    expect_bad(size + 1, "data after the end", 3);
    ck_assert_uint_eq(replay->bad_offset, size);
}

TEST(a_sector_that_never_reached_the_disk_cuts_the_recording)
{
    enum { SECTOR_BYTES = 512, TICKS = 300 };
    open_writer(60);
    sample_write_ticks(&writer, 1, TICKS);
    replay_writer_close(&writer, false);
    size_t size = sample_read(bytes, sizeof bytes);
    for (size_t at = SECTOR_BYTES; at < size; at += SECTOR_BYTES) {
        size_t left = size - at < SECTOR_BYTES ? size - at : SECTOR_BYTES;
        uint8_t kept[SECTOR_BYTES];
        memcpy(kept, bytes + at, left);
        memset(bytes + at, 0, left);
        cw_replay_free(replay);
        replay = cw_replay_parse(bytes, size, NULL);
        ck_assert_int_eq(replay->state, CW_REPLAY_CUT);
        ck_assert_uint_le(replay->tick_count, TICKS);
        ck_assert(sample_is_run(replay, 0, replay->tick_count, 1));
        memcpy(bytes + at, kept, left);
    }
}

/* ---- Large files ---- */

static const char *const shapes[] = {"a rewind a tick", "a tick a chunk", "full chunks"};

static CwTickInput idle_or_busy(uint64_t tick)
{
    CwTickInput input = {0};
    for (int i = 0; i < CW_PLAYER_MAX; i++) {
        input.players[i].value[0] = tick % 3 == 0;
    }
    return input;
}

/* As many ticks as fit, for the most memory that each shape can take. */
static void fill_file(int shape)
{
    CwReplayHeader header = sample_header(CW_SIM_TICK_RATE_MAX);
    header.player_count = shape == 2 ? CW_PLAYER_MAX : 1;
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
    for (uint64_t tick = 1; writer.path != NULL; tick++) {
        CwTickInput input = shape == 2 ? (CwTickInput){0} : idle_or_busy(tick);
        replay_writer_tick(&writer, &input, tick);
        if (shape < 2) {
            replay_writer_flush(&writer);
        }
        if (shape == 0 && tick % 2 == 0) {
            replay_writer_rewind(&writer, writer.tick - 1);
        }
    }
}

static long peak_kib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Sanitizers have shadows. */
TEST(the_largest_files_take_64_mib_at_most, .rounds = 3, .quick_rounds = 1,
     .left_out = POISON_WORKS)
{
    fill_file(_i);
    long before_kib = peak_kib();
    replay = sample_load();
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_uint_gt(replay->tick_count, 100000);
    for (uint64_t tick = 1; tick <= replay->tick_count; tick += 1000) {
        cw_replay_input(replay, tick);
    }
    long took_kib = peak_kib() - before_kib;
    ck_assert_msg(took_kib <= 64 << 10, "%s: %ld KiB", shapes[_i], took_kib);
}

TEST(ticks_come_in_any_order)
{
    CwRng rng = seeded_rng(1, 1);
    open_writer(60);
    sample_write_ticks(&writer, 1, 3000);
    replay_writer_rewind(&writer, 2000);
    sample_write_ticks(&writer, 2001, 3000);
    close_and_load(false, 5000);
    for (int i = 0; i < 2000; i++) {
        uint64_t tick = 1 + cw_rng_below(&rng, 4990);
        ck_assert(sample_is_run(replay, tick - 1, 1 + cw_rng_below(&rng, 10), tick));
    }
}

/* ---- Chunks of later programs ---- */

/* A recording of two ticks, a chunk made by hand, one more tick and the end. */
static size_t write_with_chunk(const char *name, unsigned flags, const char *payload)
{
    open_writer(4);
    sample_write_ticks(&writer, 1, 2);
    replay_writer_flush(&writer);
    size_t payload_bytes = strlen(payload);
    uint8_t *chunk = calloc(1, REPLAY_CHUNK_HEAD_BYTES + payload_bytes + REPLAY_CHECKSUM_BYTES);
    memcpy(chunk, name, strlen(name));
    store_le(chunk + 8, flags, 2);
    store_le(chunk + 10, 1, 2);
    store_le(chunk + 12, payload_bytes, 4);
    store_le(chunk + 16, 2, 8);
    store_le(chunk + 24, XXH3_64bits_withSeed(chunk, 24, writer.chain), 4);
    memcpy(chunk + 28, payload, payload_bytes);
    writer.chain = XXH3_64bits_withSeed(chunk, 28 + payload_bytes, writer.chain);
    store_le(chunk + 28 + payload_bytes, writer.chain, 8);
    size_t chunk_bytes = REPLAY_CHUNK_HEAD_BYTES + payload_bytes + REPLAY_CHECKSUM_BYTES;
    ck_assert_int_eq(write(writer.file, chunk, chunk_bytes), (ssize_t)chunk_bytes);
    free(chunk);
    sample_write_ticks(&writer, 3, 1);
    ck_assert(replay_writer_close(&writer, true));
    return sample_read(bytes, sizeof bytes);
}

TEST(an_optional_chunk_of_a_later_program_is_skipped, .rounds = 2)
{
    const char *names[] = {"LATER", "NOTE1234"};
    replay = cw_replay_parse(bytes, write_with_chunk(names[_i], 1, "\1\2\3 and so on"), NULL);
    ck_assert_int_eq(replay->state, CW_REPLAY_ENDED);
    ck_assert_uint_eq(replay->tick_count, 3);
    ck_assert(sample_is_run(replay, 0, 3, 1));
}

TEST(a_recording_tells_its_takeover_slowest_speed_and_time)
{
    open_writer(4);
    replay_writer_speed(&writer, 1000);
    sample_write_ticks(&writer, 1, 2);
    replay_writer_mark(&writer, REPLAY_CHUNK_TAKEN);
    replay_writer_speed(&writer, 250);
    replay_writer_speed(&writer, 250);
    sample_write_ticks(&writer, 3, 2);
    replay_writer_speed(&writer, 2000);
    sample_write_ticks(&writer, 5, 1);
    replay_writer_time(&writer, 2);
    close_and_load(true, 5);
    ck_assert(replay->taken_over);
    ck_assert_uint_eq(replay->slowest_speed, 250);
    ck_assert_uint_eq(replay->time_ticks, 2);
    ck_assert(sample_is_run(replay, 0, 5, 1));
}

TEST(a_chunk_without_a_name_or_with_other_flags_is_refused, .rounds = 4)
{
    const struct {
        const char *name;
        unsigned flags;
        const char *problem;
    } rows[] = {
        {"", 1, "a name that is none: the file is damaged"},
        {"\x1b[31m", 1, "a name that is none: the file is damaged"},
        {"SPEED", 3, "SPEED has the unknown flags 0x3: play it with a newer program"},
        {"TICKS", 0x8000, "TICKS has the unknown flags 0x8000: play it with a newer program"},
    };
    expect_bad(write_with_chunk(rows[_i].name, rows[_i].flags, ""),
               textf("chunk: %s", rows[_i].problem), 2);
}

/* ---- values changed by hand ---- */

TEST(a_rewind_to_a_change_by_hand_or_before_it_undoes_it, .rounds = 4)
{
    const uint64_t to = (uint64_t[]){4, 3, 1, 0}[_i];
    open_writer(4);
    replay_writer_edit(&writer, &(CwReplayEdit){.field = "state.a", .value = 5});
    sample_write_ticks(&writer, 1, 3);
    replay_writer_edit(&writer, &(CwReplayEdit){.field = "body.1.p.x", .value = 6});
    sample_write_ticks(&writer, 4, 2);
    replay_writer_rewind(&writer, to);
    sample_write_ticks(&writer, to + 1, 1);
    close_and_load(true, to + 1);
    ck_assert_uint_eq(replay->edit_count, ((size_t[]){2, 1, 1, 0}[_i]));
    if (_i == 0) {
        ck_assert_str_eq(replay->edits[1].field, "body.1.p.x");
        ck_assert_uint_eq(replay->edits[1].tick, 3);
        ck_assert_uint_eq(replay->edits[1].value, 6);
    }
}
