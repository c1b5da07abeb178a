#include "run/replay_header.h"

#include "base/little_endian.h"
#include "sim/sim_settings.h"

#include <inttypes.h>
#include <lz4.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    AT_VERSION = 8,
    AT_LENGTH = 12,
    AT_FIELDS = 16,
    FIELD_HEAD_BYTES = REPLAY_TAG_BYTES + 2, /* a tag and the length of its content */
    FIELD_NUMBERS = CW_SETTING_COUNT - 1     /* the settings have the most */
};

_Static_assert(sizeof(double) == 8, "gravity is stored as the 8 bytes of a double");

/* ---- tags ---- */

enum { FLAG_OPTIONAL = 1 };

static bool is_tag_name(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return length > 0 && name[length] == '\0';
}

void replay_tag_store(uint8_t bytes[REPLAY_TAG_BYTES], const char *name, bool optional)
{
    size_t length = strlen(name);
    CW_ASSERT(is_tag_name(name) && length <= REPLAY_NAME_BYTES, "name it in up to 8 capitals");
    memset(bytes, 0, REPLAY_TAG_BYTES);
    memcpy(bytes, name, length);
    bytes[REPLAY_NAME_BYTES] = optional ? FLAG_OPTIONAL : 0;
}

bool replay_tag_load(const uint8_t bytes[REPLAY_TAG_BYTES], ReplayTag *tag, CwError *error)
{
    static const char zeros[REPLAY_NAME_BYTES];
    *tag = (ReplayTag){0};
    memcpy(tag->name, bytes, REPLAY_NAME_BYTES);
    size_t length = strlen(tag->name);
    if (!is_tag_name(tag->name) || memcmp(bytes + length, zeros, REPLAY_NAME_BYTES - length) != 0) {
        return cw_error_set(error, "a name that is none: the file is damaged");
    }
    unsigned flags = (unsigned)load_le(bytes + REPLAY_NAME_BYTES, 2);
    if ((flags & ~(unsigned)FLAG_OPTIONAL) != 0) {
        return cw_error_set(error, "%s has the unknown flags 0x%x: play it with a newer program",
                            tag->name, flags);
    }
    tag->is_optional = flags != 0;
    return true;
}

bool replay_tag_may_skip(const ReplayTag *tag, CwError *error)
{
    return tag->is_optional || cw_error_set(error,
                                            "%s is required and unknown here: play it with a newer "
                                            "program",
                                            tag->name);
}

/* ---- bounds ---- */

/* A field of the header: numbers, then possibly a text. Offsets are in CwReplayHeader. */
typedef struct HeaderField {
    const char *name;
    struct {
        size_t at, bytes; /* `bytes`: 4 or 8 */
    } numbers[FIELD_NUMBERS];
    size_t text_at, text_bytes; /* the text ends with a zero */
    bool may_be_absent; /* has one number of 4 bytes, which is 0 where the field is missing */
} HeaderField;

#define WHOLE_NUMBER(setting, scale, name, member, ...)                                            \
    {offsetof(CwReplayHeader, settings.member), 4},
#define REAL_NUMBER(setting, scale, name, member, ...)                                             \
    {offsetof(CwReplayHeader, settings.member), 8},

static const HeaderField FIELDS[] = {
    {.name = "GAME",
     .numbers = {{offsetof(CwReplayHeader, rules_version), 4}},
     .text_at = offsetof(CwReplayHeader, game_id),
     .text_bytes = CW_REPLAY_GAME_ID_BYTES},
    {.name = "MAP",
     .numbers = {{offsetof(CwReplayHeader, level_hash), 8}},
     .text_at = offsetof(CwReplayHeader, level),
     .text_bytes = CW_REPLAY_LEVEL_BYTES},
    {.name = "SETTINGS", .numbers = {SIM_SETTINGS(WHOLE_NUMBER, REAL_NUMBER)}},
    {.name = "ARENA", .numbers = {{offsetof(CwReplayHeader, arena_bytes), 8}}},
    {.name = "SEED", .numbers = {{offsetof(CwReplayHeader, seed), 8}}},
    {.name = "MATHS", .numbers = {{offsetof(CwReplayHeader, fingerprint), 8}}},
    {.name = "PLAYERS",
     .numbers = {{offsetof(CwReplayHeader, player_count), 4},
                 {offsetof(CwReplayHeader, action_count), 4}}},
    {.name = "POINTER",
     .numbers = {{offsetof(CwReplayHeader, pointer_steps_per_m), 4}},
     .may_be_absent = true},
};

/* Checks that a text is a name of [a-z0-9-]+, padded with one or more zeros. */
static bool check_name(const char *field, const char *text, size_t field_bytes, CwError *error)
{
    size_t length = strnlen(text, field_bytes);
    bool ok = length > 0 && length < field_bytes;
    for (size_t i = 0; ok && i < field_bytes; i++) {
        ok = i < length ? strchr("abcdefghijklmnopqrstuvwxyz0123456789-", text[i]) != NULL
                        : text[i] == '\0';
    }
    return ok ||
           cw_error_set(error, "%s must be 1 to %zu of a-z, 0-9 and '-'", field, field_bytes - 1);
}

static bool check_whole(const char *field, int64_t value, int64_t low, int64_t high, CwError *error)
{
    return (value >= low && value <= high) ||
           cw_error_set(error, "%s is %" PRId64 ", must be %" PRId64 "..%" PRId64, field, value,
                        low, high);
}

bool replay_header_check(const CwReplayHeader *header, CwError *error)
{
    if (!check_name("the game id", header->game_id, sizeof header->game_id, error) ||
        !check_name("the level name", header->level, sizeof header->level, error) ||
        !sim_settings_check(&header->settings, error) ||
        !check_whole("the player count", header->player_count, 1, CW_PLAYER_MAX, error) ||
        !check_whole("the action count", header->action_count, 0, CW_ACTION_MAX, error) ||
        !check_whole("the pointer's steps", header->pointer_steps_per_m, 0,
                     REPLAY_POINTER_STEPS_MAX, error)) {
        return false;
    }
    return (header->arena_bytes >= REPLAY_ARENA_BYTES_MIN &&
            header->arena_bytes <= REPLAY_ARENA_BYTES_MAX) ||
           cw_error_set(error, "the arena has %" PRIu64 " bytes, must have 4 MiB to 4 GiB",
                        header->arena_bytes);
}

/* ---- fields ---- */

/* Stores a field and returns its size. Numbers are stored as in memory. */
static size_t store_field(const HeaderField *row, const CwReplayHeader *header, uint8_t *to)
{
    uint8_t *content = to + FIELD_HEAD_BYTES;
    size_t used = 0;
    for (int i = 0; i < FIELD_NUMBERS; i++) {
        memcpy(content + used, (const char *)header + row->numbers[i].at, row->numbers[i].bytes);
        used += row->numbers[i].bytes;
    }
    if (row->text_bytes > 0) {
        const char *text = (const char *)header + row->text_at;
        size_t length = strlen(text);
        memcpy(content + used, text, length);
        used += length;
    }
    replay_tag_store(to, row->name, false);
    store_le(to + REPLAY_TAG_BYTES, used, 2);
    return FIELD_HEAD_BYTES + used;
}

ReplayBody replay_header_encode(const CwReplayHeader *header, uint8_t bytes[REPLAY_HEADER_BYTES])
{
    CW_ASSERT(replay_header_check(header, NULL), "check a header before encoding it");
    size_t used = AT_FIELDS;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FIELDS); i++) {
        const void *number = (const char *)header + FIELDS[i].numbers[0].at;
        bool is_absent = FIELDS[i].may_be_absent && load_le(number, 4) == 0;
        used += is_absent ? 0 : store_field(&FIELDS[i], header, bytes + used);
    }
    size_t length = used + REPLAY_CHECKSUM_BYTES;
    CW_ASSERT(length <= REPLAY_HEADER_BYTES, "raise REPLAY_HEADER_BYTES");
    memcpy(bytes, REPLAY_MAGIC, AT_VERSION);
    store_le(bytes + AT_VERSION, REPLAY_VERSION, 4);
    store_le(bytes + AT_LENGTH, length, 4);
    uint64_t checksum = XXH3_64bits_withSeed(bytes, used, 0);
    store_le(bytes + used, checksum, REPLAY_CHECKSUM_BYTES);
    return (ReplayBody){.offset = length, .seed = checksum};
}

static bool load_field(const HeaderField *row, const uint8_t *content, size_t size,
                       CwReplayHeader *header, CwError *error)
{
    size_t least = 0;
    for (int i = 0; i < FIELD_NUMBERS; i++) {
        least += row->numbers[i].bytes;
    }
    size_t most = row->text_bytes > 0 ? least + row->text_bytes - 1 : least;
    if (size < least || size > most) {
        return cw_error_set(error, "%s has %zu bytes, must have %zu to %zu", row->name, size, least,
                            most);
    }
    const uint8_t *from = content;
    for (int i = 0; i < FIELD_NUMBERS; i++) {
        memcpy((char *)header + row->numbers[i].at, from, row->numbers[i].bytes);
        from += row->numbers[i].bytes;
    }
    if (row->text_bytes > 0) {
        memcpy((char *)header + row->text_at, from, size - least);
    }
    return true;
}

/* Reads the field that these bytes hold. Adds its row to `seen`, a bit a row. */
static bool read_field(const uint8_t *bytes, size_t size, CwReplayHeader *header, unsigned *seen,
                       CwError *error)
{
    ReplayTag tag;
    if (!replay_tag_load(bytes, &tag, error)) {
        return false;
    }
    size_t row = 0;
    while (row < CW_ARRAY_LENGTH(FIELDS) && strcmp(FIELDS[row].name, tag.name) != 0) {
        row++;
    }
    if (row == CW_ARRAY_LENGTH(FIELDS)) {
        return replay_tag_may_skip(&tag, error);
    }
    if ((*seen >> row & 1) != 0) {
        return cw_error_set(error, "%s is there twice", tag.name);
    }
    *seen |= 1u << row;
    return load_field(&FIELDS[row], bytes + FIELD_HEAD_BYTES, size - FIELD_HEAD_BYTES, header,
                      error);
}

static bool decode_fields(const uint8_t *bytes, size_t size, CwReplayHeader *header, CwError *error)
{
    unsigned seen = 0;
    for (size_t at = 0; at < size;) {
        size_t rest = size - at;
        size_t field_bytes = FIELD_HEAD_BYTES;
        if (rest >= FIELD_HEAD_BYTES) {
            field_bytes += (size_t)load_le(bytes + at + REPLAY_TAG_BYTES, 2);
        }
        if (rest < field_bytes) {
            return cw_error_set(error, "the last field is longer than the header");
        }
        if (!read_field(bytes + at, field_bytes, header, &seen, error)) {
            return false;
        }
        at += field_bytes;
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(FIELDS); i++) {
        if ((seen >> i & 1) == 0 && !FIELDS[i].may_be_absent) {
            return cw_error_set(error, "%s is missing", FIELDS[i].name);
        }
    }
    return true;
}

/* Whether the header is complete, undamaged and of this version; then returns its length. */
static bool check_frame(const uint8_t *bytes, size_t size, size_t *length, CwError *error)
{
    const size_t least = AT_FIELDS + REPLAY_CHECKSUM_BYTES;
    if (size < least) {
        return cw_error_set(error, "truncated header: %zu of at least %zu bytes", size, least);
    }
    *length = (size_t)load_le(bytes + AT_LENGTH, 4);
    if (*length < least || *length > REPLAY_HEADER_BYTES_MAX) {
        return cw_error_set(error, "header length %zu, must be %zu..%d: the file is damaged",
                            *length, least, REPLAY_HEADER_BYTES_MAX);
    }
    if (size < *length) {
        return cw_error_set(error, "truncated header: %zu of %zu bytes", size, *length);
    }
    size_t checked_bytes = *length - REPLAY_CHECKSUM_BYTES;
    return load_le(bytes + checked_bytes, REPLAY_CHECKSUM_BYTES) ==
               XXH3_64bits_withSeed(bytes, checked_bytes, 0) ||
           cw_error_set(error, "the header's checksum is wrong: the file is damaged");
}

bool replay_header_decode(const uint8_t *bytes, size_t size, CwReplayHeader *header,
                          ReplayBody *body, CwError *error)
{
    if (memcmp(bytes, REPLAY_MAGIC, size < AT_VERSION ? size : AT_VERSION) != 0) {
        return cw_error_set(error, "not a replay: it doesn't start with " REPLAY_MAGIC);
    }
    uint32_t version = size < AT_LENGTH ? REPLAY_VERSION : (uint32_t)load_le(bytes + AT_VERSION, 4);
    if (version != REPLAY_VERSION) {
        return cw_error_set(error, "format version %" PRIu32 ", this program reads version %d: %s",
                            version, REPLAY_VERSION,
                            version > REPLAY_VERSION ? "play it with a newer program"
                            : version > 0 ? "play it with an older one, or record it anew"
                                          : "there never was a 0, the file is damaged");
    }
    size_t length = 0;
    if (!check_frame(bytes, size, &length, error)) {
        return false;
    }
    size_t fields_end = length - REPLAY_CHECKSUM_BYTES;
    *header = (CwReplayHeader){.version = version};
    *body =
        (ReplayBody){.offset = length, .seed = load_le(bytes + fields_end, REPLAY_CHECKSUM_BYTES)};
    return (decode_fields(bytes + AT_FIELDS, fields_end - AT_FIELDS, header, error) &&
            replay_header_check(header, error)) ||
           cw_error_context(error, "header");
}

static bool check_count(const char *what, uint32_t file, uint32_t here, CwError *error)
{
    return file == here ||
           cw_error_set(error,
                        "recorded with %" PRIu32 " %s, this game has %" PRIu32
                        ": play it with the game that recorded it, or record it anew",
                        file, what, here);
}

bool replay_header_matches(const CwReplayHeader *file, const CwReplayHeader *here, CwError *error)
{
    if (strncmp(file->game_id, here->game_id, CW_REPLAY_GAME_ID_BYTES) != 0) {
        return cw_error_set(error,
                            "recorded with the game %.*s, this is %.*s: play it with %.*s, or "
                            "name its build with --game FILE.so",
                            CW_REPLAY_GAME_ID_BYTES, file->game_id, CW_REPLAY_GAME_ID_BYTES,
                            here->game_id, CW_REPLAY_GAME_ID_BYTES, file->game_id);
    }
    if (file->rules_version != here->rules_version) {
        return cw_error_set(error,
                            "recorded under rules version %" PRIu32 " of the game, this is %" PRIu32
                            ": play it with that version, or record it anew",
                            file->rules_version, here->rules_version);
    }
    bool fewer_actions = file->action_count <= here->action_count; /* new actions are unused */
    if (!check_count("players", file->player_count, here->player_count, error) ||
        (!fewer_actions &&
         !check_count("actions", file->action_count, here->action_count, error)) ||
        !check_count("steps to a metre of the pointer", file->pointer_steps_per_m,
                     here->pointer_steps_per_m, error)) {
        return false;
    }
    if (file->level_hash != here->level_hash) {
        return cw_error_set(error,
                            "the level %.*s has changed: content %016" PRIx64
                            " in the recording, %016" PRIx64
                            " here: bring the old level back, or record it anew",
                            CW_REPLAY_LEVEL_BYTES, file->level, file->level_hash, here->level_hash);
    }
    if (file->fingerprint != here->fingerprint) {
        return cw_error_set(error,
                            "fingerprint %016" PRIx64 " in the recording, %016" PRIx64
                            " here: this build calculates or hashes differently; play it with the "
                            "build that recorded it, or build this one with its Makefile",
                            file->fingerprint, here->fingerprint);
    }
    return true;
}

/* ---- a chunk's inputs ---- */

_Static_assert(sizeof(CwInputCommand) == 8 && sizeof(CwInputFrame) == 64,
               "describe a row's new layout in docs/replay-format.md and raise REPLAY_VERSION");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are stored as in memory");

bool replay_rows_open(ReplayRows *rows, const CwReplayHeader *header)
{
    *rows = (ReplayRows){.row_bytes = sizeof(CwInputCommand) +
                                      (size_t)header->player_count * sizeof(CwInputFrame),
                         .capacity = (size_t)header->settings.tick_rate};
    rows->bytes = malloc(rows->capacity * rows->row_bytes);
    return rows->bytes != NULL;
}

void replay_rows_close(ReplayRows *rows)
{
    free(rows->bytes);
    *rows = (ReplayRows){0};
}

void replay_rows_set(ReplayRows *rows, size_t row, const CwTickInput *input)
{
    CW_ASSERT(row < rows->capacity, "encode the rows of a full chunk");
    uint8_t *to = rows->bytes + row * rows->row_bytes;
    memcpy(to, &input->command, sizeof input->command);
    memcpy(to + sizeof input->command, input->players, rows->row_bytes - sizeof input->command);
}

CwTickInput replay_rows_get(const ReplayRows *rows, size_t row)
{
    CwTickInput input = {0};
    const uint8_t *from = rows->bytes + row * rows->row_bytes;
    memcpy(&input.command, from, sizeof input.command);
    memcpy(input.players, from + sizeof input.command, rows->row_bytes - sizeof input.command);
    return input;
}

size_t replay_rows_bound(const ReplayRows *rows)
{
    return (size_t)LZ4_compressBound((int)(rows->capacity * rows->row_bytes));
}

size_t replay_rows_encode(ReplayRows *rows, uint8_t *block)
{
    size_t size = rows->count * rows->row_bytes;
    for (size_t i = size; i-- > rows->row_bytes;) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    return (size_t)LZ4_compress_default((const char *)rows->bytes, (char *)block, (int)size,
                                        (int)replay_rows_bound(rows));
}

bool replay_rows_decode(ReplayRows *rows, size_t count, const uint8_t *block, size_t block_bytes)
{
    size_t size = count * rows->row_bytes;
    rows->count = 0;
    if (LZ4_decompress_safe((const char *)block, (char *)rows->bytes, (int)block_bytes,
                            (int)size) != (int)size) {
        return false;
    }
    for (size_t i = rows->row_bytes; i < size; i++) {
        rows->bytes[i] ^= rows->bytes[i - rows->row_bytes];
    }
    rows->count = count;
    return true;
}
