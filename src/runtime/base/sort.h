/* Sorts in place without allocating, unlike libc's qsort. For ticks. Not stable. */
#pragma once

#include <stddef.h>

enum { SORT_ITEM_BYTES_MAX = 256 };

/* Sorts; `compare` as for qsort. */
void sort_in_place(void *items, size_t count, size_t item_bytes,
                   int (*compare)(const void *x, const void *y));
