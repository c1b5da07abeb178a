/* The world hash has 64 bits: eight for each section (world_fields.h), lowest first, then 24 for
 * all sections together. A difference goes unseen in its section's bits once in 256 times, and in
 * all bits once in four thousand million times. */
#include "sim/entity_data.h"
#include "sim/world_fields.h"
#include "sim/world_rows.h"

#include <stdio.h>
#include <string.h>

enum {
    SPAN_MAX = 16,
    TABLE_COUNT = 32,
    SECTION_BITS = 8,
    TOTAL_SHIFT = HASHED_SECTION_COUNT * SECTION_BITS
};

/* ---- a row of 64-bit words ---- */

/* Mixes 64-bit words. Four words are rotated by different amounts and combined with XOR into a
 * group, so no change is lost. Two groups and the state are multiplied, and the halves of the
 * product folded, as in wyhash (Wang Yi, 2019) and XXH3 (Collet, 2019). Rows of constant size
 * become straight-line code. */
typedef struct Row {
    uint64_t state;
    uint64_t group, left; /* the group that is being filled, and the complete one before it */
    uint64_t count;       /* words so far */
} Row;

enum { GROUP_WORDS = 4, GROUP_TURN = 21 };

static const uint64_t PLACE_KEY = 0x9E3779B97F4A7C15; /* 2^64 / golden ratio */
static const uint64_t FIRST_STATE = 0x165667919E3779F9;

__extension__ typedef unsigned __int128 Product;

static inline uint64_t mix(uint64_t state, uint64_t left, uint64_t right)
{
    Product product = (Product)(state ^ left) * (PLACE_KEY ^ right);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline Row row_begin(void)
{
    return (Row){.state = FIRST_STATE};
}

static inline void add_word(Row *row, uint64_t word)
{
    row->group = (row->group << GROUP_TURN | row->group >> (64 - GROUP_TURN)) ^ word;
    row->count++;
    if (row->count % (2 * GROUP_WORDS) == 0) {
        row->state = mix(row->state, row->left, row->group);
        row->left = row->group = 0;
    } else if (row->count % GROUP_WORDS == 0) {
        row->left = row->group;
        row->group = 0;
    }
}

static inline uint64_t row_digest(const Row *row)
{
    return row->count % (2 * GROUP_WORDS) == 0            ? row->state
           : row->count % (2 * GROUP_WORDS) < GROUP_WORDS ? mix(row->state, row->group, 0)
                                                          : mix(row->state, row->left, row->group);
}

static inline void add_64(Row *row, const void *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    add_word(row, word);
}

static inline void add_32(Row *row, const void *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    add_word(row, word);
}

static inline void add_element(Row *row, CwFieldType type, const void *at)
{
    switch (type) {
    case CW_FIELD_BOOL:
        add_word(row, *(const unsigned char *)at);
        return;
    case CW_FIELD_I32:
    case CW_FIELD_U32:
        add_32(row, at);
        return;
    case CW_FIELD_I64:
    case CW_FIELD_U64:
    case CW_FIELD_F64:
    case CW_FIELD_ENTITY:
        add_64(row, at);
        return;
    case CW_FIELD_VECT:
        add_64(row, at);
        add_64(row, (const char *)at + sizeof(double));
        return;
    case CW_FIELD_TYPE_COUNT:
        return;
    }
}

/* ---- bodies and shapes ---- */

static inline void add_planes(Row *row, const struct cpPolyShape *poly)
{
    const char *at = (const char *)poly->planes;
    for (int i = 0; i < 2 * PLANE_VECTS * poly->count; i++) {
        add_element(row, CW_FIELD_VECT, at + (size_t)i * sizeof(cpVect));
    }
}

#define ADD_BODY(type, member) add_element(&row, type, &body->member);
#define ADD_POSE(type, member) add_element(&row, type, &pose->member);
#define ADD_LINK(type, member) add_element(&row, type, &links.member);
#define ADD_SHAPE(type, member) add_element(&row, type, &shape->member);
#define ADD_CIRCLE(type, member) add_element(&row, type, &circle->member);
#define ADD_SEGMENT(type, member) add_element(&row, type, &segment->member);
#define ADD_POLY(type, member) add_element(&row, type, &poly->member);

static inline uint64_t shape_digest(const CwWorld *world, const cpShape *shape)
{
    Row row = row_begin();
    CwEntity owner = part_owner(world, shape->userData);
    SHAPE_MATTER_FIELDS(ADD_SHAPE)
    add_element(&row, CW_FIELD_ENTITY, &owner);
    SHAPE_MEETING_FIELDS(ADD_SHAPE)
    switch (shape->klass->type) {
    case CP_CIRCLE_SHAPE: {
        const struct cpCircleShape *circle = (const struct cpCircleShape *)shape;
        CIRCLE_FIELDS(ADD_CIRCLE)
        break;
    }
    case CP_SEGMENT_SHAPE: {
        const struct cpSegmentShape *segment = (const struct cpSegmentShape *)shape;
        SEGMENT_FIELDS(ADD_SEGMENT)
        break;
    }
    case CP_POLY_SHAPE: {
        const struct cpPolyShape *poly = (const struct cpPolyShape *)shape;
        POLY_FIELDS(ADD_POLY)
        add_planes(&row, poly);
        break;
    }
    case CP_NUM_SHAPES:
        break;
    }
    return row_digest(&row);
}

static inline uint64_t body_digest(const cpBody *body, const BodyPose *pose)
{
    Row row = row_begin();
    BodyLinks links = body_links(body);
    BODY_LINK_FIELDS(ADD_LINK)
    BODY_FIELDS(ADD_BODY)
    POSE_FIELDS(ADD_POSE)
    return row_digest(&row);
}

static uint64_t order_digest(const cpArray *bodies)
{
    uint64_t digest = FIRST_STATE;
    for (int i = 0; i < bodies->num; i++) {
        digest = mix(digest, body_number(bodies->arr[i]), 0);
    }
    return digest;
}

/* Mixes all bodies and their shapes. The static body, which has no pose, is last. */
static uint64_t bodies_digest(const CwWorld *world)
{
    uint64_t section = 0;
    for (int i = 0; i <= world->body_count; i++) {
        bool is_static = i == world->body_count;
        const cpBody *body = is_static ? world->space->staticBody : world->bodies[i];
        BodyPose pose = is_static ? (BodyPose){0} : body_pose(world, i);
        section = section * PLACE_KEY + body_digest(body, &pose);
        for (const cpShape *shape = body->shapeList; shape != NULL; shape = shape->next) {
            section = section * PLACE_KEY + shape_digest(world, shape);
        }
    }
    section = section * PLACE_KEY + order_digest(world->space->dynamicBodies);
    return section * PLACE_KEY + order_digest(world->space->sleepingComponents);
}

/* ---- contacts ---- */

#define ADD_CONTACT_SHAPE(type, member) add_element(&row, type, &place.member);
#define ADD_PLACE(type, member) add_element(&row, type, &place->member);
#define ADD_ARBITER(type, name, member) add_element(&row, type, &arbiter->member);
#define ADD_POINT(type, name, member) add_element(&row, type, &point->member);

static inline uint64_t contact_digest(const struct cpArbiter *arbiter)
{
    Row row = row_begin();
    ContactPlace place = contact_place(arbiter);
    CONTACT_SHAPE_FIELDS(ADD_CONTACT_SHAPE)
    ARBITER_FIELDS(ADD_ARBITER)
    const struct cpContact *point = arbiter->contacts;
    if (arbiter->count > 0) {
        CONTACT_POINT_FIELDS(ADD_POINT)
        if (arbiter->count > 1) {
            point++;
            CONTACT_POINT_FIELDS(ADD_POINT)
        }
    }
    return row_digest(&row);
}

/* The first members of structs in Chipmunk's cpHashSet.c, for a fast walk over contacts. */
typedef struct SetBin {
    const struct cpArbiter *arbiter;
    cpHashValue hash;
    const struct SetBin *next;
} SetBin;

typedef struct Set {
    unsigned int count, size;
    void *equal, *no_element;
    const SetBin *const *table;
} Set;

/* Bins collected before they are added, which halves the time of Chipmunk's own walk. */
enum { BINS_AT_ONCE = 64 };

/* Distance of prefetching, which saves a quarter of the time: the arena has objects in no order. */
enum { AHEAD = 8 };

static inline void prefetch_arbiter(const struct cpArbiter *arbiter)
{
    __builtin_prefetch(&arbiter->e);
    __builtin_prefetch(&arbiter->thread_a);
    __builtin_prefetch(&arbiter->state);
}

static inline void prefetch_parts(const struct cpArbiter *arbiter)
{
    __builtin_prefetch(&arbiter->a->hashid);
    __builtin_prefetch(&arbiter->b->hashid);
    __builtin_prefetch(arbiter->contacts);
}

/* Adds all bins of several lists: first the heads, then their successors. Returns their count. */
static unsigned int add_bins(uint64_t *sum, const SetBin **bins, int bin_count)
{
    const struct cpArbiter *arbiters[BINS_AT_ONCE];
    unsigned int seen_count = 0;
    while (bin_count > 0) {
        int count = bin_count;
        bin_count = 0;
        seen_count += (unsigned int)count;
        for (int i = 0; i < count; i++) {
            arbiters[i] = bins[i]->arbiter;
            prefetch_arbiter(arbiters[i]);
            bins[bin_count] = bins[i]->next;
            bin_count += bins[bin_count] != NULL;
        }
        for (int i = 0; i < count; i++) {
            if (i + AHEAD < count) {
                prefetch_parts(arbiters[i + AHEAD]);
            }
            *sum += contact_digest(arbiters[i]);
        }
    }
    return seen_count;
}

/* Sums over all pairs in the cache, which touch, have just parted, or have a sensor. It is a sum
 * because their order is not part of the world's state. */
static uint64_t sum_cached(const cpSpace *space)
{
    const Set *set = (const Set *)space->cachedArbiters;
    uint64_t sum = 0;
    unsigned int seen_count = 0;
    for (unsigned int at = 0; at < set->size; at += BINS_AT_ONCE) {
        const SetBin *bins[BINS_AT_ONCE + 1];
        int bin_count = 0;
        for (unsigned int i = at; i < at + BINS_AT_ONCE && i < set->size; i++) {
            bins[bin_count] = set->table[i];
            bin_count += bins[bin_count] != NULL; /* avoids a branch */
        }
        seen_count += add_bins(&sum, bins, bin_count);
    }
    CW_ASSERT(seen_count == set->count, "build with Chipmunk 7.0.3");
    return sum;
}

/* Visits a sleeping body's contacts, each once: with its body a, or with b if a is awake. */
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

static void add_sleeping_contact(void *context, const cpArbiter *arbiter, const ContactPlace *place)
{
    uint64_t *sum = context;
    Row row = row_begin();
    CONTACT_PLACE_FIELDS(ADD_PLACE)
    add_word(&row, contact_digest(arbiter));
    *sum += row_digest(&row);
}

/* ---- tables of named fields ---- */

/* Fields that are adjacent in memory and mixed together. */
typedef struct Span {
    uint32_t offset, bytes;
} Span;

typedef struct SpanTable {
    const CwField *fields; /* NULL: unused */
    int field_count;
    int span_count; /* 0: more than SPAN_MAX, so fields are mixed one by one */
    Span spans[SPAN_MAX];
} SpanTable;

typedef struct Tables {
    uint64_t digests[HASHED_SECTION_COUNT];
    SpanTable tables[TABLE_COUNT]; /* found by the address of their fields */
} Tables;

/* Mixes any number of bytes, word by word, with less state than a row. */
static inline uint64_t mix_bytes(uint64_t state, const char *at, uint32_t bytes)
{
    for (; bytes >= sizeof(uint64_t); bytes -= (uint32_t)sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        state = mix(state, word, 0);
        at += sizeof(uint64_t);
    }
    for (; bytes > 0; bytes--) {
        state = mix(state, *(const unsigned char *)at++, 0);
    }
    return state;
}

static void merge_fields(SpanTable *table, const CwField *fields, int count)
{
    *table = (SpanTable){.fields = fields, .field_count = count};
    for (int i = 0; i < count;) {
        if (fields[i].link != NULL) {
            i++;
            continue;
        }
        if (table->span_count == SPAN_MAX) {
            table->span_count = 0;
            return;
        }
        Span *span = &table->spans[table->span_count++];
        span->offset = fields[i].offset;
        for (; i < count && fields[i].offset == span->offset + span->bytes; i++) {
            span->bytes += (uint32_t)field_bytes(fields[i].type) * fields[i].count;
        }
    }
}

static const SpanTable *find_table(Tables *into, const CwField *fields, int count)
{
    SpanTable *table = &into->tables[(uintptr_t)fields / sizeof(CwField) % TABLE_COUNT];
    if (table->fields != fields || table->field_count != count) {
        merge_fields(table, fields, count);
    }
    return table;
}

static uint64_t mix_scattered(uint64_t state, const SpanTable *table, const char *base)
{
    for (int i = 0; i < table->field_count; i++) {
        const CwField *field = &table->fields[i];
        uint32_t bytes = (uint32_t)field_bytes(field->type) * field->count;
        state = mix_bytes(state, base + field->offset, bytes);
    }
    return state;
}

static inline uint64_t mix_table(uint64_t state, const SpanTable *table, const char *base)
{
    if (table->span_count == 0) {
        return mix_scattered(state, table, base);
    }
    for (int i = 0; i < table->span_count; i++) {
        state = mix_bytes(state, base + table->spans[i].offset, table->spans[i].bytes);
    }
    return state;
}

static void add_group(void *context, const FieldGroup *group)
{
    Tables *into = context;
    uint64_t *section = &into->digests[group->section];
    const SpanTable *table = find_table(into, group->fields, group->field_count);
    *section = *section * PLACE_KEY + mix_table(FIRST_STATE, table, group->base);
}

/* ---- entities ---- */

#define ADD_SLOT(type, member) add_element(&row, type, &slot->member);

static uint64_t mix_parts(Tables *into, uint64_t digest, const CwKind *kind, const char *data)
{
    for (int i = 0; kind->parts[i] != NULL; i++) {
        const CwKind *part = kind->parts[i];
        const SpanTable *table = find_table(into, part->fields, part->field_count);
        digest = mix_table(digest, table, data + part_offset(kind, part, false));
    }
    return digest;
}

static uint64_t entities_digest(Tables *into, const CwWorld *world)
{
    uint64_t section = 0;
    const SpanTable *table = &into->tables[0];
    for (int i = 0; i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        Row row = row_begin();
        SLOT_FIELDS(ADD_SLOT)
        uint64_t digest = row_digest(&row);
        if (slot->state != SLOT_FREE) {
            const CwKind *kind = &world->desc.kinds[slot->kind];
            if (kind->fields != table->fields || kind->field_count != table->field_count) {
                table = find_table(into, kind->fields, kind->field_count);
            }
            digest = mix_table(digest, table, slot->data);
            if (kind->parts[0] != NULL) {
                digest = mix_parts(into, digest, kind, slot->data);
            }
        }
        section = section * PLACE_KEY + digest;
    }
    return section;
}

uint64_t cw_world_hash(const CwWorld *world)
{
    Tables into;
    memset(&into, 0, sizeof into);
    into.digests[SECTION_BODIES] = bodies_digest(world);
    into.digests[SECTION_ENTITIES] = entities_digest(&into, world);
    world_visit_hashed(world, ALL_SECTIONS, add_group, &into);
    into.digests[SECTION_CONSTRAINTS] += sum_cached(world->space);
    world_visit_sleeping_contacts(world, add_sleeping_contact, &into.digests[SECTION_CONSTRAINTS]);
    Row total = row_begin();
    uint64_t sections = 0;
    for (int i = 0; i < HASHED_SECTION_COUNT; i++) {
        uint64_t digest = mix(into.digests[i], 0, 0); /* mixes high bits into low ones */
        sections |= (digest & 0xff) << i * SECTION_BITS;
        add_word(&total, digest);
    }
    if (world->desc.salt != 0) {
        add_word(&total, world->desc.salt);
    }
    return row_digest(&total) << TOTAL_SHIFT | sections;
}

void world_hash_describe(uint64_t a, uint64_t b, char *text, size_t size)
{
    static const char *const names[HASHED_SECTION_COUNT] = {[SECTION_BODIES] = "bodies",
                                                            [SECTION_CONSTRAINTS] = "constraints",
                                                            [SECTION_ENTITIES] = "entities",
                                                            [SECTION_RNG] = "rng",
                                                            [SECTION_GAME] = "game"};
    text[0] = '\0';
    for (int i = 0; i < HASHED_SECTION_COUNT; i++) {
        if (((a ^ b) >> i * SECTION_BITS & 0xff) != 0) {
            size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ",", names[i]);
        }
    }
    if (text[0] == '\0') {
        snprintf(text, size, "%s", a == b ? "nothing" : "unknown");
    }
}
