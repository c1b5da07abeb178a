#include "sim/replay_header.h"

#include "clockwork/input.h"
#include "sim/little_endian.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

/* Where the fields lie; see replay_format.h. */
enum {
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_LENGTH = 12,
    AT_GAME_ID = 16,
    AT_LEVEL = AT_GAME_ID + REPLAY_GAME_ID_BYTES,
    AT_RULES = AT_LEVEL + REPLAY_LEVEL_BYTES,
    AT_TICK_RATE = 116,
    AT_SUBSTEPS = 120,
    AT_ITERATIONS = 124,
    AT_GRAVITY = 128,
    AT_ARENA = 136,
    AT_LEVEL_HASH = 144,
    AT_SEED = 152,
    AT_FINGERPRINT = 160,
    AT_ACTIONS = 168,
    AT_CHECKSUM = 172,
    MAGIC_BYTES = AT_VERSION - AT_MAGIC
};

_Static_assert(AT_RULES == 112, "the texts and the table of replay_format.h disagree");
_Static_assert(AT_CHECKSUM + REPLAY_CHECKSUM_BYTES == REPLAY_HEADER_BYTES,
               "the fields and REPLAY_HEADER_BYTES disagree");
_Static_assert(sizeof(double) == 8, "gravity is stored as the 8 bytes of a double");

/* A name of [a-z0-9-]+ and zeros up to the end of its field, at least one. */
static bool is_name(const char *text, size_t field_bytes)
{
    size_t length = strnlen(text, field_bytes);
    if (length == 0 || length == field_bytes) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
            return false;
        }
    }
    for (size_t i = length; i < field_bytes; i++) {
        if (text[i] != '\0') {
            return false;
        }
    }
    return true;
}

static bool check_name(const char *field, const char *text, size_t field_bytes, Error *error)
{
    if (is_name(text, field_bytes)) {
        return true;
    }
    return error_set(error, "%s must be 1 to %zu of a-z, 0-9 and '-'", field, field_bytes - 1);
}

static bool check_whole(const char *field, int64_t value, int64_t low, int64_t high, Error *error)
{
    if (value >= low && value <= high) {
        return true;
    }
    return error_set(error, "%s is %" PRId64 ", must be %" PRId64 "..%" PRId64, field, value, low,
                     high);
}

bool replay_header_check(const ReplayHeader *header, Error *error)
{
    const ReplaySettings *settings = &header->settings;
    if (!check_name("the game id", header->game_id, sizeof header->game_id, error) ||
        !check_name("the level name", header->level, sizeof header->level, error) ||
        !check_whole("tick_rate", settings->tick_rate, 1, REPLAY_TICK_RATE_MAX, error) ||
        !check_whole("substeps", settings->substeps, 1, REPLAY_SUBSTEPS_MAX, error) ||
        !check_whole("iterations", settings->iterations, 1, REPLAY_ITERATIONS_MAX, error) ||
        !check_whole("the action count", header->action_count, 0, ACTION_MAX, error)) {
        return false;
    }
    /* Written so that NaN fails. */
    if (!(fabs(settings->gravity_mps2) <= (double)REPLAY_GRAVITY_MAX_MPS2)) {
        return error_set(error, "gravity must be a number of %d..%d m/s2", -REPLAY_GRAVITY_MAX_MPS2,
                         REPLAY_GRAVITY_MAX_MPS2);
    }
    if (header->arena_bytes < REPLAY_ARENA_BYTES_MIN ||
        header->arena_bytes > REPLAY_ARENA_BYTES_MAX) {
        return error_set(error, "the arena has %" PRIu64 " bytes, must have 4 MiB to 4 GiB",
                         header->arena_bytes);
    }
    return true;
}

uint64_t replay_header_encode(const ReplayHeader *header, uint8_t bytes[REPLAY_HEADER_BYTES])
{
    CW_ASSERT(replay_header_check(header, NULL), "check a header before encoding it");
    uint64_t gravity_bits = 0;
    memcpy(&gravity_bits, &header->settings.gravity_mps2, sizeof gravity_bits);
    memcpy(bytes + AT_MAGIC, REPLAY_MAGIC, MAGIC_BYTES);
    store_le(bytes + AT_VERSION, REPLAY_VERSION, 4);
    store_le(bytes + AT_LENGTH, REPLAY_HEADER_BYTES, 4);
    memcpy(bytes + AT_GAME_ID, header->game_id, sizeof header->game_id);
    memcpy(bytes + AT_LEVEL, header->level, sizeof header->level);
    store_le(bytes + AT_RULES, header->rules_version, 4);
    store_le(bytes + AT_TICK_RATE, (uint32_t)header->settings.tick_rate, 4);
    store_le(bytes + AT_SUBSTEPS, (uint32_t)header->settings.substeps, 4);
    store_le(bytes + AT_ITERATIONS, (uint32_t)header->settings.iterations, 4);
    store_le(bytes + AT_GRAVITY, gravity_bits, 8);
    store_le(bytes + AT_ARENA, header->arena_bytes, 8);
    store_le(bytes + AT_LEVEL_HASH, header->level_hash, 8);
    store_le(bytes + AT_SEED, header->seed, 8);
    store_le(bytes + AT_FINGERPRINT, header->fingerprint, 8);
    store_le(bytes + AT_ACTIONS, header->action_count, 4);
    uint64_t checksum = XXH3_64bits_withSeed(bytes, AT_CHECKSUM, 0);
    store_le(bytes + AT_CHECKSUM, checksum, REPLAY_CHECKSUM_BYTES);
    return checksum;
}

static void decode_fields(const uint8_t *bytes, ReplayHeader *header)
{
    uint64_t gravity_bits = load_le(bytes + AT_GRAVITY, 8);
    *header = (ReplayHeader){
        .version = (uint32_t)load_le(bytes + AT_VERSION, 4),
        .rules_version = (uint32_t)load_le(bytes + AT_RULES, 4),
        .settings =
            {
                .tick_rate = (int32_t)(uint32_t)load_le(bytes + AT_TICK_RATE, 4),
                .substeps = (int32_t)(uint32_t)load_le(bytes + AT_SUBSTEPS, 4),
                .iterations = (int32_t)(uint32_t)load_le(bytes + AT_ITERATIONS, 4),
            },
        .arena_bytes = load_le(bytes + AT_ARENA, 8),
        .level_hash = load_le(bytes + AT_LEVEL_HASH, 8),
        .seed = load_le(bytes + AT_SEED, 8),
        .fingerprint = load_le(bytes + AT_FINGERPRINT, 8),
        .action_count = (uint32_t)load_le(bytes + AT_ACTIONS, 4),
    };
    memcpy(header->game_id, bytes + AT_GAME_ID, sizeof header->game_id);
    memcpy(header->level, bytes + AT_LEVEL, sizeof header->level);
    memcpy(&header->settings.gravity_mps2, &gravity_bits, sizeof gravity_bits);
}

static bool refuse_version(uint32_t version, Error *error)
{
    if (version > REPLAY_VERSION) {
        return error_set(error,
                         "format version %" PRIu32 ", this program reads up to %d: play it with a "
                         "newer program",
                         version, REPLAY_VERSION);
    }
    return error_set(error, "format version %" PRIu32 " never existed: the file is damaged",
                     version);
}

bool replay_header_decode(const uint8_t *bytes, size_t size, ReplayHeader *header, ReplayBody *body,
                          Error *error)
{
    size_t magic_bytes = size < MAGIC_BYTES ? size : MAGIC_BYTES;
    if (memcmp(bytes, REPLAY_MAGIC, magic_bytes) != 0) {
        return error_set(error, "not a replay: it doesn't start with " REPLAY_MAGIC);
    }
    uint32_t version = size < AT_LENGTH ? REPLAY_VERSION : (uint32_t)load_le(bytes + AT_VERSION, 4);
    if (version != REPLAY_VERSION) {
        return refuse_version(version, error);
    }
    if (size < REPLAY_HEADER_BYTES) {
        return error_set(error, "truncated header: %zu of %d bytes", size, REPLAY_HEADER_BYTES);
    }
    uint64_t length = load_le(bytes + AT_LENGTH, 4);
    if (length < REPLAY_HEADER_BYTES || length > REPLAY_HEADER_BYTES_MAX) {
        return error_set(error, "header length %" PRIu64 ", must be %d..%d: the file is damaged",
                         length, REPLAY_HEADER_BYTES, REPLAY_HEADER_BYTES_MAX);
    }
    if (size < length) {
        return error_set(error, "truncated header: %zu of %" PRIu64 " bytes", size, length);
    }
    size_t checksum_at = (size_t)length - REPLAY_CHECKSUM_BYTES;
    uint64_t checksum = load_le(bytes + checksum_at, REPLAY_CHECKSUM_BYTES);
    if (checksum != XXH3_64bits_withSeed(bytes, checksum_at, 0)) {
        return error_set(error, "the header's checksum is wrong: the file is damaged");
    }
    decode_fields(bytes, header);
    *body = (ReplayBody){.offset = (size_t)length, .seed = checksum};
    return replay_header_check(header, error) || error_context(error, "header");
}

bool replay_header_matches(const ReplayHeader *file, const ReplayHeader *here, Error *error)
{
    if (strncmp(file->game_id, here->game_id, REPLAY_GAME_ID_BYTES) != 0) {
        return error_set(error, "recorded with the game %.*s, this is %.*s: play it with %.*s",
                         REPLAY_GAME_ID_BYTES, file->game_id, REPLAY_GAME_ID_BYTES, here->game_id,
                         REPLAY_GAME_ID_BYTES, file->game_id);
    }
    if (file->rules_version != here->rules_version) {
        return error_set(error,
                         "recorded under rules version %" PRIu32 " of the game, this is %" PRIu32
                         ": play it with that version, or record it anew",
                         file->rules_version, here->rules_version);
    }
    if (file->level_hash != here->level_hash) {
        return error_set(error,
                         "the level %.*s has changed: content %016" PRIx64
                         " in the recording, %016" PRIx64
                         " here: bring the old level back, or record it anew",
                         REPLAY_LEVEL_BYTES, file->level, file->level_hash, here->level_hash);
    }
    if (file->fingerprint != here->fingerprint) {
        return error_set(error,
                         "fingerprint %016" PRIx64 " in the recording, %016" PRIx64
                         " here: this build calculates differently; play it with the build that "
                         "recorded it, or build this one with its Makefile",
                         file->fingerprint, here->fingerprint);
    }
    return true;
}
