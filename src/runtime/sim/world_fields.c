#include "sim/world_fields.h"

#include "sim/sim_settings.h"
#include "sim/tile_ground.h"
#include "sim/world_rows.h"

#include <chipmunk/chipmunk_private.h>
#include <string.h>

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

#define SETTING_FIELD(setting, scale, name, member, ...) CW_FIELD(CwWorld, settings.member),

static const CwField world_fields[] = {
    CW_FIELD(CwWorld, tick),
    CW_FIELD(CwWorld, dt_s),
    CW_FIELD(CwWorld, event_sequence),
    SIM_SETTINGS(SETTING_FIELD, SETTING_FIELD) /* a field for each setting */
    CW_FIELD(CwWorld, is_building),
    CW_FIELD(CwWorld, is_broken),
    CW_FIELD(CwWorld, first_free_slot),
    CW_FIELD(CwWorld, spawn_count),
    CW_FIELD(CwWorld, dying_count),
    CW_FIELD(CwWorld, settled_body_count),
    CW_FIELD(CwWorld, pending.count),
};

/* Visited only in worlds that once had more entities. */
static const CwField dropped_fields[] = {CW_FIELD(CwWorld, generation_floor)};

/* Visited only in worlds with a system that is off. */
static const CwField system_fields[] = {CW_FIELD(CwWorld, systems.off)};

/* Visited only in worlds whose game overrides settings. */
static const CwField own_setting_fields[] = {CW_FIELD(CwWorld, own_substeps),
                                             CW_FIELD(CwWorld, own_iterations)};

/* Visited only in worlds whose tiles were changed. */
static const CwField tile_fields[] = {CW_FIELD(WorldTiles, digest)};

/* Fields of an event that waits for the next tick, which sets its sequence and tick. */
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

/* Visited only for joints with an owner. */
static const CwField part_owner_fields[] = {CW_FIELD(PartOwner, owner)};

/* ---- joints ---- */

/* Fields that a game may set, and impulses for warm starting. Omits r1, nMass, bias and so on,
 * which each solve computes first. */
static const CwField joint_base_fields[] = {
    CW_FIELD(struct cpConstraint, maxForce),
    CW_FIELD(struct cpConstraint, errorBias),
    CW_FIELD(struct cpConstraint, maxBias),
    {"collideBodies", CW_FIELD_BOOL, offsetof(struct cpConstraint, collideBodies),
     .count = 1}, /* a cpBool */
};

typedef struct JointClass {
    cpBool (*is)(const cpConstraint *joint);
    const char *word;
    FieldGroup table;
} JointClass;

#define JOINT_CLASS(is_class, its_word, ...)                                                       \
    {                                                                                              \
        (is_class), (its_word),                                                                    \
            FIELD_TABLE(SECTION_CONSTRAINTS, "joint", ((const CwField[]){__VA_ARGS__}))            \
    }

/* Classes of joints with their own fields, frequent ones first. Their order is part of the hash. */
static const JointClass joint_classes[] = {
    JOINT_CLASS(cpConstraintIsPivotJoint, "pivot", CW_FIELD(struct cpPivotJoint, anchorA),
                CW_FIELD(struct cpPivotJoint, anchorB), CW_FIELD(struct cpPivotJoint, jAcc)),
    JOINT_CLASS(cpConstraintIsGrooveJoint, "groove", CW_FIELD(struct cpGrooveJoint, grv_n),
                CW_FIELD(struct cpGrooveJoint, grv_a), CW_FIELD(struct cpGrooveJoint, grv_b),
                CW_FIELD(struct cpGrooveJoint, anchorB), CW_FIELD(struct cpGrooveJoint, jAcc)),
    JOINT_CLASS(cpConstraintIsDampedSpring, "spring", CW_FIELD(struct cpDampedSpring, anchorA),
                CW_FIELD(struct cpDampedSpring, anchorB),
                CW_FIELD(struct cpDampedSpring, restLength),
                CW_FIELD(struct cpDampedSpring, stiffness),
                CW_FIELD(struct cpDampedSpring, damping), CW_FIELD(struct cpDampedSpring, jAcc)),
    JOINT_CLASS(cpConstraintIsSimpleMotor, "motor", CW_FIELD(struct cpSimpleMotor, rate),
                CW_FIELD(struct cpSimpleMotor, jAcc)),
    JOINT_CLASS(cpConstraintIsRotaryLimitJoint, "rotary limit",
                CW_FIELD(struct cpRotaryLimitJoint, min), CW_FIELD(struct cpRotaryLimitJoint, max),
                CW_FIELD(struct cpRotaryLimitJoint, jAcc)),
    JOINT_CLASS(cpConstraintIsPinJoint, "pin", CW_FIELD(struct cpPinJoint, anchorA),
                CW_FIELD(struct cpPinJoint, anchorB), CW_FIELD(struct cpPinJoint, dist),
                CW_FIELD(struct cpPinJoint, jnAcc)),
    JOINT_CLASS(cpConstraintIsSlideJoint, "slide", CW_FIELD(struct cpSlideJoint, anchorA),
                CW_FIELD(struct cpSlideJoint, anchorB), CW_FIELD(struct cpSlideJoint, min),
                CW_FIELD(struct cpSlideJoint, max), CW_FIELD(struct cpSlideJoint, jnAcc)),
    JOINT_CLASS(cpConstraintIsDampedRotarySpring, "rotary spring",
                CW_FIELD(struct cpDampedRotarySpring, restAngle),
                CW_FIELD(struct cpDampedRotarySpring, stiffness),
                CW_FIELD(struct cpDampedRotarySpring, damping),
                CW_FIELD(struct cpDampedRotarySpring, jAcc)),
    JOINT_CLASS(cpConstraintIsGearJoint, "gear", CW_FIELD(struct cpGearJoint, phase),
                CW_FIELD(struct cpGearJoint, ratio), CW_FIELD(struct cpGearJoint, ratio_inv),
                CW_FIELD(struct cpGearJoint, jAcc)),
    JOINT_CLASS(cpConstraintIsRatchetJoint, "ratchet", CW_FIELD(struct cpRatchetJoint, angle),
                CW_FIELD(struct cpRatchetJoint, phase), CW_FIELD(struct cpRatchetJoint, ratchet),
                CW_FIELD(struct cpRatchetJoint, jAcc)),
};

/* ---- all tables ---- */

/* X(index, section, object, fields) for every table except joint classes and the state. */
#define TABLES(X)                                                                                  \
    X(JOINT_END_TABLE, SECTION_CONSTRAINTS, "joint", joint_end_fields)                             \
    X(JOINT_OWNER_TABLE, SECTION_CONSTRAINTS, "joint", part_owner_fields)                          \
    X(JOINT_BASE_TABLE, SECTION_CONSTRAINTS, "joint", joint_base_fields)                           \
    X(RNG_TABLE, SECTION_RNG, "rng", rng_fields)                                                   \
    X(WORLD_TABLE, SECTION_GAME, "world", world_fields)                                            \
    X(DROPPED_TABLE, SECTION_GAME, "dropped", dropped_fields)                                      \
    X(SYSTEM_TABLE, SECTION_GAME, "systems", system_fields)                                        \
    X(OWN_SETTING_TABLE, SECTION_GAME, "settings", own_setting_fields)                             \
    X(TILE_TABLE, SECTION_GAME, "tiles", tile_fields)                                              \
    X(SPACE_TABLE, SECTION_GAME, "space", space_fields)                                            \
    X(EVENT_TABLE, SECTION_GAME, "event", event_fields)
#define TABLE_INDEX(index, section, object, its_fields) index,
#define TABLE_ROW(index, section, object, its_fields) FIELD_TABLE(section, object, its_fields),

typedef enum TableIndex { TABLES(TABLE_INDEX) } TableIndex;

static const FieldGroup field_tables[] = {TABLES(TABLE_ROW)};

static FieldGroup data_table(const char *name, const CwKind *data)
{
    return (FieldGroup){.section = SECTION_GAME,
                        .object = name,
                        .fields = data->fields,
                        .field_count = data->field_count};
}

void world_visit_hashed_tables(const CwWorld *world, FieldVisitor *visitor, void *context)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(field_tables); i++) {
        visitor(context, &field_tables[i]);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(joint_classes); i++) {
        visitor(context, &joint_classes[i].table);
    }
    FieldGroup state = data_table("state", &world->desc.state);
    FieldGroup carry = data_table("carry", &world->desc.carry);
    visitor(context, &state);
    visitor(context, &carry);
}

/* ---- types of fields ---- */

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

/* ---- the walk ---- */

void field_walk_visit(const FieldWalk *walk, FieldGroup group, uint64_t number, const void *base)
{
    group.world = walk->world;
    group.number = number;
    group.base = base;
    group.links = walk->links;
    walk->visit(walk->context, &group);
}

static void visit(const FieldWalk *walk, TableIndex table, uint64_t number, const void *base)
{
    field_walk_visit(walk, field_tables[table], number, base);
}

uint32_t body_owner_number(const CwWorld *world, const cpBody *body)
{
    uint64_t number = body_number(body);
    bool has_pose = number >= 1 && number <= (uint64_t)world->body_count;
    return has_pose ? world->body_owners[number - 1].index1 : 0;
}

static void visit_joint(FieldWalk *walk, const cpConstraint *joint)
{
    size_t class_index = 0;
    while (class_index < CW_ARRAY_LENGTH(joint_classes) && !joint_classes[class_index].is(joint)) {
        class_index++;
    }
    bool is_known = class_index < CW_ARRAY_LENGTH(joint_classes);
    JointEnds ends = {is_known ? class_index + 1 : 0, body_number(joint->a), body_number(joint->b)};
    uint64_t number = walk->joint_count++;
    walk->links = (FieldLinks){
        {ends.body_a, ends.body_b},
        {body_owner_number(walk->world, joint->a), body_owner_number(walk->world, joint->b)},
        {joint},
        is_known ? joint_classes[class_index].word : "joint"};
    visit(walk, JOINT_END_TABLE, number, &ends);
    visit(walk, JOINT_BASE_TABLE, number, joint);
    if (joint->userData != NULL) {
        PartOwner own = {part_owner(walk->world, joint->userData)};
        visit(walk, JOINT_OWNER_TABLE, number, &own);
    }
    if (is_known) {
        field_walk_visit(walk, joint_classes[class_index].table, number, joint);
    }
}

/* Visits a sleeping body's joints, each once: with its body a, or with b if a is awake. */
static void visit_sleeping_joints(FieldWalk *walk, const cpBody *body)
{
    const cpConstraint *joint = body->constraintList;
    while (joint != NULL) {
        if (joint->a == body || joint->a->sleeping.root == NULL) {
            visit_joint(walk, joint);
        }
        joint = joint->a == body ? joint->next_a : joint->next_b;
    }
}

static void visit_joints(FieldWalk *walk)
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

static void visit_game(FieldWalk *walk)
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
    if (world->tiles != NULL) {
        visit(walk, TILE_TABLE, 0, world->tiles);
    }
    visit(walk, SPACE_TABLE, 0, world->space);
    for (int i = 0; i < world->pending.count; i++) {
        visit(walk, EVENT_TABLE, (uint64_t)i, &world->pending.items[i]);
    }
    field_walk_visit(walk, data_table("state", &world->desc.state), 0, world->state);
    if (world->desc.carry.field_count > 0) {
        field_walk_visit(walk, data_table("carry", &world->desc.carry), 0,
                         cw_world_carry_const(world));
    }
}

void world_visit_hashed(const CwWorld *world, unsigned sections, FieldVisitor *visitor,
                        void *context)
{
    FieldWalk walk = {.world = world, .visit = visitor, .context = context};
    if ((sections >> SECTION_CONSTRAINTS & 1) != 0) {
        visit_joints(&walk);
    }
    walk.links = (FieldLinks){0};
    if ((sections >> SECTION_RNG & 1) != 0) {
        visit(&walk, RNG_TABLE, 0, &world->rng);
    }
    if ((sections >> SECTION_GAME & 1) != 0) {
        visit_game(&walk);
    }
}
