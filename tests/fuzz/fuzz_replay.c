/* Recordings: whatever the bytes, the reader refuses them or gives ticks in order. All checksums
 * are made right first, as someone who means harm would; else no input would get behind the header.
 */
#include "base/little_endian.h"
#include "clockwork/replay.h"
#include "fuzz/support/input.h"
#include "run/replay_format.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LENGTH_AT = 12, PAYLOAD_AT = 12 }; /* in the header and in the head of a chunk */

static void seal(uint8_t *bytes, size_t size)
{
    size_t at = size >= 16 ? load_le(bytes + LENGTH_AT, 4) : SIZE_MAX;
    if (at < 16 + REPLAY_CHECKSUM_BYTES || at > size) {
        return;
    }
    uint64_t chain = XXH3_64bits_withSeed(bytes, at - REPLAY_CHECKSUM_BYTES, 0);
    store_le(bytes + at - REPLAY_CHECKSUM_BYTES, chain, REPLAY_CHECKSUM_BYTES);
    while (size - at >= REPLAY_CHUNK_HEAD_BYTES + REPLAY_CHECKSUM_BYTES) {
        uint8_t *chunk = bytes + at;
        size_t sealed = REPLAY_CHUNK_HEAD_BYTES + load_le(chunk + PAYLOAD_AT, 4);
        store_le(chunk + REPLAY_CHUNK_CHECKED_BYTES,
                 XXH3_64bits_withSeed(chunk, REPLAY_CHUNK_CHECKED_BYTES, chain), 4);
        if (sealed > size - at - REPLAY_CHECKSUM_BYTES) {
            return;
        }
        chain = XXH3_64bits_withSeed(chunk, sealed, chain);
        store_le(chunk + sealed, chain, REPLAY_CHECKSUM_BYTES);
        at += sealed + REPLAY_CHECKSUM_BYTES;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    uint8_t *sealed = malloc(size + 1);
    CW_ASSERT(sealed != NULL, "give the fuzzer more memory");
    memcpy(sealed, data, size);
    seal(sealed, size);
    CwReplayFile *replay = cw_replay_load(fuzz_file(sealed, size), &error);
    CW_ASSERT((replay == NULL) == (error.text[0] != '\0'), "refuse with words");
    if (replay != NULL) {
        CW_ASSERT(replay->tick_count <= replay->played_count, "no tick from nowhere");
        for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
            CW_ASSERT(cw_replay_input(replay, tick).players[0].value[0] <= CW_ACTION_VALUE_MAX,
                      "no input that nobody can give");
        }
        cw_replay_free(replay);
    }
    free(sealed);
    return 0;
}
