/* Arrays that grow by one item at a time, and a sort that allocates nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Makes room for one more item and returns the array, which may have moved. NULL: out of memory,
 * and the old array is still valid. Only for arrays that always grow this way, because their
 * capacity is `count` rounded up to a power of two. The caller frees the array. */
static inline void *grow_for_one(void *items, size_t count, size_t item_bytes)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? realloc(items, (count > 0 ? 2 * count : 1) * item_bytes) : items;
}

/* Like grow_for_one, for an array that stores its capacity, so it can be emptied and reused. */
static inline void *grow_array(void *items, size_t count, size_t *capacity, size_t item_bytes)
{
    size_t larger = *capacity == 0 ? 16 : 2 * *capacity;
    void *moved = count < *capacity ? items : realloc(items, larger * item_bytes);
    *capacity = moved == NULL || count < *capacity ? *capacity : larger;
    return moved;
}

enum { SORT_ITEM_BYTES_MAX = 256 };

/* Sorts like qsort, but never allocates, and equally on every machine. Not stable. */
void sort_in_place(void *items, size_t count, size_t item_bytes,
                   int (*compare)(const void *x, const void *y));
