#include "base/array.h"
#include "base/little_endian.h"
#include "base/user_file.h"
#include "map/map_text.h"
#include "run/replay_header.h"
#include "sim/carry.h"
#include "sim/possible_input.h"
#include "sim/sim_settings.h"

#include <inttypes.h>
#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    LZ4_RATIO_MAX = 255, /* most bytes that a byte of a block decodes to */
    SECTOR_BYTES = 512   /* bytes that a disk writes completely or not at all */
};

/* ---- the ticks of a file ---- */

typedef struct ReplayChunk {
    uint32_t tick;   /* tick before the chunk */
    uint32_t offset; /* offset of the chunk's payload in the file */
} ReplayChunk;

/* The ticks of a file. They stay encoded to save memory. Only the chunk that was read last is
 * decoded, so consecutive ticks cost almost nothing. */
typedef struct CwReplayTicks {
    uint8_t *bytes;
    ReplayChunk *chunks; /* chunks of the surviving branch, in order */
    size_t chunk_count;
    ReplayRows rows;
    uint32_t decoded;    /* offset of the decoded chunk; 0: none */
    const uint8_t *path; /* the player's place at each tick; NULL: not in the file */
    size_t path_count;
} CwReplayTicks;

/* Adds the chunk that follows `tick` of the surviving branch. False: out of memory. */
static bool ticks_add(CwReplayTicks *ticks, uint64_t tick, const uint8_t *payload)
{
    ReplayChunk *chunks = grow_for_one(ticks->chunks, ticks->chunk_count, sizeof *chunks);
    if (chunks == NULL) {
        return false;
    }
    ticks->chunks = chunks;
    chunks[ticks->chunk_count++] =
        (ReplayChunk){(uint32_t)tick, (uint32_t)(payload - ticks->bytes)};
    return true;
}

/* The chunk of a tick: the last one that begins before it. */
static const ReplayChunk *chunk_of(const CwReplayTicks *ticks, uint64_t tick)
{
    size_t low = 0, high = ticks->chunk_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool is_earlier = ticks->chunks[middle].tick < tick;
        low = is_earlier ? middle : low;
        high = is_earlier ? high : middle;
    }
    return &ticks->chunks[low];
}

/* The size of a chunk's inputs, which come before its hashes; gets its number of ticks. */
static size_t block_bytes(const uint8_t *payload, size_t *count)
{
    const uint8_t *head = payload - REPLAY_CHUNK_HEAD_BYTES;
    *count = (size_t)load_le(head + REPLAY_TAG_BYTES, 2);
    return (size_t)load_le(head + 12, 4) - *count * REPLAY_HASH_BYTES;
}

/* The input of a tick on the surviving branch. False when the block of its chunk is invalid. */
static bool ticks_input(CwReplayTicks *ticks, uint64_t tick, CwTickInput *input)
{
    const ReplayChunk *chunk = chunk_of(ticks, tick);
    if (ticks->decoded != chunk->offset) {
        size_t count;
        const uint8_t *payload = ticks->bytes + chunk->offset;
        size_t bytes = block_bytes(payload, &count);
        bool is_valid = replay_rows_decode(&ticks->rows, count, payload, bytes);
        ticks->decoded = is_valid ? chunk->offset : 0;
    }
    if (ticks->decoded == 0) {
        return false;
    }
    *input = replay_rows_get(&ticks->rows, (size_t)(tick - 1 - chunk->tick));
    return true;
}

uint8_t *replay_hash_place(const CwReplayFile *replay, uint64_t tick)
{
    const CwReplayTicks *ticks = replay->ticks;
    const ReplayChunk *chunk = chunk_of(ticks, tick);
    size_t count;
    uint8_t *payload = ticks->bytes + chunk->offset;
    size_t bytes = block_bytes(payload, &count);
    return payload + bytes + (size_t)(tick - 1 - chunk->tick) * REPLAY_HASH_BYTES;
}

CwTickInput cw_replay_input(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    CwTickInput input = {0};
    bool is_valid = ticks_input(replay->ticks, tick, &input);
    CW_ASSERT(is_valid, "leave a replay's bytes alone");
    return input;
}

uint64_t cw_replay_hash(const CwReplayFile *replay, uint64_t tick)
{
    CW_ASSERT(tick >= 1 && tick <= replay->tick_count, "ask for ticks that the replay has");
    return load_le(replay_hash_place(replay, tick), REPLAY_HASH_BYTES);
}

bool replay_player_place(const CwReplayFile *replay, uint64_t tick, CwPoint2 *place)
{
    const CwReplayTicks *ticks = replay->ticks;
    if (tick < 1 || tick > ticks->path_count) {
        return false;
    }
    const uint8_t *at = ticks->path + (tick - 1) * REPLAY_PLACE_BYTES;
    int32_t x = (int32_t)load_le(at, 4), y = (int32_t)load_le(at + 4, 4);
    place->x = (double)x / REPLAY_PLACES_PER_M;
    place->y = (double)y / REPLAY_PLACES_PER_M;
    return x != INT32_MIN;
}

/* ---- parsing ---- */

typedef struct Parser {
    CwReplayFile *replay;
    const uint8_t *bytes;
    size_t size;
    size_t at;              /* start of the chunk being read */
    uint64_t chain;         /* checksum before that chunk */
    uint64_t tick;          /* ticks on the branch so far */
    CwTickInput last_input; /* input of the last tick on the branch */
    bool is_at_start;       /* no tick has followed the beginning or the last rewind */
    bool has_ended;
} Parser;

typedef struct Chunk {
    ReplayTag tag;
    unsigned count;
    size_t payload_bytes;
    uint64_t tick;
    const uint8_t *payload;
} Chunk;

static bool stop_bad(Parser *parser)
{
    CwReplayFile *replay = parser->replay;
    replay->state = CW_REPLAY_BAD;
    replay->bad_tick = parser->tick + 1;
    replay->bad_offset = parser->at;
    return false;
}

static bool stop_cut(Parser *parser)
{
    parser->replay->state = CW_REPLAY_CUT;
    return false;
}

/* Refuses a valid chunk that this program does not support. */
static bool refuse_chunk(Parser *parser)
{
    cw_error_context(&parser->replay->problem, "chunk");
    return stop_bad(parser);
}

/* Whether a power cut damaged these bytes: a sector that was never written reads as zeros. */
static bool lacks_sector(const Parser *parser, size_t bytes)
{
    static const uint8_t zeros[SECTOR_BYTES];
    size_t end = parser->at + bytes;
    for (size_t at = parser->at, behind; at < end; at = behind) {
        behind = (at / SECTOR_BYTES + 1) * SECTOR_BYTES;
        behind = behind < parser->size ? behind : parser->size;
        if (memcmp(parser->bytes + at, zeros, behind - at) == 0) {
            return true;
        }
    }
    return false;
}

static bool stop_damaged(Parser *parser, size_t bytes, const char *problem)
{
    if (lacks_sector(parser, bytes)) {
        return stop_cut(parser);
    }
    cw_error_set(&parser->replay->problem, "%s", problem);
    return stop_bad(parser);
}

/* Finds the chunk at parser->at and checks both checksums. False when parsing ends here. */
static bool find_chunk(Parser *parser, Chunk *chunk)
{
    CwError *problem = &parser->replay->problem;
    const uint8_t *head = parser->bytes + parser->at;
    size_t rest = parser->size - parser->at;
    if (rest < REPLAY_CHUNK_HEAD_BYTES) {
        return stop_cut(parser);
    }
    uint32_t check =
        (uint32_t)XXH3_64bits_withSeed(head, REPLAY_CHUNK_CHECKED_BYTES, parser->chain);
    if (check != load_le(head + REPLAY_CHUNK_CHECKED_BYTES, 4)) {
        return stop_damaged(parser, REPLAY_CHUNK_HEAD_BYTES, "a chunk's head is damaged");
    }
    *chunk = (Chunk){
        .count = (unsigned)load_le(head + REPLAY_TAG_BYTES, 2),
        .payload_bytes = (size_t)load_le(head + 12, 4),
        .tick = load_le(head + 16, 8),
        .payload = head + REPLAY_CHUNK_HEAD_BYTES,
    };
    rest -= REPLAY_CHUNK_HEAD_BYTES;
    if (rest < REPLAY_CHECKSUM_BYTES || rest - REPLAY_CHECKSUM_BYTES < chunk->payload_bytes) {
        return stop_cut(parser);
    }
    size_t checked_bytes = REPLAY_CHUNK_HEAD_BYTES + chunk->payload_bytes;
    uint64_t checksum = XXH3_64bits_withSeed(head, checked_bytes, parser->chain);
    if (checksum != load_le(head + checked_bytes, REPLAY_CHECKSUM_BYTES)) {
        bool level = strncmp((const char *)head, REPLAY_CHUNK_LEVEL, REPLAY_NAME_BYTES) == 0;
        return stop_damaged(parser, checked_bytes + REPLAY_CHECKSUM_BYTES,
                            level ? "the level that it carries is damaged"
                                  : "a chunk's checksum is wrong");
    }
    parser->chain = checksum;
    return replay_tag_load(head, &chunk->tag, problem) || refuse_chunk(parser);
}

static bool check_counts(Parser *parser, const Chunk *chunk)
{
    CwError *problem = &parser->replay->problem;
    unsigned most = (unsigned)parser->replay->header.settings.tick_rate;
    if (chunk->count < 1 || chunk->count > most) {
        return cw_error_set(problem, "a chunk of %u ticks, must be 1..%u", chunk->count, most);
    }
    if (chunk->payload_bytes < (size_t)chunk->count * REPLAY_HASH_BYTES) {
        return cw_error_set(problem, "a chunk of %u ticks has only %zu bytes", chunk->count,
                            chunk->payload_bytes);
    }
    if (chunk->tick != parser->tick + 1) {
        return cw_error_set(problem, "a chunk begins at tick %" PRIu64 ", must begin at %" PRIu64,
                            chunk->tick, parser->tick + 1);
    }
    return true;
}

static bool check_frame(const Parser *parser, const CwTickInput *input, size_t player,
                        CwError *error)
{
    const CwReplayHeader *header = &parser->replay->header;
    const CwInputFrame *frame = &input->players[player];
    if (header->pointer_steps_per_m == 0 && (frame->world_x != 0 || frame->world_y != 0)) {
        return cw_error_set(error, "a pointer in the world, which the game doesn't have");
    }
    return possible_input_check(frame, &parser->last_input.players[player],
                                (int)header->action_count, parser->is_at_start, error);
}

static bool check_tick(Parser *parser, const CwTickInput *input, CwError *error)
{
    for (size_t player = 0; player < parser->replay->header.player_count; player++) {
        if (!check_frame(parser, input, player, error)) {
            return cw_error_context(error, "player %zu", player + 1);
        }
    }
    CwInputCommand command = input->command;
    return sim_settings_can_apply(command) ||
           cw_error_set(error, "a command that sets %" PRIu32 " to %" PRId32, command.setting,
                        command.value);
}

static bool check_inputs(Parser *parser, const Chunk *chunk)
{
    CwError *problem = &parser->replay->problem;
    for (uint64_t tick = chunk->tick; tick < chunk->tick + chunk->count; tick++) {
        CwTickInput input;
        CwError error = {0};
        if (!ticks_input(parser->replay->ticks, tick, &input)) {
            return cw_error_set(problem, "a chunk doesn't hold the inputs of %u ticks",
                                chunk->count);
        }
        if (!check_tick(parser, &input, &error)) {
            return cw_error_set(problem, "input that nobody can give: tick %" PRIu64 ": %s", tick,
                                error.text);
        }
        parser->last_input = input;
        parser->is_at_start = false;
    }
    return true;
}

/* ---- kinds of chunks; each function returns false, with the problem, for a bad one ---- */

/* Takes the ticks only if the whole chunk is valid. */
static bool read_ticks(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    bool is_valid = check_counts(parser, chunk) &&
                    (ticks_add(replay->ticks, parser->tick, chunk->payload) ||
                     cw_error_set(&replay->problem, "out of memory")) &&
                    check_inputs(parser, chunk);
    replay->played_count += is_valid ? chunk->count : 0;
    parser->tick += is_valid ? chunk->count : 0;
    return is_valid;
}

/* The unpacked size of a chunk; 0 if it is misplaced, malformed, or claims too much. */
static size_t unpacked_bytes(const CwReplayFile *replay, const Chunk *chunk, size_t bytes_max)
{
    if (replay->played_count > 0 || replay->rewind_count > 0 || chunk->tick != 0 ||
        chunk->count != REPLAY_PACKED_LZ4 || chunk->payload_bytes < REPLAY_PACKED_HEAD_BYTES ||
        chunk->payload_bytes > (size_t)LZ4_compressBound((int)bytes_max)) {
        return 0;
    }
    uint64_t bytes = load_le(chunk->payload, REPLAY_PACKED_HEAD_BYTES);
    uint64_t most = (chunk->payload_bytes - REPLAY_PACKED_HEAD_BYTES) * LZ4_RATIO_MAX;
    return bytes <= most && bytes <= bytes_max ? (size_t)bytes : 0;
}

/* Unpacks a chunk that comes before the first tick. NULL: it is damaged or misplaced. */
static void *unpack(const CwReplayFile *replay, const Chunk *chunk, size_t bytes_max, size_t *bytes)
{
    const char *block = (const char *)chunk->payload + REPLAY_PACKED_HEAD_BYTES;
    int block_bytes = (int)chunk->payload_bytes - REPLAY_PACKED_HEAD_BYTES;
    *bytes = unpacked_bytes(replay, chunk, bytes_max);
    char *unpacked = *bytes == 0 ? NULL : malloc(*bytes);
    if (unpacked != NULL &&
        LZ4_decompress_safe(block, unpacked, block_bytes, (int)*bytes) != (int)*bytes) {
        free(unpacked);
        return NULL;
    }
    return unpacked;
}

static bool read_level(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    size_t bytes;
    char *file =
        replay->level_file == NULL ? unpack(replay, chunk, MAP_FILE_BYTES_MAX, &bytes) : NULL;
    if (file == NULL || XXH3_64bits(file, bytes) != replay->header.level_hash) {
        const char *what =
            file == NULL ? "out of place or too large" : "not the one it was played on";
        free(file);
        return cw_error_set(&replay->problem, "the level that it carries is %s", what);
    }
    replay->level_file = file;
    replay->level_file_bytes = bytes;
    return true;
}

static bool read_carry(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    bool is_second = replay->carry != NULL;
    if (!is_second) {
        replay->carry = unpack(replay, chunk, CARRY_FORM_BYTES_MAX, &replay->carry_bytes);
    }
    return (!is_second && replay->carry != NULL) ||
           cw_error_set(&replay->problem, "the carry is out of place or too large");
}

static bool read_rewind(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    if (chunk->tick > parser->tick || chunk->count != 0 || chunk->payload_bytes != 0) {
        return cw_error_set(&replay->problem, "a rewind from tick %" PRIu64 " to tick %" PRIu64,
                            parser->tick, chunk->tick);
    }
    replay->rewind_count++;
    replay->lost = false;
    CwReplayTicks *ticks = replay->ticks;
    while (ticks->chunk_count > 0 && ticks->chunks[ticks->chunk_count - 1].tick >= chunk->tick) {
        ticks->chunk_count--;
    }
    parser->tick = chunk->tick;
    parser->is_at_start = true;
    parser->last_input = (CwTickInput){0};
    if (chunk->tick > 0) {
        ticks_input(ticks, chunk->tick, &parser->last_input);
    }
    while (replay->edit_count > 0 && replay->edits[replay->edit_count - 1].tick >= chunk->tick) {
        replay->edit_count--;
    }
    return true;
}

static bool has_number(Parser *parser, const Chunk *chunk, const char *what, size_t bytes)
{
    bool ok = chunk->tick == parser->tick && chunk->count == 0 && chunk->payload_bytes == bytes;
    return ok || cw_error_set(&parser->replay->problem, "a %s of another form", what);
}

static bool read_number(Parser *parser, const Chunk *chunk, const char *what, uint32_t *number)
{
    if (!has_number(parser, chunk, what, sizeof *number)) {
        return false;
    }
    *number = (uint32_t)load_le(chunk->payload, sizeof *number);
    return true;
}

static bool read_speed(Parser *parser, const Chunk *chunk)
{
    uint32_t *slowest = &parser->replay->slowest_speed, speed = UINT32_MAX;
    bool ok = read_number(parser, chunk, "speed", &speed);
    *slowest = speed < *slowest ? speed : *slowest;
    return ok;
}

static bool read_mark(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    const char *name = chunk->tag.name;
    bool *mark = strcmp(name, REPLAY_CHUNK_TAKEN) == 0  ? &replay->taken_over
                 : strcmp(name, REPLAY_CHUNK_LOST) == 0 ? &replay->lost
                                                        : &replay->over;
    *mark = true;
    return has_number(parser, chunk, name, 0);
}

static bool read_time(Parser *parser, const Chunk *chunk)
{
    return read_number(parser, chunk, "time", &parser->replay->time_ticks);
}

static bool read_score(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    if (!has_number(parser, chunk, "score", sizeof replay->score)) {
        return false;
    }
    replay->score = (int64_t)load_le(chunk->payload, sizeof replay->score);
    replay->has_score = true;
    return true;
}

static bool read_path(Parser *parser, const Chunk *chunk)
{
    CwReplayTicks *ticks = parser->replay->ticks;
    if (!has_number(parser, chunk, "path", (size_t)parser->tick * REPLAY_PLACE_BYTES)) {
        return false;
    }
    ticks->path = chunk->payload;
    ticks->path_count = (size_t)parser->tick;
    return true;
}

/* The length of the name at the front of some bytes; 0 unless a value follows it. */
static size_t name_bytes(const uint8_t *bytes, size_t size)
{
    size_t length = size > 0 ? bytes[0] : 0;
    bool is_valid = length >= 1 && length < CW_REPLAY_FIELD_BYTES &&
                    size >= 1 + length + REPLAY_EDIT_VALUE_BYTES;
    for (size_t i = 1; is_valid && i <= length; i++) {
        is_valid = bytes[i] > ' ' && bytes[i] <= '~';
    }
    return is_valid ? length : 0;
}

static bool add_edit(CwReplayFile *replay, uint64_t tick, const uint8_t *bytes, size_t length)
{
    size_t count = replay->edit_count;
    if (count == REPLAY_EDITS_MAX) {
        return cw_error_set(&replay->problem, "more than %d values changed by hand",
                            REPLAY_EDITS_MAX);
    }
    CwReplayEdit *edits = grow_for_one(replay->edits, count, sizeof *edits);
    if (edits == NULL) {
        return cw_error_set(&replay->problem, "out of memory");
    }
    replay->edits = edits;
    CwReplayEdit *edit = &replay->edits[replay->edit_count++];
    *edit = (CwReplayEdit){.tick = tick};
    memcpy(edit->field, bytes + 1, length);
    edit->value = load_le(bytes + 1 + length, REPLAY_EDIT_VALUE_BYTES);
    return true;
}

static bool read_edit(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    size_t at = 0;
    bool is_valid = chunk->tick == parser->tick && chunk->count > 0;
    for (unsigned i = 0; is_valid && i < chunk->count; i++) {
        size_t length = name_bytes(chunk->payload + at, chunk->payload_bytes - at);
        is_valid = length > 0 && add_edit(replay, chunk->tick, chunk->payload + at, length);
        at += 1 + length + REPLAY_EDIT_VALUE_BYTES;
    }
    return (is_valid && at == chunk->payload_bytes) ||
           cw_error_set(&replay->problem, "a change by hand of another form");
}

static bool read_end(Parser *parser, const Chunk *chunk)
{
    CwReplayFile *replay = parser->replay;
    if (chunk->tick != parser->tick || chunk->count > 1 || chunk->payload_bytes != 0) {
        return cw_error_set(&replay->problem, "an end after %" PRIu64 " ticks, there are %" PRIu64,
                            chunk->tick, parser->tick);
    }
    size_t end = parser->at + REPLAY_CHUNK_HEAD_BYTES + REPLAY_CHECKSUM_BYTES;
    if (end != parser->size) {
        parser->at = end;
        return cw_error_set(&replay->problem, "data after the end");
    }
    parser->has_ended = true;
    replay->state = CW_REPLAY_ENDED;
    replay->finished = chunk->count == 1;
    return true;
}

static const struct {
    const char *name;
    bool (*read)(Parser *parser, const Chunk *chunk);
} CHUNK_KINDS[] = {
    {REPLAY_CHUNK_TICKS, read_ticks}, {REPLAY_CHUNK_LEVEL, read_level},
    {REPLAY_CHUNK_CARRY, read_carry}, {REPLAY_CHUNK_REWIND, read_rewind},
    {REPLAY_CHUNK_SPEED, read_speed}, {REPLAY_CHUNK_SCORE, read_score},
    {REPLAY_CHUNK_TIME, read_time},   {REPLAY_CHUNK_EDIT, read_edit},
    {REPLAY_CHUNK_TAKEN, read_mark},  {REPLAY_CHUNK_PATH, read_path},
    {REPLAY_CHUNK_LOST, read_mark},   {REPLAY_CHUNK_OVER, read_mark},
    {REPLAY_CHUNK_END, read_end},
};

/* Reads a chunk. False when parsing must stop. */
static bool read_chunk(Parser *parser)
{
    Chunk chunk = {0};
    if (!find_chunk(parser, &chunk)) {
        return false;
    }
    size_t kind = 0;
    while (kind < CW_ARRAY_LENGTH(CHUNK_KINDS) &&
           strcmp(chunk.tag.name, CHUNK_KINDS[kind].name) != 0) {
        kind++;
    }
    bool goes_on =
        kind < CW_ARRAY_LENGTH(CHUNK_KINDS)
            ? CHUNK_KINDS[kind].read(parser, &chunk) || stop_bad(parser)
            : replay_tag_may_skip(&chunk.tag, &parser->replay->problem) || refuse_chunk(parser);
    parser->at += REPLAY_CHUNK_HEAD_BYTES + chunk.payload_bytes + REPLAY_CHECKSUM_BYTES;
    return goes_on;
}

static void parse_chunks(CwReplayFile *replay, size_t size, const ReplayBody *body)
{
    Parser parser = {.replay = replay,
                     .bytes = replay->ticks->bytes,
                     .size = size,
                     .at = body->offset,
                     .chain = body->seed,
                     .is_at_start = true};
    while (!parser.has_ended && read_chunk(&parser)) {
    }
    replay->tick_count = (size_t)parser.tick;
}

/* Parses a file. Takes ownership of the bytes. */
static CwReplayFile *parse(uint8_t *bytes, size_t size, CwError *error)
{
    CwReplayHeader header;
    ReplayBody body;
    bool is_valid =
        size <= CW_REPLAY_FILE_BYTES_MAX ||
        cw_error_set(error, "a replay has at most %ju bytes", (uintmax_t)CW_REPLAY_FILE_BYTES_MAX);
    if (!is_valid || !replay_header_decode(bytes, size, &header, &body, error)) {
        free(bytes);
        return NULL;
    }
    CwReplayFile *replay = calloc(1, sizeof *replay);
    CwReplayTicks *ticks = calloc(1, sizeof *ticks);
    if (replay == NULL || ticks == NULL || !replay_rows_open(&ticks->rows, &header)) {
        free(replay);
        free(ticks);
        free(bytes);
        cw_error_set(error, "out of memory");
        return NULL;
    }
    ticks->bytes = bytes;
    *replay =
        (CwReplayFile){.header = header, .ticks = ticks, .slowest_speed = REPLAY_SPEED_NORMAL};
    parse_chunks(replay, size, &body);
    return replay;
}

CwReplayFile *cw_replay_parse(const uint8_t *bytes, size_t size, CwError *error)
{
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) {
        cw_error_set(error, "out of memory");
        return NULL;
    }
    memcpy(copy, bytes, size);
    return parse(copy, size, error);
}

void cw_replay_free(CwReplayFile *replay)
{
    if (replay == NULL) {
        return;
    }
    replay_rows_close(&replay->ticks->rows);
    free(replay->ticks->bytes);
    free(replay->ticks->chunks);
    free(replay->ticks);
    free(replay->edits);
    free(replay->level_file);
    free(replay->carry);
    free(replay);
}

CwReplayFile *cw_replay_load(const char *path, CwError *error)
{
    size_t size = 0;
    uint8_t *bytes = file_read(path, 0, CW_REPLAY_FILE_BYTES_MAX, &size);
    if (bytes == NULL) {
        user_file_set_read_error(path, CW_REPLAY_FILE_BYTES_MAX, error);
        return NULL;
    }
    CwReplayFile *replay = parse(bytes, size, error);
    if (replay == NULL) {
        cw_error_context(error, "%s", path);
    }
    return replay;
}
