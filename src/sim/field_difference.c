#include "sim/field_difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct NamedValue {
    char name[FIELD_NAME_BYTES];
    FieldValue value;
} NamedValue;

typedef struct Listing {
    NamedValue *items;
    size_t count, capacity;
} Listing;

static void list_field(void *context, const char *name, const FieldValue *value)
{
    Listing *listing = context;
    if (listing->count == listing->capacity) {
        listing->capacity = listing->capacity * 2 + 4096;
        listing->items = realloc(listing->items, listing->capacity * sizeof *listing->items);
        CW_ASSERT(listing->items != NULL, "give a comparison more memory");
    }
    NamedValue *item = &listing->items[listing->count++];
    snprintf(item->name, sizeof item->name, "%s", name);
    item->value = *value;
}

static void set_text(char text[FIELD_TEXT_BYTES], const NamedValue *item)
{
    char value[FIELD_TEXT_BYTES];
    snprintf(text, FIELD_TEXT_BYTES, "%s",
             item == NULL ? "-" : field_value_text(&item->value, value));
}

/* Where two lists part, one of them lacks the field there, or it has another value. */
static bool compare(FieldDifference *field, const Listing *a, const Listing *b)
{
    size_t i = 0;
    while (i < a->count && i < b->count && strcmp(a->items[i].name, b->items[i].name) == 0 &&
           a->items[i].value.bits == b->items[i].value.bits) {
        i++;
    }
    const NamedValue *first = i < a->count ? &a->items[i] : NULL;
    const NamedValue *second = i < b->count ? &b->items[i] : NULL;
    if (first == NULL && second == NULL) {
        return false;
    }
    const char *name = (first != NULL ? first : second)->name;
    bool both = first != NULL && second != NULL && strcmp(second->name, name) == 0;
    snprintf(field->name, sizeof field->name, "%s", name);
    set_text(field->a, first);
    set_text(field->b, both || first == NULL ? second : NULL);
    return true;
}

bool field_difference_find(FieldDifference *field, const Session *a, const Session *b)
{
    Listing lists[2] = {0};
    session_list_fields(a, list_field, &lists[0]);
    session_list_fields(b, list_field, &lists[1]);
    bool differs = compare(field, &lists[0], &lists[1]);
    free(lists[0].items);
    free(lists[1].items);
    return differs;
}
