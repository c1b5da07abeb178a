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

/* The value of a field of a group; false where it has none of that name. */
static bool find_value(const FieldGroup *group, const char *name, uint64_t *number)
{
    for (int i = 0; i < group->field_count; i++) {
        if (strcmp(group->fields[i].name, name) == 0) {
            FieldValue value = field_group_value(group, &group->fields[i], 0, -1);
            *number = (uint64_t)value.number;
            return true;
        }
    }
    return false;
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
    uint64_t owner;
    if (!find_value(group, "userData", &owner)) {
        return walk->inside;
    }
    const cpShape *shape = group->base;
    uint32_t entity =
        owner != 0 ? (uint32_t)owner : body_owner(walk->world, body_number(shape->body));
    bool belongs = walk->thing->entity != 0 ? entity == walk->thing->entity
                                            : group->number == walk->thing->shape;
    if (belongs && walk->shape_count < SHAPES_MAX) {
        walk->shapes[walk->shape_count++] = group->number;
    }
    return belongs;
}

static bool joint_belongs(const ThingWalk *walk, const FieldGroup *group)
{
    uint64_t a, b;
    if (!find_value(group, "body_a", &a) || !find_value(group, "body_b", &b)) {
        return walk->inside;
    }
    return has_body(walk, a) || has_body(walk, b);
}

static bool belongs(ThingWalk *walk, const FieldGroup *group)
{
    const char *object = group->object;
    uint64_t a, b;
    switch (group->section) {
    case SECTION_ENTITIES:
        return walk->thing->entity != 0 && group->number == walk->thing->entity;
    case SECTION_BODIES:
        return strcmp(object, "shape") == 0  ? shape_belongs(walk, group)
               : strcmp(object, "body") == 0 ? has_body(walk, group->number)
                                             : false;
    case SECTION_CONSTRAINTS:
        if (find_value(group, "shape_a", &a) && find_value(group, "shape_b", &b)) {
            return has_shape(walk, a) || has_shape(walk, b);
        }
        return joint_belongs(walk, group);
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
