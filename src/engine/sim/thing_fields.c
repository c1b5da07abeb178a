#include "sim/thing_fields.h"

#include "sim/world_dump.h"

#include <stdio.h>
#include <string.h>

enum { SHAPES_MAX = 1024 }; /* whose contacts are found */

typedef struct ThingWalk {
    const CwWorld *world;
    const Thing *thing;
    ThingListener *tell;
    void *context;
    size_t head;
    bool inside; /* the visited object belongs to the thing */
    uint64_t shapes[SHAPES_MAX];
    int shape_count;
} ThingWalk;

static void tell(void *context, const char *name, const FieldValue *value)
{
    const ThingWalk *walk = context;
    walk->tell(walk->context, name, walk->head, value);
}

static uint32_t body_owner(const CwWorld *world, uint64_t body)
{
    bool posed = body >= 1 && body <= (uint64_t)world->body_count;
    return posed ? world->body_owners[body - 1].index1 : 0;
}

static bool has_body(const ThingWalk *walk, uint64_t body)
{
    const Thing *thing = walk->thing;
    return body != 0 && (thing->entity != 0 ? body_owner(walk->world, body) == thing->entity
                                            : body == thing->body);
}

static bool has_shape(const ThingWalk *walk, uint64_t shape)
{
    for (int i = 0; i < walk->shape_count; i++) {
        if (walk->shapes[i] == shape) {
            return true;
        }
    }
    return false;
}

/* An object comes in several groups; the first one has what it is known by. */
static bool shape_belongs(ThingWalk *walk, const FieldGroup *group)
{
    FieldValue owner = field_group_find(group, "userData");
    if (!owner.exists) {
        return walk->inside;
    }
    const cpShape *shape = group->base;
    uint32_t entity = owner.number > 0 ? (uint32_t)owner.number
                                       : body_owner(walk->world, body_number(shape->body));
    bool belongs = walk->thing->entity != 0 ? entity == walk->thing->entity
                                            : group->number == walk->thing->shape;
    if (belongs && walk->shape_count < SHAPES_MAX) {
        walk->shapes[walk->shape_count++] = group->number;
    }
    return belongs;
}

static bool joint_belongs(const ThingWalk *walk, const FieldGroup *group)
{
    FieldValue a = field_group_find(group, "body_a"), b = field_group_find(group, "body_b");
    return a.exists && b.exists ? has_body(walk, a.bits) || has_body(walk, b.bits) : walk->inside;
}

static bool belongs(ThingWalk *walk, const FieldGroup *group)
{
    const char *object = group->object;
    FieldValue a, b;
    switch (group->section) {
    case SECTION_ENTITIES:
        return walk->thing->entity != 0 && group->number == walk->thing->entity;
    case SECTION_BODIES:
        return strcmp(object, "shape") == 0  ? shape_belongs(walk, group)
               : strcmp(object, "body") == 0 ? has_body(walk, group->number)
                                             : false;
    case SECTION_CONSTRAINTS:
        a = field_group_find(group, "shape_a");
        b = field_group_find(group, "shape_b");
        return a.exists && b.exists ? has_shape(walk, a.bits) || has_shape(walk, b.bits)
                                    : joint_belongs(walk, group);
    case SECTION_RNG:
    case SECTION_GAME:
    case SECTION_COUNT:
        break;
    }
    return false;
}

static void visit(void *context, const FieldGroup *group)
{
    ThingWalk *walk = context;
    walk->inside = belongs(walk, group);
    if (walk->inside) {
        char head[FIELD_NAME_BYTES];
        walk->head = (size_t)snprintf(head, sizeof head, "%s.%llu", group->object,
                                      (unsigned long long)group->number);
        field_group_list(group, tell, walk);
    }
}

/* The game's fields come before the engine's. */
static void visit_kind(void *context, const FieldGroup *group)
{
    if (strcmp(group->object, "entity") != 0) {
        visit(context, group);
    }
}

static void visit_slot(void *context, const FieldGroup *group)
{
    if (strcmp(group->object, "entity") == 0) {
        visit(context, group);
    }
}

void session_list_thing(const Session *session, const Thing *thing, ThingListener *listener,
                        void *context)
{
    const CwWorld *world = session->world;
    ThingWalk walk = {.world = world, .thing = thing, .tell = listener, .context = context};
    world_visit_section(world, SECTION_ENTITIES, visit_kind, &walk);
    world_visit_section(world, SECTION_BODIES, visit, &walk);
    world_visit_section(world, SECTION_CONSTRAINTS, visit, &walk);
    world_visit_contact_fields(world, visit, &walk);
    world_visit_section(world, SECTION_ENTITIES, visit_slot, &walk);
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
