/* Arrays that grow one item at a time. Their capacity follows from their count, a power of two, so
 * nobody stores it. The caller owns the array and frees it. */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

/* The array with room for one more item after `count` of them; it may have moved. NULL when out of
 * memory: the old array is still valid. An array has to grow this way from its first item on. */
static inline void *grow_for_one(void *items, size_t count, size_t item_bytes)
{
    bool full = (count & (count - 1)) == 0;
    return full ? realloc(items, (count > 0 ? 2 * count : 1) * item_bytes) : items;
}
