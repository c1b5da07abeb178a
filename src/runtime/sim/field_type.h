/* Types of the fields that a game describes, CwField. */
#pragma once

#include "clockwork/entity.h"

size_t field_bytes(CwFieldType type);

/* The value of a field's bits: an entity's place, a vector's first number. */
double field_number(CwFieldType type, uint64_t bits);
