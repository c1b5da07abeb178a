/* Sorts in place, without memory of its own: libc's qsort may allocate, which a tick must not.
 * Equal items may change places, so compare what makes each of them unique. */
#pragma once

#include <stddef.h>

enum { SORT_ITEM_BYTES_MAX = 256 };

/* `compare` as for qsort. */
void sort_in_place(void *items, size_t count, size_t item_bytes,
                   int (*compare)(const void *x, const void *y));
