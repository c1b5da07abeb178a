#include "sim/world_dump.h"

#include "base/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_BYTES = 416,
    ELEMENT_BYTES_MAX = sizeof(cpVect) /* the largest type of a field */
};

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

/* One element of one field, on its way to a line or a comparison. */
typedef struct Element {
    WorldSection section;
    const char *object;
    uint64_t number;
    CwField field;
    uint32_t index;
    unsigned char value[ELEMENT_BYTES_MAX];
} Element;

typedef void ElementVisitor(void *context, const Element *element);

typedef struct ElementWalk {
    ElementVisitor *visit;
    void *context;
} ElementWalk;

static void visit_group(void *context, const FieldGroup *group)
{
    const ElementWalk *walk = context;
    for (int i = 0; i < group->field_count; i++) {
        Element element = {.section = group->section,
                           .object = group->object,
                           .number = group->number,
                           .field = group->fields[i]};
        const char *at = (const char *)group->base + element.field.offset;
        size_t bytes = field_bytes(element.field.type);
        for (; element.index < element.field.count; element.index++, at += bytes) {
            memcpy(element.value, at, bytes);
            walk->visit(walk->context, &element);
        }
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
    size_t count, capacity;
} Contacts;

static void list_contact(void *context, const cpArbiter *arbiter, const ContactPlace *place)
{
    Contacts *contacts = context;
    if (contacts->count == contacts->capacity) {
        contacts->capacity = contacts->capacity * 2 + 64;
        contacts->items = realloc(contacts->items, contacts->capacity * sizeof *contacts->items);
        CW_ASSERT(contacts->items != NULL, "give a dump more memory");
    }
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

static void visit_elements(const CwWorld *world, ElementVisitor *visit, void *context)
{
    ElementWalk walk = {visit, context};
    world_visit_fields(world, visit_group, &walk);
    world_visit_contact_fields(world, visit_group, &walk);
}

static void describe_element(const Element *element, char *text, size_t size)
{
    int used = snprintf(text, size, "%s %s %" PRIu64 " %s", section_name(element->section),
                        element->object, element->number, element->field.name);
    if (element->field.count > 1 && used > 0 && (size_t)used < size) {
        snprintf(text + used, size - (size_t)used, "[%" PRIu32 "]", element->index);
    }
}

/* "NAME VALUE" */
static void print_element(const Element *element, char *text, size_t size)
{
    describe_element(element, text, size);
    size_t used = strlen(text);
    if (used + 1 < size) {
        text[used] = ' ';
        field_print(text + used + 1, size - used - 1, element->field.type, element->value);
    }
}

static void print_line(void *context, const Element *element)
{
    char line[LINE_BYTES];
    print_element(element, line, sizeof line);
    fprintf(context, "%s\n", line);
}

void world_dump(const CwWorld *world, FILE *file)
{
    visit_elements(world, print_line, file);
}

/* All elements of a state, for comparing with another. */
typedef struct Listing {
    Element *elements;
    size_t count, capacity;
} Listing;

static void list_element(void *context, const Element *element)
{
    Listing *listing = context;
    if (listing->count == listing->capacity) {
        listing->capacity = listing->capacity * 2 + 1024;
        listing->elements =
            realloc(listing->elements, listing->capacity * sizeof *listing->elements);
        CW_ASSERT(listing->elements != NULL, "give a comparison more memory");
    }
    listing->elements[listing->count++] = *element;
}

static bool has_same_name(const Element *a, const Element *b)
{
    return a->section == b->section && a->number == b->number && a->index == b->index &&
           strcmp(a->object, b->object) == 0 && strcmp(a->field.name, b->field.name) == 0;
}

static bool has_same_value(const Element *a, const Element *b)
{
    return a->field.type == b->field.type &&
           memcmp(a->value, b->value, field_bytes(a->field.type)) == 0;
}

/* Either may be NULL: it exists in one state only. */
static void print_difference(const Element *here, const Element *there, char *text, size_t size)
{
    char now[LINE_BYTES] = "nothing", before[LINE_BYTES] = "nothing";
    if (here != NULL) {
        print_element(here, now, sizeof now);
    }
    if (there != NULL && here != NULL && has_same_name(here, there)) {
        field_print(before, sizeof before, there->field.type, there->value);
    } else if (there != NULL) {
        print_element(there, before, sizeof before);
    }
    snprintf(text, size, "%s, before: %s", now, before);
}

/* Of a body or a shape: the entity that it was added for. */
static CwEntity owner_of(const CwWorld *world, const Element *element)
{
    bool body = strcmp(element->object, "body") == 0;
    for (int i = 0; i < world->body_count; i++) {
        if (body && element->number == (uint64_t)i + 1) {
            return world->body_owners[i];
        }
        const cpShape *shape = body ? NULL : world->bodies[i]->shapeList;
        for (; shape != NULL; shape = shape->next) {
            if (shape->hashid == element->number && strcmp(element->object, "shape") == 0) {
                return cw_shape_owner(shape);
            }
        }
    }
    return (CwEntity){0};
}

/* "; the body of the ball (entity 3)" behind what was printed, where there is an owner. */
static void print_owner(const CwWorld *world, const Element *element, char *text, size_t size)
{
    char words[96];
    size_t used = strlen(text);
    entity_words(world, owner_of(world, element), words, sizeof words);
    if (words[0] != '\0') {
        snprintf(text + used, size - used, "; the %s%s", element->object, words);
    }
}

/* The first element that differs, of either; NULL, and "nothing", for none. */
static const Element *first_difference(const Listing *here, const Listing *there, char *text,
                                       size_t size)
{
    for (size_t i = 0; i < here->count || i < there->count; i++) {
        const Element *a = i < here->count ? &here->elements[i] : NULL;
        const Element *b = i < there->count ? &there->elements[i] : NULL;
        if (a == NULL || b == NULL || !has_same_name(a, b) || !has_same_value(a, b)) {
            print_difference(a, b, text, size);
            return a != NULL ? a : b;
        }
    }
    snprintf(text, size, "nothing");
    return NULL;
}

bool world_describe_difference(CwWorld *world, const CwSnapshot *other, char *text, size_t size)
{
    CwSnapshot here = {0};
    Listing ours = {0}, theirs = {0};
    bool kept = cw_world_snapshot(world, &here);
    CW_ASSERT(kept, "give a comparison more memory");
    visit_elements(world, list_element, &ours);
    cw_world_restore(world, other);
    visit_elements(world, list_element, &theirs);
    cw_world_restore(world, &here);
    const Element *different = first_difference(&ours, &theirs, text, size);
    bool differs = different != NULL;
    if (differs) {
        print_owner(world, different, text, size);
    }
    free(ours.elements);
    free(theirs.elements);
    cw_snapshot_free(&here);
    return differs;
}
