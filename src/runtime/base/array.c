#include "base/array.h"

#include "clockwork/base.h"

#include <string.h>

/* Gaps of a Shell sort: Ciura's (2001), then multiplied by 2.25. Large arrays need all. */
static const size_t GAPS[] = {1,    4,    10,   23,    57,    132,    301,    701,
                              1750, 3937, 8858, 19930, 44842, 100894, 227011, 510774};

void sort_in_place(void *items, size_t count, size_t item_bytes,
                   int (*compare)(const void *x, const void *y))
{
    char *bytes = items;
    _Alignas(max_align_t) char held[SORT_ITEM_BYTES_MAX];
    CW_ASSERT(item_bytes <= sizeof held, "raise SORT_ITEM_BYTES_MAX");
    for (size_t g = CW_ARRAY_LENGTH(GAPS); g-- > 0;) {
        size_t stride = GAPS[g] * item_bytes, end = count * item_bytes;
        for (size_t i = stride; i < end; i += item_bytes) {
            if (compare(bytes + i - stride, bytes + i) <= 0) {
                continue;
            }
            memcpy(held, bytes + i, item_bytes);
            size_t slot = i;
            do {
                memcpy(bytes + slot, bytes + slot - stride, item_bytes);
                slot -= stride;
            } while (slot >= stride && compare(bytes + slot - stride, held) > 0);
            memcpy(bytes + slot, held, item_bytes);
        }
    }
}
