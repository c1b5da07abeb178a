#include "sim/world_hash.h"

#include "sim/world.h"

#include <stdio.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY /* for a hash state on the stack */
#include <xxhash.h>

enum { SPAN_MAX = 16, SECTION_BITS = 8, WHOLE_SHIFT = SECTION_COUNT * SECTION_BITS };

/* Fields that follow each other in memory go in one piece. */
typedef struct Span {
    uint32_t offset, bytes;
} Span;

/* Bytes on their way into the hash of a section: many small fields become few large updates. */
typedef struct Gather {
    uint64_t digests[SECTION_COUNT];
    WorldSection section; /* the one being gathered */
    const Field *fields;  /* whose spans these are */
    Span spans[SPAN_MAX];
    int span_count;
    size_t used;
    char buffer[4096];
    XXH3_state_t hash;
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
static int merge_fields(Gather *into, const Field *fields, int count)
{
    into->span_count = 0;
    int i = 0;
    while (i < count && into->span_count < SPAN_MAX) {
        Span *span = &into->spans[into->span_count++];
        *span = (Span){.offset = fields[i].offset};
        for (; i < count && fields[i].offset == span->offset + span->bytes; i++) {
            span->bytes += (uint32_t)field_bytes(fields[i].type) * fields[i].count;
        }
    }
    return i;
}

static void gather_spans(Gather *into, const void *base)
{
    for (int i = 0; i < into->span_count; i++) {
        gather(into, (const char *)base + into->spans[i].offset, into->spans[i].bytes);
    }
}

static void gather_group(void *context, const FieldGroup *group)
{
    Gather *into = context;
    if (group->section != into->section) {
        end_section(into);
        begin_section(into, group->section);
    }
    if (group->fields == into->fields) {
        gather_spans(into, group->base);
        return;
    }
    for (int done = 0; done < group->field_count;) {
        int merged = merge_fields(into, group->fields + done, group->field_count - done);
        gather_spans(into, group->base);
        into->fields = merged == group->field_count ? group->fields : NULL;
        done += merged;
    }
}

/* A sum, because the order of contacts is no property of the world. */
static uint64_t contacts_digest(const World *world)
{
    uint64_t sum = (uint64_t)world_contact_count(world);
    for (int i = world_contact_count(world) - 1; i >= 0; i--) {
        ContactRecord record = world_contact(world, i);
        sum += XXH3_64bits(&record, sizeof record);
    }
    return sum;
}

uint64_t world_hash(const World *world)
{
    Gather into;
    into.fields = NULL;
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
