/* Fields: what the world hash, dumps and desync reports see of a game's data.
 *
 * A table of fields describes a plain struct: the data of a kind (entity.h) or the game's state
 * (game.h). What no table names is restored by a rewind, but two runs that differ in it look the
 * same, so name every field that a tick reads; leave out padding and pointers. */
#ifndef CLOCKWORK_FIELD_H
#define CLOCKWORK_FIELD_H

#include "clockwork/world.h"

#pragma GCC visibility push(default)

typedef enum FieldType {
    FIELD_BOOL,
    FIELD_I32,
    FIELD_U32,
    FIELD_U64,
    FIELD_F64,
    FIELD_VECT,   /* cpVect */
    FIELD_ENTITY, /* Entity */
    FIELD_TYPE_COUNT
} FieldType;

/* One named field of a plain struct. Name every field that a tick reads; leave out padding and
 * pointers. */
typedef struct Field {
    const char *name;
    FieldType type;
    uint32_t offset;
    uint32_t count; /* elements, 1 for a scalar */
} Field;

/* FIELD(Car, FIELD_F64, fuel) describes car.fuel. */
#define FIELD(struct_type, field_type, member)                                                     \
    {                                                                                              \
        .name = #member, .type = (field_type), .offset = (uint32_t)offsetof(struct_type, member),  \
        .count = 1                                                                                 \
    }

#pragma GCC visibility pop

#endif
