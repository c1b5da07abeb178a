#include "sim/entity_view.h"

#include "sim/lerp.h"
#include "sim/part.h"
#include "sim/session.h"

#include <stdlib.h>
#include <string.h>

static bool has_memory(const CwWorld *world, int kind)
{
    return part_offset(&world->desc.kinds[kind], NULL, true) > 0 || lerp_count(world, kind) > 0;
}

/* A change of one word or of their order is not lost. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ b) * 0x9E3779B97F4A7C15u;
    return x ^ x >> 29;
}

uint64_t entity_view_stamp(const CwWorld *world, const EntitySlot *slot)
{
    return has_memory(world, slot->kind) ? mix(world->input_stamp, slot->generation) | 1 : 0;
}

uint64_t entity_views_begin(const CwWorld *world)
{
    for (int i = 0; i < world->desc.kind_count; i++) {
        if (has_memory(world, i)) {
            return 1;
        }
    }
    return 0;
}

void entity_views_note_input(CwWorld *world)
{
    const char *at = (const char *)&world->input;
    uint64_t stamp = world->input_stamp, word;
    _Static_assert(sizeof world->input % sizeof word == 0, "whole words");
    for (size_t i = 0; i < sizeof world->input / sizeof word; i++) {
        memcpy(&word, at + i * sizeof word, sizeof word);
        stamp = mix(stamp, word + i);
    }
    world->input_stamp = stamp | 1;
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
        int kind = world->slots[slot].kind, value_count = lerp_count(world, kind);
        size_t view_bytes = part_offset(&world->desc.kinds[kind], NULL, true);
        release(view);
        view->memory = calloc(1, view_bytes + (size_t)value_count * sizeof(ComingValue));
        if (view->memory != NULL) {
            view->stamp = stamp;
            view->values = (ComingValue *)(void *)(view->memory + view_bytes);
            view->value_count = value_count;
        }
    }
    return view->memory != NULL;
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
    size_t offset = part == NULL ? 0 : part_offset(kind, part, true);
    const CwKind *of = part == NULL ? kind : part;
    bool has_view = offset != SIZE_MAX && of->view_bytes > 0;
    int index = (int)entity.index1 - 1;
    return has_view && entity_view_prepare(world, index)
               ? world->session->views.items[index].memory + offset
               : NULL;
}

void *cw_world_view(const CwWorld *world, CwEntity entity)
{
    return cw_world_part_view(world, entity, NULL);
}
