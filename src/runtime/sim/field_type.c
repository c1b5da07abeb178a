#include "sim/field_type.h"

#include "clockwork/body.h"

#include <string.h>

size_t field_bytes(CwFieldType type)
{
    static const size_t bytes[CW_FIELD_TYPE_COUNT] = {
        [CW_FIELD_BOOL] = sizeof(bool),    [CW_FIELD_I32] = sizeof(int32_t),
        [CW_FIELD_U32] = sizeof(uint32_t), [CW_FIELD_I64] = sizeof(int64_t),
        [CW_FIELD_U64] = sizeof(uint64_t), [CW_FIELD_F64] = sizeof(double),
        [CW_FIELD_VECT] = sizeof(cpVect),  [CW_FIELD_ENTITY] = sizeof(CwEntity)};
    return bytes[type];
}

double field_number(CwFieldType type, uint64_t bits)
{
    double real;
    switch (type) {
    case CW_FIELD_F64:
    case CW_FIELD_VECT:
        memcpy(&real, &bits, sizeof real);
        return real;
    case CW_FIELD_I32:
        return (double)(int32_t)bits;
    case CW_FIELD_I64:
        return (double)(int64_t)bits;
    case CW_FIELD_ENTITY:
        return (double)(uint32_t)bits;
    case CW_FIELD_BOOL:
    case CW_FIELD_U32:
    case CW_FIELD_U64:
    case CW_FIELD_TYPE_COUNT:
        break;
    }
    return (double)bits;
}
