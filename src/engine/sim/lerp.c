#include "sim/lerp.h"

#include "sim/part.h"
#include "sim/session.h"

#include <math.h>
#include <stdio.h>

/* The doubles of a field that are blended. */
static uint32_t double_count(const CwField *field)
{
    return field->lerp == CW_LERP_NONE ? 0
                                       : field->count * (field->type == CW_FIELD_VECT ? 2u : 1u);
}

int lerp_count(const CwKind *kind)
{
    uint32_t count = 0;
    const CwKind *block;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        for (int at = 0; at < block->field_count; at++) {
            count += double_count(&block->fields[at]);
        }
    }
    return (int)count;
}

void lerps_visit(const CwWorld *world, const EntitySlot *slot, LerpVisitor *visit, void *context)
{
    const CwKind *kind = &world->desc.kinds[slot->kind], *block;
    char *data = slot->data;
    double *previous = (double *)(void *)(data + part_offset(kind, NULL, false));
    int index = 0;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        for (int at = 0; at < block->field_count; at++) {
            const CwField *field = &block->fields[at];
            double *now = (double *)(void *)(data + field->offset);
            for (uint32_t k = 0; k < double_count(field); k++) {
                visit(context, index,
                      &(LerpValue){now + k, previous + index, field->lerp == CW_LERP_ANGLE});
                index++;
            }
        }
        data += block_stride(block->size);
    }
}

double lerp_way(double from, double to, bool is_angle)
{
    return is_angle ? remainder(to - from, 2 * CP_PI) : to - from;
}

static void snap_value(void *context, int index, const LerpValue *value)
{
    (void)context, (void)index;
    *value->previous = *value->now;
}

void lerps_snap(CwWorld *world, const EntitySlot *slot)
{
    if (world->blends_fields && slot->state != SLOT_FREE) {
        lerps_visit(world, slot, snap_value, NULL);
    }
}

void lerps_remember(CwWorld *world)
{
    for (int i = 0; world->blends_fields && i < world->slot_count; i++) {
        lerps_snap(world, &world->slots[i]);
    }
}

/* ---- what a game asks for ---- */

typedef struct Search {
    const double *value;
    LerpValue found;
    int index;
} Search;

static void compare_value(void *context, int index, const LerpValue *value)
{
    Search *search = context;
    if (value->now == search->value) {
        search->found = *value;
        search->index = index;
    }
}

static Search find(const CwWorld *world, CwEntity entity, const double *value)
{
    Search search = {.value = value, .index = -1};
    const EntitySlot *slot = entity_slot(world, entity);
    CW_ASSERT(slot != NULL, "blend a field of an entity that is alive");
    lerps_visit(world, slot, compare_value, &search);
    if (search.index < 0) {
        char remedy[256];
        snprintf(remedy, sizeof remedy,
                 "point at a field of the %.64s's data, or of its part's, that its table has with "
                 "CW_FIELD_LERP or CW_FIELD_LERP_ANGLE",
                 world->desc.kinds[slot->kind].name);
        cw_assert_failed("a field that pictures blend", remedy, __FILE__, __LINE__);
    }
    return search;
}

double cw_world_lerp(const CwWorld *world, CwEntity entity, const double *value, double alpha)
{
    Search search = find(world, entity, value);
    const LerpValue *found = &search.found;
    double shown;
    if (alpha >= 1 && coming_lerp(world, (int)entity.index1 - 1, search.index, alpha, &shown)) {
        return shown;
    }
    double part = alpha > 1 ? alpha - coming_lead_beside(world) : alpha;
    return *found->now - lerp_way(*found->previous, *found->now, found->is_angle) * (1 - part);
}

void cw_world_lerp_teleport(CwWorld *world, CwEntity entity, double *value, double to,
                            CwTeleportMode mode)
{
    const LerpValue found = find(world, entity, value).found;
    *found.previous = mode == CW_TELEPORT_SNAP ? to : *found.previous + (to - *value);
    *value = to;
}
