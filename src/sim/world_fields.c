#include "sim/world_fields.h"

#include "sim/joint_fields.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>

static const Field body_fields[] = {
    FIELD(struct cpBody, m),      FIELD(struct cpBody, m_inv),
    FIELD(struct cpBody, i),      FIELD(struct cpBody, i_inv),
    FIELD(struct cpBody, cog),    FIELD(struct cpBody, p),
    FIELD(struct cpBody, v),      FIELD(struct cpBody, f),
    FIELD(struct cpBody, a),      FIELD(struct cpBody, w),
    FIELD(struct cpBody, t),      FIELD(struct cpBody, v_bias),
    FIELD(struct cpBody, w_bias), FIELD(struct cpBody, sleeping.idleTime),
};

static const Field shape_fields[] = {
    {"sensor", FIELD_BOOL, offsetof(struct cpShape, sensor), 1}, /* a cpBool */
    FIELD(struct cpShape, e),
    FIELD(struct cpShape, u),
    FIELD(struct cpShape, surfaceV),
    /* the owner, see world_add_shape */
    {"userData", FIELD_ENTITY, offsetof(struct cpShape, userData), 1},
    FIELD(struct cpShape, type),
    FIELD(struct cpShape, filter.group),
    FIELD(struct cpShape, filter.categories),
    FIELD(struct cpShape, filter.mask),
    FIELD(struct cpShape, hashid),
};

static const Field space_fields[] = {
    FIELD(struct cpSpace, iterations),
    FIELD(struct cpSpace, gravity),
    FIELD(struct cpSpace, damping),
    FIELD(struct cpSpace, idleSpeedThreshold),
    FIELD(struct cpSpace, sleepTimeThreshold),
    FIELD(struct cpSpace, collisionSlop),
    FIELD(struct cpSpace, collisionBias),
    FIELD(struct cpSpace, collisionPersistence),
    FIELD(struct cpSpace, shapeIDCounter),
};

static const Field world_fields[] = {
    FIELD(World, tick), FIELD(World, event_sequence), FIELD(World, desc.settings.substeps),
    FIELD(World, pending.count), /* events of the next tick; unsorted until then */
};

static const Field rng_fields[] = {
    FIELD(Rng, state),
    FIELD(Rng, increment),
};

/* What a body's pointers say, as values. */
typedef struct BodyState {
    uint64_t asleep;
} BodyState;

static const Field body_state_fields[] = {
    FIELD(BodyState, asleep),
};

typedef struct JointEnds {
    uint64_t body_a, body_b; /* numbers of bodies from 1, 0 for the static one */
} JointEnds;

static const Field joint_end_fields[] = {
    FIELD(JointEnds, body_a),
    FIELD(JointEnds, body_b),
};

static const Field slot_fields[] = {
    FIELD(EntitySlot, generation),
    FIELD(EntitySlot, kind),
    FIELD(EntitySlot, state),
};
_Static_assert(sizeof(SlotState) == sizeof(uint32_t), "an enum is hashed as 32 bits");

const Field contact_fields[] = {
    FIELD(ContactRecord, shape_a),
    FIELD(ContactRecord, shape_b),
    FIELD_ARRAY(ContactRecord, normal_impulse),
    FIELD_ARRAY(ContactRecord, tangent_impulse),
    FIELD_ARRAY(ContactRecord, bias_impulse),
};
const int contact_field_count = (int)ARRAY_LENGTH(contact_fields);

const char *section_name(WorldSection section)
{
    static const char *const names[SECTION_COUNT] = {[SECTION_BODIES] = "bodies",
                                                     [SECTION_CONSTRAINTS] = "constraints",
                                                     [SECTION_ENTITIES] = "entities",
                                                     [SECTION_RNG] = "rng",
                                                     [SECTION_GAME] = "game"};
    return names[section];
}

size_t field_bytes(FieldType type)
{
    static const size_t bytes[FIELD_TYPE_COUNT] = {
        [FIELD_BOOL] = sizeof(bool),    [FIELD_I32] = sizeof(int32_t),
        [FIELD_U32] = sizeof(uint32_t), [FIELD_I64] = sizeof(int64_t),
        [FIELD_U64] = sizeof(uint64_t), [FIELD_F64] = sizeof(double),
        [FIELD_VECT] = sizeof(cpVect),  [FIELD_ENTITY] = sizeof(Entity)};
    return bytes[type];
}

/* A walk under way. */
typedef struct Walk {
    FieldVisitor *visit;
    void *context;
    FieldGroup group;
} Walk;

static void begin_groups(Walk *walk, const char *object, const Field *fields, size_t field_count)
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

static void visit_shapes(Walk *walk, const cpBody *body)
{
    begin_groups(walk, "shape", shape_fields, ARRAY_LENGTH(shape_fields));
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        visit(walk, shape->hashid, shape);
    }
}

static void visit_bodies(Walk *walk, const World *world)
{
    walk->group.section = SECTION_BODIES;
    for (int i = 0; i < world->pose_count; i++) {
        const cpBody *body = world->poses[i].body;
        BodyState state = {.asleep = body->sleeping.root != NULL};
        begin_groups(walk, "body", body_fields, ARRAY_LENGTH(body_fields));
        visit(walk, (uint64_t)i + 1, body);
        begin_groups(walk, "body", body_state_fields, ARRAY_LENGTH(body_state_fields));
        visit(walk, (uint64_t)i + 1, &state);
        visit_shapes(walk, body);
    }
    visit_shapes(walk, world->space->staticBody);
}

static void visit_joint(Walk *walk, uint64_t number, const cpConstraint *joint)
{
    JointEnds ends = {(uintptr_t)joint->a->userData, (uintptr_t)joint->b->userData};
    begin_groups(walk, "joint", joint_end_fields, ARRAY_LENGTH(joint_end_fields));
    visit(walk, number, &ends);
    begin_groups(walk, "joint", joint_base_fields, (size_t)joint_base_field_count);
    visit(walk, number, joint);
    int count;
    const Field *fields = joint_fields(joint, &count);
    begin_groups(walk, "joint", fields, (size_t)count);
    visit(walk, number, joint);
}

/* By their bodies, because the space forgets those of sleeping ones; each once: with its body a, or
 * with b when a is the static body. */
static void visit_joints(Walk *walk, const World *world)
{
    uint64_t number = 0;
    walk->group.section = SECTION_CONSTRAINTS;
    for (int i = 0; i < world->pose_count; i++) {
        const cpBody *body = world->poses[i].body;
        const cpConstraint *joint = body->constraintList;
        while (joint != NULL) {
            if (joint->a == body || joint->a->userData == NULL) {
                visit_joint(walk, number++, joint);
            }
            joint = joint->a == body ? joint->next_a : joint->next_b;
        }
    }
}

static void visit_entities(Walk *walk, const World *world)
{
    walk->group.section = SECTION_ENTITIES;
    begin_groups(walk, "entity", slot_fields, ARRAY_LENGTH(slot_fields));
    for (int i = 0; i < world->slot_count; i++) {
        visit(walk, (uint64_t)i + 1, &world->slots[i]);
    }
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->state != SLOT_FREE) {
            const Kind *kind = &world->desc.kinds[slot->kind];
            begin_groups(walk, kind->name, kind->fields, (size_t)kind->field_count);
            visit(walk, (uint64_t)i + 1, slot->data);
        }
    }
}

void world_visit_fields(const World *world, FieldVisitor *visitor, void *context)
{
    Walk walk = {.visit = visitor, .context = context};
    visit_bodies(&walk, world);
    visit_joints(&walk, world);
    visit_entities(&walk, world);
    walk.group.section = SECTION_RNG;
    begin_groups(&walk, "rng", rng_fields, ARRAY_LENGTH(rng_fields));
    visit(&walk, 0, &world->rng);
    walk.group.section = SECTION_GAME;
    begin_groups(&walk, "world", world_fields, ARRAY_LENGTH(world_fields));
    visit(&walk, 0, world);
    begin_groups(&walk, "space", space_fields, ARRAY_LENGTH(space_fields));
    visit(&walk, 0, world->space);
    begin_groups(&walk, "state", world->desc.state_fields, (size_t)world->desc.state_field_count);
    visit(&walk, 0, world->state);
}

static void visit_contact(const struct cpArbiter *arbiter, ContactVisitor *each, void *context)
{
    ContactRecord record = {.shape_a = arbiter->a->hashid, .shape_b = arbiter->b->hashid};
    for (int i = 0; i < arbiter->count && i < (int)ARRAY_LENGTH(record.normal_impulse); i++) {
        const struct cpContact *contact = &arbiter->contacts[i];
        record.normal_impulse[i] = contact->jnAcc;
        record.tangent_impulse[i] = contact->jtAcc;
        record.bias_impulse[i] = contact->jBias;
    }
    each(context, &record);
}

/* Each once: with its body a, or with b when a is awake, static that is. */
static void visit_sleeping_contacts(const cpBody *body, ContactVisitor *each, void *context)
{
    const struct cpArbiter *arbiter = body->arbiterList;
    while (arbiter != NULL) {
        if (arbiter->body_a == body || arbiter->body_a->sleeping.root == NULL) {
            visit_contact(arbiter, each, context);
        }
        arbiter = arbiter->body_a == body ? arbiter->thread_a.next : arbiter->thread_b.next;
    }
}

void world_visit_contacts(const World *world, ContactVisitor *each, void *context)
{
    const cpArray *arbiters = world->space->arbiters;
    for (int i = 0; i < arbiters->num; i++) {
        visit_contact(arbiters->arr[i], each, context);
    }
    for (int i = 0; i < world->pose_count; i++) {
        if (world->poses[i].body->sleeping.root != NULL) {
            visit_sleeping_contacts(world->poses[i].body, each, context);
        }
    }
}
