#include "draw/png_chunks.h"

#include <stdint.h>
#include <string.h>

enum {
    SIGNATURE_BYTES = 8,
    CHUNK_BYTES = 12, /* bytes around a chunk's data: length, type and checksum */
    DEPTH_AT = 24,    /* place of the depth in the file; the head is the first chunk */
    TYPE_AT = 25,
    GREY = 0,
    RGB = 2,
    PALETTE = 3
};

static size_t big32(const unsigned char *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

/* A channel in eight bits, rounded as SDL_image does. */
static uint8_t level(const unsigned char *at, int depth)
{
    int most = (1 << depth) - 1;
    return (uint8_t)((at[1] & most) * 255 / most);
}

bool png_chunks_tidy(unsigned char *bytes, size_t *size, CwColour *key, CwError *error)
{
    size_t at = SIGNATURE_BYTES, kept = at;
    bool ended = false;
    *key = (CwColour){0};
    while (!ended) {
        size_t left = *size - at;
        if (left < CHUNK_BYTES || big32(bytes + at) > left - CHUNK_BYTES) {
            return cw_error_set(error, "it is cut short: copy or save it again");
        }
        const unsigned char *chunk = bytes + at, *name = chunk + 4;
        size_t length = big32(chunk);
        if (kept == SIGNATURE_BYTES && (memcmp(name, "IHDR", 4) != 0 || length != 13)) {
            return cw_error_set(error, "its head is missing: save it again");
        }
        bool is_needed = (name[0] & 0x20) == 0, is_clear = memcmp(name, "tRNS", 4) == 0;
        int depth = bytes[DEPTH_AT];
        size_t step = bytes[TYPE_AT] == RGB ? 2 : 0;
        if (is_clear && (bytes[TYPE_AT] == GREY || step > 0) && length == 2 + 2 * step &&
            depth > 0) {
            if (depth > 8) { /* colours that differ only in lower bits would vanish */
                return cw_error_set(error, "one of its colours of 16 bits is transparent: save it "
                                           "with 8 bits, or with an alpha channel");
            }
            *key = (CwColour){level(chunk + 8, depth), level(chunk + 8 + step, depth),
                              level(chunk + 8 + 2 * step, depth), 255};
        }
        ended = memcmp(name, "IEND", 4) == 0;
        if (is_needed || (is_clear && bytes[TYPE_AT] == PALETTE)) {
            memmove(bytes + kept, chunk, CHUNK_BYTES + length);
            kept += CHUNK_BYTES + length;
        }
        at += CHUNK_BYTES + length;
    }
    *size = kept;
    return true;
}
