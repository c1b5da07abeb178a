/* Arrays that grow by one item at a time, and sorting without memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Makes room for one more item and returns the array, which may have moved. NULL when out of
 * memory: the old array is still valid. An array must grow this way from its first item on, because
 * its capacity is the next power of two of `count`. The caller owns and frees it. */
static inline void *grow_for_one(void *items, size_t count, size_t item_bytes)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? realloc(items, (count > 0 ? 2 * count : 1) * item_bytes) : items;
}

/* Does the same for an array that keeps its capacity, so that it can be emptied and filled again.
 */
static inline void *grow_array(void *items, size_t count, size_t *capacity, size_t item_bytes)
{
    size_t larger = *capacity == 0 ? 16 : 2 * *capacity;
    void *moved = count < *capacity ? items : realloc(items, larger * item_bytes);
    *capacity = moved == NULL || count < *capacity ? *capacity : larger;
    return moved;
}

enum { SORT_ITEM_BYTES_MAX = 256 };

/* Sorts in place without allocating, unlike libc's qsort, so ticks may use it. Not stable.
 * `compare` as for qsort. */
void sort_in_place(void *items, size_t count, size_t item_bytes,
                   int (*compare)(const void *x, const void *y));
