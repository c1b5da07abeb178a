#include "sim/world_fields.h"

#include "base/grow.h"
#include "base/report.h"
#include "sim/entity_data.h"
#include "sim/session.h"

#include <chipmunk/chipmunk_private.h>
#include <stdlib.h>
#include <string.h>

/* The list gives the type, because cpBool is a byte. */
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

/* Fields of worlds that once had more entities. */
static const CwField dropped_fields[] = {CW_FIELD(CwWorld, generation_floor)};

/* Fields of worlds in which some systems are off. */
static const CwField system_fields[] = {CW_FIELD(CwWorld, systems.off)};

/* Fields of worlds with settings of the game's own. */
static const CwField own_setting_fields[] = {CW_FIELD(CwWorld, own_substeps),
                                             CW_FIELD(CwWorld, own_iterations)};

/* Fields of an event for the next tick, which gives it its number and tick. */
static const CwField event_fields[] = {
    {"order", CW_FIELD_U64, offsetof(RecordedEvent, order), .count = 1},
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

/* Fields of shapes, and of joints with an owner: both die with that entity. */
static const CwField part_owner_fields[] = {CW_FIELD(PartOwner, owner)};

/* A place in the space's lists of bodies: the order in which islands sleep and wake. */
typedef struct BodyPlace {
    uint64_t body;
} BodyPlace;

static const CwField body_place_fields[] = {CW_FIELD(BodyPlace, body)};

size_t field_bytes(CwFieldType type)
{
    static const size_t bytes[CW_FIELD_TYPE_COUNT] = {
        [CW_FIELD_BOOL] = sizeof(bool),    [CW_FIELD_I32] = sizeof(int32_t),
        [CW_FIELD_U32] = sizeof(uint32_t), [CW_FIELD_I64] = sizeof(int64_t),
        [CW_FIELD_U64] = sizeof(uint64_t), [CW_FIELD_F64] = sizeof(double),
        [CW_FIELD_VECT] = sizeof(cpVect),  [CW_FIELD_ENTITY] = sizeof(CwEntity)};
    return bytes[type];
}

double field_number(CwFieldType type, uint64_t bits)
{
    double real;
    switch (type) {
    case CW_FIELD_F64:
    case CW_FIELD_VECT:
        memcpy(&real, &bits, sizeof real);
        return real;
    case CW_FIELD_I32:
        return (double)(int32_t)bits;
    case CW_FIELD_I64:
        return (double)(int64_t)bits;
    case CW_FIELD_ENTITY:
        return (double)(uint32_t)bits;
    case CW_FIELD_BOOL:
    case CW_FIELD_U32:
    case CW_FIELD_U64:
    case CW_FIELD_TYPE_COUNT:
        break;
    }
    return (double)bits;
}

#define TABLE(of_section, of_object, its_fields)                                                   \
    {                                                                                              \
        .section = (of_section), .object = (of_object), .fields = (its_fields),                    \
        .field_count = (int)CW_ARRAY_LENGTH(its_fields)                                            \
    }

/* ---- joints ---- */

/* Fields that a game may set, and the impulses of warm starting; not r1, nMass or bias. */
static const CwField joint_base_fields[] = {
    CW_FIELD(struct cpConstraint, maxForce),
    CW_FIELD(struct cpConstraint, errorBias),
    CW_FIELD(struct cpConstraint, maxBias),
    {"collideBodies", CW_FIELD_BOOL, offsetof(struct cpConstraint, collideBodies),
     .count = 1}, /* a cpBool */
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
    const char *word;
    FieldGroup table;
} JointClass;

#define JOINT_CLASS(is_class, its_word, class_fields)                                              \
    {                                                                                              \
        (is_class), (its_word), TABLE(SECTION_CONSTRAINTS, "joint", class_fields)                  \
    }

/* Frequent classes come first. Their numbers are in the hash. */
static const JointClass joint_classes[] = {
    JOINT_CLASS(cpConstraintIsPivotJoint, "pivot", pivot_fields),
    JOINT_CLASS(cpConstraintIsGrooveJoint, "groove", groove_fields),
    JOINT_CLASS(cpConstraintIsDampedSpring, "spring", spring_fields),
    JOINT_CLASS(cpConstraintIsSimpleMotor, "motor", motor_fields),
    JOINT_CLASS(cpConstraintIsRotaryLimitJoint, "rotary limit", rotary_limit_fields),
    JOINT_CLASS(cpConstraintIsPinJoint, "pin", pin_fields),
    JOINT_CLASS(cpConstraintIsSlideJoint, "slide", slide_fields),
    JOINT_CLASS(cpConstraintIsDampedRotarySpring, "rotary spring", rotary_spring_fields),
    JOINT_CLASS(cpConstraintIsGearJoint, "gear", gear_fields),
    JOINT_CLASS(cpConstraintIsRatchetJoint, "ratchet", ratchet_fields),
};

/* ---- all tables ---- */

/* The player's place; zeros without a player. */
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

/* Fields of a polygon's plane; it has as many planes as corners. */
static const CwField plane_fields[] = {{.name = "planes", .type = CW_FIELD_VECT}};

/* Every table: its index, section, object and fields. */
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
    X(JOINT_END_TABLE, SECTION_CONSTRAINTS, "joint", joint_end_fields)                             \
    X(JOINT_OWNER_TABLE, SECTION_CONSTRAINTS, "joint", part_owner_fields)                          \
    X(JOINT_BASE_TABLE, SECTION_CONSTRAINTS, "joint", joint_base_fields)                           \
    X(CONTACT_PLACE_TABLE, SECTION_CONTACTS, "contact", contact_place_fields)                      \
    X(ARBITER_TABLE, SECTION_CONTACTS, "contact", arbiter_fields)                                  \
    X(CONTACT_POINT_TABLE, SECTION_CONTACTS, "contact", contact_point_fields)                      \
    X(SLOT_TABLE, SECTION_ENTITIES, "entity", slot_fields)                                         \
    X(RNG_TABLE, SECTION_RNG, "rng", rng_fields)                                                   \
    X(WORLD_TABLE, SECTION_GAME, "world", world_fields)                                            \
    X(DROPPED_TABLE, SECTION_GAME, "dropped", dropped_fields)                                      \
    X(SYSTEM_TABLE, SECTION_GAME, "systems", system_fields)                                        \
    X(OWN_SETTING_TABLE, SECTION_GAME, "settings", own_setting_fields)                             \
    X(SPACE_TABLE, SECTION_GAME, "space", space_fields)                                            \
    X(EVENT_TABLE, SECTION_GAME, "event", event_fields)                                            \
    X(PROBE_PLACE_TABLE, SECTION_PROBE, "probe", probe_place_fields)                               \
    X(PROBE_TABLE, SECTION_PROBE, "probe", probe_fields)
#define TABLE_INDEX(index, section, object, its_fields) index,
#define TABLE_ROW(index, section, object, its_fields) TABLE(section, object, its_fields),

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
        for (int block = 0; kind_block(&desc->kinds[i], block) != NULL; block++) {
            FieldGroup table = kind_table(&desc->kinds[i], block);
            visitor(context, &table);
        }
    }
    FieldGroup state = state_table(desc);
    visitor(context, &state);
}

/* ---- the walk ---- */

typedef struct Walk {
    const CwWorld *world;
    FieldVisitor *visit;
    void *context;
    uint64_t joint_count; /* joints so far */
    FieldLinks links;     /* links of the current object */
} Walk;

static void visit_group(const Walk *walk, FieldGroup group, uint64_t number, const void *base)
{
    group.world = walk->world;
    group.number = number;
    group.base = base;
    group.links = walk->links;
    walk->visit(walk->context, &group);
}

static void visit(const Walk *walk, TableIndex table, uint64_t number, const void *base)
{
    visit_group(walk, tables[table], number, base);
}

static uint32_t body_owner(const CwWorld *world, const cpBody *body)
{
    uint64_t number = body_number(body);
    bool posed = number >= 1 && number <= (uint64_t)world->body_count;
    return posed ? world->body_owners[number - 1].index1 : 0;
}

static uint32_t shape_owner(const CwWorld *world, const cpShape *shape)
{
    CwEntity own = cw_shape_owner(shape);
    return own.index1 != 0 ? own.index1 : body_owner(world, shape->body);
}

static void visit_planes(const Walk *walk, const struct cpPolyShape *poly)
{
    CwField planes = plane_fields[0];
    FieldGroup group = tables[PLANE_TABLE];
    planes.count = (uint32_t)(2 * PLANE_VECTS * poly->count);
    group.fields = &planes;
    visit_group(walk, group, poly->shape.hashid, poly->planes);
}

static void visit_shapes(Walk *walk, const cpBody *body)
{
    static const TableIndex geometry[CP_NUM_SHAPES] = {[CP_CIRCLE_SHAPE] = CIRCLE_TABLE,
                                                       [CP_SEGMENT_SHAPE] = SEGMENT_TABLE,
                                                       [CP_POLY_SHAPE] = POLY_TABLE};
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        walk->links = (FieldLinks){.parts = {shape->hashid},
                                   .owners = {shape_owner(walk->world, shape)},
                                   .things = {shape}};
        PartOwner own = {part_owner(walk->world, shape->userData)};
        visit(walk, SHAPE_TABLE, shape->hashid, shape);
        visit(walk, SHAPE_OWNER_TABLE, shape->hashid, &own);
        visit(walk, geometry[shape->klass->type], shape->hashid, shape);
        if (shape->klass->type == CP_POLY_SHAPE) {
            visit_planes(walk, (const struct cpPolyShape *)shape);
        }
    }
}

static void visit_body(Walk *walk, const cpBody *body)
{
    BodyLinks links = body_links(body);
    walk->links = (FieldLinks){
        .parts = {links.number}, .owners = {body_owner(walk->world, body)}, .things = {body}};
    visit(walk, BODY_LINK_TABLE, links.number, &links);
    visit(walk, BODY_TABLE, links.number, body);
}

static void visit_places(Walk *walk, TableIndex table, const cpArray *bodies)
{
    walk->links = (FieldLinks){0};
    for (int i = 0; i < bodies->num; i++) {
        BodyPlace place = {.body = body_number(bodies->arr[i])};
        visit(walk, table, (uint64_t)i, &place);
    }
}

static void visit_bodies(Walk *walk)
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

static void visit_joint(Walk *walk, const cpConstraint *joint)
{
    size_t class_index = 0;
    while (class_index < CW_ARRAY_LENGTH(joint_classes) && !joint_classes[class_index].is(joint)) {
        class_index++;
    }
    bool known = class_index < CW_ARRAY_LENGTH(joint_classes);
    JointEnds ends = {known ? class_index + 1 : 0, body_number(joint->a), body_number(joint->b)};
    uint64_t number = walk->joint_count++;
    walk->links =
        (FieldLinks){{ends.body_a, ends.body_b},
                     {body_owner(walk->world, joint->a), body_owner(walk->world, joint->b)},
                     {joint},
                     known ? joint_classes[class_index].word : "joint"};
    visit(walk, JOINT_END_TABLE, number, &ends);
    visit(walk, JOINT_BASE_TABLE, number, joint);
    if (joint->userData != NULL) {
        PartOwner own = {part_owner(walk->world, joint->userData)};
        visit(walk, JOINT_OWNER_TABLE, number, &own);
    }
    if (known) {
        visit_group(walk, joint_classes[class_index].table, number, joint);
    }
}

/* Visits joints that the space's list lacks, each once: with body a or, if a is awake, with b. */
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

static void visit_joints(Walk *walk)
{
    const cpArray *joints = walk->world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        visit_joint(walk, joints->arr[i]);
    }
    const cpArray *islands = walk->world->space->sleepingComponents;
    for (int i = 0; i < islands->num; i++) {
        for (const cpBody *body = islands->arr[i]; body != NULL; body = body->sleeping.next) {
            visit_sleeping_joints(walk, body);
        }
    }
}

/* Visits the fields of the kind, then those of its parts. */
static void visit_data(const Walk *walk, const EntitySlot *slot, uint64_t number)
{
    const CwKind *kind = &walk->world->desc.kinds[slot->kind], *block;
    size_t offset = 0;
    for (int i = 0; (block = kind_block(kind, i)) != NULL; i++) {
        visit_group(walk, kind_table(kind, i), number, (const char *)slot->data + offset);
        offset += block_stride(block->size);
    }
}

static void visit_entities(Walk *walk)
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

static void visit_rng(Walk *walk)
{
    visit(walk, RNG_TABLE, 0, &walk->world->rng);
}

static void visit_game(Walk *walk)
{
    const CwWorld *world = walk->world;
    visit(walk, WORLD_TABLE, 0, world);
    if (world->generation_floor > 0) {
        visit(walk, DROPPED_TABLE, 0, world);
    }
    if (world->systems.off != 0) {
        visit(walk, SYSTEM_TABLE, 0, world);
    }
    if (world->own_substeps != 0 || world->own_iterations != 0) {
        visit(walk, OWN_SETTING_TABLE, 0, world);
    }
    visit(walk, SPACE_TABLE, 0, world->space);
    for (int i = 0; i < world->pending.count; i++) {
        visit(walk, EVENT_TABLE, (uint64_t)i, &world->pending.items[i]);
    }
    visit_group(walk, state_table(&world->desc), 0, world->state);
}

static void visit_probe(Walk *walk)
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

/* Visits a sleeping body's contacts, each once like its joints. */
static void visit_contacts_of(const cpBody *body, ContactVisitor *each, void *context)
{
    const struct cpArbiter *arbiter = body->arbiterList;
    for (uint64_t at = 0; arbiter != NULL; at++) {
        if (arbiter->body_a == body || arbiter->body_a->sleeping.root == NULL) {
            ContactPlace place = contact_place(arbiter);
            place.body = body_number(body);
            place.place = at;
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

typedef struct FoundContact {
    const cpArbiter *arbiter;
    ContactPlace place;
} FoundContact;

typedef struct FoundContacts {
    FoundContact *items;
    size_t count;
    bool is_short; /* memory was short: some contacts are missing */
} FoundContacts;

static void add_contact(void *context, const cpArbiter *arbiter, const ContactPlace *place)
{
    FoundContacts *found = context;
    FoundContact *items =
        found->is_short ? NULL : grow_for_one(found->items, found->count, sizeof *items);
    found->is_short = items == NULL;
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
    const ContactPlace *a = &((const FoundContact *)x)->place,
                       *b = &((const FoundContact *)y)->place;
    if (a->shape_a != b->shape_a) {
        return a->shape_a < b->shape_a ? -1 : 1;
    }
    return a->shape_b < b->shape_b ? -1 : a->shape_b > b->shape_b;
}

static void visit_contact(Walk *walk, const FoundContact *found, uint64_t number)
{
    const cpArbiter *arbiter = found->arbiter;
    FieldGroup points = tables[CONTACT_POINT_TABLE];
    points.field_count = points.field_count * arbiter->count / CONTACT_POINTS_MAX;
    walk->links = (FieldLinks){
        .parts = {found->place.shape_a, found->place.shape_b},
        .owners = {shape_owner(walk->world, arbiter->a), shape_owner(walk->world, arbiter->b)},
        .things = {arbiter->a, arbiter->b}};
    visit(walk, CONTACT_PLACE_TABLE, number, &found->place);
    visit(walk, ARBITER_TABLE, number, arbiter);
    visit_group(walk, points, number, arbiter->contacts);
}

/* Sorts contacts, as the cache's order depends on addresses. Each step finds its pairs anew. */
static void visit_contacts(Walk *walk)
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

void world_visit_fields(const CwWorld *world, unsigned sections, FieldVisitor *visitor,
                        void *context)
{
    static const struct {
        WorldSection section;
        void (*visit)(Walk *walk);
    } order[SECTION_COUNT] = {
        {SECTION_BODIES, visit_bodies},      {SECTION_ENTITIES, visit_entities},
        {SECTION_CONSTRAINTS, visit_joints}, {SECTION_RNG, visit_rng},
        {SECTION_GAME, visit_game},          {SECTION_CONTACTS, visit_contacts},
        {SECTION_PROBE, visit_probe},
    };
    for (int i = 0; i < SECTION_COUNT; i++) {
        if ((sections >> order[i].section & 1) != 0) {
            order[i].visit(&(Walk){.world = world, .visit = visitor, .context = context});
        }
    }
}
