#include "sim/carry.h"
#include "support/expect.h"
#include "support/test.h"

typedef struct Old {
    int32_t lives;
    bool keys[2];
    double best_s;
} Old;
static const CwField old_fields[] = {CW_FIELD(Old, lives), CW_FIELD_ARRAY(Old, keys),
                                     CW_FIELD(Old, best_s)};
static const CwGameCarry OLD = {sizeof(Old), old_fields, 3, NULL};

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
    const Old old = {4, {true, false}, 1.25};
    bool may_rank = true;
    New now = {0};
    CarryForm form = carry_write(&OLD, &old), adopted = carry_adopt(&game, form, &may_rank);
    carry_read(&game.carry, adopted, &now);
    ck_assert(now.best_s == 99 && now.lives == 4 && !may_rank);
    ck_assert(now.keys[0] && !now.keys[1] && now.keys[2]);
    ck_assert(carry_fits(&game, adopted, NULL) && !carry_fits(&game, form, &error));
    ck_assert_str_eq(error.text, "keys is dropped, best_s is dropped, best_s is new, keys is new");
    carry_free(&form);
    carry_free(&adopted);
}

TEST(bytes_that_are_no_carry_are_refused)
{
    static const char *const wrong[] = {"a\0\6\1\0\0\0entities",             /* its type */
                                        "a\0\0\1\0\0\0\2",                   /* a bool of 2 */
                                        "a\0\5\1\0\0\0\1\1\1\1\1\1\xf8\x7f", /* NaN */
                                        "a\0\3\xff\xff\xff\x7f ", "a"};
    const char *sound = "a\0\5\1\0\0\0\1\1\1\1\1\1\xf8\x3f";
    ck_assert(carry_check((CarryForm){(const uint8_t *)sound, 15}, NULL));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(wrong); i++) {
        const size_t sizes[] = {15, 8, 15, 8, 1};
        ck_assert(!carry_check((CarryForm){(const uint8_t *)wrong[i], sizes[i]}, NULL));
    }
}
