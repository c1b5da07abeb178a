/* A condition on fields of a world: "buggy.body.v.x > 15 && buggy.wheel_contacts[0] == 0".
 *
 * Operators as in C: || && comparisons + - * / ! and parentheses. A value is a number or the path
 * of a field (field_path.h); all but 0 is true. A comparison with a field that is not there is
 * false. */
#pragma once

#include "sim/field_path.h"

typedef struct FieldCondition {
    const char *text; /* the caller's; must outlive this */
    FieldPaths paths; /* in the order of the text */
    FieldValue values[FIELD_PATH_MAX];
    bool seen[FIELD_PATH_MAX]; /* it existed when the condition was read */
} FieldCondition;

/* False with a message that quotes the place in the text that is wrong. */
bool field_condition_open(FieldCondition *condition, const CwWorld *world, const char *text,
                          CwError *error);

bool field_condition_holds(FieldCondition *condition, const CwWorld *world);
