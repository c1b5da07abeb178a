/* The world hash: every field that a tick can read, gathered by name from tables, so that padding,
 * pointers and the order of memory stay out of it. */
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY /* for a hash state on the stack */
#include <xxhash.h>

static const Field body_fields[] = {
    FIELD(struct cpBody, FIELD_F64, m),
    FIELD(struct cpBody, FIELD_F64, i),
    FIELD(struct cpBody, FIELD_VECT, p),
    FIELD(struct cpBody, FIELD_VECT, v),
    FIELD(struct cpBody, FIELD_VECT, f),
    FIELD(struct cpBody, FIELD_F64, a),
    FIELD(struct cpBody, FIELD_F64, w),
    FIELD(struct cpBody, FIELD_F64, t),
    FIELD(struct cpBody, FIELD_VECT, v_bias),
    FIELD(struct cpBody, FIELD_F64, w_bias),
    FIELD(struct cpBody, FIELD_F64, sleeping.idleTime),
};

static const Field contact_fields[] = {
    FIELD(struct cpContact, FIELD_F64, jnAcc),
    FIELD(struct cpContact, FIELD_F64, jtAcc),
    FIELD(struct cpContact, FIELD_F64, jBias),
};

static const Field constraint_fields[] = {
    FIELD(struct cpConstraint, FIELD_F64, maxForce),
};

static const Field rng_fields[] = {
    FIELD(Rng, FIELD_U64, state),
    FIELD(Rng, FIELD_U64, increment),
};

static size_t field_bytes(FieldType type)
{
    static const size_t bytes[FIELD_TYPE_COUNT] = {
        [FIELD_BOOL] = sizeof(bool),    [FIELD_I32] = sizeof(int32_t),
        [FIELD_U32] = sizeof(uint32_t), [FIELD_U64] = sizeof(uint64_t),
        [FIELD_F64] = sizeof(double),   [FIELD_VECT] = sizeof(cpVect),
        [FIELD_ENTITY] = sizeof(Entity)};
    return bytes[type];
}

/* Bytes on their way into the hash: many small fields become few large updates. */
typedef struct Gather {
    XXH3_state_t hash;
    size_t used;
    char buffer[4096];
} Gather;

static void gather(Gather *into, const void *bytes, size_t size)
{
    if (size > sizeof into->buffer - into->used) {
        XXH3_64bits_update(&into->hash, into->buffer, into->used);
        into->used = 0;
    }
    if (size > sizeof into->buffer) {
        XXH3_64bits_update(&into->hash, bytes, size);
        return;
    }
    memcpy(into->buffer + into->used, bytes, size);
    into->used += size;
}

/* Fields that follow each other in memory go in one piece. */
static void gather_fields(Gather *into, const Field *fields, int count, const void *base)
{
    for (int i = 0; i < count;) {
        size_t start = fields[i].offset, end = start;
        for (; i < count && fields[i].offset == end; i++) {
            end += field_bytes(fields[i].type) * fields[i].count;
        }
        gather(into, (const char *)base + start, end - start);
    }
}

static void gather_bodies(Gather *into, const World *world)
{
    for (int i = 0; i < world->pose_count; i++) {
        gather_fields(into, body_fields, (int)ARRAY_LENGTH(body_fields), world->poses[i].body);
    }
}

/* What a joint carries from tick to tick beside its bodies: the impulses it starts the next solve
 * with. */
static void gather_constraint(Gather *into, const cpConstraint *constraint)
{
    gather_fields(into, constraint_fields, (int)ARRAY_LENGTH(constraint_fields), constraint);
    if (cpConstraintIsPivotJoint(constraint)) {
        gather(into, &((const struct cpPivotJoint *)constraint)->jAcc, sizeof(cpVect));
    } else if (cpConstraintIsGrooveJoint(constraint)) {
        gather(into, &((const struct cpGrooveJoint *)constraint)->jAcc, sizeof(cpVect));
    } else if (cpConstraintIsPinJoint(constraint)) {
        gather(into, &((const struct cpPinJoint *)constraint)->jnAcc, sizeof(double));
    } else if (cpConstraintIsSlideJoint(constraint)) {
        gather(into, &((const struct cpSlideJoint *)constraint)->jnAcc, sizeof(double));
    } else if (cpConstraintIsSimpleMotor(constraint)) {
        gather(into, &((const struct cpSimpleMotor *)constraint)->rate, sizeof(double));
        gather(into, &((const struct cpSimpleMotor *)constraint)->jAcc, sizeof(double));
    } else if (cpConstraintIsDampedSpring(constraint)) {
        gather(into, &((const struct cpDampedSpring *)constraint)->jAcc, sizeof(double));
    } else if (cpConstraintIsDampedRotarySpring(constraint)) {
        gather(into, &((const struct cpDampedRotarySpring *)constraint)->jAcc, sizeof(double));
    } else if (cpConstraintIsRotaryLimitJoint(constraint)) {
        gather(into, &((const struct cpRotaryLimitJoint *)constraint)->jAcc, sizeof(double));
    } else if (cpConstraintIsRatchetJoint(constraint)) {
        gather(into, &((const struct cpRatchetJoint *)constraint)->angle, sizeof(double));
        gather(into, &((const struct cpRatchetJoint *)constraint)->jAcc, sizeof(double));
    } else if (cpConstraintIsGearJoint(constraint)) {
        gather(into, &((const struct cpGearJoint *)constraint)->jAcc, sizeof(double));
    }
}

static void gather_joints_and_contacts(Gather *into, const World *world)
{
    const cpArray *constraints = world->space->constraints;
    for (int i = 0; i < constraints->num; i++) {
        gather_constraint(into, constraints->arr[i]);
    }
    const cpArray *arbiters = world->space->arbiters;
    for (int i = 0; i < arbiters->num; i++) {
        const struct cpArbiter *arbiter = arbiters->arr[i];
        uint64_t shapes[2] = {arbiter->a->hashid, arbiter->b->hashid};
        gather(into, shapes, sizeof shapes);
        for (int c = 0; c < arbiter->count; c++) {
            gather_fields(into, contact_fields, (int)ARRAY_LENGTH(contact_fields),
                          &arbiter->contacts[c]);
        }
    }
}

static void gather_entities(Gather *into, const World *world)
{
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        uint32_t head[3] = {slot->generation, (uint32_t)slot->kind, slot->state};
        gather(into, head, sizeof head);
        if (slot->state != SLOT_FREE) {
            const Kind *kind = &world->desc.kinds[slot->kind];
            gather_fields(into, kind->fields, kind->field_count, slot->data);
        }
    }
}

uint64_t world_hash(const World *world)
{
    Gather into;
    into.used = 0;
    XXH3_64bits_reset(&into.hash);
    gather(&into, &world->tick, sizeof world->tick);
    gather(&into, &world->event_sequence, sizeof world->event_sequence);
    gather_bodies(&into, world);
    gather_joints_and_contacts(&into, world);
    gather_entities(&into, world);
    gather_fields(&into, rng_fields, (int)ARRAY_LENGTH(rng_fields), &world->rng);
    gather_fields(&into, world->desc.state_fields, world->desc.state_field_count, world->state);
    XXH3_64bits_update(&into.hash, into.buffer, into.used);
    return XXH3_64bits_digest(&into.hash);
}
