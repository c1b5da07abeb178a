/* Arrays that grow by one item at a time. The capacity follows from the count, the next power of
 * two, so it is not stored. The caller owns and frees the array. */
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
