/* The first field in which two sessions differ, in the order of dumps. */
#ifndef SIM_FIELD_DIFFERENCE_H
#define SIM_FIELD_DIFFERENCE_H

#include "sim/field_path.h"

typedef struct FieldDifference {
    char name[FIELD_NAME_BYTES];
    char a[FIELD_TEXT_BYTES], b[FIELD_TEXT_BYTES]; /* as field_value_text; "-": it has none */
} FieldDifference;

/* False when they have the same fields with the same values. */
bool field_difference_find(FieldDifference *field, const Session *a, const Session *b);

#endif
