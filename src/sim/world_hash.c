#include "sim/world_hash.h"

#include "sim/world.h"

#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL /* a third faster on many small pieces, and a hash state on the stack */
#include <xxhash.h>

enum {
    SPAN_MAX = 16,
    TABLE_COUNT = 4,
    SECTION_BITS = 8,
    WHOLE_SHIFT = SECTION_COUNT * SECTION_BITS
};

/* Fields that follow each other in memory go in one piece. */
typedef struct Span {
    uint32_t offset, bytes;
} Span;

/* A table of fields, merged into spans. */
typedef struct SpanTable {
    const Field *fields; /* NULL: unused, or more than fits */
    int field_count;
    int span_count;
    Span spans[SPAN_MAX];
} SpanTable;

/* Bytes on their way into the hash of a section: many small fields become few large updates. */
typedef struct Gather {
    uint64_t digests[SECTION_COUNT];
    WorldSection section;          /* the one being gathered */
    SpanTable tables[TABLE_COUNT]; /* the last ones used, by turns */
    int table_turn;
    size_t used;
    char buffer[4096];
    XXH3_state_t hash;
} Gather;

/* Inline, because most pieces are a few words: a call of memcpy would cost more than the copy. */
static inline void copy(char *to, const char *from, size_t size)
{
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t)) {
        memcpy(to, from, sizeof(uint64_t));
        to += sizeof(uint64_t);
        from += sizeof(uint64_t);
    }
    for (; size > 0; size--) {
        *to++ = *from++;
    }
}

static void gather(Gather *into, const char *bytes, size_t size)
{
    if (size > sizeof into->buffer - into->used) {
        XXH3_64bits_update(&into->hash, into->buffer, into->used);
        into->used = 0;
    }
    if (size > sizeof into->buffer) {
        XXH3_64bits_update(&into->hash, bytes, size);
        return;
    }
    copy(into->buffer + into->used, bytes, size);
    into->used += size;
}

static void begin_section(Gather *into, WorldSection section)
{
    into->section = section;
    into->used = 0;
    XXH3_64bits_reset(&into->hash);
}

static void end_section(Gather *into)
{
    XXH3_64bits_update(&into->hash, into->buffer, into->used);
    into->digests[into->section] = XXH3_64bits_digest(&into->hash);
}

/* Returns how many fields fit: all, or as many as fill SPAN_MAX spans. */
static int merge_fields(SpanTable *table, const Field *fields, int count)
{
    table->span_count = 0;
    int i = 0;
    while (i < count && table->span_count < SPAN_MAX) {
        Span *span = &table->spans[table->span_count++];
        *span = (Span){.offset = fields[i].offset};
        for (; i < count && fields[i].offset == span->offset + span->bytes; i++) {
            span->bytes += (uint32_t)field_bytes(fields[i].type) * fields[i].count;
        }
    }
    table->fields = i == count ? fields : NULL;
    table->field_count = count;
    return i;
}

static void gather_spans(Gather *into, const SpanTable *table, const void *base)
{
    for (int i = 0; i < table->span_count; i++) {
        gather(into, (const char *)base + table->spans[i].offset, table->spans[i].bytes);
    }
}

static void gather_group(void *context, const FieldGroup *group)
{
    Gather *into = context;
    if (group->section != into->section) {
        end_section(into);
        begin_section(into, group->section);
    }
    if (group->field_count == 0) {
        return;
    }
    for (int i = 0; i < TABLE_COUNT; i++) {
        if (into->tables[i].fields == group->fields &&
            into->tables[i].field_count == group->field_count) {
            gather_spans(into, &into->tables[i], group->base);
            return;
        }
    }
    SpanTable *table = &into->tables[into->table_turn++ % TABLE_COUNT];
    for (int done = 0; done < group->field_count;) {
        done += merge_fields(table, group->fields + done, group->field_count - done);
        gather_spans(into, table, group->base);
    }
    if (table->fields != group->fields) {
        table->fields = NULL; /* it holds only the last part */
    }
}

/* A sum, because the order of contacts is no property of the world. */
static void add_contact(void *context, const ContactRecord *record)
{
    uint64_t *sum = context;
    *sum += XXH3_64bits(record, sizeof *record) + 1;
}

static uint64_t contacts_digest(const World *world)
{
    uint64_t sum = 0;
    world_visit_contacts(world, add_contact, &sum);
    return sum;
}

uint64_t world_hash(const World *world)
{
    Gather into;
    into.table_turn = 0;
    memset(into.tables, 0, sizeof into.tables);
    begin_section(&into, SECTION_BODIES);
    memset(into.digests, 0, sizeof into.digests);
    world_visit_fields(world, gather_group, &into);
    end_section(&into);
    into.digests[SECTION_CONSTRAINTS] += contacts_digest(world);
    uint64_t hash = XXH3_64bits(into.digests, sizeof into.digests) << WHOLE_SHIFT;
    for (int i = 0; i < SECTION_COUNT; i++) {
        hash |= (into.digests[i] & 0xff) << i * SECTION_BITS;
    }
    return hash;
}

void world_hash_describe(uint64_t a, uint64_t b, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < SECTION_COUNT; i++) {
        if (((a ^ b) >> i * SECTION_BITS & 0xff) != 0) {
            size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ",",
                     section_name((WorldSection)i));
        }
    }
    if (text[0] == '\0') {
        snprintf(text, size, "%s", a == b ? "nothing" : "unknown");
    }
}
