/* Parses and evaluates a condition on a world's fields, for the inspector and for commands:
 * "buggy.body.v.x > 15 && buggy.wheel_contacts[0] == 0".
 *
 * Operators are C's: || && comparisons + - * / ! and parentheses. A value is a number, a field's
 * path or, after an enum's field, one of its words. Every value but 0 is true. A comparison with a
 * missing field is false. any(crate.health < 1) is true if the condition holds for a crate.
 * count(crate) is the number of crates. */
#pragma once

#include "fields/field_path.h"

enum { CONDITION_BYTES = 1001 };

typedef struct FieldCondition {
    char text[CONDITION_BYTES];
    bool is_field;    /* the text is one field's name, without operators */
    bool is_question; /* the value is true or false */
    FieldPaths paths; /* fields in the order of the text */
    FieldValue values[FIELD_PATH_MAX];
} FieldCondition;

/* Parses the text. False with an error that quotes the text from the mistake on. */
bool field_condition_open(FieldCondition *condition, const CwWorld *world, const char *text,
                          CwError *error);

/* A single field's own value, a question's true or false, or else a number. */
FieldValue field_condition_value(FieldCondition *condition, const CwWorld *world);

bool field_condition_holds(FieldCondition *condition, const CwWorld *world);
