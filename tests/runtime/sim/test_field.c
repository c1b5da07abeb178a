/* Tables of fields: what CW_FIELD and CW_FIELD_ARRAY make of a member, and tables that don't fit
 * what they describe. What does not compile is in outside.sh. */
#include "support/sim_world.h"

typedef enum Gear { GEAR_LOW, GEAR_HIGH } Gear;

typedef struct Car {
    bool braking;
    int32_t lives;
    uint32_t laps;
    int64_t score;
    uint64_t finish_tick;
    double fuel;
    cpVect start_m;
    CwEntity driver;
    Gear gear;
    double wear[4];
} Car;

static const CwField car_fields[] = {
    CW_FIELD(Car, braking),    CW_FIELD(Car, lives),       CW_FIELD(Car, laps),
    CW_FIELD(Car, score),      CW_FIELD(Car, finish_tick), CW_FIELD(Car, fuel),
    CW_FIELD(Car, start_m),    CW_FIELD(Car, driver),      CW_FIELD(Car, gear),
    CW_FIELD_ARRAY(Car, wear),
};

TEST(a_field_has_the_type_and_the_count_of_its_member)
{
    const CwFieldType types[] = {CW_FIELD_BOOL, CW_FIELD_I32,    CW_FIELD_U32,
                                 CW_FIELD_I64,  CW_FIELD_U64,    CW_FIELD_F64,
                                 CW_FIELD_VECT, CW_FIELD_ENTITY, CW_FIELD_U32};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(types); i++) {
        ck_assert_int_eq(car_fields[i].type, types[i]);
        ck_assert_uint_eq(car_fields[i].count, 1);
    }
    ck_assert_str_eq(car_fields[5].name, "fuel");
    ck_assert_uint_eq(car_fields[5].offset, offsetof(Car, fuel));
    const CwField *wear = &car_fields[CW_ARRAY_LENGTH(car_fields) - 1];
    ck_assert_int_eq(wear->type, CW_FIELD_F64);
    ck_assert_uint_eq(wear->count, 4);
    ck_assert_uint_eq(wear->offset, offsetof(Car, wear));
}

ABORTS(fields_beyond_the_struct_abort,
       sim_begin_kinds(&(CwKind){.size = sizeof(Gear), .fields = car_fields, .field_count = 2}, 1))

ABORTS(fields_without_their_count_abort,
       sim_begin_kinds(&(CwKind){.size = sizeof(Car), .fields = car_fields}, 1))
