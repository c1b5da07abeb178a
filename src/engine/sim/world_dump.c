#include "sim/world_dump.h"

#include "base/grow.h"
#include "base/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 128 };

static void print_double(char *text, size_t size, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    char number[NUMBER_TEXT_MAX];
    number_print(value, number);
    snprintf(text, size, "%s 0x%016" PRIx64, number, bits);
}

void field_print(char *text, size_t size, CwFieldType type, const void *at)
{
    char second[64];
    double pair[2];
    CwEntity entity;
    uint64_t whole = 0;
    switch (type) {
    case CW_FIELD_BOOL:
        snprintf(text, size, "%u", *(const unsigned char *)at);
        return;
    case CW_FIELD_I32:
        memcpy(&whole, at, sizeof(int32_t));
        snprintf(text, size, "%" PRId32, (int32_t)whole);
        return;
    case CW_FIELD_U32:
        memcpy(&whole, at, sizeof(uint32_t));
        snprintf(text, size, "%" PRIu64, whole);
        return;
    case CW_FIELD_I64:
        memcpy(&whole, at, sizeof whole);
        snprintf(text, size, "%" PRId64, (int64_t)whole);
        return;
    case CW_FIELD_U64:
        memcpy(&whole, at, sizeof whole);
        snprintf(text, size, "%" PRIu64, whole);
        return;
    case CW_FIELD_F64:
        memcpy(pair, at, sizeof pair[0]);
        print_double(text, size, pair[0]);
        return;
    case CW_FIELD_VECT:
        memcpy(pair, at, sizeof pair);
        print_double(text, size, pair[0]);
        print_double(second, sizeof second, pair[1]);
        snprintf(text + strlen(text), size - strlen(text), " %s", second);
        return;
    case CW_FIELD_ENTITY:
        memcpy(&entity, at, sizeof entity);
        snprintf(text, size, "%" PRIu32 "#%" PRIu32, entity.index1, entity.generation);
        return;
    case CW_FIELD_TYPE_COUNT:
        break;
    }
}

static int by_shapes(const void *x, const void *y)
{
    const ContactPair *a = &((const ContactRecord *)x)->pair,
                      *b = &((const ContactRecord *)y)->pair;
    if (a->shape_a != b->shape_a) {
        return a->shape_a < b->shape_a ? -1 : 1;
    }
    return a->shape_b < b->shape_b ? -1 : a->shape_b > b->shape_b;
}

typedef struct Contacts {
    ContactRecord *items;
    size_t count;
} Contacts;

static void list_contact(void *context, const cpArbiter *arbiter, const ContactPlace *place)
{
    Contacts *contacts = context;
    contacts->items = grow_for_one(contacts->items, contacts->count, sizeof *contacts->items);
    CW_ASSERT(contacts->items != NULL, "give a dump more memory");
    contacts->items[contacts->count++] = contact_record(arbiter, place);
}

void world_visit_contact_fields(const CwWorld *world, FieldVisitor *visit, void *context)
{
    Contacts contacts = {0};
    world_visit_contacts(world, list_contact, &contacts);
    if (contacts.count > 0) {
        qsort(contacts.items, contacts.count, sizeof *contacts.items, by_shapes);
    }
    for (size_t i = 0; i < contacts.count; i++) {
        FieldGroup group = {SECTION_CONSTRAINTS, "contact",           i,
                            contact_fields,      contact_field_count, &contacts.items[i]};
        visit(context, &group);
    }
    free(contacts.items);
}

/* A line for each element: "SECTION OBJECT NUMBER FIELD VALUE". */
static void print_group(void *context, const FieldGroup *group)
{
    for (int i = 0; i < group->field_count; i++) {
        const CwField *field = &group->fields[i];
        const char *at = (const char *)group->base + field->offset;
        for (uint32_t index = 0; index < field->count; index++, at += field_bytes(field->type)) {
            char value[VALUE_BYTES];
            field_print(value, sizeof value, field->type, at);
            fprintf(context, "%s %s %" PRIu64 " %s", section_name(group->section), group->object,
                    group->number, field->name);
            if (field->count > 1) {
                fprintf(context, "[%" PRIu32 "]", index);
            }
            fprintf(context, " %s\n", value);
        }
    }
}

void world_dump(const CwWorld *world, FILE *file)
{
    world_visit_fields(world, print_group, file);
    world_visit_contact_fields(world, print_group, file);
}

/* ---- the first difference ---- */

static char *dump_text(const CwWorld *world)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    CW_ASSERT(file != NULL, "give a comparison more memory");
    world_dump(world, file);
    CW_ASSERT(fclose(file) == 0, "give a comparison more memory");
    return text;
}

/* The bytes of a line's name: all up to the space in front of its value. */
static size_t name_bytes(const char *line)
{
    const char *at = line;
    for (int word = 0; word < 4 && *at != '\0'; word++) {
        at += strcspn(at, " \n") + 1;
    }
    return (size_t)(at - line);
}

static void print_difference(const char *here, const char *there, char *text, size_t size)
{
    size_t name = name_bytes(here);
    bool same_name = *here != '\0' && strncmp(here, there, name) == 0;
    const char *now = *here == '\0' ? "nothing" : here;
    const char *before = *there == '\0' ? "nothing" : there + (same_name ? name : 0);
    snprintf(text, size, "%.*s, before: %.*s", (int)strcspn(now, "\n"), now,
             (int)strcspn(before, "\n"), before);
}

/* The entity that a body or a shape was added for. */
static CwEntity owner_of(const CwWorld *world, const char *object, uint64_t number)
{
    bool is_body = strcmp(object, "body") == 0;
    for (int i = 0; i < world->body_count; i++) {
        if (is_body && number == (uint64_t)i + 1) {
            return world->body_owners[i];
        }
        const cpShape *shape = strcmp(object, "shape") == 0 ? world->bodies[i]->shapeList : NULL;
        for (; shape != NULL; shape = shape->next) {
            if (shape->hashid == number) {
                return cw_shape_owner(shape);
            }
        }
    }
    return (CwEntity){0};
}

/* Appends "; the body of the ball (entity 3)" where the line's object has an owner. */
static void print_owner(const CwWorld *world, const char *line, char *text, size_t size)
{
    char words[96], object[64] = "";
    uint64_t number = 0;
    size_t used = strlen(text);
    sscanf(line, "%*s %63s %" SCNu64, object, &number);
    entity_words(world, owner_of(world, object, number), words, sizeof words);
    if (words[0] != '\0') {
        snprintf(text + used, size - used, "; the %s%s", object, words);
    }
}

bool world_describe_difference(CwWorld *world, const CwSnapshot *other, char *text, size_t size)
{
    CwSnapshot here = {0};
    bool kept = cw_world_snapshot(world, &here);
    CW_ASSERT(kept, "give a comparison more memory");
    char *ours = dump_text(world);
    cw_world_restore(world, other);
    char *theirs = dump_text(world);
    cw_world_restore(world, &here);
    const char *a = ours, *b = theirs;
    for (size_t line; (line = strcspn(a, "\n")) > 0 && strncmp(a, b, line + 1) == 0;) {
        a += line + 1;
        b += line + 1;
    }
    bool differs = *a != '\0' || *b != '\0';
    snprintf(text, size, "nothing");
    if (differs) {
        print_difference(a, b, text, size);
        print_owner(world, *a != '\0' ? a : b, text, size);
    }
    free(ours);
    free(theirs);
    cw_snapshot_free(&here);
    return differs;
}
