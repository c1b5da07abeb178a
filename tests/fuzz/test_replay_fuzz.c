#include "base/little_endian.h"
#include "fuzz/support/seal.h"
#include "support/expect.h"
#include "support/replay_samples.h"

#include <sys/resource.h>
#include <xxhash.h>

/* No input may make the reader take more memory than this, whatever it says; files here have at
 * most BYTES_MAX bytes. */
enum { ALLOCATION_MAX_MIB = 4, BYTES_MAX = 1 << 12 };
enum { SPLICE_ROUNDS = 20000 };
enum { CHUNK_FRAME_BYTES = REPLAY_CHUNK_HEAD_BYTES + REPLAY_CHECKSUM_BYTES };

/* Read by AddressSanitizer, where it is built in: a larger allocation ends the test. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "max_allocation_size_mb=4";
}

typedef struct Recording {
    uint8_t bytes[BYTES_MAX];
    size_t size;
} Recording;

static Recording whole;   /* the sound file that is mistreated */
static Recording other;   /* another one with the same header */
static Recording damaged; /* what the test made of it */

/* How the two should be read before their rewind and after it. */
static CwReplayFile *truths[2][2];
static CwRng rng;
static size_t header_bytes; /* of all of them */

static const char level[] = "{\"layers\":[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]}";

static void record(Recording *recording, uint64_t first)
{
    ReplayWriter writer = {0};
    CwReplayHeader header = sample_header(10);
    header.player_count = 2;
    header.level_hash = XXH3_64bits(level, sizeof level);
    ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
    replay_writer_level(&writer, (MapText){level, sizeof level});
    replay_writer_carry(&writer, (CarryForm){(uint8_t[]){"lives\0\1\1\0\0\0\3\0\0"}, 15});
    sample_write_ticks(&writer, first, 25);
    replay_writer_rewind(&writer, 12);
    sample_write_ticks(&writer, first + 100, 14);
    ck_assert(replay_writer_close(&writer, true));
    recording->size = sample_read(recording->bytes, sizeof recording->bytes);
}

/* Without a sanitizer, whose shadow needs terabytes of addresses, the limit is the system's. */
static void limit_memory(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert(file != NULL && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    rlim_t now_bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
    if (now_bytes < (rlim_t)1 << 36) {
        rlim_t most_bytes = now_bytes + ((rlim_t)ALLOCATION_MAX_MIB << 20);
        struct rlimit limit = {.rlim_cur = most_bytes, .rlim_max = RLIM_INFINITY};
        ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    }
}

/* Without the bytes from the rewind on, and with all. */
static void parse_truths(const Recording *recording, CwReplayFile *read[2])
{
    const uint8_t *rewind = memmem(recording->bytes, recording->size, "REWIND\0\0", 8);
    read[0] = cw_replay_parse(recording->bytes, (size_t)(rewind - recording->bytes), NULL);
    read[1] = cw_replay_parse(recording->bytes, recording->size, NULL);
    ck_assert(read[0]->tick_count == 25 && read[1]->tick_count == 26);
    ck_assert_int_eq(read[1]->state, CW_REPLAY_ENDED);
}

static void tear_down(void)
{
    for (int i = 0; i < 4; i++) {
        cw_replay_free(truths[i / 2][i % 2]);
    }
}

SET_UP(.tear_down = tear_down)
{
    cw_rng_seed(&rng, 9, 1);
    record(&other, 5000);
    record(&whole, 1);
    header_bytes = (size_t)load_le(whole.bytes + 12, 4);
    parse_truths(&whole, truths[0]);
    parse_truths(&other, truths[1]);
    limit_memory();
}

/* Parses `damaged` out of a block of just its size, so that a sanitizer sees any byte too many. */
static CwReplayFile *parse_damaged(void)
{
    uint8_t *exact = malloc(damaged.size + 1);
    ck_assert_ptr_nonnull(exact);
    memcpy(exact + 1, damaged.bytes, damaged.size);
    error = (CwError){0};
    CwReplayFile *replay = cw_replay_parse(exact + 1, damaged.size, &error);
    free(exact);
    ck_assert_msg(replay != NULL || error.text[0] != '\0', "refused without a word");
    ck_assert_str_ne(error.text, "out of memory");
    return replay;
}

static bool is_prefix_of(const CwReplayFile *replay, CwReplayFile *const sound[2])
{
    const CwReplayFile *truth = sound[replay->rewind_count > 0];
    bool same = replay->tick_count <= truth->tick_count && replay->rewind_count <= 1;
    for (uint64_t tick = 1; same && tick <= replay->tick_count; tick++) {
        CwTickInput here = cw_replay_input(replay, tick), there = cw_replay_input(truth, tick);
        same = cw_replay_hash(replay, tick) == cw_replay_hash(truth, tick) &&
               memcmp(&here, &there, sizeof here) == 0;
    }
    return same;
}

static bool is_damaged_equal(const Recording *recording)
{
    return damaged.size == recording->size &&
           memcmp(damaged.bytes, recording->bytes, recording->size) == 0;
}

/* Start of the chunk after the one at `at`. */
static size_t next_chunk(const Recording *recording, size_t at)
{
    return at + CHUNK_FRAME_BYTES + (size_t)load_le(recording->bytes + at + 12, 4);
}

TEST(a_file_cut_at_any_byte_plays_up_to_its_last_whole_chunk)
{
    size_t chunk_end = header_bytes;
    size_t tick_count = 0;
    for (size_t size = 0; size < whole.size; size++) {
        damaged = whole;
        damaged.size = size;
        CwReplayFile *replay = parse_damaged();
        ck_assert_int_eq(replay != NULL, size >= header_bytes);
        if (replay == NULL) {
            continue;
        }
        if (size == next_chunk(&whole, chunk_end)) {
            bool holds_ticks = memcmp(whole.bytes + chunk_end, "TICKS\0\0", 8) == 0;
            tick_count += holds_ticks ? load_le(whole.bytes + chunk_end + REPLAY_TAG_BYTES, 2) : 0;
            chunk_end = size;
        }
        ck_assert_int_eq(replay->state, CW_REPLAY_CUT);
        ck_assert_uint_eq(replay->played_count, tick_count);
        ck_assert(is_prefix_of(replay, truths[0]));
        cw_replay_free(replay);
    }
    ck_assert_uint_eq(tick_count, 39);
}

TEST(a_flip_of_any_bit_is_detected)
{
    for (size_t bit = 0; bit < whole.size * 8; bit++) {
        damaged = whole;
        damaged.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        CwReplayFile *replay = parse_damaged();
        ck_assert(replay == NULL || replay->state == CW_REPLAY_BAD);
        cw_replay_free(replay);
    }
}

/* Replaces `gone` bytes at `at` by `count` bytes of `from`. */
static void splice(size_t at, size_t gone, const uint8_t *from, size_t count)
{
    size_t tail = whole.size - at - gone;
    memcpy(damaged.bytes, whole.bytes, at);
    memcpy(damaged.bytes + at, from, count);
    memcpy(damaged.bytes + at + count, whole.bytes + at + gone, tail);
    damaged.size = at + count + tail;
}

/* Headers are alike, so all of the other recording may come out, but never a mixture. */
TEST(splices_never_mix_two_recordings)
{
    const Recording *sources[] = {&whole, &other};
    for (int round = 0; round < SPLICE_ROUNDS; round++) {
        const Recording *source = sources[cw_rng_below(&rng, 2)];
        size_t at = cw_rng_below(&rng, (uint32_t)whole.size);
        size_t gone = cw_rng_below(&rng, (uint32_t)(whole.size - at + 1));
        size_t from = cw_rng_below(&rng, (uint32_t)source->size);
        size_t count = cw_rng_below(&rng, (uint32_t)(source->size - from + 1));
        splice(at, gone, source->bytes + from, count);
        CwReplayFile *replay = parse_damaged();
        if (replay != NULL) {
            bool same = is_damaged_equal(&whole) || is_damaged_equal(&other);
            ck_assert(is_prefix_of(replay, truths[0]) || is_prefix_of(replay, truths[1]));
            ck_assert_int_eq(replay->state == CW_REPLAY_ENDED, same);
        }
        cw_replay_free(replay);
    }
}

TEST(a_whole_chunk_in_another_place_is_detected)
{
    size_t carried = header_bytes; /* the same level and carry in both */
    size_t first = next_chunk(&whole, next_chunk(&whole, carried));
    size_t second = next_chunk(&whole, first);
    size_t third = next_chunk(&whole, second);
    size_t other_second = next_chunk(&other, first);
    size_t other_third = next_chunk(&other, other_second);
    const struct {
        size_t at, gone;
        const uint8_t *from;
        size_t count;
    } rows[] = {
        {carried, first - carried, whole.bytes, 0}, /* left out */
        {first, second - first, whole.bytes, 0},
        {second, 0, whole.bytes + first, second - first},              /* twice */
        {first, second - first, whole.bytes + second, third - second}, /* moved up */
        {second, third - second, other.bytes + other_second, other_third - other_second},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        splice(rows[i].at, rows[i].gone, rows[i].from, rows[i].count);
        CwReplayFile *replay = parse_damaged();
        ck_assert_int_eq(replay->state, CW_REPLAY_BAD);
        ck_assert_uint_eq(replay->bad_offset, rows[i].at);
        ck_assert(is_prefix_of(replay, truths[0]));
        cw_replay_free(replay);
    }
}

/* One chunk of a head and a payload made up by the test, with right checksums. */
static CwReplayFile *parse_chunk(const char *name, unsigned count, uint64_t tick,
                                 const char *payload, size_t payload_bytes)
{
    uint8_t *chunk = damaged.bytes + header_bytes;
    memcpy(damaged.bytes, whole.bytes, header_bytes);
    replay_tag_store(chunk, name, false);
    store_le(chunk + REPLAY_TAG_BYTES, count, 2);
    store_le(chunk + 12, payload_bytes, 4);
    store_le(chunk + 16, tick, 8);
    memcpy(chunk + REPLAY_CHUNK_HEAD_BYTES, payload, payload_bytes);
    damaged.size = header_bytes + CHUNK_FRAME_BYTES + payload_bytes;
    fuzz_seal(damaged.bytes, damaged.size);
    return parse_damaged();
}

/* No claim takes memory that the bytes after it could not fill: here a file may have 4 MiB. */
TEST(a_level_that_claims_too_much_or_is_no_block_is_refused)
{
    static const uint64_t claims[] = {
        0,         1, 60, 1 << 12, 15 << 20, 16 << 20, UINT32_C(1) << 31, UINT64_C(1) << 32 | 60,
        UINT64_MAX};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(claims); i++) {
        for (int garbage = 0; garbage < 256; garbage++) {
            char payload[72];
            memset(payload, garbage, sizeof payload);
            store_le((uint8_t *)payload, claims[i], 8);
            CwReplayFile *replay = parse_chunk("LEVEL", 1, 0, payload, sizeof payload);
            ck_assert_int_eq(replay->state, CW_REPLAY_BAD);
            expect_text(replay->problem.text, "the level that it carries is ");
            ck_assert_ptr_null(replay->level_file);
            cw_replay_free(replay);
        }
    }
}

TEST(each_impossible_value_is_named)
{
    const struct {
        const char *name;
        unsigned count;
        uint64_t tick;
        const char *payload, *problem;
    } rows[] = {
        {"TICKS", 2, 1, "\37712345678", "a chunk of 2 ticks has only 9 bytes"},
        {"TICKS", 1, 1, "\37712345678", "a chunk doesn't hold the inputs of 1 ticks"},
        {"TICKS", 1, 1, "12345678", "a chunk doesn't hold the inputs of 1 ticks"},
        {"TICKS", 1, 2, "\20012345678", "a chunk begins at tick 2, must begin at 1"},
        {"TICKS", 0, 1, "", "a chunk of 0 ticks, must be 1..10"},
        {"TICKS", 11, 1, "", "a chunk of 11 ticks, must be 1..10"},
        {"REWIND", 0, 1, "", "a rewind from tick 0 to tick 1"},
        {"REWIND", 0, UINT64_MAX, "", "a rewind from tick 0"},
        {"REWIND", 1, 0, "", "a rewind from tick 0 to tick 0"},
        {"END", 0, 1, "", "an end after 1 ticks, there are 0"},
        {"END", 2, 0, "", "an end after 0 ticks"},
        {"LEVEL", 1, 0, "\xff\xff\xff\xff\xff\xff\xff\xff{}", /* claims 16 EiB */
         "the level that it carries is out of place or too large"},
        {"LEVEL", 2, 0, "\1\1\1\1\1\1\1\1{}", "the level that it carries is out of place"},
        {"LEVEL", 1, 1, "\1\1\1\1\1\1\1\1{}", "the level that it carries is out of place"},
        {"LEVEL", 1, 0, "{}", "the level that it carries is out of place"},
        {"CARRY", 1, 0, "\1\1\1\1\1\1\1\1{}", "the carry is out of place or too large"},
        {"UNDO", 0, 0, "", "chunk: UNDO is required and unknown here"},
        {"SPEED", 0, 0, "\1\2", "a speed of another form"},
        {"EDIT", 0, 0, "", "a change by hand of another form"},
        {"EDIT", 1, 0, "\x01", "a change by hand of another form"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        CwReplayFile *replay = parse_chunk(rows[i].name, rows[i].count, rows[i].tick,
                                           rows[i].payload, strlen(rows[i].payload));
        ck_assert_int_eq(replay->state, CW_REPLAY_BAD);
        ck_assert_msg(strstr(replay->problem.text, rows[i].problem) == replay->problem.text,
                      "row %zu: %s", i, replay->problem.text);
        ck_assert_uint_eq(replay->played_count, 0);
        cw_replay_free(replay);
    }
}

TEST(each_impossible_input_is_named)
{
    static const struct {
        CwTickInput input;
        const char *problem;
    } rows[] = {
        {{.players = {{.value = {200}}}}, "player 1: action 0 has the value 200"},
        {{.players = {{.value = {[6] = 1}}}}, "player 1: input of an action beyond the game's 6"},
        {{.players = {{.unused = 1}}}, "player 1: input of an action beyond the game's 6"},
        {{.players = {{.world_y = 1}}}, "player 1: a pointer in the world, which the game doesn't"},
        {{.players = {{0}, {.pressed = 1}}}, "player 2: the edges of action 0 contradict"},
        {{.players = {{0}, {.down = 1}}}, "player 2: the edges of action 0 contradict"},
        {{.command = {9, 16}}, "a command that sets 9 to 16"},
    };
    for (size_t i = 0; i < CW_ARRAY_LENGTH(rows); i++) {
        ReplayWriter writer = {0};
        CwReplayHeader header = sample_header(10);
        header.player_count = 2;
        ck_assert(replay_writer_open(&writer, sample_path(), &header, NULL));
        replay_writer_tick(&writer, &(CwTickInput){0}, 1);
        replay_writer_tick(&writer, &rows[i].input, 2);
        ck_assert(replay_writer_close(&writer, true));
        CwReplayFile *replay = sample_load();
        ck_assert_int_eq(replay->state, CW_REPLAY_BAD);
        expect_text(replay->problem.text,
                    textf("input that nobody can give: tick 2: %s", rows[i].problem));
        ck_assert_uint_eq(replay->tick_count, 0);
        cw_replay_free(replay);
    }
}
