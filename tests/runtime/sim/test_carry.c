#include "sim/carry.h"
#include "support/expect.h"

typedef struct Old {
    int32_t lives;
    bool keys[2];
    double best_s;
} Old;
static const CwField old_fields[] = {CW_FIELD(Old, lives), CW_FIELD_ARRAY(Old, keys),
                                     CW_FIELD(Old, best_s)};
static const CwGame old_game = {.carry = {sizeof(Old), old_fields, 3, NULL}};
static const Old old = {4, {true, false}, 1.25};

typedef struct New {
    int64_t best_s; /* had another type */
    int32_t lives;
    bool keys[3];
} New;
static const CwField new_fields[] = {CW_FIELD(New, best_s), CW_FIELD(New, lives),
                                     CW_FIELD_ARRAY(New, keys)};
static const New first = {.best_s = 99, .keys = {[2] = true}};
static const CwGame game = {.carry = {sizeof(New), new_fields, 3, &first}};

TEST(another_version_takes_values_over_by_name)
{
    bool may_rank = true;
    New now = {0};
    CarryForm form = carry_write(&old_game.carry, &old);
    CarryForm adopted = carry_adopt(&game, form, &may_rank);
    carry_read(&game.carry, adopted, &now);
    ck_assert(now.best_s == 99 && now.lives == 4 && !may_rank);
    ck_assert(now.keys[0] && !now.keys[1] && now.keys[2]);
    ck_assert(carry_fits(&game, adopted, NULL) && !carry_fits(&game, form, &error));
    ck_assert_str_eq(error.text, "keys is dropped, best_s is dropped, best_s is new, keys is new");
    free(form.bytes);
    free(adopted.bytes);
}

TEST(damaged_bytes_fit_no_game)
{
    CarryForm form = carry_write(&old_game.carry, &old);
    ck_assert(carry_fits(&old_game, form, NULL));
    ck_assert(!carry_fits(&old_game, (CarryForm){form.bytes, form.size - 1}, NULL));
    form.bytes[26] = 2; /* a bool */
    ck_assert(!carry_fits(&old_game, form, NULL));
    form.bytes[26] = 0;
    memset(form.bytes + form.size - sizeof(double), 0xff, sizeof(double)); /* NaN */
    ck_assert(!carry_fits(&old_game, form, NULL));
    free(form.bytes);
}
