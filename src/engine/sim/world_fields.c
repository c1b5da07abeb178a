#include "sim/world_fields.h"

#include <chipmunk/chipmunk_private.h>

/* The list gives the type: a cpBool is a byte, the owner of a shape a pointer. */
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

/* Only worlds that once had more entities have it. */
static const CwField dropped_fields[] = {
    CW_FIELD(CwWorld, generation_floor),
};

/* Only worlds in which some are off have it. */
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

/* Only joints with an owner have it: they die with that entity. */
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

#define TABLE(of_section, of_object, its_fields)                                                   \
    {                                                                                              \
        .section = (of_section), .object = (of_object), .fields = (its_fields),                    \
        .field_count = (int)CW_ARRAY_LENGTH(its_fields)                                            \
    }

/* ---- joints ---- */

/* Chipmunk joints have what the game may set, and the impulses that the next solve starts with.
 * Fields that each solve computes again (r1, nMass, bias) are left out. */
static const CwField joint_base_fields[] = {
    CW_FIELD(struct cpConstraint, maxForce),
    CW_FIELD(struct cpConstraint, errorBias),
    CW_FIELD(struct cpConstraint, maxBias),
    {"collideBodies", CW_FIELD_BOOL, offsetof(struct cpConstraint, collideBodies),
     1}, /* a cpBool */
};

static const CwField pin_fields[] = {
    CW_FIELD(struct cpPinJoint, anchorA),
    CW_FIELD(struct cpPinJoint, anchorB),
    CW_FIELD(struct cpPinJoint, dist),
    CW_FIELD(struct cpPinJoint, jnAcc),
};

static const CwField slide_fields[] = {
    CW_FIELD(struct cpSlideJoint, anchorA), CW_FIELD(struct cpSlideJoint, anchorB),
    CW_FIELD(struct cpSlideJoint, min),     CW_FIELD(struct cpSlideJoint, max),
    CW_FIELD(struct cpSlideJoint, jnAcc),
};

static const CwField pivot_fields[] = {
    CW_FIELD(struct cpPivotJoint, anchorA),
    CW_FIELD(struct cpPivotJoint, anchorB),
    CW_FIELD(struct cpPivotJoint, jAcc),
};

static const CwField groove_fields[] = {
    CW_FIELD(struct cpGrooveJoint, grv_n), CW_FIELD(struct cpGrooveJoint, grv_a),
    CW_FIELD(struct cpGrooveJoint, grv_b), CW_FIELD(struct cpGrooveJoint, anchorB),
    CW_FIELD(struct cpGrooveJoint, jAcc),
};

static const CwField spring_fields[] = {
    CW_FIELD(struct cpDampedSpring, anchorA),    CW_FIELD(struct cpDampedSpring, anchorB),
    CW_FIELD(struct cpDampedSpring, restLength), CW_FIELD(struct cpDampedSpring, stiffness),
    CW_FIELD(struct cpDampedSpring, damping),    CW_FIELD(struct cpDampedSpring, jAcc),
};

static const CwField rotary_spring_fields[] = {
    CW_FIELD(struct cpDampedRotarySpring, restAngle),
    CW_FIELD(struct cpDampedRotarySpring, stiffness),
    CW_FIELD(struct cpDampedRotarySpring, damping),
    CW_FIELD(struct cpDampedRotarySpring, jAcc),
};

static const CwField rotary_limit_fields[] = {
    CW_FIELD(struct cpRotaryLimitJoint, min),
    CW_FIELD(struct cpRotaryLimitJoint, max),
    CW_FIELD(struct cpRotaryLimitJoint, jAcc),
};

static const CwField ratchet_fields[] = {
    CW_FIELD(struct cpRatchetJoint, angle),
    CW_FIELD(struct cpRatchetJoint, phase),
    CW_FIELD(struct cpRatchetJoint, ratchet),
    CW_FIELD(struct cpRatchetJoint, jAcc),
};

static const CwField gear_fields[] = {
    CW_FIELD(struct cpGearJoint, phase),
    CW_FIELD(struct cpGearJoint, ratio),
    CW_FIELD(struct cpGearJoint, ratio_inv),
    CW_FIELD(struct cpGearJoint, jAcc),
};

static const CwField motor_fields[] = {
    CW_FIELD(struct cpSimpleMotor, rate),
    CW_FIELD(struct cpSimpleMotor, jAcc),
};

typedef struct JointClass {
    cpBool (*is)(const cpConstraint *joint);
    FieldGroup table;
} JointClass;

#define JOINT_CLASS(is_class, class_fields)                                                        \
    {                                                                                              \
        .is = (is_class), .table = TABLE(SECTION_CONSTRAINTS, "joint", class_fields)               \
    }

/* The frequent ones come first. Their numbers are in the hash. */
static const JointClass joint_classes[] = {
    JOINT_CLASS(cpConstraintIsPivotJoint, pivot_fields),
    JOINT_CLASS(cpConstraintIsGrooveJoint, groove_fields),
    JOINT_CLASS(cpConstraintIsDampedSpring, spring_fields),
    JOINT_CLASS(cpConstraintIsSimpleMotor, motor_fields),
    JOINT_CLASS(cpConstraintIsRotaryLimitJoint, rotary_limit_fields),
    JOINT_CLASS(cpConstraintIsPinJoint, pin_fields),
    JOINT_CLASS(cpConstraintIsSlideJoint, slide_fields),
    JOINT_CLASS(cpConstraintIsDampedRotarySpring, rotary_spring_fields),
    JOINT_CLASS(cpConstraintIsGearJoint, gear_fields),
    JOINT_CLASS(cpConstraintIsRatchetJoint, ratchet_fields),
};

/* ---- all tables ---- */

/* A polygon's, of which each has as many as corners. */
static const CwField plane_fields[] = {{.name = "planes", .type = CW_FIELD_VECT}};

typedef enum TableIndex {
    BODY_LINK_TABLE,
    BODY_TABLE,
    POSE_TABLE,
    SHAPE_TABLE,
    CIRCLE_TABLE,
    SEGMENT_TABLE,
    POLY_TABLE,
    PLANE_TABLE,
    AWAKE_TABLE,
    ISLAND_TABLE,
    JOINT_END_TABLE,
    JOINT_OWNER_TABLE,
    JOINT_BASE_TABLE,
    CONTACT_TABLE,
    SLOT_TABLE,
    RNG_TABLE,
    WORLD_TABLE,
    DROPPED_TABLE,
    SYSTEM_TABLE,
    SPACE_TABLE,
    EVENT_TABLE
} TableIndex;

static const FieldGroup tables[] = {
    [BODY_LINK_TABLE] = TABLE(SECTION_BODIES, "body", body_link_fields),
    [BODY_TABLE] = TABLE(SECTION_BODIES, "body", body_fields),
    [POSE_TABLE] = TABLE(SECTION_BODIES, "body", pose_fields),
    [SHAPE_TABLE] = TABLE(SECTION_BODIES, "shape", shape_fields),
    [CIRCLE_TABLE] = TABLE(SECTION_BODIES, "shape", circle_fields),
    [SEGMENT_TABLE] = TABLE(SECTION_BODIES, "shape", segment_fields),
    [POLY_TABLE] = TABLE(SECTION_BODIES, "shape", poly_fields),
    [PLANE_TABLE] = TABLE(SECTION_BODIES, "shape", plane_fields),
    [AWAKE_TABLE] = TABLE(SECTION_BODIES, "awake", body_place_fields),
    [ISLAND_TABLE] = TABLE(SECTION_BODIES, "island", body_place_fields),
    [JOINT_END_TABLE] = TABLE(SECTION_CONSTRAINTS, "joint", joint_end_fields),
    [JOINT_OWNER_TABLE] = TABLE(SECTION_CONSTRAINTS, "joint", joint_owner_fields),
    [JOINT_BASE_TABLE] = TABLE(SECTION_CONSTRAINTS, "joint", joint_base_fields),
    [CONTACT_TABLE] = TABLE(SECTION_CONSTRAINTS, "contact", contact_fields),
    [SLOT_TABLE] = TABLE(SECTION_ENTITIES, "entity", slot_fields),
    [RNG_TABLE] = TABLE(SECTION_RNG, "rng", rng_fields),
    [WORLD_TABLE] = TABLE(SECTION_GAME, "world", world_fields),
    [DROPPED_TABLE] = TABLE(SECTION_GAME, "dropped", dropped_fields),
    [SYSTEM_TABLE] = TABLE(SECTION_GAME, "systems", system_fields),
    [SPACE_TABLE] = TABLE(SECTION_GAME, "space", space_fields),
    [EVENT_TABLE] = TABLE(SECTION_GAME, "event", event_fields),
};

static FieldGroup kind_table(const CwKind *kind)
{
    return (FieldGroup){.section = SECTION_ENTITIES,
                        .object = kind->name,
                        .fields = kind->fields,
                        .field_count = kind->field_count};
}

static FieldGroup state_table(const WorldDesc *desc)
{
    return (FieldGroup){.section = SECTION_GAME,
                        .object = "state",
                        .fields = desc->state_fields,
                        .field_count = desc->state_field_count};
}

void world_visit_tables(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    const WorldDesc *desc = &world->desc;
    for (size_t i = 0; i < CW_ARRAY_LENGTH(tables); i++) {
        visitor(context, &tables[i]);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(joint_classes); i++) {
        visitor(context, &joint_classes[i].table);
    }
    for (int i = 0; i < desc->kind_count; i++) {
        FieldGroup table = kind_table(&desc->kinds[i]);
        visitor(context, &table);
    }
    FieldGroup state = state_table(desc);
    visitor(context, &state);
}

/* ---- the walk ---- */

typedef struct Walk {
    FieldVisitor *visit;
    void *context;
    uint64_t joint_count; /* so far */
} Walk;

static void visit_group(const Walk *walk, FieldGroup group, uint64_t number, const void *base)
{
    group.number = number;
    group.base = base;
    walk->visit(walk->context, &group);
}

static void visit(const Walk *walk, TableIndex table, uint64_t number, const void *base)
{
    visit_group(walk, tables[table], number, base);
}

static void visit_planes(const Walk *walk, const struct cpPolyShape *poly)
{
    CwField planes = plane_fields[0];
    FieldGroup group = tables[PLANE_TABLE];
    planes.count = (uint32_t)(2 * PLANE_VECTS * poly->count);
    group.fields = &planes;
    visit_group(walk, group, poly->shape.hashid, poly->planes);
}

static void visit_shapes(const Walk *walk, const cpBody *body)
{
    static const TableIndex geometry[CP_NUM_SHAPES] = {[CP_CIRCLE_SHAPE] = CIRCLE_TABLE,
                                                       [CP_SEGMENT_SHAPE] = SEGMENT_TABLE,
                                                       [CP_POLY_SHAPE] = POLY_TABLE};
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        visit(walk, SHAPE_TABLE, shape->hashid, shape);
        visit(walk, geometry[shape->klass->type], shape->hashid, shape);
        if (shape->klass->type == CP_POLY_SHAPE) {
            visit_planes(walk, (const struct cpPolyShape *)shape);
        }
    }
}

static void visit_body(const Walk *walk, const cpBody *body)
{
    BodyLinks links = body_links(body);
    visit(walk, BODY_LINK_TABLE, links.number, &links);
    visit(walk, BODY_TABLE, links.number, body);
}

static void visit_posed_body(const Walk *walk, const CwWorld *world, int index)
{
    BodyPose pose = body_pose(world, index);
    visit_body(walk, world->bodies[index]);
    visit(walk, POSE_TABLE, body_number(world->bodies[index]), &pose);
}

static void visit_places(const Walk *walk, TableIndex table, const cpArray *bodies)
{
    for (int i = 0; i < bodies->num; i++) {
        BodyPlace place = {.body = body_number(bodies->arr[i])};
        visit(walk, table, (uint64_t)i, &place);
    }
}

static void visit_bodies(Walk *walk, const CwWorld *world)
{
    for (int i = 0; i < world->body_count; i++) {
        visit_posed_body(walk, world, i);
        visit_shapes(walk, world->bodies[i]);
    }
    visit_shapes(walk, world->space->staticBody);
    visit_body(walk, world->space->staticBody);
    visit_places(walk, AWAKE_TABLE, world->space->dynamicBodies);
    visit_places(walk, ISLAND_TABLE, world->space->sleepingComponents);
}

static void visit_joint(Walk *walk, const cpConstraint *joint)
{
    size_t class_index = 0;
    while (class_index < CW_ARRAY_LENGTH(joint_classes) && !joint_classes[class_index].is(joint)) {
        class_index++;
    }
    bool known = class_index < CW_ARRAY_LENGTH(joint_classes);
    JointEnds ends = {known ? class_index + 1 : 0, body_number(joint->a), body_number(joint->b)};
    uint64_t number = walk->joint_count++;
    visit(walk, JOINT_END_TABLE, number, &ends);
    visit(walk, JOINT_BASE_TABLE, number, joint);
    if (joint->userData != NULL) {
        visit(walk, JOINT_OWNER_TABLE, number, joint);
    }
    if (known) {
        visit_group(walk, joint_classes[class_index].table, number, joint);
    }
}

/* Visits the joints of a sleeping body, which the space's list lacks. Each has one visit: with its
 * body a, or with b when a is awake, which it is if it is static. */
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

/* Visits the joints of awake bodies in the order in which they are solved. */
static void visit_joints(Walk *walk, const CwWorld *world)
{
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
    for (int i = 0; i < world->slot_count; i++) {
        visit(walk, SLOT_TABLE, (uint64_t)i + 1, &world->slots[i]);
    }
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->state != SLOT_FREE) {
            FieldGroup table = kind_table(&world->desc.kinds[slot->kind]);
            visit_group(walk, table, (uint64_t)i + 1, slot->data);
        }
    }
}

static void visit_game(Walk *walk, const CwWorld *world)
{
    visit(walk, WORLD_TABLE, 0, world);
    if (world->generation_floor > 0) {
        visit(walk, DROPPED_TABLE, 0, world);
    }
    if (world->systems.off != 0) {
        visit(walk, SYSTEM_TABLE, 0, world);
    }
    visit(walk, SPACE_TABLE, 0, world->space);
    for (int i = 0; i < world->pending.count; i++) {
        visit(walk, EVENT_TABLE, (uint64_t)i, &world->pending.items[i]);
    }
    visit_group(walk, state_table(&world->desc), 0, world->state);
}

static void visit_rng(Walk *walk, const CwWorld *world)
{
    visit(walk, RNG_TABLE, 0, &world->rng);
}

void world_visit_section(const CwWorld *world, WorldSection section, FieldVisitor *visitor,
                         void *context)
{
    static void (*const sections[SECTION_COUNT])(Walk *, const CwWorld *) = {
        [SECTION_BODIES] = visit_bodies,     [SECTION_CONSTRAINTS] = visit_joints,
        [SECTION_ENTITIES] = visit_entities, [SECTION_RNG] = visit_rng,
        [SECTION_GAME] = visit_game,
    };
    sections[section](&(Walk){.visit = visitor, .context = context}, world);
}

void world_visit_body(const CwWorld *world, uint64_t number, FieldVisitor *visitor, void *context)
{
    Walk walk = {.visit = visitor, .context = context};
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

/* ---- contacts ---- */

/* Visits a sleeping body's contacts, each once like its joints. */
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
