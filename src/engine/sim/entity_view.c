#include "sim/entity_view.h"

#include "sim/lerp.h"
#include "sim/part.h"
#include "sim/session.h"

#include <stdlib.h>
#include <string.h>

static size_t memory_bytes(const CwKind *kind)
{
    return part_offset(kind, NULL, true) + (size_t)lerp_count(kind) * sizeof(ComingValue);
}

/* A change of one word or of their order is not lost. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b) * 0x9E3779B97F4A7C15u;
    return x ^ x >> 29;
}

uint64_t entity_view_stamp(const CwWorld *world, const EntitySlot *slot)
{
    bool has_memory = memory_bytes(&world->desc.kinds[slot->kind]) > 0;
    uint64_t self = mix(slot->generation, (uint64_t)slot->kind);
    return has_memory ? mix(world->input_stamp, self) | 1 : 0;
}

void entity_views_begin(CwWorld *world)
{
    for (int i = 0; i < world->desc.kind_count; i++) {
        const CwKind *kind = &world->desc.kinds[i];
        world->input_stamp |= memory_bytes(kind) > 0;
        world->blends_fields |= lerp_count(kind) > 0;
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
    for (int i = views->count; i < count; i++) {
        items[i] = (EntityView){0};
    }
    views->items = items;
    views->count = count;
    return true;
}

static void release(EntityView *view)
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
        release(view);
        char *memory = calloc(1, memory_bytes(kind));
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
        bool lives = world != NULL && i < world->slot_count &&
                     world->slots[i].view_stamp == views->items[i].stamp;
        if (!lives && views->items[i].stamp != 0) {
            release(&views->items[i]);
        }
    }
    if (world == NULL) {
        free(views->items);
        views->items = NULL;
        views->count = 0;
    }
}

void *cw_world_part_view(const CwWorld *world, CwEntity entity, const CwKind *part)
{
    CW_ASSERT(!arena_is_at_work(world->arena) &&
                  (world->session == NULL || !world->session->forked),
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
