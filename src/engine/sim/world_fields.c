#include "sim/world_fields.h"

#include "sim/joint_fields.h"

#include <chipmunk/chipmunk_private.h>

/* With the type that its list says: a cpBool is a byte, the owner of a shape a pointer. */
#define FIELD_AS(struct_type, field_type, member)                                                  \
    {                                                                                              \
#member, field_type, offsetof(struct_type, member), 1                                      \
    }
#define BODY_FIELD(type, member) FIELD_AS(struct cpBody, type, member),
#define POSE_FIELD(type, member) FIELD_AS(BodyPose, type, member),
#define BODY_LINK_FIELD(type, member) FIELD_AS(BodyLinks, type, member),
#define SHAPE_FIELD(type, member) FIELD_AS(struct cpShape, type, member),
#define CIRCLE_FIELD(type, member) FIELD_AS(struct cpCircleShape, type, member),
#define SEGMENT_FIELD(type, member) FIELD_AS(struct cpSegmentShape, type, member),
#define SLOT_FIELD(type, member) FIELD_AS(EntitySlot, type, member),
#define POLY_FIELD(type, member) FIELD_AS(struct cpPolyShape, type, member),
#define CONTACT_PAIR_FIELD(field_type, member)                                                     \
    {#member, field_type, offsetof(ContactRecord, pair.member), 1},
#define CONTACT_PLACE_FIELD(field_type, member)                                                    \
    {#member, field_type, offsetof(ContactRecord, place.member), 1},
#define CONTACT_POINT_FIELD(field_type, member, point)                                             \
    {#member "[" #point "]", field_type, offsetof(ContactRecord, points[point].member), 1},
#define CONTACT_POINT_0(type, member) CONTACT_POINT_FIELD(type, member, 0)
#define CONTACT_POINT_1(type, member) CONTACT_POINT_FIELD(type, member, 1)

static const CwField body_fields[] = {BODY_FIELDS(BODY_FIELD)};
static const CwField pose_fields[] = {POSE_FIELDS(POSE_FIELD)};
static const CwField body_link_fields[] = {BODY_LINK_FIELDS(BODY_LINK_FIELD)};
static const CwField shape_fields[] = {SHAPE_FIELDS(SHAPE_FIELD)};
static const CwField circle_fields[] = {CIRCLE_FIELDS(CIRCLE_FIELD)};
static const CwField segment_fields[] = {SEGMENT_FIELDS(SEGMENT_FIELD)};
static const CwField slot_fields[] = {SLOT_FIELDS(SLOT_FIELD)};
static const CwField poly_fields[] = {POLY_FIELDS(POLY_FIELD)};

const CwField contact_fields[] = {
    CONTACT_PLACE_FIELDS(CONTACT_PLACE_FIELD) CONTACT_PAIR_FIELDS(CONTACT_PAIR_FIELD)
        CONTACT_POINT_FIELDS(CONTACT_POINT_0) CONTACT_POINT_FIELDS(CONTACT_POINT_1)};
const int contact_field_count = (int)CW_ARRAY_LENGTH(contact_fields);

static const CwField space_fields[] = {
    CW_FIELD(struct cpSpace, iterations),
    CW_FIELD(struct cpSpace, gravity),
    CW_FIELD(struct cpSpace, damping),
    CW_FIELD(struct cpSpace, idleSpeedThreshold),
    CW_FIELD(struct cpSpace, sleepTimeThreshold),
    CW_FIELD(struct cpSpace, collisionSlop),
    CW_FIELD(struct cpSpace, collisionBias),
    CW_FIELD(struct cpSpace, collisionPersistence),
    CW_FIELD(struct cpSpace, stamp),
    CW_FIELD(struct cpSpace, curr_dt),
    CW_FIELD(struct cpSpace, shapeIDCounter),
};

static const CwField world_fields[] = {
    CW_FIELD(CwWorld, tick),
    CW_FIELD(CwWorld, dt_s),
    CW_FIELD(CwWorld, event_sequence),
    CW_FIELD(CwWorld, desc.settings.tick_rate),
    CW_FIELD(CwWorld, desc.settings.substeps),
    CW_FIELD(CwWorld, desc.settings.iterations),
    CW_FIELD(CwWorld, desc.settings.gravity_mps2),
    CW_FIELD(CwWorld, building),
    CW_FIELD(CwWorld, broken),
    CW_FIELD(CwWorld, first_free_slot),
    CW_FIELD(CwWorld, spawn_count),
    CW_FIELD(CwWorld, dying_count),
    CW_FIELD(CwWorld, settled_body_count),
    CW_FIELD(CwWorld, pending.count),
};

/* Of worlds that once had more entities. */
static const CwField dropped_fields[] = {
    CW_FIELD(CwWorld, generation_floor),
};

/* Of worlds in which some are off. */
static const CwField system_fields[] = {
    CW_FIELD(CwWorld, systems.off),
};

/* An event of the next tick; its number and tick come when it is handed out. */
static const CwField event_fields[] = {
    {"order", CW_FIELD_U64, offsetof(RecordedEvent, order), 1},
    CW_FIELD(RecordedEvent, event.type),
    CW_FIELD(RecordedEvent, event.code),
    CW_FIELD(RecordedEvent, event.a),
    CW_FIELD(RecordedEvent, event.b),
    CW_FIELD(RecordedEvent, event.shape_a),
    CW_FIELD(RecordedEvent, event.shape_b),
    CW_FIELD(RecordedEvent, event.type_a),
    CW_FIELD(RecordedEvent, event.type_b),
    CW_FIELD(RecordedEvent, event.point),
    CW_FIELD(RecordedEvent, event.normal),
    CW_FIELD(RecordedEvent, event.strength),
};
_Static_assert(sizeof(CwEventType) == sizeof(uint32_t), "an enum is hashed as 32 bits");

static const CwField rng_fields[] = {
    CW_FIELD(CwRng, state),
    CW_FIELD(CwRng, increment),
};

typedef struct JointEnds {
    uint64_t class_number;
    uint64_t body_a, body_b;
} JointEnds;

static const CwField joint_end_fields[] = {
    CW_FIELD(JointEnds, class_number),
    CW_FIELD(JointEnds, body_a),
    CW_FIELD(JointEnds, body_b),
};

/* Of those that have one: an entity takes its joints along. */
static const CwField joint_owner_fields[] = {
    {"owner", CW_FIELD_ENTITY, offsetof(struct cpConstraint, userData), 1},
};

/* A place in one of the space's lists of bodies: the order in which islands are found, fall asleep
 * and wake. */
typedef struct BodyPlace {
    uint64_t body;
} BodyPlace;

static const CwField body_place_fields[] = {
    CW_FIELD(BodyPlace, body),
};

const char *section_name(WorldSection section)
{
    static const char *const names[SECTION_COUNT] = {[SECTION_BODIES] = "bodies",
                                                     [SECTION_CONSTRAINTS] = "constraints",
                                                     [SECTION_ENTITIES] = "entities",
                                                     [SECTION_RNG] = "rng",
                                                     [SECTION_GAME] = "game"};
    return names[section];
}

size_t field_bytes(CwFieldType type)
{
    static const size_t bytes[CW_FIELD_TYPE_COUNT] = {
        [CW_FIELD_BOOL] = sizeof(bool),    [CW_FIELD_I32] = sizeof(int32_t),
        [CW_FIELD_U32] = sizeof(uint32_t), [CW_FIELD_I64] = sizeof(int64_t),
        [CW_FIELD_U64] = sizeof(uint64_t), [CW_FIELD_F64] = sizeof(double),
        [CW_FIELD_VECT] = sizeof(cpVect),  [CW_FIELD_ENTITY] = sizeof(CwEntity)};
    return bytes[type];
}

/* A walk under way. */
typedef struct Walk {
    FieldVisitor *visit;
    void *context;
    uint64_t joint_count; /* so far */
    FieldGroup group;
} Walk;

static void begin_groups(Walk *walk, const char *object, const CwField *fields, size_t field_count)
{
    walk->group.object = object;
    walk->group.fields = fields;
    walk->group.field_count = (int)field_count;
}

static void visit(Walk *walk, uint64_t number, const void *base)
{
    walk->group.number = number;
    walk->group.base = base;
    walk->visit(walk->context, &walk->group);
}

static void visit_planes(Walk *walk, const struct cpPolyShape *poly)
{
    const CwField planes = {.name = "planes",
                            .type = CW_FIELD_VECT,
                            .count = (uint32_t)(2 * PLANE_VECTS * poly->count)};
    begin_groups(walk, "shape", &planes, 1);
    visit(walk, poly->shape.hashid, poly->planes);
}

static void visit_geometry(Walk *walk, const cpShape *shape)
{
    switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE:
        begin_groups(walk, "shape", circle_fields, CW_ARRAY_LENGTH(circle_fields));
        visit(walk, shape->hashid, shape);
        return;
    case CP_SEGMENT_SHAPE:
        begin_groups(walk, "shape", segment_fields, CW_ARRAY_LENGTH(segment_fields));
        visit(walk, shape->hashid, shape);
        return;
    case CP_POLY_SHAPE:
        begin_groups(walk, "shape", poly_fields, CW_ARRAY_LENGTH(poly_fields));
        visit(walk, shape->hashid, shape);
        visit_planes(walk, (const struct cpPolyShape *)shape);
        return;
    case CP_NUM_SHAPES:
        return;
    }
}

static void visit_shapes(Walk *walk, const cpBody *body)
{
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        begin_groups(walk, "shape", shape_fields, CW_ARRAY_LENGTH(shape_fields));
        visit(walk, shape->hashid, shape);
        visit_geometry(walk, shape);
    }
}

static void visit_body(Walk *walk, const cpBody *body)
{
    BodyLinks links = body_links(body);
    begin_groups(walk, "body", body_link_fields, CW_ARRAY_LENGTH(body_link_fields));
    visit(walk, links.number, &links);
    begin_groups(walk, "body", body_fields, CW_ARRAY_LENGTH(body_fields));
    visit(walk, links.number, body);
}

static void visit_posed_body(Walk *walk, const CwWorld *world, int index)
{
    const cpBody *body = world->bodies[index];
    visit_body(walk, body);
    begin_groups(walk, "body", pose_fields, CW_ARRAY_LENGTH(pose_fields));
    BodyPose pose = body_pose(world, index);
    visit(walk, body_number(body), &pose);
}

static void visit_bodies(Walk *walk, const CwWorld *world)
{
    walk->group.section = SECTION_BODIES;
    for (int i = 0; i < world->body_count; i++) {
        visit_posed_body(walk, world, i);
        visit_shapes(walk, world->bodies[i]);
    }
    visit_shapes(walk, world->space->staticBody);
    visit_body(walk, world->space->staticBody);
}

static void visit_places(Walk *walk, const char *object, const cpArray *bodies)
{
    begin_groups(walk, object, body_place_fields, CW_ARRAY_LENGTH(body_place_fields));
    for (int i = 0; i < bodies->num; i++) {
        BodyPlace place = {.body = body_number(bodies->arr[i])};
        visit(walk, (uint64_t)i, &place);
    }
}

static void visit_joint(Walk *walk, const cpConstraint *joint)
{
    int class_number, count;
    const CwField *fields = joint_fields(joint, &class_number, &count);
    JointEnds ends = {(uint64_t)class_number, body_number(joint->a), body_number(joint->b)};
    uint64_t number = walk->joint_count++;
    begin_groups(walk, "joint", joint_end_fields, CW_ARRAY_LENGTH(joint_end_fields));
    visit(walk, number, &ends);
    begin_groups(walk, "joint", joint_base_fields, (size_t)joint_base_field_count);
    visit(walk, number, joint);
    if (joint->userData != NULL) {
        begin_groups(walk, "joint", joint_owner_fields, CW_ARRAY_LENGTH(joint_owner_fields));
        visit(walk, number, joint);
    }
    begin_groups(walk, "joint", fields, (size_t)count);
    visit(walk, number, joint);
}

/* Those of sleeping bodies, which the space forgets; each once: with its body a, or with b when a
 * is awake, static that is. */
static void visit_sleeping_joints(Walk *walk, const cpBody *body)
{
    const cpConstraint *joint = body->constraintList;
    while (joint != NULL) {
        if (joint->a == body || joint->a->sleeping.root == NULL) {
            visit_joint(walk, joint);
        }
        joint = joint->a == body ? joint->next_a : joint->next_b;
    }
}

/* The others in the order in which they are solved. */
static void visit_joints(Walk *walk, const CwWorld *world)
{
    walk->group.section = SECTION_CONSTRAINTS;
    const cpArray *joints = world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        visit_joint(walk, joints->arr[i]);
    }
    const cpArray *islands = world->space->sleepingComponents;
    for (int i = 0; i < islands->num; i++) {
        for (const cpBody *body = islands->arr[i]; body != NULL; body = body->sleeping.next) {
            visit_sleeping_joints(walk, body);
        }
    }
}

static void visit_entities(Walk *walk, const CwWorld *world)
{
    walk->group.section = SECTION_ENTITIES;
    begin_groups(walk, "entity", slot_fields, CW_ARRAY_LENGTH(slot_fields));
    for (int i = 0; i < world->slot_count; i++) {
        visit(walk, (uint64_t)i + 1, &world->slots[i]);
    }
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->state != SLOT_FREE) {
            const CwKind *kind = &world->desc.kinds[slot->kind];
            begin_groups(walk, kind->name, kind->fields, (size_t)kind->field_count);
            visit(walk, (uint64_t)i + 1, slot->data);
        }
    }
}

static void visit_game(Walk *walk, const CwWorld *world)
{
    walk->group.section = SECTION_GAME;
    begin_groups(walk, "world", world_fields, CW_ARRAY_LENGTH(world_fields));
    visit(walk, 0, world);
    if (world->generation_floor > 0) {
        begin_groups(walk, "dropped", dropped_fields, CW_ARRAY_LENGTH(dropped_fields));
        visit(walk, 0, world);
    }
    if (world->systems.off != 0) {
        begin_groups(walk, "systems", system_fields, CW_ARRAY_LENGTH(system_fields));
        visit(walk, 0, world);
    }
    begin_groups(walk, "space", space_fields, CW_ARRAY_LENGTH(space_fields));
    visit(walk, 0, world->space);
    begin_groups(walk, "event", event_fields, CW_ARRAY_LENGTH(event_fields));
    for (int i = 0; i < world->pending.count; i++) {
        visit(walk, (uint64_t)i, &world->pending.items[i]);
    }
    begin_groups(walk, "state", world->desc.state_fields, (size_t)world->desc.state_field_count);
    visit(walk, 0, world->state);
}

static void visit_rng(Walk *walk, const CwWorld *world)
{
    walk->group.section = SECTION_RNG;
    begin_groups(walk, "rng", rng_fields, CW_ARRAY_LENGTH(rng_fields));
    visit(walk, 0, &world->rng);
}

void world_visit_section(const CwWorld *world, WorldSection section, FieldVisitor *visitor,
                         void *context)
{
    Walk walk = {.visit = visitor, .context = context};
    switch (section) {
    case SECTION_BODIES:
        visit_bodies(&walk, world);
        visit_places(&walk, "awake", world->space->dynamicBodies);
        visit_places(&walk, "island", world->space->sleepingComponents);
        return;
    case SECTION_CONSTRAINTS:
        visit_joints(&walk, world);
        return;
    case SECTION_ENTITIES:
        visit_entities(&walk, world);
        return;
    case SECTION_RNG:
        visit_rng(&walk, world);
        return;
    case SECTION_GAME:
        visit_game(&walk, world);
        return;
    case SECTION_COUNT:
        return;
    }
}

void world_visit_body(const CwWorld *world, uint64_t number, FieldVisitor *visitor, void *context)
{
    Walk walk = {.visit = visitor, .context = context, .group.section = SECTION_BODIES};
    if (number >= 1 && number <= (uint64_t)world->body_count) {
        visit_posed_body(&walk, world, (int)number - 1);
    } else if (number == body_number(world->space->staticBody)) {
        visit_body(&walk, world->space->staticBody);
    }
}

void world_visit_few_fields(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    world_visit_section(world, SECTION_CONSTRAINTS, visitor, context);
    world_visit_section(world, SECTION_RNG, visitor, context);
    world_visit_section(world, SECTION_GAME, visitor, context);
}

void world_visit_fields(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    world_visit_section(world, SECTION_BODIES, visitor, context);
    world_visit_section(world, SECTION_ENTITIES, visitor, context);
    world_visit_few_fields(world, visitor, context);
}

/* Of a polygon: as many as it has. */
static const CwField plane_fields[] = {{.name = "planes", .type = CW_FIELD_VECT}};

#define TABLE(of_section, of_object, its_fields)                                                   \
    {                                                                                              \
        .section = (of_section), .object = (of_object), .fields = (its_fields),                    \
        .field_count = (int)CW_ARRAY_LENGTH(its_fields)                                            \
    }

static const FieldGroup tables[] = {
    TABLE(SECTION_BODIES, "body", body_link_fields),
    TABLE(SECTION_BODIES, "body", body_fields),
    TABLE(SECTION_BODIES, "body", pose_fields),
    TABLE(SECTION_BODIES, "shape", shape_fields),
    TABLE(SECTION_BODIES, "shape", circle_fields),
    TABLE(SECTION_BODIES, "shape", segment_fields),
    TABLE(SECTION_BODIES, "shape", poly_fields),
    TABLE(SECTION_BODIES, "shape", plane_fields),
    TABLE(SECTION_BODIES, "awake", body_place_fields),
    TABLE(SECTION_BODIES, "island", body_place_fields),
    TABLE(SECTION_CONSTRAINTS, "joint", joint_end_fields),
    TABLE(SECTION_CONSTRAINTS, "joint", joint_owner_fields),
    TABLE(SECTION_CONSTRAINTS, "contact", contact_fields),
    TABLE(SECTION_ENTITIES, "entity", slot_fields),
    TABLE(SECTION_RNG, "rng", rng_fields),
    TABLE(SECTION_GAME, "world", world_fields),
    TABLE(SECTION_GAME, "dropped", dropped_fields),
    TABLE(SECTION_GAME, "systems", system_fields),
    TABLE(SECTION_GAME, "space", space_fields),
    TABLE(SECTION_GAME, "event", event_fields),
};

static void visit_joint_tables(FieldVisitor *visitor, void *context)
{
    FieldGroup group = {.section = SECTION_CONSTRAINTS,
                        .object = "joint",
                        .fields = joint_base_fields,
                        .field_count = joint_base_field_count};
    for (int class_number = 0; group.fields != NULL;) {
        visitor(context, &group);
        group.fields = joint_class_fields(class_number++, &group.field_count);
    }
}

void world_visit_tables(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tables); i++) {
        visitor(context, &tables[i]);
    }
    visit_joint_tables(visitor, context);
    const WorldDesc *desc = &world->desc;
    for (int i = 0; i < desc->kind_count; i++) {
        const CwKind *kind = &desc->kinds[i];
        visitor(context, &(FieldGroup){.section = SECTION_ENTITIES,
                                       .object = kind->name,
                                       .fields = kind->fields,
                                       .field_count = kind->field_count});
    }
    visitor(context, &(FieldGroup){.section = SECTION_GAME,
                                   .object = "state",
                                   .fields = desc->state_fields,
                                   .field_count = desc->state_field_count});
}

/* Each once: with its body a, or with b when a is awake, static that is. */
static void visit_contacts_of(const cpBody *body, ContactVisitor *each, void *context)
{
    ContactPlace place = {.body = body_number(body)};
    const struct cpArbiter *arbiter = body->arbiterList;
    for (; arbiter != NULL; place.place++) {
        if (arbiter->body_a == body || arbiter->body_a->sleeping.root == NULL) {
            each(context, arbiter, &place);
        }
        arbiter = arbiter->body_a == body ? arbiter->thread_a.next : arbiter->thread_b.next;
    }
}

void world_visit_sleeping_contacts(const CwWorld *world, ContactVisitor *each, void *context)
{
    const cpArray *islands = world->space->sleepingComponents;
    for (int i = 0; i < islands->num; i++) {
        for (const cpBody *body = islands->arr[i]; body != NULL; body = body->sleeping.next) {
            visit_contacts_of(body, each, context);
        }
    }
}

typedef struct ContactWalk {
    ContactVisitor *visit;
    void *context;
} ContactWalk;

static void visit_cached(void *arbiter, void *context)
{
    const ContactWalk *walk = context;
    walk->visit(walk->context, arbiter, &(ContactPlace){0});
}

void world_visit_contacts(const CwWorld *world, ContactVisitor *each, void *context)
{
    ContactWalk walk = {each, context};
    cpHashSetEach(world->space->cachedArbiters, visit_cached, &walk);
    world_visit_sleeping_contacts(world, each, context);
}

ContactRecord contact_record(const cpArbiter *arbiter, const ContactPlace *place)
{
    ContactRecord record = {.place = *place, .pair = contact_pair(arbiter)};
    for (int i = 0; i < record.pair.count && i < CONTACT_POINTS_MAX; i++) {
        record.points[i] = contact_point(&arbiter->contacts[i]);
    }
    return record;
}
