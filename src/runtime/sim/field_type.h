/* Sizes and values of a game's field types (CwFieldType). */
#pragma once

#include "clockwork/entity.h"

size_t field_bytes(CwFieldType type);

/* The number in a field's bits: for an entity its slot, for a vector its x. */
double field_number(CwFieldType type, uint64_t bits);
