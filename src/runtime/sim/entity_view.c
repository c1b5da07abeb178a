/* Gives frame phases an entity's blended fields and view memory, which the session holds. */
#include "sim/entity_data.h"
#include "sim/session.h"

#include <stdlib.h>

/* ---- values that pictures blend ---- */

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
    const LerpValue found = find_value(world, entity, value).value;
    *found.previous = mode == CW_TELEPORT_SNAP ? to : *found.previous + (to - *value);
    *value = to;
}

/* ---- view memory ---- */

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
        views->items = NULL;
        views->count = 0;
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
