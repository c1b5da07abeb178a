/* Layout of an entity's data: the kind's own, then that of its parts in their order, each at
 * a multiple of 16 bytes. A kind and each of its parts are a block of it.
 *
 * Only entity.c, and walks over fields, know that parts lie in the same piece of memory. */
#pragma once

#include "clockwork/entity.h"

static inline size_t block_stride(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* Block 0 is the kind itself, block n its n-th part; NULL after the last. */
static inline const CwKind *kind_block(const CwKind *kind, int block)
{
    return block == 0 ? kind : kind->parts[block - 1];
}

/* Offset of a part in the data, or with `view` in the view memory; SIZE_MAX: the kind has no
 * such part. NULL: the bytes of all. */
size_t part_offset(const CwKind *kind, const CwKind *part, bool view);
