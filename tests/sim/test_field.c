/* Tables of fields: what FIELD and FIELD_ARRAY make of a member, and tables that don't fit what
 * they describe. What does not compile is in outside.sh. */
#include "sim/world_fields.h"
#include "support/sim_fixture.h"
#include "support/test.h"

#include <signal.h>

typedef enum Gear { GEAR_LOW, GEAR_HIGH } Gear;

typedef struct Car {
    bool braking;
    int32_t lives;
    uint32_t laps;
    int64_t score;
    uint64_t finish_tick;
    double fuel;
    cpVect start_m;
    Entity driver;
    Gear gear;
    double wear[4];
} Car;

static const Field car_fields[] = {
    FIELD(Car, braking),     FIELD(Car, lives),      FIELD(Car, laps),    FIELD(Car, score),
    FIELD(Car, finish_tick), FIELD(Car, fuel),       FIELD(Car, start_m), FIELD(Car, driver),
    FIELD(Car, gear),        FIELD_ARRAY(Car, wear),
};

TEST(a_field_has_the_type_of_its_member)
{
    const FieldType types[] = {FIELD_BOOL, FIELD_I32,  FIELD_U32,    FIELD_I64, FIELD_U64,
                               FIELD_F64,  FIELD_VECT, FIELD_ENTITY, FIELD_U32};
    for (size_t i = 0; i < ARRAY_LENGTH(types); i++) {
        ck_assert_int_eq(car_fields[i].type, types[i]);
        ck_assert_uint_eq(car_fields[i].count, 1);
    }
    ck_assert_str_eq(car_fields[5].name, "fuel");
    ck_assert_uint_eq(car_fields[5].offset, offsetof(Car, fuel));
}

TEST(a_field_array_covers_all_elements)
{
    const Field *wear = &car_fields[ARRAY_LENGTH(car_fields) - 1];
    ck_assert_int_eq(wear->type, FIELD_F64);
    ck_assert_uint_eq(wear->count, 4);
    ck_assert_uint_eq(wear->offset, offsetof(Car, wear));
}

static void open_with(const Kind *kind)
{
    Sim sim;
    WorldDesc desc = sim_desc();
    desc.kinds = kind;
    desc.kind_count = 1;
    sim_open(&sim, &desc);
}

TEST(fields_beyond_the_struct_abort, .signal = SIGABRT)
{
    open_with(&(Kind){.size = sizeof(Gear), .fields = car_fields, .field_count = 2});
}

TEST(fields_without_their_count_abort, .signal = SIGABRT)
{
    open_with(&(Kind){.size = sizeof(Car), .fields = car_fields});
}
