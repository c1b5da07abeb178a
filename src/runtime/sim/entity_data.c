#include "sim/entity_data.h"
#include "sim/breadcrumb.h"
#include "sim/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    while (next.index1 != 0 && cw_world_part_const(world, next, part) == NULL) {
        next = cw_world_next(world, next);
    }
    return next;
}

/* ---- values that pictures blend ---- */

/* The number of blended doubles in a field. */
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

LerpWalk lerps_begin(const CwWorld *world, const EntitySlot *slot)
{
    const CwKind *kind = &world->desc.kinds[slot->kind];
    char *data = slot->data;
    return (LerpWalk){.index = -1,
                      .kind = kind,
                      .data = data,
                      .previous = (double *)(void *)(data + part_offset(kind, NULL, false))};
}

bool lerps_next(LerpWalk *walk)
{
    const CwKind *block;
    for (; (block = kind_block(walk->kind, walk->block)) != NULL; walk->block++, walk->field = 0) {
        for (; walk->field < block->field_count; walk->field++, walk->item = 0) {
            const CwField *field = &block->fields[walk->field];
            if (walk->item < double_count(field)) {
                double *now = (double *)(void *)(walk->data + field->offset);
                walk->index++;
                walk->value = (LerpValue){now + walk->item++, walk->previous + walk->index,
                                          field->lerp == CW_LERP_ANGLE};
                return true;
            }
        }
        walk->data += block_stride(block->size);
    }
    return false;
}

double lerp_way(double from, double to, bool is_angle)
{
    return is_angle ? remainder(to - from, 2 * CP_PI) : to - from;
}

void lerps_snap(CwWorld *world, const EntitySlot *slot)
{
    if (world->has_blended_fields && slot->state != SLOT_FREE) {
        for (LerpWalk walk = lerps_begin(world, slot); lerps_next(&walk);) {
            *walk.value.previous = *walk.value.now;
        }
    }
}

void lerps_remember(CwWorld *world)
{
    for (int i = 0; world->has_blended_fields && i < world->slot_count; i++) {
        lerps_snap(world, &world->slots[i]);
    }
}

static LerpWalk find_value(const CwWorld *world, CwEntity entity, const double *value)
{
    const EntitySlot *slot = entity_slot(world, entity);
    CW_ASSERT(slot != NULL, "blend a field of an entity that is alive");
    LerpWalk walk = lerps_begin(world, slot);
    while (lerps_next(&walk) && walk.value.now != value) {
    }
    CW_ASSERT(walk.value.now == value,
              "point at a field of the entity's data, or of its part's, that its "
              "table has with CW_FIELD_LERP or CW_FIELD_LERP_ANGLE");
    return walk;
}

double cw_world_lerp(const CwWorld *world, CwEntity entity, const double *value, double alpha)
{
    const LerpWalk walk = find_value(world, entity, value);
    const LerpValue *found = &walk.value;
    double shown;
    if (alpha >= 1 && coming_lerp(world, (int)entity.index1 - 1, walk.index, alpha, &shown)) {
        return shown;
    }
    double share = alpha > 1 ? alpha - coming_owner_lead(world) : alpha;
    return *found->now - lerp_way(*found->previous, *found->now, found->is_angle) * (1 - share);
}

void cw_world_lerp_teleport(CwWorld *world, CwEntity entity, double *value, double to,
                            CwTeleportMode mode)
{
    ASSERT_IN_TICK();
    const LerpValue found = find_value(world, entity, value).value;
    *found.previous = mode == CW_TELEPORT_SNAP ? to : *found.previous + (to - *value);
    *value = to;
}

/* ---- view memory ---- */

size_t entity_view_bytes(const CwKind *kind)
{
    return part_offset(kind, NULL, true) + (size_t)lerp_count(kind) * sizeof(ComingValue);
}

/* Mixes two words; their order matters. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b) * 0x9E3779B97F4A7C15u;
    return x ^ x >> 29;
}

uint64_t entity_view_stamp(const CwWorld *world, const EntitySlot *slot)
{
    bool has_memory = entity_view_bytes(&world->desc.kinds[slot->kind]) > 0;
    uint64_t self = mix(slot->generation, (uint64_t)slot->kind);
    return has_memory ? mix(world->input_stamp, self) | 1 : 0;
}

void entity_views_begin(CwWorld *world)
{
    for (int i = 0; i < world->desc.kind_count; i++) {
        const CwKind *kind = &world->desc.kinds[i];
        world->input_stamp |= entity_view_bytes(kind) > 0;
        world->has_blended_fields |= lerp_count(kind) > 0;
    }
}

void entity_views_note_input(CwWorld *world)
{
    const char *at = (const char *)&world->input;
    uint64_t stamp = world->input_stamp, word;
    _Static_assert(sizeof world->input % sizeof word == 0, "whole words");
    for (size_t i = 0; stamp != 0 && i < sizeof world->input / sizeof word; i++) {
        memcpy(&word, at + i * sizeof word, sizeof word);
        stamp = mix(stamp, word + i) | 1;
    }
    world->input_stamp = stamp;
}

static bool make_room(EntityViews *views, int slot_count)
{
    if (slot_count <= views->count) {
        return true;
    }
    int count = slot_count + slot_count / 2;
    EntityView *items = realloc(views->items, (size_t)count * sizeof *items);
    if (items == NULL) {
        return false;
    }
    memset(items + views->count, 0, (size_t)(count - views->count) * sizeof *items);
    views->items = items;
    views->count = count;
    return true;
}

static void release_view(EntityView *view)
{
    free(view->memory);
    *view = (EntityView){0};
}

bool entity_view_prepare(const CwWorld *world, int slot)
{
    uint64_t stamp = world->slots[slot].view_stamp;
    if (stamp == 0 || !make_room(&world->session->views, world->slot_count)) {
        return false;
    }
    EntityView *view = &world->session->views.items[slot];
    if (view->stamp != stamp) {
        const CwKind *kind = &world->desc.kinds[world->slots[slot].kind];
        release_view(view);
        char *memory = calloc(1, entity_view_bytes(kind));
        if (memory == NULL) {
            return false;
        }
        *view =
            (EntityView){.stamp = stamp,
                         .memory = memory,
                         .values = (ComingValue *)(void *)(memory + part_offset(kind, NULL, true)),
                         .value_count = lerp_count(kind)};
    }
    return true;
}

void entity_views_sweep(EntityViews *views, const CwWorld *world)
{
    for (int i = 0; i < views->count; i++) {
        bool is_alive = world != NULL && i < world->slot_count &&
                        world->slots[i].view_stamp == views->items[i].stamp;
        if (!is_alive && views->items[i].stamp != 0) {
            release_view(&views->items[i]);
        }
    }
    if (world == NULL) {
        free(views->items);
        *views = (EntityViews){0};
    }
}

void *cw_world_part_view(const CwWorld *world, CwEntity entity, const CwKind *part)
{
    CW_ASSERT(!arena_is_at_work(world->arena) &&
                  (world->session == NULL || !world->session->is_forked),
              "ask for view memory in frame phases: a tick reads its world and its input alone");
    const EntitySlot *slot = entity_slot(world, entity);
    if (slot == NULL) {
        return NULL;
    }
    const CwKind *kind = &world->desc.kinds[slot->kind];
    size_t bytes = (part == NULL ? kind : part)->view_bytes;
    size_t offset = part == NULL ? 0 : part_offset(kind, part, true);
    int index = (int)entity.index1 - 1;
    bool has_view = offset != SIZE_MAX && bytes > 0 && entity_view_prepare(world, index);
    return has_view ? world->session->views.items[index].memory + offset : NULL;
}

void *cw_world_view(const CwWorld *world, CwEntity entity)
{
    return cw_world_part_view(world, entity, NULL);
}
