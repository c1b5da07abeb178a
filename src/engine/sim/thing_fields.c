#include "sim/thing_fields.h"

#include <stdio.h>
#include <string.h>

typedef struct ThingWalk {
    const Thing *thing;
    FieldListener *tell;
    void *context;
} ThingWalk;

/* The slot of an entity is the engine's and never changes while it lives. */
static bool belongs(const Thing *thing, const FieldGroup *group)
{
    const FieldLinks *links = &group->links;
    if (thing->entity != 0) {
        return (links->owners[0] == thing->entity || links->owners[1] == thing->entity) &&
               strcmp(group->object, "entity") != 0;
    }
    bool is_shape = group->section == SECTION_CONTACTS || strcmp(group->object, "shape") == 0;
    uint64_t part = is_shape ? thing->shape : thing->body;
    return part != 0 && (links->parts[0] == part || links->parts[1] == part);
}

static void visit(void *context, const FieldGroup *group)
{
    const ThingWalk *walk = context;
    if (belongs(walk->thing, group)) {
        field_group_list(group, walk->tell, walk->context);
    }
}

void world_list_thing(const CwWorld *world, const Thing *thing, FieldListener *tell, void *context)
{
    ThingWalk walk = {thing, tell, context};
    world_visit_fields(world, 1 << SECTION_ENTITIES, visit, &walk);
    world_visit_fields(world,
                       1 << SECTION_BODIES | 1 << SECTION_CONSTRAINTS | 1 << SECTION_CONTACTS,
                       visit, &walk);
}

static bool is_there(const CwWorld *world, uint32_t entity)
{
    return entity >= 1 && entity <= (uint32_t)world->slot_count &&
           world->slots[entity - 1].state != SLOT_FREE;
}

bool thing_words(const CwWorld *world, const Thing *thing, char *text, size_t size)
{
    if (thing->entity == 0) {
        snprintf(text, size, "shape %llu", (unsigned long long)thing->shape);
        return true;
    }
    if (!is_there(world, thing->entity)) {
        snprintf(text, size, "nothing: entity %u is not there", (unsigned)thing->entity);
        return false;
    }
    int kind = world->slots[thing->entity - 1].kind;
    snprintf(text, size, "%s %u", world->desc.kinds[kind].name, (unsigned)thing->entity);
    return true;
}

uint32_t world_next_entity(const CwWorld *world, uint32_t entity, int direction)
{
    int count = world->slot_count, at = (int)entity - 1;
    at = entity == 0 && direction < 0 ? 0 : at;
    for (int i = 0; i < count; i++) {
        at = (at + direction + count) % count;
        if (is_there(world, (uint32_t)at + 1)) {
            return (uint32_t)at + 1;
        }
    }
    return 0;
}
