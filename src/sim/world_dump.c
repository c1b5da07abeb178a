#include "sim/world_dump.h"

#include "core/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 160 };

static void print_double(char *text, size_t size, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    char number[NUMBER_TEXT_MAX];
    number_print(value, number);
    snprintf(text, size, "%s 0x%016" PRIx64, number, bits);
}

static void print_value(char *text, size_t size, FieldType type, const char *at)
{
    char second[64];
    double pair[2];
    Entity entity;
    uint64_t whole = 0;
    switch (type) {
    case FIELD_BOOL:
        snprintf(text, size, "%u", *(const unsigned char *)at);
        return;
    case FIELD_I32:
        memcpy(&whole, at, sizeof(int32_t));
        snprintf(text, size, "%" PRId32, (int32_t)whole);
        return;
    case FIELD_U32:
        memcpy(&whole, at, sizeof(uint32_t));
        snprintf(text, size, "%" PRIu64, whole);
        return;
    case FIELD_I64:
        memcpy(&whole, at, sizeof whole);
        snprintf(text, size, "%" PRId64, (int64_t)whole);
        return;
    case FIELD_U64:
        memcpy(&whole, at, sizeof whole);
        snprintf(text, size, "%" PRIu64, whole);
        return;
    case FIELD_F64:
        memcpy(pair, at, sizeof pair[0]);
        print_double(text, size, pair[0]);
        return;
    case FIELD_VECT:
        memcpy(pair, at, sizeof pair);
        print_double(text, size, pair[0]);
        print_double(second, sizeof second, pair[1]);
        snprintf(text + strlen(text), size - strlen(text), " %s", second);
        return;
    case FIELD_ENTITY:
        memcpy(&entity, at, sizeof entity);
        snprintf(text, size, "%" PRIu32 "#%" PRIu32, entity.index1, entity.generation);
        return;
    case FIELD_TYPE_COUNT:
        break;
    }
}

/* One element of one field, on its way to a line or a comparison. */
typedef struct Element {
    const FieldGroup *group;
    const Field *field;
    uint32_t index;
    const char *at;
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
        const Field *field = &group->fields[i];
        for (uint32_t k = 0; k < field->count; k++) {
            const char *at =
                (const char *)group->base + field->offset + k * field_bytes(field->type);
            walk->visit(walk->context, &(Element){group, field, k, at});
        }
    }
}

static int by_shapes(const void *x, const void *y)
{
    const ContactRecord *a = x, *b = y;
    if (a->shape_a != b->shape_a) {
        return a->shape_a < b->shape_a ? -1 : 1;
    }
    return a->shape_b < b->shape_b ? -1 : a->shape_b > b->shape_b;
}

typedef struct Contacts {
    ContactRecord *items;
    size_t count, capacity;
} Contacts;

static void list_contact(void *context, const ContactRecord *record)
{
    Contacts *contacts = context;
    if (contacts->count == contacts->capacity) {
        contacts->capacity = contacts->capacity * 2 + 64;
        contacts->items = realloc(contacts->items, contacts->capacity * sizeof *contacts->items);
        CW_ASSERT(contacts->items != NULL, "give a dump more memory");
    }
    contacts->items[contacts->count++] = *record;
}

static void visit_elements(const World *world, ElementVisitor *visit, void *context)
{
    ElementWalk walk = {visit, context};
    world_visit_fields(world, visit_group, &walk);
    Contacts contacts = {0};
    world_visit_contacts(world, list_contact, &contacts);
    if (contacts.count > 0) {
        qsort(contacts.items, contacts.count, sizeof *contacts.items, by_shapes);
    }
    for (size_t i = 0; i < contacts.count; i++) {
        FieldGroup group = {SECTION_CONSTRAINTS, "contact",           i,
                            contact_fields,      contact_field_count, &contacts.items[i]};
        visit_group(&walk, &group);
    }
    free(contacts.items);
}

static void describe_element(const Element *element, char *text, size_t size)
{
    const FieldGroup *group = element->group;
    int used = snprintf(text, size, "%s %s %" PRIu64 " %s", section_name(group->section),
                        group->object, group->number, element->field->name);
    if (element->field->count > 1 && used > 0 && (size_t)used < size) {
        snprintf(text + used, size - (size_t)used, "[%" PRIu32 "]", element->index);
    }
}

static void print_line(void *context, const Element *element)
{
    char name[256], value[VALUE_BYTES];
    describe_element(element, name, sizeof name);
    print_value(value, sizeof value, element->field->type, element->at);
    fprintf(context, "%s %s\n", name, value);
}

void world_dump(const World *world, FILE *file)
{
    visit_elements(world, print_line, file);
}

/* All elements of a state, for comparing with another. */
typedef struct Listing {
    char (*lines)[256 + VALUE_BYTES];
    size_t *name_bytes;
    size_t count, capacity;
} Listing;

static void list_element(void *context, const Element *element)
{
    Listing *listing = context;
    if (listing->count == listing->capacity) {
        listing->capacity = listing->capacity * 2 + 1024;
        listing->lines = realloc(listing->lines, listing->capacity * sizeof *listing->lines);
        listing->name_bytes =
            realloc(listing->name_bytes, listing->capacity * sizeof *listing->name_bytes);
        CW_ASSERT(listing->lines != NULL && listing->name_bytes != NULL,
                  "give a comparison more memory");
    }
    char *line = listing->lines[listing->count];
    describe_element(element, line, 256);
    size_t used = strlen(line);
    listing->name_bytes[listing->count++] = used;
    line[used] = ' ';
    print_value(line + used + 1, VALUE_BYTES - 1, element->field->type, element->at);
}

static bool first_difference(const Listing *here, const Listing *there, char *text, size_t size)
{
    for (size_t i = 0; i < here->count || i < there->count; i++) {
        if (i >= here->count || i >= there->count) {
            snprintf(text, size, i < here->count ? "%s, before: nothing" : "nothing, before: %s",
                     i < here->count ? here->lines[i] : there->lines[i]);
            return true;
        }
        if (strcmp(here->lines[i], there->lines[i]) != 0) {
            bool same_name = here->name_bytes[i] == there->name_bytes[i] &&
                             memcmp(here->lines[i], there->lines[i], here->name_bytes[i]) == 0;
            snprintf(text, size, "%s, before: %s", here->lines[i],
                     there->lines[i] + (same_name ? there->name_bytes[i] + 1 : 0));
            return true;
        }
    }
    snprintf(text, size, "nothing");
    return false;
}

bool world_describe_difference(World *world, const Snapshot *other, char *text, size_t size)
{
    Snapshot here = {0};
    Listing ours = {0}, theirs = {0};
    bool kept = world_snapshot(world, &here);
    CW_ASSERT(kept, "give a comparison more memory");
    visit_elements(world, list_element, &ours);
    world_restore(world, other);
    visit_elements(world, list_element, &theirs);
    world_restore(world, &here);
    bool differs = first_difference(&ours, &theirs, text, size);
    free(ours.lines);
    free(ours.name_bytes);
    free(theirs.lines);
    free(theirs.name_bytes);
    snapshot_free(&here);
    return differs;
}
