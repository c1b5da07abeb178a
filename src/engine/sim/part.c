#include "sim/part.h"

#include "sim/world.h"

size_t part_offset(const CwKind *kind, const CwKind *part, bool view)
{
    size_t offset = 0;
    const CwKind *block;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        if (i > 0 && block == part) {
            return offset;
        }
        offset += block_stride(view ? block->view_bytes : block->size);
    }
    return part == NULL ? offset : SIZE_MAX;
}

static bool has_part(const CwKind *kind, const CwKind *part)
{
    return kind->parts[0] != NULL && part_offset(kind, part, false) != SIZE_MAX;
}

const void *cw_world_part_const(const CwWorld *world, CwEntity entity, const CwKind *part)
{
    CW_ASSERT(part != NULL, "name a part of the game's kinds");
    const EntitySlot *slot = entity_slot(world, entity);
    if (slot == NULL) {
        return NULL;
    }
    size_t offset = part_offset(&world->desc.kinds[slot->kind], part, false);
    return offset == SIZE_MAX ? NULL : (const char *)slot->data + offset;
}

void *cw_world_part(CwWorld *world, CwEntity entity, const CwKind *part)
{
    return (void *)(uintptr_t)cw_world_part_const(world, entity, part);
}

CwEntity cw_world_next_with(const CwWorld *world, const CwKind *part, CwEntity after)
{
    CW_ASSERT(part != NULL, "name a part of the game's kinds");
    CwEntity next = cw_world_next(world, after);
    while (next.index1 != 0 &&
           !has_part(&world->desc.kinds[world->slots[next.index1 - 1].kind], part)) {
        next = cw_world_next(world, next);
    }
    return next;
}
