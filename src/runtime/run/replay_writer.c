#include "run/replay_writer.h"

#include "base/little_endian.h"
#include "base/report.h"
#include "base/user_file.h"

#include <errno.h>
#include <inttypes.h>
#include <lz4.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    FRAME_BYTES = REPLAY_CHUNK_HEAD_BYTES + REPLAY_CHECKSUM_BYTES, /* a chunk without its payload */
    /* The chunks that may end a recording: TIME, SCORE, LOST, OVER and END. */
    TAIL_BYTES = 5 * FRAME_BYTES + sizeof(uint32_t) + sizeof(int64_t)
};

static void release(ReplayWriter *writer)
{
    if (writer->file >= 0) {
        file_close_descriptor(writer->file);
    }
    replay_rows_close(&writer->rows);
    free(writer->path);
    free(writer->chunk);
    free(writer->hashes);
    *writer = (ReplayWriter){0};
}

static void give_up(ReplayWriter *writer, const char *why, const char *remedy)
{
    report_once(&writer->is_quiet, "%s: %s: the recording ends before tick %" PRIu64 "; %s",
                writer->path, why, writer->tick - (uint64_t)writer->rows.count + 1, remedy);
    release(writer);
}

static void give_up_disk(ReplayWriter *writer, int cause)
{
    give_up(writer, strerror(cause), "free some space");
}

/* Writes once, except after signals or on full disks: a killed program leaves whole chunks. */
static bool write_all(ReplayWriter *writer, const uint8_t *bytes, size_t size)
{
    if (!file_write_all(writer->file, bytes, size)) {
        give_up_disk(writer, errno);
        return false;
    }
    writer->written_bytes += size;
    return true;
}

typedef struct ChunkHead {
    const char *name;
    int count;
    size_t payload_bytes;
    uint64_t tick;
} ChunkHead;

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(name, *names) != 0) {
        names++;
    }
    return *names != NULL;
}

/* Writes a chunk whose payload is in place: fills in its head and its checksum. */
static bool finish_chunk(ReplayWriter *writer, uint8_t *chunk, const ChunkHead *head)
{
    static const char *const optional[] = {
        REPLAY_CHUNK_LEVEL, REPLAY_CHUNK_SPEED, REPLAY_CHUNK_TIME, REPLAY_CHUNK_SCORE,
        REPLAY_CHUNK_PATH,  REPLAY_CHUNK_LOST,  REPLAY_CHUNK_OVER, NULL};
    replay_tag_store(chunk, head->name, is_one_of(head->name, optional));
    store_le(chunk + REPLAY_TAG_BYTES, (unsigned)head->count, 2);
    store_le(chunk + 12, head->payload_bytes, 4);
    store_le(chunk + 16, head->tick, 8);
    store_le(chunk + REPLAY_CHUNK_CHECKED_BYTES,
             XXH3_64bits_withSeed(chunk, REPLAY_CHUNK_CHECKED_BYTES, writer->chain), 4);
    size_t size = REPLAY_CHUNK_HEAD_BYTES + head->payload_bytes;
    writer->chain = XXH3_64bits_withSeed(chunk, size, writer->chain);
    store_le(chunk + size, writer->chain, REPLAY_CHECKSUM_BYTES);
    return write_all(writer, chunk, size + REPLAY_CHECKSUM_BYTES);
}

/* Writes a chunk if room for the tail remains, because readers refuse a larger file. A chunk
 * without room ends the recording. */
static bool write_chunk(ReplayWriter *writer, uint8_t *chunk, const ChunkHead *head)
{
    static const char *const tail[] = {REPLAY_CHUNK_TIME, REPLAY_CHUNK_SCORE, REPLAY_CHUNK_LOST,
                                       REPLAY_CHUNK_OVER, REPLAY_CHUNK_END,   NULL};
    size_t needed = FRAME_BYTES + head->payload_bytes;
    needed += is_one_of(head->name, tail) ? 0 : TAIL_BYTES;
    if (writer->written_bytes + needed > CW_REPLAY_FILE_BYTES_MAX) {
        ChunkHead end = {REPLAY_CHUNK_END, writer->was_finished, 0,
                         writer->tick - (uint64_t)writer->rows.count};
        if (finish_chunk(writer, writer->chunk, &end)) {
            give_up(writer, "a recording has at most 32 MiB", "what is in it plays");
        }
        return false;
    }
    bool ok = finish_chunk(writer, chunk, head);
    writer->was_finished = writer->is_finished;
    return ok;
}

static bool allocate_buffers(ReplayWriter *writer, const char *path, const CwReplayHeader *header)
{
    size_t hashes_bytes = (size_t)header->settings.tick_rate * REPLAY_HASH_BYTES;
    bool opened = replay_rows_open(&writer->rows, header);
    writer->path = strdup(path);
    writer->chunk = malloc(FRAME_BYTES + replay_rows_bound(&writer->rows) + hashes_bytes);
    writer->hashes = malloc(hashes_bytes);
    return opened && writer->path != NULL && writer->chunk != NULL && writer->hashes != NULL;
}

/* Locks the file and checks its content. The file is written in place, so the recording of a killed
 * program is already at its path; the lock ends with the process. */
static bool lock_recording(int file, int64_t *old_bytes, CwError *error)
{
    *old_bytes = file_size(file);
    if (*old_bytes < 0) {
        return cw_error_set(error, "%s", strerror(errno));
    }
    if (!file_lock(file)) {
        return cw_error_set(error, "someone else is recording to it: name another file");
    }
    return user_file_is_kind(file, REPLAY_MAGIC, error);
}

bool replay_writer_check(const char *path, CwError *error)
{
    int64_t old_bytes;
    bool is_file = file_facts(path).kind == FILE_REGULAR;
    int file = is_file ? file_open_descriptor(path, FILE_EDIT) : -1;
    if (file < 0) {
        return true; /* nothing is lost; opening it later reports the problem */
    }
    bool ok = lock_recording(file, &old_bytes, error);
    file_close_descriptor(file);
    return ok || cw_error_context(error, "%s: can't record", path);
}

/* Opens and empties the file. Devices, pipes and folders hold no recording and are not locked. */
static bool open_file(ReplayWriter *writer, const char *path, CwError *error)
{
    int64_t old_bytes = 0;
    FileKind kind = file_facts(path).kind;
    bool special = kind != FILE_MISSING && kind != FILE_REGULAR;
    writer->file = file_open_descriptor(path, special ? FILE_WRITE : FILE_EDIT);
    if (writer->file < 0) {
        return cw_error_set(error, "%s; name a file in a folder you may write", file_reason(errno));
    }
    if (!special && !lock_recording(writer->file, &old_bytes, error)) {
        return false;
    }
    if (old_bytes > 0 && !file_truncate(writer->file)) {
        return cw_error_set(error, "%s", strerror(errno));
    }
    if (old_bytes > 0) {
        report("%s: replaces the recording that was in it", path);
    }
    return true;
}

bool replay_writer_open(ReplayWriter *writer, const char *path, const CwReplayHeader *header,
                        CwError *error)
{
    *writer =
        (ReplayWriter){.file = -1, .speed = REPLAY_SPEED_NORMAL, .is_quiet = writer->is_quiet};
    if (!replay_header_check(header, error) ||
        !(allocate_buffers(writer, path, header) || cw_error_set(error, "out of memory")) ||
        !open_file(writer, path, error)) {
        release(writer);
        return cw_error_context(error, "%s: can't record", path);
    }
    uint8_t bytes[REPLAY_HEADER_BYTES];
    ReplayBody body = replay_header_encode(header, bytes);
    writer->chain = body.seed;
    write_all(writer, bytes, body.offset);
    return true;
}

bool replay_writer_copy(ReplayWriter *copy, ReplayWriter *writer, const char *path)
{
    size_t size = 0;
    replay_writer_flush(writer);
    uint8_t *bytes =
        writer->path == NULL ? NULL : file_read(writer->path, 0, CW_REPLAY_FILE_BYTES_MAX, &size);
    *copy = *writer;
    copy->rows = (ReplayRows){0};
    copy->hashes = NULL;
    copy->path = strdup(path);
    copy->chunk = malloc(FRAME_BYTES + sizeof(uint64_t));
    copy->file = bytes == NULL ? -1 : file_open_descriptor(path, FILE_WRITE);
    bool copied = copy->path != NULL && copy->chunk != NULL && copy->file >= 0 &&
                  file_write_all(copy->file, bytes, size);
    int cause = errno;
    free(bytes);
    if (!copied) {
        release(copy);
    }
    errno = cause;
    return copied;
}

static void write_packed(ReplayWriter *writer, const char *name, const void *bytes, size_t size)
{
    if (writer->path == NULL || bytes == NULL) {
        return;
    }
    CW_ASSERT(size <= MAP_FILE_BYTES_MAX, "record a level that was read from a file");
    const size_t head_bytes = REPLAY_CHUNK_HEAD_BYTES + REPLAY_PACKED_HEAD_BYTES;
    int bound = LZ4_compressBound((int)size);
    uint8_t *chunk = malloc(head_bytes + (size_t)bound + REPLAY_CHECKSUM_BYTES);
    if (chunk == NULL) {
        give_up(writer, "out of memory", "close other programs");
        return;
    }
    store_le(chunk + REPLAY_CHUNK_HEAD_BYTES, size, REPLAY_PACKED_HEAD_BYTES);
    int block_bytes = LZ4_compress_default(bytes, (char *)chunk + head_bytes, (int)size, bound);
    write_chunk(
        writer, chunk,
        &(ChunkHead){name, REPLAY_PACKED_LZ4, REPLAY_PACKED_HEAD_BYTES + (size_t)block_bytes, 0});
    free(chunk);
}

void replay_writer_level(ReplayWriter *writer, MapText level)
{
    write_packed(writer, REPLAY_CHUNK_LEVEL, level.bytes, level.size);
}

void replay_writer_carry(ReplayWriter *writer, CarryForm carry)
{
    write_packed(writer, REPLAY_CHUNK_CARRY, carry.bytes, carry.size);
}

static void store_place(uint8_t *at, CwPoint2 place)
{
    bool exists = !isnan(place.x);
    int64_t x = exists ? llround(place.x * REPLAY_PLACES_PER_M) : INT32_MIN;
    int64_t y = exists ? llround(place.y * REPLAY_PLACES_PER_M) : INT32_MIN;
    store_le(at, (uint64_t)x, 4);
    store_le(at + 4, (uint64_t)y, 4);
}

void replay_writer_path(ReplayWriter *writer, const CwPoint2 *path, size_t count)
{
    replay_writer_flush(writer);
    size_t bytes = (size_t)writer->tick * REPLAY_PLACE_BYTES;
    uint8_t *chunk = writer->path == NULL ? NULL : malloc(FRAME_BYTES + bytes);
    if (chunk == NULL) {
        return;
    }
    for (size_t i = 0; i < writer->tick; i++) {
        store_place(chunk + REPLAY_CHUNK_HEAD_BYTES + i * REPLAY_PLACE_BYTES,
                    i < count ? path[i] : (CwPoint2){NAN, NAN});
    }
    write_chunk(writer, chunk, &(ChunkHead){REPLAY_CHUNK_PATH, 0, bytes, writer->tick});
    free(chunk);
}

void replay_writer_tick(ReplayWriter *writer, const CwTickInput *input, uint64_t hash)
{
    if (writer->path == NULL) {
        return;
    }
    ReplayRows *rows = &writer->rows;
    store_le(writer->hashes + rows->count * REPLAY_HASH_BYTES, hash, REPLAY_HASH_BYTES);
    replay_rows_set(rows, rows->count++, input);
    writer->tick++;
    if (rows->count == rows->capacity) {
        replay_writer_flush(writer);
    }
}

void replay_writer_flush(ReplayWriter *writer)
{
    if (writer->path == NULL || writer->rows.count == 0) {
        return;
    }
    size_t count = writer->rows.count, hashes_bytes = count * REPLAY_HASH_BYTES;
    uint8_t *payload = writer->chunk + REPLAY_CHUNK_HEAD_BYTES;
    size_t block_bytes = replay_rows_encode(&writer->rows, payload);
    memcpy(payload + block_bytes, writer->hashes, hashes_bytes);
    write_chunk(writer, writer->chunk,
                &(ChunkHead){REPLAY_CHUNK_TICKS, (int)count, block_bytes + hashes_bytes,
                             writer->tick - count + 1});
    writer->rows.count = 0;
}

void replay_writer_rewind(ReplayWriter *writer, uint64_t tick)
{
    replay_writer_flush(writer);
    if (writer->path == NULL) {
        return;
    }
    CW_ASSERT(tick <= writer->tick, "rewind to a tick that was recorded");
    if (write_chunk(writer, writer->chunk, &(ChunkHead){REPLAY_CHUNK_REWIND, .tick = tick})) {
        writer->tick = tick;
    }
}

/* Writes a chunk with a number of `bytes` (0: none) after the ticks so far. False: the writer gave
 * up. */
static bool write_number(ReplayWriter *writer, const char *name, uint64_t number, size_t bytes)
{
    replay_writer_flush(writer);
    if (writer->path == NULL) {
        return false;
    }
    store_le(writer->chunk + REPLAY_CHUNK_HEAD_BYTES, number, (int)bytes);
    return write_chunk(writer, writer->chunk, &(ChunkHead){name, 0, bytes, writer->tick});
}

void replay_writer_speed(ReplayWriter *writer, uint32_t speed)
{
    if (writer->speed != speed && write_number(writer, REPLAY_CHUNK_SPEED, speed, sizeof speed)) {
        writer->speed = speed;
    }
}

void replay_writer_time(ReplayWriter *writer, uint32_t ticks)
{
    write_number(writer, REPLAY_CHUNK_TIME, ticks, sizeof ticks);
}

void replay_writer_score(ReplayWriter *writer, int64_t score)
{
    write_number(writer, REPLAY_CHUNK_SCORE, (uint64_t)score, sizeof score);
}

void replay_writer_mark(ReplayWriter *writer, const char *mark)
{
    write_number(writer, mark, 0, 0);
}

void replay_writer_edit(ReplayWriter *writer, const CwReplayEdit *edit)
{
    replay_writer_flush(writer);
    if (writer->path == NULL) {
        return;
    }
    uint8_t chunk[REPLAY_CHUNK_HEAD_BYTES + 1 + CW_REPLAY_FIELD_BYTES + REPLAY_EDIT_VALUE_BYTES +
                  REPLAY_CHECKSUM_BYTES];
    uint8_t *at = chunk + REPLAY_CHUNK_HEAD_BYTES;
    size_t length = strnlen(edit->field, CW_REPLAY_FIELD_BYTES - 1);
    *at++ = (uint8_t)length; /* a varint below 128 is one byte */
    memcpy(at, edit->field, length);
    store_le(at + length, edit->value, REPLAY_EDIT_VALUE_BYTES);
    write_chunk(
        writer, chunk,
        &(ChunkHead){REPLAY_CHUNK_EDIT, 1, 1 + length + REPLAY_EDIT_VALUE_BYTES, writer->tick});
}

bool replay_writer_close(ReplayWriter *writer, bool finished)
{
    replay_writer_flush(writer);
    ChunkHead end = {REPLAY_CHUNK_END, finished, 0, writer->tick};
    if (writer->path == NULL || !write_chunk(writer, writer->chunk, &end)) {
        return false;
    }
    bool closed = file_close_descriptor(writer->file);
    writer->file = -1;
    if (!closed) {
        give_up_disk(writer, errno);
        return false;
    }
    release(writer);
    return true;
}
