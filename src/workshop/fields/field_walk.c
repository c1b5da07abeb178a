#include "fields/field_path.h"

#include "base/array.h"
#include "base/report.h"
#include "sim/entity_data.h"
#include "sim/session.h"
#include "sim/world_rows.h"

#include <chipmunk/chipmunk_private.h>
#include <stdlib.h>
#include <string.h>

/* The lists name each member's type, because to C a cpBool is just a byte. */
#define FIELD_AS(struct_type, field_type, member)                                                  \
    {                                                                                              \
#member, field_type, offsetof(struct_type, member), .count = 1                             \
    }
#define BODY_FIELD(type, member) FIELD_AS(struct cpBody, type, member),
#define POSE_FIELD(type, member) FIELD_AS(BodyPose, type, member),
#define BODY_LINK_FIELD(type, member) FIELD_AS(BodyLinks, type, member),
#define SHAPE_FIELD(type, member) FIELD_AS(struct cpShape, type, member),
#define CIRCLE_FIELD(type, member) FIELD_AS(struct cpCircleShape, type, member),
#define SEGMENT_FIELD(type, member) FIELD_AS(struct cpSegmentShape, type, member),
#define SLOT_FIELD(type, member) FIELD_AS(EntitySlot, type, member),
#define POLY_FIELD(type, member) FIELD_AS(struct cpPolyShape, type, member),
#define PLACE_FIELD(type, member) FIELD_AS(ContactPlace, type, member),
#define ARBITER_FIELD(field_type, field, member)                                                   \
    {.name = #field, .type = field_type, .offset = offsetof(struct cpArbiter, member), .count = 1},
#define POINT_FIELD(field_type, field, member, point)                                              \
    {.name = #field "[" #point "]",                                                                \
     .type = field_type,                                                                           \
     .offset = (point) * sizeof(struct cpContact) + offsetof(struct cpContact, member),            \
     .count = 1},
#define POINT_0_FIELD(type, field, member) POINT_FIELD(type, field, member, 0)
#define POINT_1_FIELD(type, field, member) POINT_FIELD(type, field, member, 1)

static const CwField body_fields[] = {BODY_FIELDS(BODY_FIELD)};
static const CwField pose_fields[] = {POSE_FIELDS(POSE_FIELD)};
static const CwField body_link_fields[] = {BODY_LINK_FIELDS(BODY_LINK_FIELD)};
static const CwField shape_fields[] = {SHAPE_MATTER_FIELDS(SHAPE_FIELD)
                                           SHAPE_MEETING_FIELDS(SHAPE_FIELD)};
static const CwField circle_fields[] = {CIRCLE_FIELDS(CIRCLE_FIELD)};
static const CwField segment_fields[] = {SEGMENT_FIELDS(SEGMENT_FIELD)};
static const CwField slot_fields[] = {SLOT_FIELDS(SLOT_FIELD)};
static const CwField poly_fields[] = {POLY_FIELDS(POLY_FIELD)};

static const CwField contact_place_fields[] = {CONTACT_PLACE_FIELDS(PLACE_FIELD)
                                                   CONTACT_SHAPE_FIELDS(PLACE_FIELD)};
static const CwField arbiter_fields[] = {ARBITER_FIELDS(ARBITER_FIELD)};
static const CwField contact_point_fields[] = {CONTACT_POINT_FIELDS(POINT_0_FIELD)
                                                   CONTACT_POINT_FIELDS(POINT_1_FIELD)};

/* Belongs to shapes: a shape with an owner is removed with that entity. */
static const CwField part_owner_fields[] = {CW_FIELD(PartOwner, owner)};

/* An entry of the space's lists of bodies, which give the order in which islands sleep and wake. */
typedef struct BodyPlace {
    uint64_t body;
} BodyPlace;

static const CwField body_place_fields[] = {CW_FIELD(BodyPlace, body)};

/* The player's position; zeros without a player. */
typedef struct ProbePlace {
    double x_m, y_m, vx_mps, vy_mps, angle_rad;
} ProbePlace;

static const CwField probe_place_fields[] = {
    CW_FIELD(ProbePlace, x_m),    CW_FIELD(ProbePlace, y_m),       CW_FIELD(ProbePlace, vx_mps),
    CW_FIELD(ProbePlace, vy_mps), CW_FIELD(ProbePlace, angle_rad),
};

static const CwField probe_fields[] = {
    CW_FIELD(CwProbe, progress),   CW_FIELD(CwProbe, finished),    CW_FIELD(CwProbe, finish_tick),
    CW_FIELD(CwProbe, time_ticks), CW_FIELD(CwProbe, checkpoints), CW_FIELD(CwProbe, score),
};

/* A polygon has as many planes as corners, so each walk sets the count. */
static const CwField plane_fields[] = {{.name = "planes", .type = CW_FIELD_VECT}};

/* X(index, section, object, fields) for every table. */
#define TABLES(X)                                                                                  \
    X(BODY_LINK_TABLE, SECTION_BODIES, "body", body_link_fields)                                   \
    X(BODY_TABLE, SECTION_BODIES, "body", body_fields)                                             \
    X(POSE_TABLE, SECTION_BODIES, "body", pose_fields)                                             \
    X(SHAPE_TABLE, SECTION_BODIES, "shape", shape_fields)                                          \
    X(SHAPE_OWNER_TABLE, SECTION_BODIES, "shape", part_owner_fields)                               \
    X(CIRCLE_TABLE, SECTION_BODIES, "shape", circle_fields)                                        \
    X(SEGMENT_TABLE, SECTION_BODIES, "shape", segment_fields)                                      \
    X(POLY_TABLE, SECTION_BODIES, "shape", poly_fields)                                            \
    X(PLANE_TABLE, SECTION_BODIES, "shape", plane_fields)                                          \
    X(AWAKE_TABLE, SECTION_BODIES, "awake", body_place_fields)                                     \
    X(ISLAND_TABLE, SECTION_BODIES, "island", body_place_fields)                                   \
    X(CONTACT_PLACE_TABLE, SECTION_CONTACTS, "contact", contact_place_fields)                      \
    X(ARBITER_TABLE, SECTION_CONTACTS, "contact", arbiter_fields)                                  \
    X(CONTACT_POINT_TABLE, SECTION_CONTACTS, "contact", contact_point_fields)                      \
    X(SLOT_TABLE, SECTION_ENTITIES, "entity", slot_fields)                                         \
    X(PROBE_PLACE_TABLE, SECTION_PROBE, "probe", probe_place_fields)                               \
    X(PROBE_TABLE, SECTION_PROBE, "probe", probe_fields)
#define TABLE_INDEX(index, section, object, its_fields) index,
#define TABLE_ROW(index, section, object, its_fields) FIELD_TABLE(section, object, its_fields),

typedef enum TableIndex { TABLES(TABLE_INDEX) } TableIndex;

static const FieldGroup tables[] = {TABLES(TABLE_ROW)};

static FieldGroup kind_table(const CwKind *kind, int block)
{
    const CwKind *of = kind_block(kind, block);
    return (FieldGroup){.section = SECTION_ENTITIES,
                        .object = kind->name,
                        .part = block > 0 ? of->name : NULL,
                        .fields = of->fields,
                        .field_count = of->field_count};
}

void world_visit_tables(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    const WorldDesc *desc = &world->desc;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tables); i++) {
        visitor(context, &tables[i]);
    }
    world_visit_hashed_tables(world, visitor, context);
    for (int i = 0; i < desc->kind_count; i++) {
        for (int block = 0; kind_block(&desc->kinds[i], block) != NULL; block++) {
            FieldGroup table = kind_table(&desc->kinds[i], block);
            visitor(context, &table);
        }
    }
}

/* ---- the walk ---- */

static void visit(const FieldWalk *walk, TableIndex table, uint64_t number, const void *base)
{
    field_walk_visit(walk, tables[table], number, base);
}

uint32_t shape_owner_number(const CwWorld *world, const cpShape *shape)
{
    CwEntity own = cw_shape_owner(shape);
    return own.index1 != 0 ? own.index1 : body_owner_number(world, shape->body);
}

static void visit_planes(const FieldWalk *walk, const struct cpPolyShape *poly)
{
    CwField planes = plane_fields[0];
    FieldGroup group = tables[PLANE_TABLE];
    planes.count = (uint32_t)(2 * PLANE_VECTS * poly->count);
    group.fields = &planes;
    field_walk_visit(walk, group, poly->shape.hashid, poly->planes);
}

static void visit_shapes(FieldWalk *walk, const cpBody *body)
{
    static const TableIndex geometry[CP_NUM_SHAPES] = {[CP_CIRCLE_SHAPE] = CIRCLE_TABLE,
                                                       [CP_SEGMENT_SHAPE] = SEGMENT_TABLE,
                                                       [CP_POLY_SHAPE] = POLY_TABLE};
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        uint32_t owner = shape_owner_number(walk->world, shape);
        walk->links = (FieldLinks){.parts = {shape->hashid}, .owners = {owner}, .things = {shape}};
        PartOwner own = {part_owner(walk->world, shape->userData)};
        visit(walk, SHAPE_TABLE, shape->hashid, shape);
        visit(walk, SHAPE_OWNER_TABLE, shape->hashid, &own);
        visit(walk, geometry[shape->klass->type], shape->hashid, shape);
        if (shape->klass->type == CP_POLY_SHAPE) {
            visit_planes(walk, (const struct cpPolyShape *)shape);
        }
    }
}

static void visit_body(FieldWalk *walk, const cpBody *body)
{
    BodyLinks links = body_links(body);
    uint32_t owner = body_owner_number(walk->world, body);
    walk->links = (FieldLinks){.parts = {links.number}, .owners = {owner}, .things = {body}};
    visit(walk, BODY_LINK_TABLE, links.number, &links);
    visit(walk, BODY_TABLE, links.number, body);
}

static void visit_places(FieldWalk *walk, TableIndex table, const cpArray *bodies)
{
    walk->links = (FieldLinks){0};
    for (int i = 0; i < bodies->num; i++) {
        BodyPlace place = {.body = body_number(bodies->arr[i])};
        visit(walk, table, (uint64_t)i, &place);
    }
}

static void visit_bodies(FieldWalk *walk)
{
    const CwWorld *world = walk->world;
    for (int i = 0; i < world->body_count; i++) {
        BodyPose pose = body_pose(world, i);
        visit_body(walk, world->bodies[i]);
        visit(walk, POSE_TABLE, body_number(world->bodies[i]), &pose);
        visit_shapes(walk, world->bodies[i]);
    }
    visit_shapes(walk, world->space->staticBody);
    visit_body(walk, world->space->staticBody);
    visit_places(walk, AWAKE_TABLE, world->space->dynamicBodies);
    visit_places(walk, ISLAND_TABLE, world->space->sleepingComponents);
}

/* Visits the kind's own fields, then the fields of its parts. */
static void visit_data(const FieldWalk *walk, const EntitySlot *slot, uint64_t number)
{
    const CwKind *kind = &walk->world->desc.kinds[slot->kind], *block;
    size_t offset = 0;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        field_walk_visit(walk, kind_table(kind, i), number, (const char *)slot->data + offset);
        offset += block_stride(block->size);
    }
}

static void visit_entities(FieldWalk *walk)
{
    const CwWorld *world = walk->world;
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        uint64_t number = (uint64_t)i + 1;
        walk->links = (FieldLinks){.owners = {(uint32_t)number}};
        visit(walk, SLOT_TABLE, number, slot);
        if (slot->state != SLOT_FREE) {
            visit_data(walk, slot, number);
        }
    }
}

static void visit_probe(FieldWalk *walk)
{
    if (walk->world->session == NULL) {
        return;
    }
    CwProbe probe = session_probe(walk->world->session);
    ProbePlace place = {0};
    if (probe.player != NULL) {
        cpVect at = cpBodyGetPosition(probe.player), velocity = cpBodyGetVelocity(probe.player);
        place = (ProbePlace){at.x, at.y, velocity.x, velocity.y, cpBodyGetAngle(probe.player)};
    }
    visit(walk, PROBE_PLACE_TABLE, 0, &place);
    visit(walk, PROBE_TABLE, 0, &probe);
}

/* ---- contacts ---- */

typedef struct FoundContact {
    const cpArbiter *arbiter;
    ContactPlace place;
} FoundContact;

typedef struct FoundContacts {
    FoundContact *items;
    size_t count;
    bool is_short; /* memory ran out, so contacts are missing */
} FoundContacts;

static void add_contact(void *context, const cpArbiter *arbiter, const ContactPlace *place)
{
    FoundContacts *found = context;
    FoundContact *items = grow_for_one(found->items, found->count, sizeof *items);
    found->is_short = found->is_short || items == NULL;
    if (items != NULL) {
        found->items = items;
        found->items[found->count++] = (FoundContact){arbiter, *place};
    }
}

static void add_cached(void *arbiter, void *context)
{
    ContactPlace place = contact_place(arbiter);
    add_contact(context, arbiter, &place);
}

static int by_shapes(const void *x, const void *y)
{
    const ContactPlace *a = &((const FoundContact *)x)->place;
    const ContactPlace *b = &((const FoundContact *)y)->place;
    if (a->shape_a != b->shape_a) {
        return a->shape_a < b->shape_a ? -1 : 1;
    }
    return a->shape_b < b->shape_b ? -1 : a->shape_b > b->shape_b;
}

static void visit_contact(FieldWalk *walk, const FoundContact *found, uint64_t number)
{
    const cpArbiter *arbiter = found->arbiter;
    FieldGroup points = tables[CONTACT_POINT_TABLE];
    points.field_count = points.field_count * arbiter->count / CONTACT_POINTS_MAX;
    walk->links = (FieldLinks){.parts = {found->place.shape_a, found->place.shape_b},
                               .owners = {shape_owner_number(walk->world, arbiter->a),
                                          shape_owner_number(walk->world, arbiter->b)},
                               .things = {arbiter->a, arbiter->b}};
    visit(walk, CONTACT_PLACE_TABLE, number, &found->place);
    visit(walk, ARBITER_TABLE, number, arbiter);
    field_walk_visit(walk, points, number, arbiter->contacts);
}

/* Sorts the contacts, because their order in the cache depends on addresses. */
static void visit_contacts(FieldWalk *walk)
{
    FoundContacts found = {0};
    cpHashSetEach(walk->world->space->cachedArbiters, add_cached, &found);
    world_visit_sleeping_contacts(walk->world, add_contact, &found);
    if (found.is_short) {
        report("out of memory: contacts are left out of what is listed");
    }
    if (found.count > 0) {
        qsort(found.items, found.count, sizeof *found.items, by_shapes);
    }
    for (size_t i = 0; i < found.count; i++) {
        visit_contact(walk, &found.items[i], i);
    }
    free(found.items);
}

void world_visit_fields(const CwWorld *world, unsigned mask, FieldVisitor *visitor, void *context)
{
    FieldWalk walk = {.world = world, .visit = visitor, .context = context};
    if ((mask >> SECTION_BODIES & 1) != 0) {
        visit_bodies(&walk);
    }
    if ((mask >> SECTION_ENTITIES & 1) != 0) {
        visit_entities(&walk);
    }
    world_visit_hashed(world, mask, visitor, context);
    if ((mask >> SECTION_CONTACTS & 1) != 0) {
        visit_contacts(&walk);
    }
    walk.links = (FieldLinks){0};
    if ((mask >> SECTION_PROBE & 1) != 0) {
        visit_probe(&walk);
    }
}

/* ---- links ---- */

const void *field_link_read(const void *data, const CwField *link)
{
    const void *thing;
    memcpy(&thing, (const char *)data + link->offset, sizeof thing);
    return thing;
}

const CwField *field_link_to(const CwWorld *world, uint32_t owner, const void *thing)
{
    const EntitySlot *slot = owner == 0 || thing == NULL ? NULL : &world->slots[owner - 1];
    const CwKind *kind = slot == NULL ? NULL : &world->desc.kinds[slot->kind];
    for (int i = 0; kind != NULL && i < kind->field_count; i++) {
        const CwField *field = &kind->fields[i];
        if (field->link != NULL && field_link_read(slot->data, field) == thing) {
            return field;
        }
    }
    return NULL;
}
