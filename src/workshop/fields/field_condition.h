/* A condition on fields of a world: "buggy.body.v.x > 15 && buggy.wheel_contacts[0] == 0".
 *
 * Operators are C's: || && comparisons + - * / ! and parentheses. A value is a number, the path of
 * a field or a word of the enum before it. All but 0 is true. A comparison with a field that is not
 * there is false. any(CONDITION) is true when it is of some entity of the kind that its fields name
 * without a number: any(crate.health < 1). count(KIND) is how many entities of a kind there are. */
#pragma once

#include "fields/field_path.h"

enum { CONDITION_BYTES = 1001 };

typedef struct FieldCondition {
    char text[CONDITION_BYTES];
    bool is_field;    /* it is the name of one field */
    bool is_question; /* it compares, so that it is true or false */
    FieldPaths paths; /* in the order of the text */
    FieldValue values[FIELD_PATH_MAX];
    bool seen[FIELD_PATH_MAX]; /* it existed when the condition was read */
} FieldCondition;

/* False with a message that quotes the place in the text that is wrong. */
bool field_condition_open(FieldCondition *condition, const CwWorld *world, const char *text,
                          CwError *error);

/* Of a lone field its own; else a number, or for a question true or false. */
FieldValue field_condition_value(FieldCondition *condition, const CwWorld *world);

bool field_condition_holds(FieldCondition *condition, const CwWorld *world);
