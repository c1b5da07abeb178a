#include "fields/thing_fields.h"

#include "clockwork/map.h"
#include "sim/entity_data.h"
#include "sim/world_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- words ---- */

enum { WORDS_BYTES = 64 };

static void entity_title(const CwWorld *world, uint32_t entity, char *text, size_t size)
{
    const EntitySlot *slot = &world->slots[entity - 1];
    const CwKind *kind = &world->desc.kinds[slot->kind];
    int used = snprintf(text, size, "%.40s %u", kind->name, (unsigned)entity);
    for (int i = 0; i < kind->field_count; i++) {
        const char *link = kind->fields[i].link;
        if (link != NULL && strcmp(link, "object") == 0) {
            const CwMapObject *object = field_link_read(slot->data, &kind->fields[i]);
            if (object != NULL && object->name[0] != '\0') {
                snprintf(text + used, size - (size_t)used, ", \"%.40s\"", object->name);
            } else if (object != NULL) {
                snprintf(text + used, size - (size_t)used, ", Tiled's object %d", object->id);
            }
        }
    }
}

/* Names a body or a shape by the field that points at it, or else by its number or owner. */
static void print_part(const CwWorld *world, const cpBody *body, const cpShape *shape,
                       char text[WORDS_BYTES])
{
    uint32_t owner = shape != NULL ? cw_shape_owner(shape).index1 : cw_body_owner(body).index1;
    const CwField *name = field_link_to(world, owner, shape);
    name = name == NULL ? field_link_to(world, owner, body) : name;
    if (name != NULL) {
        snprintf(text, WORDS_BYTES, "%.40s", name->name);
        for (char *at = text; *at != '\0'; at++) {
            *at = *at == '_' ? ' ' : *at;
        }
    } else if (body != world->space->staticBody) {
        snprintf(text, WORDS_BYTES, "body %u", (unsigned)body_number(body));
    } else if (owner != 0) {
        entity_title(world, owner, text, WORDS_BYTES);
    } else {
        snprintf(text, WORDS_BYTES, "the level");
    }
}

void field_heading_words(const FieldGroup *group, char *text, size_t size)
{
    const CwWorld *world = group->world;
    const void *const *things = group->links.things;
    char a[WORDS_BYTES], b[WORDS_BYTES];
    if (group->section == SECTION_CONTACTS) {
        const cpShape *shape_a = things[0], *shape_b = things[1];
        print_part(world, shape_a->body, shape_a, a);
        print_part(world, shape_b->body, shape_b, b);
        snprintf(text, size, "contact %s with %s", a, b);
    } else if (group->section == SECTION_CONSTRAINTS) {
        const cpConstraint *joint = things[0];
        print_part(world, joint->a, NULL, a);
        print_part(world, joint->b, NULL, b);
        snprintf(text, size, "%s %s to %s", group->links.word, a, b);
    } else if (things[0] != NULL && strcmp(group->object, "body") == 0) {
        print_part(world, things[0], NULL, text);
    } else if (things[0] != NULL) {
        print_part(world, ((const cpShape *)things[0])->body, things[0], a);
        snprintf(text, size, "shape %u of %s", (unsigned)group->number, a);
    } else if (group->number > 0) {
        snprintf(text, size, "%.40s %u", group->object, (unsigned)group->number);
    } else {
        snprintf(text, size, "%.40s", group->object);
    }
}

/* ---- things ---- */

typedef struct ThingWalk {
    const Thing *thing;
    FieldListener *tell;
    void *context;
} ThingWalk;

/* Leaves out the entity's slot, which never changes while the entity lives. */
static bool is_part_of(const Thing *thing, const FieldGroup *group)
{
    const FieldLinks *links = &group->links;
    if (thing->is_state) {
        return group->section == SECTION_GAME &&
               (strcmp(group->object, "state") == 0 || strcmp(group->object, "carry") == 0);
    }
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
    if (is_part_of(walk->thing, group)) {
        field_group_list(group, walk->tell, walk->context);
    }
}

void world_list_thing(const CwWorld *world, const Thing *thing, FieldListener *tell, void *context)
{
    const unsigned own = 1 << SECTION_GAME | 1 << SECTION_ENTITIES;
    const unsigned parts = 1 << SECTION_BODIES | 1 << SECTION_CONSTRAINTS | 1 << SECTION_CONTACTS;
    ThingWalk walk = {thing, tell, context};
    world_visit_fields(world, own, visit, &walk);
    world_visit_fields(world, parts, visit, &walk);
}

static bool is_living(const CwWorld *world, uint32_t entity)
{
    return entity >= 1 && entity <= (uint32_t)world->slot_count &&
           world->slots[entity - 1].state != SLOT_FREE;
}

bool thing_words(const CwWorld *world, const Thing *thing, char *text, size_t size)
{
    if (thing->is_state) {
        snprintf(text, size, "the game's state");
        return true;
    }
    if (thing->entity == 0) {
        snprintf(text, size, "shape %" PRIu64, thing->shape);
        return true;
    }
    if (!is_living(world, thing->entity)) {
        snprintf(text, size, "nothing: entity %u is not there", (unsigned)thing->entity);
        return false;
    }
    entity_title(world, thing->entity, text, size);
    return true;
}

static void set_found(void *context, const FieldElement *element)
{
    (void)element;
    *(bool *)context = true;
}

/* Looks at the kind's tables first, because a walk over the entity's bodies is slow. */
static bool has_fields(const CwWorld *world, uint32_t entity)
{
    bool found = false;
    if (is_living(world, entity)) {
        const CwKind *block, *kind = &world->desc.kinds[world->slots[entity - 1].kind];
        for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
            if (block->field_count > 0) {
                return true;
            }
        }
        world_list_thing(world, &(Thing){.entity = entity}, set_found, &found);
    }
    return found;
}

uint32_t world_next_entity(const CwWorld *world, uint32_t entity, int direction)
{
    bool has_state = world->desc.state.field_count > 0;
    int count = world->slot_count + 1, at = (int)entity; /* 0: the state */
    for (int i = 0; i < count; i++) {
        at = (at + direction + count) % count;
        if (at == 0 ? has_state : has_fields(world, (uint32_t)at)) {
            break;
        }
    }
    return (uint32_t)at;
}

/* ---- the shape under a pointer ---- */

typedef struct Picking {
    const CwWorld *world;
    double reach_m;
    Thing *best;
    bool has_found, is_inside; /* `is_inside`: the best shape contains the place */
    double area_m2;            /* area of the best shape's bounding box */
} Picking;

/* Moves a place on the drawn body to the same spot on the body at the last tick. */
static cpVect to_tick(CwPoint2 place, CwTransform2 drawn, const cpBody *body)
{
    cpVect away = cpv(place.x - drawn.x_m, place.y - drawn.y_m);
    cpVect turn = cpvunrotate(cpBodyGetRotation(body), cpvforangle(drawn.angle_rad));
    return cpvadd(body->p, cpvrotate(away, turn));
}

static void pick_shapes(Picking *picking, const cpBody *body, cpVect at)
{
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        double away_m = cpShapePointQuery(shape, at, NULL), area_m2 = cpBBArea(shape->bb);
        bool is_inside = away_m <= 0;
        bool is_better = is_inside != picking->is_inside ? is_inside : area_m2 < picking->area_m2;
        if (away_m <= picking->reach_m && (!picking->has_found || is_better)) {
            *picking->best = (Thing){.entity = shape_owner_number(picking->world, shape),
                                     .body = body_number(body),
                                     .shape = shape->hashid};
            picking->has_found = true;
            picking->is_inside = is_inside;
            picking->area_m2 = area_m2;
        }
    }
}

bool world_pick(const CwWorld *world, CwPoint2 place, double reach_m, double alpha, Thing *thing)
{
    Picking picking = {.world = world, .reach_m = reach_m, .best = thing};
    for (int i = 0; i < world->body_count; i++) {
        const cpBody *body = world->bodies[i];
        pick_shapes(&picking, body, to_tick(place, cw_world_pose(world, body, alpha), body));
    }
    pick_shapes(&picking, world->space->staticBody, cpv(place.x, place.y));
    return picking.has_found;
}
