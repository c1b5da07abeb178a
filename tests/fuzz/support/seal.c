#include "fuzz/support/seal.h"

#include "base/little_endian.h"
#include "run/replay_header.h"

#include <xxhash.h>

enum { LENGTH_AT = 12, PAYLOAD_AT = 12 }; /* in the header and in the head of a chunk */

void fuzz_seal(uint8_t *bytes, size_t size)
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
