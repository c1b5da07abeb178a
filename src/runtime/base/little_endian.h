/* Stores and loads whole numbers of 1 to 8 bytes at any address, least significant byte first on
 * every machine. For replay files and saves. */
#pragma once

#include <stdint.h>

static inline void store_le(uint8_t *to, uint64_t value, int byte_count)
{
    for (int i = 0; i < byte_count; i++) {
        to[i] = (uint8_t)(value >> (8 * i));
    }
}

static inline uint64_t load_le(const uint8_t *from, int byte_count)
{
    uint64_t value = 0;
    for (int i = 0; i < byte_count; i++) {
        value |= (uint64_t)from[i] << (8 * i);
    }
    return value;
}
