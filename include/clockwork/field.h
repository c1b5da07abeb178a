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
    FIELD_I64,
    FIELD_U64,
    FIELD_F64,
    FIELD_VECT,   /* cpVect */
    FIELD_ENTITY, /* Entity */
    FIELD_TYPE_COUNT
} FieldType;

/* One named field of a plain struct. */
typedef struct Field {
    const char *name;
    FieldType type;
    uint32_t offset;
    uint32_t count; /* elements, 1 for a scalar */
} Field;

/* FIELD(Car, fuel) describes car.fuel, FIELD_ARRAY(Car, gears) all of the array car.gears. The type
 * is the member's own; a member of none of these types, pointers above all, does not compile.
 *
 *     static const Field car_fields[] = {FIELD(Car, fuel), FIELD_ARRAY(Car, gears)};
 *
 * Enums are I32 or U32, as the compiler stores them. */
#define FIELD(struct_type, member)                                                                 \
    {                                                                                              \
        .name = #member, .type = FIELD_TYPE(&((struct_type *)0)->member, *),                       \
        .offset = (uint32_t)offsetof(struct_type, member), .count = 1                              \
    }
#define FIELD_ARRAY(struct_type, member)                                                           \
    {                                                                                              \
        .name = #member,                                                                           \
        .type = FIELD_TYPE(&((struct_type *)0)->member,                                            \
                           (*)[ARRAY_LENGTH(((struct_type *)0)->member)]),                         \
        .offset = (uint32_t)offsetof(struct_type, member),                                         \
        .count = (uint32_t)ARRAY_LENGTH(((struct_type *)0)->member)                                \
    }

/* For the two above: by the type of a pointer to the member, so that an array is none of its
 * elements and a pointer is no array. */
#define FIELD_TYPE(to_member, pointer)                                                             \
    _Generic((to_member), bool pointer                                                             \
             : FIELD_BOOL, int32_t pointer                                                         \
             : FIELD_I32, uint32_t pointer                                                         \
             : FIELD_U32, int64_t pointer                                                          \
             : FIELD_I64, uint64_t pointer                                                         \
             : FIELD_U64, double pointer                                                           \
             : FIELD_F64, cpVect pointer                                                           \
             : FIELD_VECT, Entity pointer                                                          \
             : FIELD_ENTITY)

#pragma GCC visibility pop

#endif
