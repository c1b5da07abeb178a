/* The world hash: every field that a tick can read, gathered by name from tables, so that padding,
 * pointers and the order of memory stay out of it. */
#include "sim/joint_fields.h"
#include "sim/world.h"

#include <chipmunk/chipmunk_structs.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY /* for a hash state on the stack */
#include <xxhash.h>

static const Field body_fields[] = {
    FIELD(struct cpBody, FIELD_F64, m),      FIELD(struct cpBody, FIELD_F64, m_inv),
    FIELD(struct cpBody, FIELD_F64, i),      FIELD(struct cpBody, FIELD_F64, i_inv),
    FIELD(struct cpBody, FIELD_VECT, cog),   FIELD(struct cpBody, FIELD_VECT, p),
    FIELD(struct cpBody, FIELD_VECT, v),     FIELD(struct cpBody, FIELD_VECT, f),
    FIELD(struct cpBody, FIELD_F64, a),      FIELD(struct cpBody, FIELD_F64, w),
    FIELD(struct cpBody, FIELD_F64, t),      FIELD(struct cpBody, FIELD_VECT, v_bias),
    FIELD(struct cpBody, FIELD_F64, w_bias), FIELD(struct cpBody, FIELD_F64, sleeping.idleTime),
};

static const Field shape_fields[] = {
    FIELD(struct cpShape, FIELD_BOOL, sensor),
    FIELD(struct cpShape, FIELD_F64, e),
    FIELD(struct cpShape, FIELD_F64, u),
    FIELD(struct cpShape, FIELD_VECT, surfaceV),
    FIELD(struct cpShape, FIELD_ENTITY, userData), /* the owner, see world_add_shape */
    FIELD(struct cpShape, FIELD_U64, type),
    FIELD(struct cpShape, FIELD_U64, filter.group),
    FIELD(struct cpShape, FIELD_U32, filter.categories),
    FIELD(struct cpShape, FIELD_U32, filter.mask),
    FIELD(struct cpShape, FIELD_U64, hashid),
};

static const Field space_fields[] = {
    FIELD(struct cpSpace, FIELD_I32, iterations),
    FIELD(struct cpSpace, FIELD_VECT, gravity),
    FIELD(struct cpSpace, FIELD_F64, damping),
    FIELD(struct cpSpace, FIELD_F64, idleSpeedThreshold),
    FIELD(struct cpSpace, FIELD_F64, sleepTimeThreshold),
    FIELD(struct cpSpace, FIELD_F64, collisionSlop),
    FIELD(struct cpSpace, FIELD_F64, collisionBias),
    FIELD(struct cpSpace, FIELD_U32, collisionPersistence),
    FIELD(struct cpSpace, FIELD_U64, shapeIDCounter),
};

static const Field world_fields[] = {
    FIELD(World, FIELD_U64, tick),
    FIELD(World, FIELD_U64, event_sequence),
    FIELD(World, FIELD_U64, rng.state),
    FIELD(World, FIELD_U64, rng.increment),
    FIELD(World, FIELD_I32, desc.settings.substeps),
    FIELD(World, FIELD_I32, pending.count), /* events of the next tick; unsorted until then */
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

/* Fields that follow each other in memory go in one piece. */
typedef struct Span {
    uint32_t offset, bytes;
} Span;

enum { SPAN_MAX = 16 };

typedef struct Spans {
    int count;
    Span items[SPAN_MAX];
} Spans;

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

/* Returns how many fields fit: all, or as many as fill SPAN_MAX spans. */
static int merge_fields(Spans *spans, const Field *fields, int count)
{
    spans->count = 0;
    int i = 0;
    while (i < count && spans->count < SPAN_MAX) {
        Span *span = &spans->items[spans->count++];
        *span = (Span){.offset = fields[i].offset};
        for (; i < count && fields[i].offset == span->offset + span->bytes; i++) {
            span->bytes += (uint32_t)field_bytes(fields[i].type) * fields[i].count;
        }
    }
    return i;
}

static void gather_spans(Gather *into, const Spans *spans, const void *base)
{
    for (int i = 0; i < spans->count; i++) {
        gather(into, (const char *)base + spans->items[i].offset, spans->items[i].bytes);
    }
}

static void gather_fields(Gather *into, const Field *fields, int count, const void *base)
{
    while (count > 0) {
        Spans spans;
        int merged = merge_fields(&spans, fields, count);
        gather_spans(into, &spans, base);
        fields += merged;
        count -= merged;
    }
}

static void gather_shapes(Gather *into, const Spans *spans, const cpBody *body)
{
    for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
        gather_spans(into, spans, shape);
    }
}

static void gather_bodies(Gather *into, const World *world)
{
    Spans body_spans, shape_spans;
    merge_fields(&body_spans, body_fields, (int)ARRAY_LENGTH(body_fields));
    merge_fields(&shape_spans, shape_fields, (int)ARRAY_LENGTH(shape_fields));
    for (int i = 0; i < world->pose_count; i++) {
        const cpBody *body = world->poses[i].body;
        uint64_t asleep = body->sleeping.root != NULL;
        gather_spans(into, &body_spans, body);
        gather(into, &asleep, sizeof asleep);
        gather_shapes(into, &shape_spans, body);
    }
    gather_shapes(into, &shape_spans, world->space->staticBody);
}

/* One touching pair of shapes. Chipmunk makes at most two contacts of a pair. */
typedef struct PairRecord {
    uint64_t shapes[2];
    double impulses[2][3];
} PairRecord;

static PairRecord pair_record(const struct cpArbiter *arbiter)
{
    PairRecord record = {.shapes = {arbiter->a->hashid, arbiter->b->hashid}};
    for (int i = 0; i < arbiter->count && i < (int)ARRAY_LENGTH(record.impulses); i++) {
        const struct cpContact *contact = &arbiter->contacts[i];
        record.impulses[i][0] = contact->jnAcc;
        record.impulses[i][1] = contact->jtAcc;
        record.impulses[i][2] = contact->jBias;
    }
    return record;
}

/* A sum, because the order of pairs is that of addresses once a shape was removed; each step
 * builds the list anew, so no tick sees that order. */
static void gather_contacts(Gather *into, const World *world)
{
    const cpArray *arbiters = world->space->arbiters;
    uint64_t sum = (uint64_t)arbiters->num;
    for (int i = 0; i < arbiters->num; i++) {
        PairRecord record = pair_record(arbiters->arr[i]);
        sum += XXH3_64bits(&record, sizeof record);
    }
    gather(into, &sum, sizeof sum);
}

static void gather_joints(Gather *into, const World *world)
{
    const cpArray *joints = world->space->constraints;
    for (int i = 0; i < joints->num; i++) {
        const cpConstraint *joint = joints->arr[i];
        /* The bodies by their numbers; 0 for the static one. */
        uint64_t bodies[2] = {(uintptr_t)joint->a->userData, (uintptr_t)joint->b->userData};
        gather(into, bodies, sizeof bodies);
        int field_count;
        const Field *fields = joint_fields(joint, &field_count);
        gather_fields(into, joint_base_fields, joint_base_field_count, joint);
        gather_fields(into, fields, field_count, joint);
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
    gather_fields(&into, world_fields, (int)ARRAY_LENGTH(world_fields), world);
    gather_fields(&into, space_fields, (int)ARRAY_LENGTH(space_fields), world->space);
    gather_bodies(&into, world);
    gather_joints(&into, world);
    gather_contacts(&into, world);
    gather_entities(&into, world);
    gather_fields(&into, world->desc.state_fields, world->desc.state_field_count, world->state);
    XXH3_64bits_update(&into.hash, into.buffer, into.used);
    return XXH3_64bits_digest(&into.hash);
}
